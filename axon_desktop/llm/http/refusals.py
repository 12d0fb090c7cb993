"""Refused fields: optional fields of a request that a server does not know are left out."""

from __future__ import annotations

import re

from axon_desktop.errors import LLMError
from axon_desktop.llm.messages import JsonObject

_NEEDED = frozenset({"model", "messages", "tools", "stream"})
_OTHER_NAMES = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
_UNSUPPORTED = re.compile(
    r"un(supported|recognized|known|expected)|not (be )?(support|permit|allow|recogni)|forbidden"
    r"|additional propert|extra (inputs|fields)|invalid (field|argument|parameter)",
    re.IGNORECASE,
)


class RefusedFields:
    """Remembers which fields a server has refused; a value out of range must be corrected by the user."""

    def __init__(self) -> None:
        self._fields: set[str] = set()

    def __contains__(self, field: str) -> bool:
        return field in self._fields

    def learn(self, error: LLMError, sent: set[str]) -> bool:
        """Record which of the sent fields the error refuses; return whether a retry makes sense."""
        words = error.words
        if error.status not in (400, 422) or not _UNSUPPORTED.search(words):
            return False
        refused = {field for field in sent - _NEEDED - self._fields if re.search(rf"\b{field}\b", words)}
        self._fields |= refused
        return bool(refused)

    def strip(self, body: JsonObject) -> JsonObject:
        """Return the body without them; the reply's limit is sent by its other name unless that is refused too."""
        stripped: JsonObject = {}
        for field, value in body.items():
            name = _OTHER_NAMES.get(field, field) if field in self._fields else field
            if name not in self._fields:
                stripped[name] = value
        return stripped
