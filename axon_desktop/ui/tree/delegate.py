"""Painting of the rows of the vault panel, the same for tree items and filter matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPolygonF
from PySide6.QtWidgets import QStyledItemDelegate

from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.look.theme import current_colors

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionViewItem

ROW_HEIGHT = 25
INDENT = 16
_PAD = 6
_ARROW = 11
_GAP = 8
_NOTE_SHARE = 0.4
"""Share of a row above which a note is replaced by its short form."""


class Row(NamedTuple):
    """The content of one row."""

    name: str
    note: str = ""
    """Muted text at the right: a count, a folder or a mark."""
    short_note: str = ""
    """Its replacement where it would take too much of the row."""
    arrow: Literal["", "open", "closed"] = ""
    dot: bool = False
    """Whether there is a dot before `note`."""
    selected: bool = False
    current_note: bool = False
    """Whether this is the note in the note pane."""
    hovered: bool = False
    focused: bool = False
    faint: bool = False
    """Whether the user excluded it from search results."""
    target: bool = False
    """Whether it is the target of the current drag."""


def paint_row(painter: QPainter, rect: QRect, indent: int, row: Row, font: QFont) -> None:
    """Paint one row; long names are elided, the text at the right stays whole up to half."""
    colors = current_colors()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if row.selected or row.hovered or row.target:
        framed = row.target or (row.selected and row.focused)
        painter.setPen(QColor(colors.accent if framed else colors.frame))
        painter.setBrush(QColor(colors.accent_soft if row.selected or row.target else colors.card))
        painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
    area = rect.adjusted(_PAD + indent, 0, -_PAD, 0)
    if row.arrow:
        paint_arrow(painter, area, row.arrow == "open", QColor(colors.text))
        area.setLeft(area.left() + px(_ARROW))
    middle = Qt.AlignmentFlag.AlignVCenter
    if row.note:
        metrics = QFontMetrics(font)
        long = metrics.horizontalAdvance(row.note) > area.width() * _NOTE_SHARE
        words = row.short_note if long and row.short_note else row.note
        note = metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, area.width() // 2)
        width = metrics.horizontalAdvance(note)
        painter.setFont(font)
        painter.setPen(QColor(colors.faint))
        painter.drawText(area, middle | Qt.AlignmentFlag.AlignRight, note)
        if row.dot:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.faint))
            center = QRectF(area.right() - width - 14, area.center().y() - 4, 9, 9)
            painter.drawEllipse(center)
            width += 15
        area.setRight(area.right() - width - _GAP)
    accented = row.selected or row.current_note
    face = QFont(font)
    if accented:
        face.setWeight(QFont.Weight.DemiBold)
    painter.setFont(face)
    painter.setPen(QColor(colors.accent if accented else colors.faint if row.faint else colors.text))
    name = QFontMetrics(face).elidedText(row.name, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, middle | Qt.AlignmentFlag.AlignLeft, name)
    painter.restore()


def paint_arrow(painter: QPainter, area: QRect, is_open: bool, color: QColor) -> None:
    """Paint the triangle of what folds, at the left of an area."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    points = [(0, -2.5), (7, -2.5), (3.5, 3)] if is_open else [(0.5, -3.5), (6, 0), (0.5, 3.5)]
    unit = px(_ARROW) / _ARROW
    start = QPointF(area.left(), area.center().y() + 0.5)
    painter.drawPolygon(QPolygonF([start + QPointF(x, y) * unit for x, y in points]))


class MatchDelegate(QStyledItemDelegate):
    """Paints filter matches: the name, and its folder at the right."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the same height for every row."""
        return QSize(0, row_height(ROW_HEIGHT))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a match."""
        from PySide6.QtWidgets import QStyle  # its enumerations take some ms, not before the first paint

        state: QStyle.StateFlag = option.state
        row = Row(
            name=index.data(Qt.ItemDataRole.DisplayRole),
            note=index.data(Qt.ItemDataRole.UserRole),
            selected=bool(state & QStyle.StateFlag.State_Selected),
            hovered=bool(state & QStyle.StateFlag.State_MouseOver),
            focused=bool(state & QStyle.StateFlag.State_HasFocus),
        )
        paint_row(painter, option.rect, 0, row, option.font)
