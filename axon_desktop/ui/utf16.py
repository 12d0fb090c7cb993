"""Texts as Qt counts them: in UTF-16 units, of which a character outside the first plane has two."""

from __future__ import annotations


def units(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    return len(text) if _is_narrow(text) else len(_encoded(text)) // 2


def part_before(text: str, place: int) -> str:
    """Return the part of a text before a place that is given in UTF-16 units; half a character becomes U+FFFD."""
    return text[:place] if _is_narrow(text) else _encoded(text)[: 2 * place].decode("utf-16-le", "replace")


def part_from(text: str, place: int) -> str:
    """Return the part of a text from a place that is given in UTF-16 units; half a character becomes U+FFFD."""
    return text[place:] if _is_narrow(text) else _encoded(text)[2 * place :].decode("utf-16-le", "replace")


def _is_narrow(text: str) -> bool:
    return text.isascii() or max(text) <= "\uffff"


def _encoded(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")
