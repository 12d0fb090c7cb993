"""ShortcutButton: a button that also shows its shortcut in a small box; and the painting of such a box."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QStylePainter, QWidget

from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.theme import current_colors

_KEY_TEXT = 11
_KEY_HEIGHT = 16
_KEY_PAD = 4
_GAP = 6


def key_font(font: QFont) -> QFont:
    """Return the font of a shortcut beside a text."""
    small = QFont(font)
    small.setBold(False)
    small.setPixelSize(px(_KEY_TEXT))
    return small


def key_width(keys: str, font: QFont) -> int:
    """Return the width of a shortcut's box."""
    return max(px(_KEY_HEIGHT), QFontMetrics(key_font(font)).horizontalAdvance(keys) + 2 * _KEY_PAD)


def paint_key(painter: QPainter, right: int, rows: QRect, keys: str, font: QFont, color: str, line: str) -> int:
    """Paint a shortcut in a box that ends at `right`, vertically centred in `rows`; return the box's width.

    Without a line colour there is no box, as on a filled button.
    """
    width, height = key_width(keys, font), px(_KEY_HEIGHT)
    box = QRectF(right - width + 0.5, rows.center().y() - height // 2 + 0.5, width - 1, height - 1)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if line:
        painter.setPen(QPen(QColor(line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 4, 4)
    painter.setFont(key_font(font))
    painter.setPen(QColor(color))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), keys)
    painter.restore()
    return width


class ShortcutButton(QPushButton):
    """Shows words and a shortcut; where it is too narrow the shortcut alone, still with its name and tooltip."""

    def __init__(self, words: str, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._words = words
        self.keys = keys
        """The shortcut."""
        self.setAccessibleName(words)

    def say(self, words: str, keys: str) -> None:
        """Set the words and the shortcut; an empty shortcut is not shown."""
        self._words, self.keys = words, keys
        self.setText(words)
        self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def set_short(self, short: bool) -> None:
        """Show the shortcut alone, or with the words."""
        self.setText("" if short else self._words)

    def sizeHint(self) -> QSize:
        """Return the size for both."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        metrics = self.fontMetrics()
        inside = QSize(metrics.horizontalAdvance(self.text()), max(metrics.height(), px(_KEY_HEIGHT)))
        inside.setWidth(inside.width() + self._key_room())
        size = self.style().sizeFromContents(QStyle.ContentsType.CT_PushButton, option, inside, self)
        return QSize(size.width(), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the same."""
        return self.sizeHint()

    def _key_room(self) -> int:
        if not self.keys:
            return 0
        return key_width(self.keys, self.font()) + (_GAP if self.text() else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button, its words, and the shortcut after them."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        inside = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self)
        used = self.fontMetrics().horizontalAdvance(self.text()) + self._key_room()
        left = inside.left() + max(0, inside.width() - used) // 2
        colors, primary, enabled = current_colors(), bool(self.property("primary")), self.isEnabled()
        plain = colors.warn if self.property("state") == "warn" else colors.text
        words = colors.faint if not enabled else colors.on_accent if primary else plain
        painter.setPen(QColor(words))
        area = QRect(left, inside.top(), used, inside.height())
        painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self.text())
        filled = primary and enabled
        color = colors.on_accent if filled else colors.muted if enabled else colors.faint
        if self.keys:
            paint_key(painter, left + used, area, self.keys, self.font(), color, "" if filled else colors.line)
