"""CardLayout: the text of one card as a column of small documents, made only as far as they are visible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QAbstractTextDocumentLayout, QColor, QFont, QPainter, QPalette

from axon_desktop.ui.markdown_view.embeds.images import ImageStore
from axon_desktop.ui.markdown_view.layout.chunk_document import ChunkDocument


class CardLayout:
    """The layout of a card; a huge block is in several parts, so that none takes long."""

    def __init__(self, parts: Sequence[str], width: float) -> None:
        """Take the HTML of the parts; nothing is laid out yet."""
        self._parts = parts
        self._width = width
        self.documents: list[ChunkDocument] = []
        """The parts that are laid out, starting with the first."""
        self.pictures: set[str] = set()
        """Names of the pictures in them."""

    @property
    def whole(self) -> bool:
        """Whether all parts are laid out."""
        return len(self.documents) == len(self._parts)

    @property
    def height(self) -> float:
        """Height of what is laid out, in pixels."""
        return sum(document.size().height() for document in self.documents)

    def reaches(self, height: float) -> bool:
        """Tell whether the layout reaches this height, or is complete."""
        return self.whole or self.height >= height

    def grow(self, images: ImageStore, sheet: str, font: QFont) -> None:
        """Lay out the next part."""
        html = self._parts[len(self.documents)]
        document = ChunkDocument(images)
        self.pictures |= document.show_html(html, sheet, font, self._width)
        self.documents.append(document)

    def fit_pictures(self) -> None:
        """Lay out again after pictures were loaded."""
        for document in self.documents:
            document.fit_images(self._width)

    def draw(self, painter: QPainter, top_left: QPointF, seen: QRectF, color: str) -> None:
        """Draw the visible part, with the beginning of the text at a point."""
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, QColor(color))
        for top, document in self._column():
            place = top_left + QPointF(0, top)
            clip = seen.translated(-place)
            if clip.top() > document.size().height() or clip.bottom() < 0:
                continue
            context = QAbstractTextDocumentLayout.PaintContext()
            context.palette = palette
            context.clip = clip
            painter.save()
            painter.translate(place)
            document.documentLayout().draw(painter, context)
            painter.restore()

    def link_at(self, point: QPointF) -> str:
        """Return the link at a point of the text; empty for none."""
        for top, document in self._column():
            if top <= point.y() < top + document.size().height():
                return document.documentLayout().anchorAt(point - QPointF(0, top))
        return ""

    def plain(self) -> str:
        """Return the laid out text without markup."""
        return "\n".join(document.toPlainText() for document in self.documents)

    def _column(self) -> Iterator[tuple[float, ChunkDocument]]:
        top = 0.0
        for document in self.documents:
            yield top, document
            top += document.size().height()
