"""KeyButton: a button with the key that presses it, in a small box behind its word."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QWidget

from axon_desktop.ui.sizes import px
from axon_desktop.vault.markdown.colors import Colors

_GAP = 6
_BOX = 4
"""Room left and right of the key within its box."""


class KeyButton(QPushButton):
    """Shows its word alone while the key means something else."""

    def __init__(self, text: str, colors: Colors, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._colors = colors
        self._key = ""

    def set_key(self, key: str) -> None:
        """Show this key; empty for none."""
        if key != self._key:
            self._key = key
            self.updateGeometry()
            self.update()

    def set_colors(self, colors: Colors) -> None:
        """Take the colours of another theme."""
        self._colors = colors
        self.update()

    def _small(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(px(11))
        return font

    def _key_width(self) -> int:
        return QFontMetrics(self._small()).horizontalAdvance(self._key) + 2 * _BOX if self._key else 0

    def sizeHint(self) -> QSize:
        """Return the size with room for the key."""
        hint = super().sizeHint()
        return QSize(hint.width() + (self._key_width() + _GAP if self._key else 0), hint.height())

    def minimumSizeHint(self) -> QSize:
        """Return the same: a button is never cut."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button, its word and the key."""
        if not self._key:
            super().paintEvent(event)
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        words, option.text = option.text, ""
        painter = QPainter(self)
        self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        plain = words.replace("&", "")
        width = self.fontMetrics().horizontalAdvance(plain)
        key = self._key_width()
        left = (self.width() - width - _GAP - key) // 2
        color = QColor(self._word_color())
        painter.setPen(color)
        words_at = QRect(left, 0, width + 1, self.height())
        painter.drawText(words_at, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextShowMnemonic, words)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        small = self._small()
        height = QFontMetrics(small).height() + 1
        box = QRectF(left + width + _GAP + 0.5, (self.height() - height) // 2 + 0.5, key - 1, height - 1)
        painter.setPen(QPen(color if self.property("primary") else QColor(self._colors.line), 1))
        painter.drawRoundedRect(box, 3, 3)
        painter.setFont(small)
        painter.setPen(color if self.property("primary") else QColor(self._colors.muted))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._key)

    def _word_color(self) -> str:
        if not self.isEnabled():
            return self._colors.faint
        return self._colors.on_accent if self.property("primary") else self._colors.text
