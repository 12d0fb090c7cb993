"""Hit testing: the object at a point of the view, and scrolling to a position in its text."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt

from axon_desktop.ui.markdown_view.layout.chunk import Chunk, Row
from axon_desktop.ui.markdown_view.selection import TextPosition
from axon_desktop.ui.markdown_view.tables.wide_tables import into_document
from axon_desktop.ui.markdown_view.viewport import Viewport


class HitTesting(Viewport):
    """A canvas with hit testing."""

    def place_at(self, point: QPoint | QPointF) -> TextPosition | None:
        """Return the text position nearest to a point of the viewport."""
        rows = self._column.rows
        if not rows:
            return None
        y = self.scroll_y + point.y()
        index = self._column.at(y)
        while index < len(rows) and not _can_hold_text(rows[index]):
            index += 1
            y = -1.0
        if index == len(rows):
            index = max((i for i, row in enumerate(rows) if _can_hold_text(row)), default=-1)
            if index < 0:
                return None
            y = 1e9
        chunk = rows[index]
        assert isinstance(chunk, Chunk)
        self.ensure_built(chunk)
        assert chunk.document is not None
        local = QPointF(point.x() - self.column_left - chunk.indent, y - self._column.text_top(index))
        local = into_document(chunk.tables, local)
        position = chunk.document.documentLayout().hitTest(local, Qt.HitTestAccuracy.FuzzyHit)
        return TextPosition(chunk, max(0, position))

    def link_at(self, point: QPoint | QPointF) -> str:
        """Return the address of the link at a point of the viewport; empty if there is none."""
        chunk = self.chunk_at(point)
        if chunk is None or chunk.document is None:
            return ""
        local = into_document(chunk.tables, QPointF(point) - self.chunk_origin(chunk))
        if href := chunk.document.documentLayout().anchorAt(local):
            return href
        parts = (link for link in chunk.stops() if link.area is not None and link.area.contains(local))
        return next((link.href for link in parts), "")

    def chunk_at(self, point: QPoint | QPointF) -> Chunk | None:
        """Return the chunk at a point of the viewport."""
        rows = self.rows_between(float(point.y()), float(point.y()))
        return rows[0] if rows and isinstance(rows[0], Chunk) else None

    def reveal(self, chunk: Chunk, position: int, *, at_top: bool = False) -> None:
        """Scroll until a text position is visible; `at_top` puts it at the upper edge."""
        self.ensure_built(chunk)
        assert chunk.document is not None
        rect = chunk.document.position_rect(position)
        height = self.viewport().height()
        top = self._column.text_top(self._column.index(chunk)) + rect.top()
        y = self.scroll_y
        if at_top:
            target = top - 8.0
        elif top < y + 8:
            target = top - height * 0.2
        elif top + rect.height() > y + height - 8:
            target = top - height * 0.7
        else:
            return
        self._anchor.follows = False
        self._anchor.move(max(0.0, target))
        self._settle()
        self.schedule()


def _can_hold_text(row: Row) -> bool:
    return isinstance(row, Chunk) and (row.height > 0 or row.width is None)
