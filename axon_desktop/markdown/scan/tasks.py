"""Ticking tasks (`- [ ] text`) of a note."""

from __future__ import annotations

import re

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_BOX = re.compile(r"([ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+(?:>[ \t]*)*)+\[)[^\]\r\n](?=\](?:[ \t\r\n]|$))")


def set_task(text: str, line: int, *, done: bool) -> str | None:
    """Return the text with the task on a line, from 1, ticked or not; None if there is no task."""
    start = 0
    for number, match in enumerate(_LINE.finditer(text), 1):
        start = match.start()
        if number == line:
            break
    else:
        return None
    box = _BOX.match(text, start)
    if box is None:
        return None
    return f"{box.group(1)}{'x' if done else ' '}".join((text[:start], text[box.end() :]))
