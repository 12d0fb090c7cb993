"""LevelText: text of one line has one baseline, whatever fonts its characters come from.

Qt centres a text by the height of the fonts that it needs. Those of Chinese, Japanese and Korean are taller, so
their text would be a pixel or two below the Latin text, the icons and the fields beside it.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPalette, QPen, QTextLayout
from PySide6.QtWidgets import QAbstractScrollArea, QComboBox, QProxyStyle, QScrollBar

from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px

_TALL = re.compile("[\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]")
_SAMPLES = ("x", "国")


class LevelText(QProxyStyle):
    """The style of the window, with a corrected height of such text."""

    def __init__(self) -> None:
        super().__init__("fusion")
        self._lower: dict[str, float] = {}
        """Correction in pixels, for each font."""

    def drawItemText(
        self,
        painter: QPainter,
        rect: QRect,
        flags: int,
        pal: QPalette | Qt.GlobalColor | QColor,
        enabled: bool,
        text: str,
        textRole: QPalette.ColorRole = QPalette.ColorRole.NoRole,  # noqa: N803
    ) -> None:
        """Paint text on the baseline that Latin text would have."""
        if not (flags & Qt.AlignmentFlag.AlignVCenter.value and _TALL.search(text)):
            super().drawItemText(painter, rect, flags, pal, enabled, text, textRole)
            return
        excess = self._excess(painter.font())
        painter.translate(0, -excess)
        super().drawItemText(painter, rect, flags, pal, enabled, text, textRole)
        painter.translate(0, excess)

    def _excess(self, font: QFont) -> float:
        """Return by how much of a pixel Qt would paint it lower than Latin text."""
        known = self._lower.get(font.key())
        if known is None:
            latin, tall = (
                ascent - height / 2 for height, ascent in (line_height(font, char) for char in _SAMPLES)
            )
            known = self._lower[font.key()] = tall - latin
        return known


def line_height(font: QFont, text: str) -> tuple[float, float]:
    """Return the height of a line with this text, and the part of it above the baseline, in pixels."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return (line.height(), line.ascent()) if line.isValid() else (QFontMetricsF(font).height(), 0.0)


_ARROW = 12
_INSET = 11
"""Left edge of the text; that of a text field begins there, too."""


def paint_combo_box(box: QComboBox, line: QColor, ground: QColor, text: QColor, arrow: QColor) -> None:
    """Paint a combo box in these colours: frame, text and arrow."""
    painter = QPainter(box)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(line, 1))
    painter.setBrush(ground)
    painter.drawRoundedRect(QRectF(box.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
    painter.setPen(text)
    side = px(_ARROW)
    words = box.rect().adjusted(_INSET, 0, -side - 14, 0)
    picture = box.itemIcon(box.currentIndex())
    if not picture.isNull():
        place = QRect(words.topLeft(), QSize(box.iconSize().width(), box.height()))
        picture.paint(painter, place)
        words.setLeft(place.right() + 7)
    shown = box.fontMetrics().elidedText(box.currentText(), Qt.TextElideMode.ElideRight, words.width())
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, shown)
    place_of_arrow = QRectF(box.width() - side - 10, (box.height() - side) / 2, side, side)
    paint_icon(painter, "chevron_down", place_of_arrow, arrow)


_WIDTH = 10
"""Width in pixels; a text's margin has room for it."""


class KeptBar(QScrollBar):
    """A scroll bar that is painted only when there is something to scroll."""

    def sizeHint(self) -> QSize:
        """Return a width that is the same in all styles."""
        return QSize(_WIDTH, super().sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint nothing if everything is visible."""
        if self.maximum() > self.minimum():
            super().paintEvent(event)


def keep_bar(area: QAbstractScrollArea) -> None:
    """Give an area a scroll bar at its right side whose room is always reserved."""
    area.setVerticalScrollBar(KeptBar(Qt.Orientation.Vertical, area))
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
