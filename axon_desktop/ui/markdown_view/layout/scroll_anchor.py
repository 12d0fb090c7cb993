"""The scroll position: a row and an offset in it, so that heights computed above never move the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt

from axon_desktop.ui.markdown_view.layout.chunk import Chunk, Row
from axon_desktop.ui.markdown_view.layout.column import Column


@dataclass(slots=True, eq=False)
class ScrollAnchor:
    """Keeps the row at the upper edge of the viewport, or the end of the column."""

    column: Column
    follows: bool = False
    """Whether the end of the column stays visible whatever is added."""
    row: Row | None = None
    offset: float = 0.0
    """From the row's upper edge down to the edge of the viewport."""
    position: int | None = None
    """The text position at the edge, kept while only the width changes."""

    def y(self, end: float) -> float:
        """Return the scroll position in whole pixels; `end` is the maximum."""
        if self.follows:
            return end
        if self.row is None or not self.column.holds(self.row):
            return 0.0
        return max(0.0, min(end, self.column.top(self.column.index(self.row)) + round(self.offset)))

    def move(self, y: float) -> None:
        """ScrollAnchor the row at `y`."""
        self.position = None
        if not self.column.rows or y <= 0:
            self.row, self.offset = None, 0.0
            return
        index = self.column.at(y)
        self.hold(self.column.rows[index], y - self.column.top(index))

    def hold(self, row: Row, offset: float) -> None:
        """ScrollAnchor a position at this offset below a row's upper edge."""
        self.row, self.offset, self.position = row, offset, None

    def hold_text(self, row: Row) -> None:
        """Remember the text at the edge before `row` is laid out for another width."""
        if self.follows or row is not self.row or not isinstance(row, Chunk) or row.document is None:
            return
        if self.position is None and self.offset > row.lead:
            point = QPointF(0.0, self.offset - row.lead)
            self.position = row.document.documentLayout().hitTest(point, Qt.HitTestAccuracy.FuzzyHit)

    def restore(self, row: Row, old_height: float) -> None:
        """Find the position again after `row` was laid out."""
        if self.follows or row is not self.row or not isinstance(row, Chunk) or row.document is None:
            return
        if self.position is not None:
            self.offset = row.lead + row.document.line_top(self.position)
        elif old_height > 0 and self.offset > row.lead:
            self.offset = row.lead + (self.offset - row.lead) * row.height / old_height

    def replaced(self, start: int, removed: Sequence[Row], added: Sequence[Row]) -> None:
        """Move to the row that replaced a removed one."""
        if self.row is None or self.row not in removed:
            return
        self.position = None
        place = start + min(removed.index(self.row), max(0, len(added) - 1))
        if not self.column.rows:
            self.row, self.offset = None, 0.0
        elif place < len(self.column.rows):
            self.row = self.column.rows[place]
        else:
            self.row, self.offset = self.column.rows[-1], self.column.rows[-1].height
