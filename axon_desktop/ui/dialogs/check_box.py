"""A check box in the theme's colours: a style sheet cannot draw the tick without an image file."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QStyle, QStyleOptionButton, QWidget

from axon_desktop.ui.icons import paint_icon
from axon_desktop.vault.markdown.colors import Colors

BOX = 14
"""Height and width of a box."""


def paint_box(painter: QPainter, rect: QRect, colors: Colors, *, checked: bool, marked: bool) -> None:
    """Paint a box; a marked one is the one that the keyboard is at."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(QColor(colors.accent if checked or marked else colors.faint), 1))
    painter.setBrush(QColor(colors.accent if checked else colors.raised))
    painter.drawRoundedRect(box, 3, 3)
    if checked:
        paint_icon(painter, "check", box.adjusted(1, 1, -1, -1), QColor(colors.on_accent))
    painter.restore()


class CheckBox(QCheckBox):
    """A QCheckBox that draws itself."""

    def __init__(self, text: str, colors: Colors, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._colors = colors

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint box, words, and a frame where the keyboard is."""
        painter = QPainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        style = self.style()
        words = style.subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self)
        place = style.subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
        box = QRect(0, 0, BOX, BOX)
        box.moveCenter(place.center())
        paint_box(painter, box, self._colors, checked=self.isChecked(), marked=self.hasFocus())
        color = self._colors.text if self.isEnabled() else self._colors.faint
        painter.setPen(QColor(color))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextShowMnemonic
        painter.drawText(words, int(flags), self.text())
        if self.hasFocus():
            painter.setPen(QPen(QColor(self._colors.accent), 1, Qt.PenStyle.DotLine))
            size = self.fontMetrics().size(int(Qt.TextFlag.TextShowMnemonic), self.text())
            painter.drawRect(
                QRect(words.left() - 2, words.center().y() - size.height() // 2, size.width() + 4, size.height())
            )
