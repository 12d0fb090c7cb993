"""LinkFocus: the link, or frame of a table, with the keyboard focus, and moving to the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from axon_desktop.ui.markdown_view.layout.chunk import Chunk, Row
from axon_desktop.ui.markdown_view.layout.chunk_document import Link
from axon_desktop.ui.markdown_view.selection import END
from axon_desktop.ui.markdown_view.tables.wide_tables import SharedTable

MAX_SEARCH = 200
"""Maximum chunks to render on the way to the next link."""


class LinkFocus:
    """Refers to one of a chunk's stops (see `Chunk.stops`), or to none."""

    def __init__(self) -> None:
        self.chunk: Chunk | None = None
        self.number = 0
        """Index of the stop in its chunk."""

    def set(self, chunk: Chunk, number: int) -> None:
        """Set the focus to a stop."""
        self.chunk, self.number = chunk, number

    def clear(self) -> None:
        """Remove the focus."""
        self.chunk = None

    def forget_rows(self, rows: Sequence[Row]) -> None:
        """Remove the focus if it is in one of these rows."""
        if self.chunk is not None and self.chunk in rows:
            self.chunk = None

    @property
    def link(self) -> Link | None:
        """The link; None if there is none, or its chunk is not laid out."""
        stops = self.chunk.stops() if self.chunk is not None else []
        return stops[self.number] if self.number < len(stops) else None

    @property
    def frame(self) -> SharedTable | None:
        """The table whose frame has the focus; None for a link."""
        return self.chunk.frame_at(self.number) if self.chunk is not None else None

    def link_in(self, chunk: Chunk) -> Link | None:
        """Return the link in a chunk; None if it is in another one."""
        return self.link if self.chunk is chunk else None

    def step(
        self,
        chunks: Sequence[Chunk],
        start: int,
        step: int,
        lay_out: Callable[[Chunk], bool],
        passed: SharedTable | None,
    ) -> bool:
        """Move to the next (1) or previous (-1) stop; False if there is none: then nothing has the focus.

        Args:
            chunks: the whole text.
            start: the chunk to begin with if nothing has the focus yet.
            step: 1 or -1.
            lay_out: lays out a chunk if it may have stops, and tells whether it may.
            passed: the table that has the focus: each of its parts has a frame, but all are one stop.
        """
        if self.chunk is not None:
            index, number = chunks.index(self.chunk), self.number + step
        else:
            index, number = start, 0 if step > 0 else END
        for _ in range(MAX_SEARCH):
            chunk = chunks[index]
            if lay_out(chunk):
                stops = chunk.stops()
                number = min(number, len(stops) - 1) if step < 0 else number
                if passed is not None and 0 <= number < len(stops) and chunk.frame_at(number) is passed:
                    number += step
                if 0 <= number < len(stops):
                    self.set(chunk, number)
                    return True
            index += step
            number = 0 if step > 0 else END
            if not 0 <= index < len(chunks):
                break
        self.clear()
        return False
