"""PaintedLine: a line of a comparison as it is laid out, of which some words are marked."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QColor, QFont, QPainter, QTextLayout, QTextOption

from axon_desktop.ui.dialogs.diff_words import Span

_EDGE = 3
"""Pixels at an edge that tell of a mark beyond it."""
_UNBROKEN = QTextOption()
_UNBROKEN.setWrapMode(QTextOption.WrapMode.NoWrap)


class PaintedLine:
    """Places are pixels from where the line begins."""

    def __init__(self, text: str, font: QFont, width: int) -> None:
        """Lay the text out in a width, at whose right end begins what is written from right to left."""
        self._text = text
        self._layout = QTextLayout(text, font)  # owns the line
        self._layout.setTextOption(_UNBROKEN)
        self._layout.beginLayout()
        self._line = self._layout.createLine()
        self._line.setLineWidth(width)
        self._layout.endLayout()

    def places(self, mark: Span) -> tuple[int, int]:
        """Return where a mark begins and ends, whichever way its letters run."""
        # The line gives a pair, whatever the stub says.
        first, last = sorted(round(self._line.cursorToX(place)[0]) for place in mark)  # type: ignore[index]
        return first, last

    def paint_mark(self, painter: QPainter, area: QRect, begin: int, mark: Span, ground: QColor) -> None:
        """Paint the ground of some words, with the pen around it; at the edge behind which they are, if any."""
        first, last = (begin + place for place in self.places(mark))
        left = max(area.left(), min(first, area.right() + 1 - _EDGE))
        right = min(area.right() + 1, max(last, area.left() + _EDGE))
        place = QRect(left, area.top(), right - left, area.height())
        painter.fillRect(place, ground)
        painter.drawRect(place.adjusted(0, 0, -1, -1))

    def paint(self, painter: QPainter, area: QRect, begin: int, baseline: int) -> None:
        """Paint the text; only a sign of it where it lies before the area."""
        self._line.draw(painter, QPointF(begin, baseline - self._line.ascent()))
        if self._text.strip() and begin + self._line.naturalTextRect().right() <= area.left():
            painter.drawText(area.left(), baseline, "…")
