"""CardHeader: the first line of a card: state, tool, main argument, and the result at the right end."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter

from axon_desktop.ui.chat.cards.state_icon import CallState, paint_state
from axon_desktop.ui.chat.cards.wording import append_words
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import baseline, mono_font
from axon_desktop.ui.look.theme import current_colors

ICON = 12
_GAP = 8
_BAR = 2


@dataclass(frozen=True, slots=True)
class CardHeader:
    """The data of the line for one painting."""

    tool: str
    argument: str
    state: CallState
    status: str
    phase: int = 0
    """Rotation of a running call's ring."""
    linked: bool = False
    """Whether the argument is drawn as a link."""
    is_path: bool = True
    """Whether the argument is a path, which is elided in the middle; a sentence is elided at its end."""
    warns: bool = False
    """Whether the status is a warning, although the call succeeded."""
    end: int | None = None
    """Left edge of a button after the status; None without one."""

    def paint(self, painter: QPainter, row: QRect) -> QRect:
        """Paint the line; return the rectangle of the argument."""
        place = QRectF(row.left(), row.top() + (row.height() - px(ICON)) / 2, px(ICON), px(ICON))
        paint_state(painter, place, self.state, self.phase)
        left = row.left() + px(ICON) + _GAP
        bold = mono_font(bold=True)
        metrics = QFontMetrics(bold)
        taken = left + metrics.horizontalAdvance(f"{self.tool}  {self.argument}")
        right = self._paint_status(painter, row, row.right() - taken)
        name = metrics.elidedText(self.tool, Qt.TextElideMode.ElideRight, max(0, right - left))
        painter.setFont(bold)
        painter.setPen(QColor(current_colors().text))
        painter.drawText(left, baseline(row), name)
        return self._paint_argument(painter, row, left + metrics.horizontalAdvance(name) + _GAP, right)

    def _paint_argument(self, painter: QPainter, row: QRect, left: int, right: int) -> QRect:
        font = mono_font()
        font.setUnderline(self.linked)
        metrics = QFontMetrics(font)
        room = max(0, right - _GAP - left)
        argument = self.argument
        if metrics.horizontalAdvance(argument) > room:
            argument = argument.removeprefix(append_words())
        cut = Qt.TextElideMode.ElideMiddle if self.is_path else Qt.TextElideMode.ElideRight
        shown = metrics.elidedText(argument, cut, room)
        area = QRect(left, row.top(), metrics.horizontalAdvance(shown), row.height())
        painter.setFont(font)
        painter.setPen(QColor(current_colors().muted))
        painter.drawText(left, baseline(row), shown)
        return area

    def _paint_status(self, painter: QPainter, row: QRect, room: int) -> int:
        """Paint the right end and return its left edge."""
        colors = current_colors()
        metrics = QFontMetrics(mono_font())
        right = row.right() + 1
        text = self.status_within(room)
        if self.end is not None:
            right = self.end
            text = f"{text} · "
        widest = row.width() * 3 // 5 - (row.right() + 1 - right)
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, widest))
        width = metrics.horizontalAdvance(text)
        tone = {"error": colors.err, "waiting": colors.warn, "running": colors.warn}
        painter.setFont(mono_font())
        painter.setPen(QColor(colors.warn if self.warns else tone.get(self.state, colors.muted)))
        painter.drawText(right - width, baseline(row), text)
        return right - width

    def status_within(self, room: int) -> str:
        """Return the status elided to a width: first the parts after a dot are dropped."""
        if self.state == "ok" and QFontMetrics(mono_font()).horizontalAdvance(self.status) > room:
            return self.status.partition(" · ")[0]
        return self.status


def paint_bar(painter: QPainter, row: QRect, done: float) -> None:
    """Paint the progress of a call (0 to 1) below its line."""
    colors = current_colors()
    bar = QRectF(row.left(), row.bottom() + 3, row.width(), _BAR)
    painter.fillRect(bar, QColor(colors.line))
    bar.setWidth(bar.width() * done)
    painter.fillRect(bar, QColor(colors.accent))
