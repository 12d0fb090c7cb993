"""Access control of a server on this machine: checks that come before all of the app."""

from __future__ import annotations

import hmac
import json
import os
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

from axon_desktop.errors import SettingsError

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

TOKEN_VARIABLE = "AXON_SERVE_TOKEN"  # noqa: S105 - its name, not its value
_SHORTEST = 16
MAX_BODY = 4 << 20
"""Bytes of one request."""
_MAX_SKIPPED = 16 * MAX_BODY
"""Bytes of a larger one that are read and dropped."""
MAX_RUNNING = 32
"""Requests at the same time."""


def take_token() -> tuple[str, bool]:
    """Return the token that callers must show, and whether it was made just now.

    The environment's is taken out of it, so that no child process finds it there.

    Raises:
        SettingsError: the environment's is too short to be safe.
    """
    chosen = os.environ.pop(TOKEN_VARIABLE, "")
    if not chosen:
        return secrets.token_urlsafe(32), True
    if len(chosen) < _SHORTEST or not chosen.isascii() or not chosen.isprintable() or " " in chosen:
        raise SettingsError(f"{TOKEN_VARIABLE} must have at least {_SHORTEST} ASCII characters, without blanks.")
    return chosen, False


class RequestGuard:
    """Lets a request through to the app if its Host, its Origin and its token are right.

    A web page that the user opens can send requests to this machine, under its own name (Origin) or
    under a name that it points here (Host): both are refused.
    """

    def __init__(self, app: App, port: int, token: str | None, open_paths: frozenset[str] = frozenset()) -> None:
        """Take the app and what callers need; `open_paths` need no token, and with None nothing does."""
        self._app = app
        self._token = token.encode() if token is not None else None
        self._open_paths = open_paths
        self._hosts = frozenset(f"{name}:{port}".encode() for name in ("127.0.0.1", "localhost"))
        self._origins = frozenset(b"http://" + host for host in self._hosts)
        self._running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, as ASGI has it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            refusal = self._refusal(scope)
            if refusal is not None:
                await skip_body(receive)
                await _answer(send, *refusal)
                return
            self._running += 1
            try:
                await self._app(scope, receive, send)
            finally:
                self._running -= 1

    def _refusal(self, scope: Scope) -> tuple[int, str, dict[str, str]] | None:
        """Return status, reason and headers of the answer to a request that is not let through."""
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        hosts = [value for name, value in headers if name == b"host"]
        origins = [value for name, value in headers if name == b"origin"]
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return 403, "The Host header does not name this server.", {}
        if any(origin.lower() not in self._origins for origin in origins):
            return 403, "Requests of other origins are not served.", {}
        if not self._is_known(headers) and scope["path"] not in self._open_paths:
            return 401, "The bearer token is missing or wrong.", {"WWW-Authenticate": "Bearer"}
        length = next((value for name, value in headers if name == b"content-length"), b"0")
        if not length.isdigit() or len(length) > 18 or int(length) > MAX_BODY:
            return 413, f"The request is larger than {MAX_BODY} bytes.", {"Connection": "close"}
        if self._running >= MAX_RUNNING:
            return 429, f"{MAX_RUNNING} requests are running already.", {"Retry-After": "1"}
        return None

    def _is_known(self, headers: list[tuple[bytes, bytes]]) -> bool:
        if self._token is None:
            return True
        shown = [value for name, value in headers if name == b"authorization"]
        if len(shown) != 1:
            return False
        kind, _, token = shown[0].partition(b" ")
        return kind.lower() == b"bearer" and hmac.compare_digest(token.strip(), self._token)


async def skip_body(receive: Receive) -> None:
    """Read the rest of a request: many clients read the answer only when they have sent everything."""
    size = 0
    while size < _MAX_SKIPPED:
        message = await receive()
        size += len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body", False):
            return


async def _answer(send: Send, status: int, reason: str, extra: dict[str, str]) -> None:
    body = json.dumps({"success": False, "error": reason}).encode()
    headers = {"Content-Type": "application/json", "Content-Length": str(len(body)), **extra}
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        }
    )
    await send({"type": "http.response.body", "body": body})
