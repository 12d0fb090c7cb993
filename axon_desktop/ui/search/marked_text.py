"""Texts with highlighted ranges: the matches in search results and in lists of names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextOption

from axon_desktop.ui.utf16 import part_from, units

Marks = Sequence[tuple[int, int]]
"""Start and end of each match; sorted, without overlaps."""

_ELLIPSIS = "…"
_WORD = re.compile(r"[^\s\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]+\s*|\S\s*|\s+")
"""Units that are not broken between two lines: a word, or a character of a script without blanks."""
_BEFORE = 16
"""Characters before the first match that are still shown when a text is cut."""


def focus(text: str, marks: Marks, room: int) -> tuple[str, Marks]:
    """Cut off the beginning of a text if the first match would not fit."""
    if not marks or marks[0][1] <= room:
        return text, marks
    cut = max(0, marks[0][0] - _BEFORE)
    blank = text.find(" ", cut, marks[0][0])
    cut = blank + 1 if blank >= 0 else cut
    shift = len(_ELLIPSIS) - cut
    return _ELLIPSIS + text[cut:], [(begin + shift, end + shift) for begin, end in marks]


class LineCounter:
    """Counts the lines of a text without laying it out: cheap, nearly always right."""

    def __init__(self, font: QFont) -> None:
        self._metrics = QFontMetrics(font)
        self._widths: dict[str, float] = {}

    def count(self, text: str, width: int, most: int) -> int:
        """Return the number of lines, up to a limit."""
        widths = self._widths
        lines, used = 1, 0.0
        for word in _WORD.findall(text):
            needed = 0.0
            for char in word:
                wide = widths.get(char)
                if wide is None:
                    wide = widths[char] = self._metrics.horizontalAdvance(char)
                needed += wide
            if used and used + needed > width:
                lines, used = lines + 1, 0.0
                if lines >= most:
                    return most
            used += needed
            while used > width and lines < most:
                lines, used = lines + 1, used - width
        return lines


class TextFormat(NamedTuple):
    """The style of a text."""

    font: QFont
    color: str
    accent: str
    """Colour of the matches."""
    ground: str = ""
    """Background of the matches; empty if the row has a background of its own."""
    pitch: int = 0
    """Line height in pixels, so that characters of other fonts take no more; 0 for a single line."""


def draw_marked(painter: QPainter, rect: QRect, text: str, marks: Marks, look: TextFormat, lines: int = 1) -> int:
    """Draw a text in a limited number of lines, the last one elided, and return the width of the last one."""
    layout = _broken(text, marks, look, rect.width(), lines)
    painter.setPen(QColor(look.color))
    layout.draw(painter, QPointF(rect.topLeft()))
    last = layout.lineAt(layout.lineCount() - 1) if layout.lineCount() else None
    return int(last.naturalTextWidth()) if last is not None else 0


def _broken(text: str, marks: Marks, look: TextFormat, width: int, lines: int) -> QTextLayout:
    """Return the text laid out; the last line is elided if necessary."""
    layout = _laid_out(text, marks, look, width, lines)
    if layout.lineCount() < lines or not text:
        return layout
    rest = part_from(text, layout.lineAt(lines - 1).textStart())
    metrics = QFontMetrics(_bold(look.font) if marks else look.font)
    if metrics.horizontalAdvance(rest) <= width:
        return layout
    short = text[: len(text) - len(rest)] + metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width)
    return _laid_out(short, marks, look, width, lines)


def _laid_out(text: str, marks: Marks, look: TextFormat, width: int, lines: int) -> QTextLayout:
    layout = QTextLayout(text, look.font)
    mode = QTextOption.WrapMode
    option = QTextOption()
    option.setWrapMode(mode.NoWrap if lines == 1 else mode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats(_formats(text, marks, look))
    ascent = QFontMetrics(look.font).ascent()
    layout.beginLayout()
    for number in range(lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, number * look.pitch + ascent - line.ascent()))
    layout.endLayout()
    return layout


def _formats(text: str, marks: Marks, look: TextFormat) -> list[QTextLayout.FormatRange]:
    face = QTextCharFormat()
    face.setFontWeight(QFont.Weight.DemiBold)
    face.setForeground(QColor(look.accent))
    if look.ground:
        face.setBackground(QColor(look.ground))
    found: list[QTextLayout.FormatRange] = []
    for begin, end in marks:
        if begin >= len(text):
            break
        part = QTextLayout.FormatRange()
        part.start = units(text[:begin])
        part.length = units(text[begin:end])
        part.format = face
        found.append(part)
    return found


def _bold(font: QFont) -> QFont:
    face = QFont(font)
    face.setWeight(QFont.Weight.DemiBold)
    return face
