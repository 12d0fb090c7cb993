"""Removal of a block that had just begun when a reply was cut off: it would be shown as an empty box."""

from __future__ import annotations

import re

_MARK = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,}|\$\$)(.*)")
"""A line that begins or ends a block of code or a formula, also in a quote or a list."""
_NOTHING = re.compile(r"[\s>]*\Z")


def without_open_end(text: str) -> str:
    """Return a text without an empty, unclosed fence or formula at its end."""
    opened, begun, inside = "", 0, 0
    position = 0
    for line in text.splitlines(keepends=True):
        mark = _MARK.match(line.rstrip("\n"))
        if opened == "$$":
            if line.rstrip().endswith("$$"):
                opened = ""
        elif opened:
            if mark is not None and mark[1].startswith(opened) and not mark[2].strip():
                opened = ""
        elif mark is not None and not _is_whole(mark[1], mark[2]):
            opened, begun = mark[1], position
            inside = position + mark.end(1) if opened == "$$" else position + len(line)
        position += len(line)
    if not opened or not _NOTHING.match(text, inside):
        return text
    before = text[:begun]
    mark = _MARK.match(text[begun:].split("\n", 1)[0])
    lead = text[begun : begun + mark.start(1)] if mark is not None else ""
    return (before + lead).rstrip(" \t>\n") if not lead.strip(" \t>") else (before + lead).rstrip()


def _is_whole(mark: str, rest: str) -> bool:
    """Tell whether a line begins no block: a formula that ends on it, or inline code."""
    return rest.rstrip().endswith("$$") if mark == "$$" else mark[0] == "`" and "`" in rest
