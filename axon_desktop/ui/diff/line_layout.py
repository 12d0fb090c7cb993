"""PaintedLine: a line of a comparison, laid out in as many rows as it needs, of which some words are marked."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QFont, QPainter, QTextLayout, QTextOption

from axon_desktop.ui.diff.words import Span
from axon_desktop.ui.look.stylesheet import baseline

_EDGE = 3
"""Pixels that a mark has at least: blanks where a line is broken have no room of their own."""
_WRAPPED = QTextOption()
_WRAPPED.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)


class PaintedLine:
    """It is broken at blanks, Chinese anywhere, and so are words that are longer than the width."""

    def __init__(self, text: str, font: QFont, width: int, row: int) -> None:
        """Lay the text out in a width and in rows of a height; Arabic begins at the right."""
        self._layout = QTextLayout(text, font)  # owns the lines
        self._layout.setTextOption(_WRAPPED)
        self._layout.setCacheEnabled(True)
        self._width, self._row = width, row
        below = baseline(QRect(0, 0, width, row))
        self.count = 0
        """Rows that it takes."""
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, self.count * row + below - line.ascent()))
            self.count += 1
        self._layout.endLayout()

    def row_of(self, place: int) -> int:
        """Return in which of its rows a place of the text is."""
        return self._layout.lineForTextPosition(place).lineNumber()

    def paint_mark(self, painter: QPainter, at: QPoint, inside: QRect, mark: Span, ground: QColor) -> None:
        """Paint the ground of some words, with the pen around it, as far as it is inside."""
        first = max(self.row_of(mark[0]), (inside.top() - at.y()) // self._row)
        last = min(self.row_of(mark[1] - 1), (inside.bottom() - at.y()) // self._row)
        for number in range(first, last + 1):
            line = self._layout.lineAt(number)
            ends = max(mark[0], line.textStart()), min(mark[1], line.textStart() + line.textLength())
            # The line gives a pair, whatever the stub says.
            left, right = sorted(round(line.cursorToX(end)[0]) for end in ends)  # type: ignore[index]
            left = min(left, self._width - _EDGE)
            right = max(right, left + _EDGE)
            place = QRect(at.x() + left, at.y() + number * self._row, right - left, self._row)
            painter.fillRect(place, ground)
            painter.drawRect(place.adjusted(0, 0, -1, -1))

    def paint(self, painter: QPainter, at: QPoint, inside: QRect) -> None:
        """Paint the text, as far as it is inside."""
        self._layout.draw(painter, QPointF(at), [], QRectF(inside))
