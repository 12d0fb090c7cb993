"""Elicitation: a server's question to the user during a call."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

from msgspec import Struct, field

from axon_desktop.llm.messages import JsonObject
from axon_desktop.mcp_host.visible_text import show_invisible

_LONGEST = 4000
_MOST_FIELDS = 50
_SECRET = re.compile(r"passw|secret|token|api.?key|credential|\bpin\b|\bcvv?\b|card.?number", re.IGNORECASE)


class ElicitationRequest(Struct, frozen=True, kw_only=True):
    """A form to fill in, or an address to open, in the server's words."""

    server: str
    """Name of the server that asks."""
    kind: Literal["form", "url"]
    message: str
    """Why, in the server's words; what is invisible in them is made visible."""
    fields: JsonObject = field(default_factory=dict)
    """Schema of each field of a form by its name: text, number, whole number, true or false, or a choice."""
    required: tuple[str, ...] = ()
    """Fields that must be filled in."""
    secret: tuple[str, ...] = ()
    """Fields that seem to ask for a secret, which no form may: the user must be warned."""
    url: str = ""
    """Address that is to be opened in the browser, once the user has seen and allowed it."""

    @property
    def defaults(self) -> JsonObject:
        """The initial values of the fields."""
        return {name: schema["default"] for name, schema in self.fields.items() if "default" in schema}


class ElicitationAnswer(Struct, frozen=True):
    """The user's answer."""

    action: Literal["accept", "decline", "cancel"]
    data: JsonObject = field(default_factory=dict)
    """The filled-in fields, with "accept"."""


Elicit: TypeAlias = Callable[[ElicitationRequest], Awaitable[ElicitationAnswer]]


async def decline(request: ElicitationRequest) -> ElicitationAnswer:
    """Decline where nobody can be asked."""
    return ElicitationAnswer("decline")


def form_request(server: str, message: str, schema: JsonObject) -> ElicitationRequest | None:
    """Return the request for a form; None when it cannot be shown."""
    properties = schema.get("properties")
    if not isinstance(properties, dict) or len(properties) > _MOST_FIELDS:
        return None
    if not all(isinstance(value, dict) and _is_plain(value) for value in properties.values()):
        return None
    required = schema.get("required")
    wanted = [name for name in required if name in properties] if isinstance(required, list) else []
    secret = [name for name, value in properties.items() if _SECRET.search(f"{name} {value.get('title')}")]
    return ElicitationRequest(
        server=server,
        kind="form",
        message=show_invisible(message[:_LONGEST]),
        fields=properties,
        required=tuple(wanted),
        secret=tuple(secret),
    )


def url_request(server: str, message: str, url: str) -> ElicitationRequest | None:
    """Return the request to open an address; None when it is not a web address."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("https", "http") and bool(parts.hostname) and not parts.username
    except ValueError:
        usable = False
    if not usable or len(url) > _LONGEST or not url.isprintable():
        return None
    return ElicitationRequest(server=server, kind="url", message=show_invisible(message[:_LONGEST]), url=url)


def _is_plain(schema: JsonObject) -> bool:
    kind = schema.get("type")
    return kind in ("string", "number", "integer", "boolean") or (kind == "array" and "items" in schema)
