"""Paints a row of a comparison: one line of one version with its number, or what stands for lines left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter

from axon_desktop.ui.diff.line_layout import PaintedLine
from axon_desktop.ui.diff.spoken import skip_words
from axon_desktop.ui.diff.words import Span
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import baseline
from axon_desktop.ui.look.theme import current_colors

ROW = 20
"""The height of a line as it is seen; a row has as many of these as the longer of its texts needs."""
TEXT_PAD = 4
_AFTER_NUMBER = 6


@dataclass(frozen=True, slots=True)
class Cell:
    """What is painted."""

    line: PaintedLine
    """The text."""
    marks: Sequence[Span]
    """Its words that change."""
    number: str
    """Of the line; empty where the text goes on from the row above."""
    is_left: bool
    """Whether it is of the old version."""
    is_changed: bool
    """Whether it is removed or added."""
    is_left_out: bool
    """Whether that change is left out."""

    def paint(self, painter: QPainter, rect: QRect, number_width: int, viewport: QRect) -> None:
        """Paint it in a rectangle, of which the number has so many pixels, as far as it is in the viewport."""
        colors, left = current_colors(), self.is_left
        changed = self.is_changed and not self.is_left_out
        if changed:
            painter.fillRect(rect, QColor(colors.delete if left else colors.add))
        painter.setPen(QColor(colors.text if changed else colors.faint))
        behind = rect.left() + number_width - _AFTER_NUMBER
        first = QRect(rect.left(), rect.top(), rect.width(), px(ROW))
        painter.drawText(
            behind - painter.fontMetrics().horizontalAdvance(self.number), baseline(first), self.number
        )
        painter.save()
        area = rect.adjusted(number_width + TEXT_PAD, 0, -TEXT_PAD, 0)
        painter.setClipRect(area)
        inside = area.intersected(viewport)
        if changed:
            painter.setPen(QColor(colors.frame))
            ground = QColor(colors.delete_strong if left else colors.add_strong)
            for mark in self.marks:
                self.line.paint_mark(painter, area.topLeft(), inside, mark, ground)
        painter.setPen(QColor(colors.faint if self.is_left_out and not left else colors.text))
        self.line.paint(painter, area.topLeft(), inside)
        painter.restore()


def paint_skip(painter: QPainter, rect: QRect, count: int, lefts: Sequence[int]) -> None:
    """Paint, beginning at each of these x, what stands for so many lines that are not shown."""
    painter.fillRect(rect, QColor(current_colors().panel))
    painter.setPen(QColor(current_colors().muted))
    for left in lefts:
        painter.drawText(left + TEXT_PAD, baseline(rect), skip_words(count))
