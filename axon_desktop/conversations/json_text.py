"""JSON as text that every file and database takes, whatever strings are in it."""

from __future__ import annotations

import json
from typing import Any


def dump_json(value: Any, *, indent: int | None = None) -> str:
    """Return JSON that can be encoded as UTF-8; half surrogate pairs, which cannot, are written as escapes."""
    separators = (",", ":") if indent is None else None
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)
    if is_encodable(text):
        return text
    return json.dumps(value, indent=indent, separators=separators)


def plain_text(text: str) -> str:
    """Return the text with a replacement mark for each half surrogate pair."""
    return text if is_encodable(text) else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def is_encodable(text: str) -> bool:
    """Return whether the text can be written as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
