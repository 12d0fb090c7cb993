"""The heading above a position of a note."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from urllib.parse import unquote

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


def find_heading(chunks: Iterable[Chunk], heading: str) -> tuple[Chunk, str] | None:
    """Return the chunk with the heading and the heading's text as it is compared; None if there is none.

    `heading` may be a path of headings as in links (`Part#Chapter`): then its last part counts.
    """
    wanted = heading_key(unquote(heading).split("#")[-1])
    for chunk in chunks:
        if chunk.header is not None and heading_key(chunk.header[0]) == wanted:
            return chunk, wanted
        if any(block.heading is not None and heading_key(block.heading[1]) == wanted for block in chunk.blocks):
            return chunk, wanted
    return None


def find_line(chunks: Iterable[Chunk], line: int) -> tuple[Chunk | None, bool]:
    """Return the chunk with a line of the note, from 1, or the last before it, and whether that is sure."""
    found: Chunk | None = None
    for chunk in chunks:
        if chunk.blocks and chunk.blocks[0].kind != "note":
            if found is not None and chunk.blocks[0].line >= line:
                return found, True
            found = chunk
    return found, False


def find_anchor(chunks: Iterable[Chunk], name: str, render: Callable[[Chunk], str]) -> Chunk | None:
    """Return the chunk that holds a footnote, or a block with a name such as `^a1`, by its anchor."""
    for chunk in chunks:
        if name.startswith("^"):
            found = any(name in block.source for block in chunk.blocks)
        else:
            found = any(block.kind == "note" for block in chunk.blocks)
        if found and f'name="{name}"' in render(chunk):
            return chunk
    return None


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
