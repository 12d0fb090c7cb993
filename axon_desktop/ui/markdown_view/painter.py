"""Paints chunks, with their backgrounds and overlays."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QPainter,
    QPainterPath,
    QPalette,
    QPen,
    QRegion,
    QTextCharFormat,
    QTextFormat,
)

from axon_desktop.theme.colors import Colors
from axon_desktop.ui.markdown_view.layout.chunk import MUTED_ROLES, Chunk
from axon_desktop.ui.markdown_view.layout.chunk_document import Link
from axon_desktop.ui.markdown_view.selection import cursor_over
from axon_desktop.ui.markdown_view.tables.wide_tables import SharedTable, WideTable

BUBBLE_RADIUS = 10.0
_NEAR = 2.0
"""Pixels above and below a table that are empty."""


@dataclass(frozen=True, slots=True)
class Painting:
    """One paint pass over the viewport."""

    painter: QPainter
    """Paints on the viewport."""
    colors: Colors
    """The theme."""
    clip: QRectF
    """The region to paint."""
    left: float
    """Left edge of the column."""
    width: float
    """Width of the column."""

    ground: str
    """Background colour of the view."""

    def fill(self) -> None:
        """Paint the background."""
        self.painter.fillRect(self.clip, QColor(self.ground))


def paint_bubble(painting: Painting, left: float, top: float, bottom: float) -> None:
    """Paint the background of a user's message."""
    painter = painting.painter
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(painting.colors.frame))
    painter.setBrush(QColor(painting.colors.accent_soft))
    painter.drawRoundedRect(
        QRectF(painting.left + left, top, painting.width - left, bottom - top), BUBBLE_RADIUS, BUBBLE_RADIUS
    )
    painter.restore()


def paint_chunk(
    painting: Painting,
    chunk: Chunk,
    top: float,
    *,
    focused: SharedTable | None,
    selected: tuple[int, int] | None,
    hits: list[tuple[int, int]],
    hit: int,
    link: Link | None,
) -> None:
    """Paint a laid-out chunk with its selection, matches and focused link."""
    assert chunk.document is not None
    colors = painting.colors
    context = QAbstractTextDocumentLayout.PaintContext()
    palette = QPalette()
    muted = chunk.item.role in MUTED_ROLES
    palette.setColor(QPalette.ColorRole.Text, QColor(colors.muted if muted else colors.text))
    context.palette = palette
    marks = [
        (start, end, _current_hit(colors) if index == hit else _ground(colors.warn, 0.3))
        for index, (start, end) in enumerate(hits)
    ]
    if selected is not None:
        marks.append((*selected, _ground(colors.accent, 0.32)))
    if link is not None and link.area is None:
        marks.append((link.start, link.end, _ring(colors)))
    selections = []
    for start, end, look in marks:
        cursor = cursor_over(chunk, start, end)
        if cursor is not None:
            selection = QAbstractTextDocumentLayout.Selection()
            selection.cursor = cursor
            selection.format = look
            selections.append(selection)
    context.selections = selections
    origin = QPointF(painting.left + chunk.indent, top)
    clip = painting.clip.translated(-origin)
    seen = [table for table in chunk.tables if table.area.adjusted(-1, -1, 1, 1).intersects(clip)]
    painting.painter.save()
    painting.painter.translate(origin)
    for part in _beside_tables(chunk, clip) if chunk.tables else (clip,):
        if chunk.tables:
            painting.painter.setClipRect(part)
        _draw(painting, chunk, context, part)
    if link is not None and link.area is not None:
        painting.painter.setPen(_pen(colors))
        painting.painter.drawRoundedRect(link.area.adjusted(-3, -3, 3, 3), 4, 4)
    painting.painter.restore()
    for table in seen:
        painting.painter.save()
        painting.painter.translate(origin)
        _paint_table(painting, chunk, context, table, clip, focused=table.shared is focused)
        painting.painter.restore()


def _draw(
    painting: Painting, chunk: Chunk, context: QAbstractTextDocumentLayout.PaintContext, clip: QRectF
) -> None:
    assert chunk.document is not None
    context.clip = clip
    chunk.document.documentLayout().draw(painting.painter, context)
    _round_corners(painting.painter, chunk.chips, clip, painting.ground)


def _beside_tables(chunk: Chunk, clip: QRectF) -> list[QRectF]:
    """Return the parts of a chunk outside its framed tables.

    In pieces: Qt draws every cell in the bounding rectangle.
    """
    assert chunk.document is not None
    width = chunk.document.textWidth()
    region = QRegion(clip.toAlignedRect())
    for table in chunk.tables:
        if table.ground is not None:  # its background is as wide as the table would be
            region &= QRegion(QRectF(clip.left(), clip.top(), width - clip.left(), clip.height()).toAlignedRect())
        left = table.area.left() if table.area.left() > 1.0 else min(0.0, clip.left())  # else nothing is beside it
        right = max(clip.right(), width) + 1.0
        band = QRectF(QPointF(left, table.area.top() - _NEAR), QPointF(right, table.area.bottom() + _NEAR))
        region -= QRegion(band.toAlignedRect())
    return [QRectF(rect) for rect in region]  # type: ignore[attr-defined]  # it can be, whatever the stub says


def _paint_table(
    painting: Painting,
    chunk: Chunk,
    context: QAbstractTextDocumentLayout.PaintContext,
    table: WideTable,
    clip: QRectF,
    *,
    focused: bool,
) -> None:
    """Paint the part of a table in its frame, and an edge where it continues."""
    painter, area = painting.painter, QRectF(table.area.toAlignedRect())
    if table.ground is not None:
        painter.fillRect(area.adjusted(0.0, -_NEAR, table.spread, _NEAR), table.ground)
    painter.save()
    painter.setClipRect(area.intersected(clip))
    painter.translate(-table.offset, 0.0)
    _draw(painting, chunk, context, area.intersected(clip).translated(table.offset, 0.0))
    painter.restore()
    painter.setPen(QColor(painting.colors.line))
    if table.offset:
        painter.drawLine(area.topLeft(), area.bottomLeft() - QPointF(0.0, 1.0))
    if table.offset < table.reach:
        painter.drawLine(area.topRight() - QPointF(1.0, 0.0), area.bottomRight() - QPointF(1.0, 1.0))
    if focused:
        painter.setPen(QPen(QColor(painting.colors.accent), 1.0))
        painter.drawRect(area.adjusted(0.0, 0.0, -1.0, -1.0))


def chip_corners(rect: QRectF, radius: float) -> QPainterPath:
    """Return what must be cut off a rectangle to round its corners."""
    corners = QPainterPath()
    box = QRectF(0.0, 0.0, 2 * radius, 2 * radius)
    right, bottom = rect.right() - 2 * radius, rect.bottom() - 2 * radius
    for corner, left, top, angle in (
        (rect.topRight(), right, rect.top(), 0.0),
        (rect.topLeft(), rect.left(), rect.top(), 90.0),
        (rect.bottomLeft(), rect.left(), bottom, 180.0),
        (rect.bottomRight(), right, bottom, 270.0),
    ):
        box.moveTo(left, top)
        corners.moveTo(corner)
        corners.arcTo(box, angle, 90.0)
        corners.closeSubpath()
    return corners


def _round_corners(
    painter: QPainter, chips: list[tuple[QRectF, QPainterPath, QColor | None]], clip: QRectF, ground: str
) -> None:
    """Paint over the corners that Qt's text layout cannot round."""
    seen = [(corners, around) for rect, corners, around in chips if rect.intersects(clip)]
    if seen:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for corners, around in seen:
        painter.fillPath(corners, around or QColor(ground))


def _current_hit(colors: Colors) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setBackground(QColor(colors.accent))
    look.setForeground(QColor(colors.on_accent))
    return look


def _ground(color: str, strength: float) -> QTextCharFormat:
    look = QTextCharFormat()
    ground = QColor(color)
    ground.setAlphaF(strength)
    look.setBackground(ground)
    return look


def _ring(colors: Colors) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setProperty(QTextFormat.Property.OutlinePen, _pen(colors))
    return look


def _pen(colors: Colors) -> QPen:
    return QPen(QColor(colors.accent), 1.5)
