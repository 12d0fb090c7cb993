"""BuildOrder: the row to lay out next, and the chunks that the worker has to render first."""

from __future__ import annotations

from collections.abc import Sequence

from axon_desktop.ui.markdown_view.embeds.embedded_widgets import EmbeddedWidgets
from axon_desktop.ui.markdown_view.layout.chunk import SMALL_CHARS, Chunk, Row, WidgetRow
from axon_desktop.ui.markdown_view.layout.chunk_builder import ChunkBuilder
from axon_desktop.ui.markdown_view.layout.content import Content

MAX_WAITING = 6
"""Number of chunks requested from the worker at once."""


class BuildOrder:
    """Iterates over the rows near the viewport; those that cannot be rendered quickly wait for the worker."""

    def __init__(self, content: Content, builder: ChunkBuilder, widgets: EmbeddedWidgets) -> None:
        self._content = content
        self._builder = builder
        self._widgets = widgets
        self._small: bool | None = None
        """Whether there is little text; None when that has to be counted again."""

    def content_changed(self) -> None:
        """Count the text again."""
        self._small = None

    def next_row(
        self, visible: Sequence[Row], near: Sequence[Row], width: float
    ) -> tuple[Row | None, list[Chunk]]:
        """Return the row to prepare next, visible ones before near ones; and the waiting chunks."""
        self._builder.make_room(len(visible) + len(near))
        waiting: list[Chunk] = []
        for row in (*visible, *near):
            if isinstance(row, WidgetRow):
                if not self._widgets.is_ready(row, width):
                    return row, waiting
                continue
            if not isinstance(row, Chunk) or self._builder.is_built(row, width):
                continue
            if (
                row.source
                or row.html is not None
                or ((row in visible or self._is_small()) and self._builder.is_quick(row))
            ):
                return row, waiting
            if row not in waiting:
                waiting.append(row)
        return None, waiting[:MAX_WAITING]

    def _is_small(self) -> bool:
        if self._small is None:
            total = 0
            self._small = True
            for chunk in self._content.chunks():
                total += chunk.size
                if total > SMALL_CHARS:
                    self._small = False
                    break
        return self._small
