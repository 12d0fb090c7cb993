"""The heading above a position of a note."""

from __future__ import annotations

from collections.abc import Iterable

from axon_desktop.markdown.scan.anchors import heading_key
from axon_desktop.ui.markdown_view.layout.chunk import Chunk

NEAR = 16.0
"""Pixels below the upper edge where a heading counts as reached: a link to it leaves some space above it."""


def last_heading(chunks: Iterable[Chunk], y: float) -> str:
    """Return the last heading above `y` in the first chunk, else in the others, which are the ones before it."""
    for number, chunk in enumerate(chunks):
        headings = [block.heading[1] for block in chunk.blocks if block.heading is not None]
        if number == 0 and headings:
            headings = headings[: _passed(chunk, headings, y)]
        if headings:
            return headings[-1]
    return ""


def _passed(chunk: Chunk, headings: list[str], y: float) -> int:
    """Count the headings of a chunk that begin above `y`."""
    if chunk.document is None:
        return 0
    text = chunk.document.begin()
    for number, heading in enumerate(headings):
        key = heading_key(heading)
        while text.isValid() and not (text.blockFormat().headingLevel() and heading_key(text.text()) == key):
            text = text.next()
        if not text.isValid() or chunk.document.line_top(text.position()) > y:
            return number
        text = text.next()
    return len(headings)
