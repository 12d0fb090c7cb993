"""Parts of a line as a Qt document counts them: in UTF-16 units."""

from __future__ import annotations


def part_before(text: str, units: int) -> str:
    """Return the first part of a text, with its length in UTF-16 units."""
    if text.isascii() or max(text) <= "\uffff":
        return text[:units]
    return text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "replace")


def part_from(text: str, units: int) -> str:
    """Return the rest of a text after this many UTF-16 units."""
    if text.isascii() or max(text) <= "\uffff":
        return text[units:]
    return text.encode("utf-16-le", "surrogatepass")[2 * units :].decode("utf-16-le", "replace")
