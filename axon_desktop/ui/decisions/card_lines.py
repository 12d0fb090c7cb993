"""CardLines: a short unified diff on the card of a question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.decisions.pending import CardLine
from axon_desktop.ui.diff.rows import Diff
from axon_desktop.ui.diff.words import shown
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import let_wrap, mono_font
from axon_desktop.ui.look.theme import current_colors

MOST_LINES = 12
"""Maximum number of lines on a card; a longer diff is shown in its dialog."""
_ROW = 19
_PAD_X, _PAD_Y = 10, 4
_SIGN = 14
_MARKS = {"same": "", "removed": "−", "added": "+"}


def lines_of(diff: Diff) -> list[CardLine]:
    """Return the changed lines of a diff, with the equal line before each group; nothing for left out lines."""
    lines: list[CardLine] = []
    removed: list[CardLine] = []
    added: list[CardLine] = []
    before: CardLine | None = None
    for row in diff.rows:
        left, right = shown(row)
        if row.kind != "change":
            lines += [*removed, *added]
            removed, added = [], []
            before = CardLine("same", left) if row.kind == "same" else None
            continue
        if not removed and not added and before is not None:
            lines.append(before)
        if row.left_number or (row.continued and row.left):
            removed.append(CardLine("removed", left))
        if row.right_number or (row.continued and row.right):
            added.append(CardLine("added", right))
    return [*lines, *removed, *added]


class CardLines(QWidget):
    """Wraps long lines, so that the user sees everything that is decided."""

    def __init__(self, lines: Sequence[CardLine], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = lines
        let_wrap(self)
        self.setAccessibleName("\n".join(self._words(line) for line in lines))

    def _words(self, line: CardLine) -> str:
        text = line.shown.text
        if line.kind == "removed":
            return self.tr("removed: {line}").format(line=text)
        return self.tr("added: {line}").format(line=text) if line.kind == "added" else text

    def rows(self, width: int) -> int:
        """Return the number of displayed lines at this width."""
        return sum(len(layout) for layout in self._layouts(width))

    def hasHeightForWidth(self) -> bool:
        """Return True: lines wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height at this width."""
        return self.rows(width) * px(_ROW) + 2 * _PAD_Y

    def sizeHint(self) -> QSize:
        """Return the size at the current width."""
        width = self.width() or 320
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return the smallest useful size."""
        return QSize(120, self.heightForWidth(self.width() or 320))

    def _layouts(self, width: int) -> list[list[tuple[int, int]]]:
        return _wrapped(tuple(line.shown.text for line in self._lines), width, mono_font().key())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint backgrounds, marks and lines."""
        colors = current_colors()
        painter, font = QPainter(self), mono_font()
        painter.setFont(font)
        metrics, row = QFontMetrics(font), px(_ROW)
        top = _PAD_Y
        for line, parts in zip(self._lines, self._layouts(self.width()), strict=True):
            if line.kind != "same":
                ground = colors.add if line.kind == "added" else colors.delete
                painter.fillRect(QRectF(0, top, self.width(), row * len(parts)), QColor(ground))
            base = top + (row + metrics.ascent() - metrics.descent()) // 2
            if _MARKS[line.kind]:
                painter.setPen(QColor(colors.ok if line.kind == "added" else colors.err))
                painter.drawText(QPointF(_PAD_X, base), _MARKS[line.kind])
            layout = _layout(line.shown.text, self.width())
            layout.setFormats(list(self._marks(line)))
            layout.beginLayout()
            self._place(layout, row, metrics)
            layout.endLayout()
            painter.setPen(QColor(colors.text))
            layout.draw(painter, QPointF(_PAD_X + px(_SIGN), top))
            top += row * len(parts)

    def _place(self, layout: QTextLayout, row: int, metrics: QFontMetrics) -> None:
        top, width = 0.0, max(60, self.width() - 2 * _PAD_X - px(_SIGN))
        while (part := layout.createLine()).isValid():
            part.setLineWidth(width)
            part.setPosition(QPointF(0, top + (row - metrics.height()) / 2))
            top += row

    def _marks(self, line: CardLine) -> Iterator[QTextLayout.FormatRange]:
        colors = current_colors()
        for start, end in line.shown.marks:
            strong = QTextCharFormat()
            ground = colors.add_strong if line.kind == "added" else colors.delete_strong
            strong.setBackground(QColor(ground))
            part = QTextLayout.FormatRange()
            part.start, part.length, part.format = start, end - start, strong
            yield part


def _layout(text: str, _width: int) -> QTextLayout:
    layout = QTextLayout(text, mono_font())
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    return layout


@lru_cache(32)
def _wrapped(texts: tuple[str, ...], width: int, _font: str) -> list[list[tuple[int, int]]]:
    """Return how each text is wrapped at a width: (start, length) of its parts."""
    room = max(60, width - 2 * _PAD_X - px(_SIGN))
    found = []
    for text in texts:
        layout = _layout(text, width)
        layout.beginLayout()
        parts = []
        while (line := layout.createLine()).isValid():
            line.setLineWidth(room)
            parts.append((line.textStart(), line.textLength()))
        layout.endLayout()
        found.append(parts or [(0, 0)])
    return found
