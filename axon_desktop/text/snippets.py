"""Snippets: the part of a long line that is shown."""

from __future__ import annotations

SNIPPET = 200
"""Characters of a line that are shown; more only if what was found is longer."""


def bounds(line: str, begin: int, end: int) -> tuple[int, int]:
    """Return where about SNIPPET characters of a line begin and end that hold the given part as a whole."""
    room = max(0, SNIPPET - (end - begin))
    first = max(0, min(begin - room // 3, len(line) - (end - begin) - room))
    return first, max(end, min(len(line), first + max(SNIPPET, end - begin)))


def window(line: str, first: int, last: int) -> str:
    """Return a part of a line, with dots for what is left out."""
    return ("…" if first else "") + line[first:last] + ("…" if last < len(line) else "")
