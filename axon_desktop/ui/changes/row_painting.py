"""RowStyle and RowDelegate: the look of a row in the tables of changes, and its painting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.theme import current_colors

Tone: TypeAlias = Literal["text", "muted", "ok", "warn", "err", "accent"]
Index: TypeAlias = QModelIndex | QPersistentModelIndex

LOOK_ROLE = Qt.ItemDataRole.UserRole
"""Returns the RowStyle of a row."""
LINE = 28
"""Height of a row with one line."""
TWO_LINES = 48

_PAD = 8
_ICON = 14
_ARROW = 12
_INDENT = 20
_GAP = 10


@dataclass(frozen=True, slots=True)
class RowStyle:
    """A row: an arrow or an icon, a name, texts at the right end, and optionally a second line."""

    name: str
    note: str = ""
    """Muted, after the name; such as the folder of a note."""
    below: str = ""
    """The second line."""
    below_tone: Tone = "muted"
    ends: tuple[tuple[str, Tone], ...] = ()
    """Texts at the right end, from left to right."""
    icon: str = ""
    tone: Tone = "muted"
    """Of the icon."""
    arrow: Literal["", "open", "closed"] = ""
    indented: bool = False
    bold: bool = False
    faded: bool = False
    centered: bool = False

    @property
    def spoken(self) -> str:
        """The row as a sentence for screen readers."""
        parts = (self.name, self.note, *(text for text, _ in self.ends), self.below)
        return ", ".join(part for part in parts if part)


class RowDelegate(QStyledItemDelegate):
    """Paints rows from their RowStyle."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint background, mark and texts."""
        model: QAbstractItemModel = index.model()
        look: RowStyle = model.data(index, LOOK_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option)
        rect = option.rect.adjusted(_PAD + (_INDENT if look.indented else 0), 0, -_PAD, 0)
        font = QFont(option.font)
        lines = 2 if look.below else 1
        height = QFontMetrics(font).height()
        top = rect.top() + (rect.height() - lines * height - (lines - 1) * 2) // 2
        first = QRect(rect.left(), top, rect.width(), height)
        if look.arrow or look.icon:
            self._paint_mark(painter, look, first)
            first.setLeft(first.left() + (px(_ARROW) if look.arrow else px(_ICON)) + 6)
        left = first.left()
        self._paint_first(painter, look, first, font)
        if look.below:
            second = QRect(left, top + height + 2, rect.right() - left, height)
            self._paint_text(painter, second, look.below, font, look.below_tone)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        colors = current_colors()
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if not selected and not state & QStyle.StateFlag.State_MouseOver:
            return
        focused = selected and bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QPen(QColor(colors.accent if focused else colors.frame), 1))
        painter.setBrush(QColor(colors.accent_soft if selected else colors.card))
        painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _paint_mark(self, painter: QPainter, look: RowStyle, line: QRect) -> None:
        size = px(_ARROW) if look.arrow else px(_ICON)
        name = look.icon
        if look.arrow:
            name = "chevron_down" if look.arrow == "open" else "chevron_right"
        place = QRectF(line.left(), line.center().y() - size / 2 + 0.5, size, size)
        paint_icon(painter, name, place, self._color("muted" if look.faded else look.tone))

    def _paint_first(self, painter: QPainter, look: RowStyle, line: QRect, font: QFont) -> None:
        if look.centered:
            painter.setFont(font)
            painter.setPen(self._color("accent"))
            painter.drawText(line, Qt.AlignmentFlag.AlignCenter, look.name)
            return
        metrics = QFontMetrics(font)
        for text, tone in reversed(look.ends):
            width = metrics.horizontalAdvance(text)
            place = QRect(line.right() - width, line.top(), width + 1, line.height())
            self._paint_text(painter, place, text, font, tone)
            line.setRight(place.left() - _GAP)
        bold = QFont(font)
        bold.setWeight(QFont.Weight.DemiBold if look.bold else font.weight())
        used = self._paint_text(painter, line, look.name, bold, "muted" if look.faded else "text")
        line.setLeft(line.left() + used + 8)
        if look.note and line.width() > 2 * metrics.averageCharWidth():
            self._paint_text(painter, line, look.note, font, "muted")

    def _paint_text(self, painter: QPainter, place: QRect, text: str, font: QFont, tone: Tone) -> int:
        """Paint a text, elided, on its base line (Chinese characters are higher than Latin); return its width."""
        metrics = QFontMetrics(font)
        cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, place.width()))
        painter.setFont(font)
        painter.setPen(self._color(tone))
        painter.drawText(place.left(), place.top() + metrics.ascent(), cut)
        return metrics.horizontalAdvance(cut)

    def _color(self, tone: Tone) -> QColor:
        return QColor(str(getattr(current_colors(), tone)))
