"""A position in a note that outlives its layout: counted in the note's source, not in pixels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from axon_desktop.ui.markdown_view.layout.chunk import Chunk


@dataclass(frozen=True, slots=True, order=True)
class ViewPosition:
    """The position at the upper edge of the viewport."""

    in_notes: bool
    """Whether it is in the footnotes, which the view shows after everything else."""
    source: float
    """Characters of source above the edge, counted evenly over the height of a chunk; -1 to 0 in the title."""


def spot_in(chunk: Chunk, y: float) -> ViewPosition:
    """Return the spot `y` below the upper edge of a chunk's row."""
    start, length = _span(chunk)
    return ViewPosition(_is_note(chunk), start + length * y / max(1.0, chunk.lead + chunk.height))


def y_in(chunk: Chunk, spot: ViewPosition) -> float:
    """Return the offset of a spot below the upper edge of a chunk's row."""
    start, length = _span(chunk)
    share = (spot.source - start) / length
    return max(0.0, min(1.0, share)) * (chunk.lead + chunk.height)


def find_spot(chunks: Iterable[Chunk], spot: ViewPosition) -> tuple[Chunk | None, bool]:
    """Return the chunk with the spot, or the last one before it, and whether the spot is in or before the last."""
    found: Chunk | None = None
    for chunk in chunks:
        start, _ = _span(chunk)
        if found is not None and ViewPosition(_is_note(chunk), start) > spot:
            return found, True
        found = chunk
    if found is None:
        return None, False
    start, length = _span(found)
    return found, spot < ViewPosition(_is_note(found), start + length)


def _span(chunk: Chunk) -> tuple[int, int]:
    """Return the start of a chunk in the source, and its length there."""
    if not chunk.blocks:
        return -1, 1
    return chunk.blocks[0].offset, max(1, chunk.size)


def _is_note(chunk: Chunk) -> bool:
    return bool(chunk.blocks) and chunk.blocks[0].kind == "note"
