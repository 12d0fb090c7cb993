"""A side-by-side view of two versions, of which hunks can be left out; only the rows on screen are laid out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.accessibility.painted_rows import install
from axon_desktop.ui.diff.cell_painting import ROW, TEXT_PAD, Cell, paint_skip
from axon_desktop.ui.diff.line_layout import PaintedLine
from axon_desktop.ui.diff.row_positions import RowPositions
from axon_desktop.ui.diff.rows import Diff
from axon_desktop.ui.diff.spoken import SpokenDiff
from axon_desktop.ui.diff.words import ShownLine, shown
from axon_desktop.ui.look.check_box import BOX, paint_box
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import mono_font
from axon_desktop.ui.look.theme import current_colors

_Pair: TypeAlias = tuple[PaintedLine, PaintedLine]

_WIDTH = 820
"""What a comparison has in a dialog of the usual width."""
_MOST = 440
"""The height that is asked for at most."""
_PAD = 6
_GUTTER = 26
_ROUND = 6
_INSIDE = 2
"""Pixels between frame and rows, which would cover its round corners."""
_LEAST = 100
"""Pixels in which a text is laid out, however small the window."""
_BEFORE = 2
"""Lines above a change that is brought into sight."""
_KEPT = 256
"""Rows whose changed words are not looked for again."""


class SideBySideDiff(QAbstractScrollArea):
    """Shows old left and new right; both halves scroll as one. Each of several hunks has a box to leave it out.

    What is longer than its half is broken; the row is as high on the other side.
    Where only one text has lines it has all the room: of a note that is created or deleted nothing is beside it.
    Space changes the box of the current hunk, the arrow keys go from hunk to hunk.
    """

    chosen_changed = Signal()
    """A hunk was left out or taken in again."""

    def __init__(self, parent: QWidget | None = None, *, width: int = _WIDTH) -> None:
        """Take the expected width, for which the size hint is computed."""
        super().__init__(parent)
        install()
        self.chosen: frozenset[int] = frozenset()
        """Numbers of the hunks that are not left out."""
        self.current = 0
        """Number of the hunk that Space is about."""
        self._diff = Diff()
        self._starts: list[int] = []
        self._gutter = 0
        self._digits = 1
        self._number_width = 34
        self._has_left = self._has_right = True
        self._shown = _shower(self._diff)
        self._spoken = SpokenDiff(self._diff, self._shown)
        self._places = RowPositions([])
        self._laid: dict[int, _Pair] = {}
        """Both lines of the rows in view."""
        self._laid_for = (0, 0)
        """The width and the height of a line for which they were laid out."""
        self._moved = False
        """Whether the user has scrolled, or gone to a change."""
        self._width = width
        self._hint: int | None = None
        self._control: QWidget | None = None
        self.setObjectName("comparison")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Comparison"))
        self.viewport().setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().actionTriggered.connect(self._stay)

    def set_diff(self, diff: Diff, *, choosable: bool = False) -> None:
        """Show another comparison, with every hunk taken; several hunks get boxes if they are choosable."""
        self._diff = diff
        self._shown = _shower(diff)
        self._spoken = SpokenDiff(diff, self._shown)
        self._moved = False
        self.chosen = frozenset(range(len(diff.hunks)))
        self.current = 0
        self._starts = [hunk.rows.start for hunk in diff.hunks]
        self._gutter = _GUTTER if choosable and len(diff.hunks) > 1 else 0
        left, right = (
            next(filter(None, numbers), 0)  # the last one is the largest
            for numbers in (
                (row.left_number for row in reversed(diff.rows)),
                (row.right_number for row in reversed(diff.rows)),
            )
        )
        neither = not (left or right)  # both are empty, or equal
        self._has_left = left > 0 or neither
        self._has_right = right > 0 or neither
        self._digits = len(str(max(left, right)))
        self._laid_for = (0, 0)
        self._hint = None
        self._describe()
        self._arrange()
        self.updateGeometry()
        self.viewport().update()

    # --- what a screen reader reads ------------------------------------------------------------------------------

    def rows_in_view(self) -> range:
        """Return the rows in view."""
        return self._rows_at(self.verticalScrollBar().value())

    def has_row(self, number: int) -> bool:
        """Tell whether there still is such a row."""
        return number < len(self._diff.rows)

    def row_rect(self, number: int) -> QRect:
        """Return where a row is."""
        return self._place(number).translated(self.viewport().pos())

    def is_at_row(self, number: int) -> bool:
        """Tell whether the current change begins in a row, while the keyboard is here."""
        begins = bool(self._diff.hunks) and number == self._diff.hunks[self.current].first
        return begins and self.hasFocus()

    def row_words(self, number: int) -> str:
        """Return what is in a row, and what becomes of it."""
        return self._spoken.row(number, self.chosen)

    def say_change(self) -> None:
        """Say the current change: each of its lines as it is and as it will be."""
        announce(self.accessibleDescription(), topic="row")

    def say_all(self) -> None:
        """Say every line that changes."""
        announce(self._spoken.changes(self.chosen, whole=True), topic="row")

    def describe_with(self, control: QWidget) -> None:
        """Describe what changes on a control as well, such as the button that agrees to it."""
        self._control = control
        self._describe_control()

    def _describe(self) -> None:
        """Say how much changes, and the first lines of it; of several that can be chosen, the current one."""
        number = self.current if self._gutter else None
        self.setAccessibleDescription(self._spoken.changes(self.chosen, number))
        self._describe_control()

    def _describe_control(self) -> None:
        if self._control is not None:
            has_words = bool(self._diff.hunks) and not self.isHidden()  # an editor may be in its place
            self._control.setAccessibleDescription(self._spoken.changes(self.chosen) if has_words else "")

    # --- choosing ------------------------------------------------------------------------------------------------

    def toggle(self, number: int) -> None:
        """Leave a hunk out, or take it in again."""
        if self._gutter:
            self.current = number
            self.chosen ^= {number}
            self._laid.clear()  # what is left out is struck through
            self._describe()
            self.say_change()
            self.viewport().update()
            self.chosen_changed.emit()

    def box(self, number: int) -> QRect:
        """Return where the box of a hunk is; it stays in sight as long as any of the hunk does."""
        rows = self._diff.hunks[number].rows
        top, last = self._top(rows.start), self._top(rows.stop) - px(ROW)
        return QRect(8, max(top, min(0, last)) + (px(ROW) - BOX) // 2, BOX, BOX)

    def _is_out(self, row: int) -> bool:
        hunk = self._diff.hunk_at(row)
        return hunk is not None and hunk not in self.chosen

    def _step(self, way: int) -> bool:
        """Go to the next hunk if the current one was seen to its end; return whether that was done."""
        height = self.viewport().height()
        rows = self._diff.hunks[self.current].rows
        top, bottom = self._top(rows.start), self._top(rows.stop)
        if top < height and bottom > 0:
            hidden = bottom > height if way > 0 else top < 0
            target = self.current + way
        else:  # scrolled away from it
            hidden = False
            shown = self.rows_in_view()
            seen = [number for number, start in enumerate(self._starts) if start in shown]
            target = (seen[0] if way > 0 else seen[-1]) if seen else -1
        if hidden or not 0 <= target < len(self._diff.hunks):
            return False
        rows = self._diff.hunks[target].rows
        top, bottom = self._top(rows.start) - px(ROW), self._top(rows.stop) + _PAD
        self._go_to(target, min(top, max(0, bottom - height)))
        return True

    def _go_to(self, number: int, way: int) -> None:
        """Make another hunk the current one, and scroll to it by some pixels."""
        self.current = number
        self._moved = True
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + way)
        self._show_change()
        self._describe()
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with Space, go from hunk to hunk with the arrows; scroll where there is no other hunk."""
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if self._gutter and event.key() == Qt.Key.Key_Space:
            self.toggle(self.current)
        elif event.key() in steps:
            if not (self._gutter and self._step(steps[Qt.Key(event.key())])):
                super().keyPressEvent(event)
            self.say_change()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Change the box that is clicked; a click into a hunk makes it the current one."""
        place = event.position().toPoint()
        number = self._diff.hunk_at(self._row_at(self.verticalScrollBar().value() + place.y()))
        if not self._gutter or number is None:
            return
        self.current = number
        if self.box(number).adjusted(-8, -3, 4, 3).contains(place):
            self.toggle(number)
        else:
            self._describe()
            self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Mark the current hunk."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the mark away."""
        super().focusOutEvent(event)
        self.viewport().update()

    # --- geometry ------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """Return the height of all rows, within reason."""
        if self._hint is None:
            room = self._text_room(max(self._width, px(self._width)) - 2 - 2 * _INSIDE)
            lines = 0
            for number in range(len(self._diff.rows)):
                lines += _count(self._lay_out(number, room))
                if lines * px(ROW) > _MOST:
                    break
            self._hint = min(_MOST, max(4, lines) * px(ROW) + 2 * _PAD + 2) + 2 + 2 * _INSIDE
        return QSize(self._width, self._hint)

    def minimumSizeHint(self) -> QSize:
        """Return the least useful size."""
        return QSize(320, min(110, self.sizeHint().height()))

    def _half(self) -> int:
        """Return where the right half begins: at one of the edges if there is but one."""
        width = self.viewport().width()
        if self._has_left and self._has_right:
            return self._gutter + (width - self._gutter) // 2
        return width if self._has_left else self._gutter

    def _text_room(self, width: int) -> int:
        """Return how wide the texts are in a width of everything: whole characters, so that few widths differ."""
        column = (width - self._gutter) // (self._has_left + self._has_right)
        advance = QFontMetrics(mono_font()).horizontalAdvance("0")
        return max(_LEAST, (column - self._number_width - 2 * TEXT_PAD) // advance * advance)

    def _top(self, number: int) -> int:
        """Return where in the view a row begins, which is where the one above it ends."""
        return _PAD + self._places.top(number) * px(ROW) - self.verticalScrollBar().value()

    def _place(self, number: int) -> QRect:
        top, bottom = self._top(number), self._top(number + 1)
        return QRect(0, top, self.viewport().width(), bottom - top)

    def _row_at(self, y: int) -> int:
        """Return the row at a y of the whole comparison."""
        return self._places.at((y - _PAD) // px(ROW))

    def _rows_at(self, value: int) -> range:
        """Return the rows in view when it is scrolled so far."""
        last = self._row_at(value + self.viewport().height() - 1)
        return range(self._row_at(value), min(len(self._diff.rows), last + 1))

    def _lay_out(self, number: int, room: int) -> _Pair:
        left, right = self._shown(number)
        line = PaintedLine(left.text, mono_font(), room, px(ROW))
        if self._diff.rows[number].kind != "change":
            return line, line
        font = mono_font()
        font.setStrikeOut(self._is_out(number))
        return line, PaintedLine(right.text, font, room, px(ROW))

    def _lines(self, number: int) -> _Pair:
        """Return both lines of a row in view."""
        if number not in self._laid:
            self._laid[number] = self._lay_out(number, self._laid_for[0])
        return self._laid[number]

    def _measure(self, number: int) -> int:
        """Make a row as high as the higher of its lines; return by how much that is more than was thought."""
        return self._places.resize(number, _count(self._lines(number))) * px(ROW)

    def _arrange(self) -> None:
        """Position the rows for the current width; the first change is shown until the user scrolls."""
        value = self.verticalScrollBar().value() if self._moved else 0
        advance = QFontMetrics(mono_font()).horizontalAdvance("0")
        self._number_width = max(34, self._digits * advance + 20)
        laid_for = self._text_room(self.viewport().width()), px(ROW)
        if laid_for != self._laid_for:
            was = self._laid_for[1] or px(ROW)  # the text may have another size by now
            first = self._places.at((value - _PAD) // was)
            kept = self._moved and first < len(self._diff.rows)
            part = 0.0
            if kept:
                top, bottom = (_PAD + self._places.top(row) * was for row in (first, first + 1))
                part = (value - top) / (bottom - top)
            columns = max(1, laid_for[0] // advance)
            # Rather too many than too few: then the end is where it seems to be.
            self._places = RowPositions([1 + (row.columns - 1) * 9 // (8 * columns) for row in self._diff.rows])
            self._laid_for = laid_for
            self._laid.clear()
            if kept:
                self._measure(first)
                value = self.verticalScrollBar().value()
                value += self._top(first) + round(part * self._place(first).height())
        self._settle(value)
        if not self._moved:
            self._show_change()

    def _settle(self, value: int) -> None:
        """Scroll to a value and lay out the rows in view; a row that begins above keeps its lower edge."""
        seen = range(0)
        while (rows := self._rows_at(value)) != seen:
            seen = rows
            for number in rows:
                begins = _PAD + self._places.top(number) * px(ROW)
                grown = self._measure(number)
                value += grown if begins < value else 0
        self._laid = {number: self._laid[number] for number in seen}
        bar, height = self.verticalScrollBar(), self.viewport().height()
        bar.setRange(0, max(0, self._places.total * px(ROW) + 2 * _PAD - height))
        bar.setPageStep(height)
        bar.setSingleStep(px(ROW))
        bar.setValue(value)

    def _show_change(self) -> None:
        """Scroll down to the first change of the current hunk if it is below what is in view."""
        if not self._diff.hunks:
            return
        row = self._diff.hunks[self.current].first
        self._measure(row)
        both = zip(self._lines(row), self._shown(row), strict=True)
        above = min((line.row_of(side.marks[0][0]) for line, side in both if side.marks), default=0)
        top = self._top(row) + above * px(ROW)
        if top + px(ROW) > self.viewport().height():
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + top - _BEFORE * px(ROW))

    def _stay(self) -> None:
        self._moved = True

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Lay out what comes into view."""
        self._settle(self.verticalScrollBar().value())
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width."""
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        """Describe on the control again what changes."""
        super().showEvent(event)
        self._describe_control()

    def hideEvent(self, event: QHideEvent) -> None:
        """Describe no more what is not shown."""
        super().hideEvent(event)
        self._describe_control()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_hint"):
            self._hint = None
            self._arrange()
            self.updateGeometry()

    # --- painting ------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows that are visible, and the line between the halves."""
        colors = current_colors()
        painter = QPainter(self.viewport())
        inside = QPainterPath()
        inside.addRoundedRect(QRectF(self.viewport().rect()), _ROUND - 1, _ROUND - 1)
        painter.setClipPath(inside)
        painter.fillRect(self.viewport().rect(), QColor(colors.raised))
        painter.setFont(mono_font())
        half = self._half()
        for number in self.rows_in_view():
            row, place = self._diff.rows[number], self._place(number)
            if row.kind == "skip":
                paint_skip(
                    painter, place, row.skipped, [side + self._number_width for side in (self._gutter, half)]
                )
                continue
            left, right = QRect(place), QRect(place)
            left.setLeft(self._gutter)
            left.setRight(half - 1)
            right.setLeft(half)
            self._paint_cell(painter, left, number, left=True)
            self._paint_cell(painter, right, number, left=False)
        if self._has_left and self._has_right:
            painter.setPen(QColor(colors.line))
            painter.drawLine(half, 0, half, self.viewport().height())
        if self._gutter:
            self._paint_boxes(painter)

    def _paint_cell(self, painter: QPainter, rect: QRect, number: int, *, left: bool) -> None:
        row, side = self._diff.rows[number], 0 if left else 1
        if not (line_number := row.left_number if left else row.right_number):
            return
        line, marks = self._lines(number)[side], self._shown(number)[side].marks
        digits = "" if row.continued else str(line_number)
        cell = Cell(line, marks, digits, left, row.kind == "change", self._is_out(number))
        cell.paint(painter, rect, self._number_width, self.viewport().rect())

    def _paint_boxes(self, painter: QPainter) -> None:
        shown = self.rows_in_view()
        first = max(0, bisect_right(self._starts, shown.start) - 1)
        for number in range(first, len(self._diff.hunks)):
            rows = self._diff.hunks[number].rows
            if rows.start >= shown.stop:
                break
            current = number == self.current and self.hasFocus()
            paint_box(painter, self.box(number), checked=number in self.chosen, marked=current)
            if current:
                top, bottom = self._top(rows.start), self._top(rows.stop)
                painter.fillRect(QRect(0, top, 3, bottom - top), QColor(current_colors().accent))


def _shower(diff: Diff) -> Callable[[int], tuple[ShownLine, ShownLine]]:
    """Return a function that returns the two sides of a row; changed words are searched on demand."""
    return lru_cache(_KEPT)(lambda number: shown(diff.rows[number]))


def _count(lines: _Pair) -> int:
    """Return how high a row is."""
    return max(line.count for line in lines)
