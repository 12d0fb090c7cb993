"""PaintedLine: a line of a diff, wrapped to as many rows as it needs, with some words marked."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QFont, QPainter, QTextLayout, QTextOption

from axon_desktop.ui.diff.words import Span
from axon_desktop.ui.look.stylesheet import baseline

_EDGE = 3
"""Minimum width of a mark: blanks at a line break have no width."""
_WRAPPED = QTextOption()
_WRAPPED.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)


class PaintedLine:
    """Wraps at blanks, in Chinese text anywhere, and within words that are longer than the width."""

    def __init__(self, text: str, font: QFont, width: int, row: int) -> None:
        """Lay out the text in a width and in rows of a height; Arabic is right-aligned."""
        self._layout = QTextLayout(text, font)  # owns the lines
        self._layout.setTextOption(_WRAPPED)
        self._layout.setCacheEnabled(True)
        self._width, self._row = width, row
        below = baseline(QRect(0, 0, width, row))
        self.count = 0
        """Number of rows."""
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, self.count * row + below - line.ascent()))
            self.count += 1
        self._layout.endLayout()

    def row_of(self, place: int) -> int:
        """Return the row of a position in the text."""
        return self._layout.lineForTextPosition(place).lineNumber()

    def paint_mark(self, painter: QPainter, at: QPoint, inside: QRect, mark: Span, ground: QColor) -> None:
        """Paint the background of some words, with the painter's pen as border, clipped to `inside`."""
        first = max(self.row_of(mark[0]), (inside.top() - at.y()) // self._row)
        last = min(self.row_of(mark[1] - 1), (inside.bottom() - at.y()) // self._row)
        for number in range(first, last + 1):
            line = self._layout.lineAt(number)
            ends = max(mark[0], line.textStart()), min(mark[1], line.textStart() + line.textLength())
            # cursorToX returns a pair, whatever the stub says.
            left, right = sorted(round(line.cursorToX(end)[0]) for end in ends)  # type: ignore[index]
            left = min(left, self._width - _EDGE)
            right = max(right, left + _EDGE)
            place = QRect(at.x() + left, at.y() + number * self._row, right - left, self._row)
            painter.fillRect(place, ground)
            painter.drawRect(place.adjusted(0, 0, -1, -1))

    def paint(self, painter: QPainter, at: QPoint, inside: QRect) -> None:
        """Paint the text, clipped to `inside`."""
        self._layout.draw(painter, QPointF(at), [], QRectF(inside))
