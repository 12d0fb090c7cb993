"""Hit testing: the object at a point of the view, and scrolling to a position in its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt

from axon_desktop.ui.markdown_view.layout.chunk import Chunk, Row
from axon_desktop.ui.markdown_view.selection import TextPosition
from axon_desktop.ui.markdown_view.tables.wide_tables import into_document
from axon_desktop.ui.markdown_view.viewport import Viewport

if TYPE_CHECKING:
    from axon_desktop.ui.markdown_view.reading.place import ReadingPlace


class ShownPicture(Struct, frozen=True):
    """A picture of the vault in a note."""

    rect: QRectF
    """Where it is in the viewport."""
    most: float
    """The greatest width for which there is room."""
    path: str
    """Vault path of its file."""
    lines: tuple[int, int]
    """First and last line of the note, from 1, that are laid out together with it."""
    number: int
    """Which of the pictures of this file in these lines it is, from 0."""
    count: int
    """How many of them there are."""


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

    def picture_at(self, point: QPointF) -> ShownPicture | None:
        """Return the picture of the vault at a point of the viewport, if it belongs to the note itself."""
        chunk = self.chunk_at(point)
        if chunk is None or chunk.document is None or not chunk.images or not chunk.item.path:
            return None
        origin = self.chunk_origin(chunk)
        local = into_document(chunk.tables, point - origin)
        pictures = chunk.document.pictures()
        at = next((at for at, (_, rect) in enumerate(pictures) if rect.contains(local)), None)
        if at is None or not chunk.blocks:
            return None
        name, rect = pictures[at]
        if self._images.picture(name) is None:
            return None
        last = chunk.blocks[-1]
        return ShownPicture(
            rect=rect.translated(point - local),
            most=self.column_width - chunk.indent - rect.left(),
            path=name,
            lines=(chunk.blocks[0].line + 1, last.line + max(1, len(last.source.splitlines()))),
            number=sum(other == name for other, _ in pictures[:at]),
            count=sum(other == name for other, _ in pictures),
        )

    @property
    def reading(self) -> ReadingPlace:
        """Where somebody reads who hears the text."""
        if self._reading is None:
            from axon_desktop.ui.markdown_view.reading.place import ReadingPlace

            self._reading = ReadingPlace()
        return self._reading

    def place_of_part(self) -> QRectF | None:
        """Return where in the viewport the part is that is being read; None for none."""
        if self._reading is None:
            return None
        part, chunk = self.reading.part, self.reading.chunk
        if part is None or chunk is None or chunk.document is None:
            return None
        block = chunk.document.findBlock(part.start)
        return chunk.document.documentLayout().blockBoundingRect(block).translated(self.chunk_origin(chunk))

    def who_begins(self, chunk: Chunk) -> str:
        """Return the role of the message that begins with a chunk; empty if none begins."""
        at = self._column.index(chunk)
        begins = at == 0 or self._column.rows[at - 1].item is not chunk.item
        return chunk.item.role if begins else ""

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
