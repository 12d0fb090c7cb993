"""Texts as Qt counts them: in UTF-16 units, of which a character outside the first plane has two."""

from __future__ import annotations


def units(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    return len(text) if text.isascii() else len(_encoded(text)) // 2


def is_wide(text: str) -> bool:
    """Tell whether a text has characters of two units."""
    return units(text) != len(text)


def part_before(text: str, place: int) -> str:
    """Return the part of a text before a place that is given in UTF-16 units; half a character becomes U+FFFD."""
    return _encoded(text)[: 2 * place].decode("utf-16-le", "replace") if is_wide(text) else text[:place]


def part_from(text: str, place: int) -> str:
    """Return the part of a text from a place that is given in UTF-16 units; half a character becomes U+FFFD."""
    return _encoded(text)[2 * place :].decode("utf-16-le", "replace") if is_wide(text) else text[place:]


def _encoded(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")
