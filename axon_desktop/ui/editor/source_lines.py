"""Converts positions of the rendered note to lines of its source."""

from __future__ import annotations

import re
from urllib.parse import unquote

from axon_desktop.markdown.scan.anchors import heading_key
from axon_desktop.ui.markdown_view import ViewPosition

_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")


def line_start(text: str, line: int) -> int:
    """Return the start of a line, counted from 1; beyond the last one, its start."""
    position = 0
    for _ in range(line - 1):
        end = text.find("\n", position)
        if end < 0:
            break
        position = end + 1
    return position


def line_at(text: str, spot: ViewPosition) -> int:
    """Return the line, from 1, of a position in the source."""
    return 1 + text.count("\n", 0, max(0, int(spot.source)))


def heading_line(text: str, heading: str) -> int:
    """Return the line of a heading, or of a block by its `^name`; 0 if there is none."""
    wanted = unquote(heading).split("#")[-1]
    key = heading_key(wanted)
    fence = ""
    for number, line in enumerate(text.splitlines(), 1):
        opened = _FENCE.match(line)
        if opened and not fence:
            fence = opened.group(1)
        elif opened and opened.group(1).startswith(fence):
            fence = ""
        if fence:
            continue
        if wanted.startswith("^") and line.rstrip().endswith(wanted):
            return number
        found = _HEADING.match(line)
        if found and heading_key(found.group(1)) == key:
            return number
    return 0
