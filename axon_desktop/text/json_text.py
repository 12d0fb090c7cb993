"""Surrogates in JSON and other text: JSON may write a character beyond U+FFFF as two escapes."""

from __future__ import annotations

import json
from typing import Any


def join_surrogates(text: str, errors: str = "replace") -> str:
    """Return the text with surrogate pairs joined; a lone one becomes U+FFFD, or stays by "surrogatepass"."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", errors)
    return text


class SurrogateJoiner:
    """Joins surrogate pairs whose halves come in two pieces of one text."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> str:
        """Return what is complete so far: a first half is held back until its second comes."""
        text = self._held + piece
        self._held = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        return join_surrogates(text.removesuffix(self._held))

    def finish(self) -> str:
        """Return what is still held back, at the end of the text."""
        held, self._held = self._held, ""
        return join_surrogates(held)


def dump_json(value: Any, *, indent: int | None = None) -> str:
    """Return JSON that can be encoded as UTF-8; lone surrogates, which cannot, are written as escapes."""
    separators = (",", ":") if indent is None else None
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)
    if is_encodable(text):
        return text
    return json.dumps(value, indent=indent, separators=separators)


def plain_text(text: str) -> str:
    """Return the text with U+FFFD for each lone surrogate."""
    return text if is_encodable(text) else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def is_encodable(text: str) -> bool:
    """Return whether the text can be written as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
