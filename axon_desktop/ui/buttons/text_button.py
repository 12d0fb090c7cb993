"""TextButton: a flat button of an icon and a word for actions on a text, such as Copy and Retry."""

from __future__ import annotations

from typing import Literal, TypeAlias

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import current_colors

Shown: TypeAlias = Literal["nothing", "icon", "word"]

HEIGHT = 24
_PAD = 6
_ICON = 14
_GAP = 5
_DONE_MS = 1500
"""How long the confirmation is shown."""


class TextButton(QAbstractButton):
    """Reserves its room while it is invisible; it becomes visible when it has the focus."""

    def __init__(self, icon: str, words: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon = icon
        self._shown: Shown = "word"
        self._framed = False
        self._resting = QTimer(self, singleShot=True, interval=_DONE_MS)
        self._resting.timeout.connect(self._changed)
        self.setText(words)
        self.setAccessibleName(words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def shown(self) -> Shown:
        """What is visible of it."""
        return self._shown if not self.hasFocus() else "word"

    def show_as(self, shown: Shown) -> None:
        """Show nothing, the icon, or icon and words."""
        if shown != self._shown:
            self._shown = shown
            self._changed()

    def set_framed(self, framed: bool) -> None:
        """Paint a background and a frame, as over a block of code."""
        self._framed = framed
        self.update()

    def say_done(self) -> None:
        """Show a confirmation for a moment."""
        self._resting.start()
        self._changed()

    def _changed(self) -> None:
        self.setToolTip(plain_tip(self.text()) if self._shown == "icon" else "")
        self.updateGeometry()
        self.update()

    def _text_font(self) -> QFont:
        font = QFont(QApplication.font())
        font.setPixelSize(px(12))
        return font

    def width_as(self, shown: Shown) -> int:
        """Return the width for a state of visibility."""
        if shown != "word":
            return 2 * _PAD + px(_ICON)
        return 2 * _PAD + px(_ICON) + _GAP + QFontMetrics(self._text_font()).horizontalAdvance(self.text())

    def sizeHint(self) -> QSize:
        """Return the size of the visible part."""
        return QSize(self.width_as(self.shown), px(HEIGHT))

    def event(self, event: QEvent) -> bool:
        """Repaint on changes of focus."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._changed()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible part."""
        if self.shown == "nothing":
            return
        painter, colors = QPainter(self), current_colors()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        over = self.underMouse() and self.isEnabled()
        frame = colors.accent if self.hasFocus() else colors.line if self._framed else ""
        if over or frame or self._framed:
            painter.setPen(QPen(QColor(frame or "transparent"), 1))
            ground = colors.raised if self._framed else colors.card if over else "transparent"
            painter.setBrush(QColor(ground))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        tone = QColor(colors.disabled if not self.isEnabled() else colors.text if over else colors.muted)
        square = QRectF(_PAD, (self.height() - px(_ICON)) / 2, px(_ICON), px(_ICON))
        paint_icon(painter, "check" if self._resting.isActive() else self._icon, square, tone)
        if self.shown == "word":
            font = self._text_font()
            metrics = QFontMetrics(font)
            row = QRect(self.rect())
            line = row.top() + (row.height() + metrics.ascent() - metrics.descent()) // 2
            painter.setFont(font)
            painter.setPen(tone)
            painter.drawText(QPoint(_PAD + px(_ICON) + _GAP, line), self.text())


def copy_button(parent: QWidget) -> TextButton:
    """Return a Copy button."""
    return TextButton("copy", translate("TextButton", "Copy"), parent)
