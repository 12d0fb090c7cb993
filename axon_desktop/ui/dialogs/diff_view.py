"""A side-by-side view of two versions, of which hunks can be left out; only the rows on screen are painted."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from axon_desktop.ui.chat.style import baseline, mono_font
from axon_desktop.ui.dialogs.check_box import BOX, paint_box
from axon_desktop.ui.dialogs.diff_line import PaintedLine
from axon_desktop.ui.dialogs.diff_rows import Diff
from axon_desktop.ui.dialogs.diff_words import Shown, beginning, rough_width, shown
from axon_desktop.ui.painted_rows import install
from axon_desktop.ui.sizes import px
from axon_desktop.vault.markdown.colors import Colors

_ROW = 20
_WIDTH = 780
_PAD = 6
_TEXT_PAD = 4
_GUTTER = 26
_ROUND = 6
_INSIDE = 2
"""Pixels between frame and rows, which would cover its round corners."""
_CHANGE = 120
"""Pixels of a change that are brought into sight, and what stands behind them."""
_BEHIND = 32
_KEPT = 256
"""Rows whose changed words are not looked for again."""


class SideBySideDiff(QAbstractScrollArea):
    """Shows old left and new right; both halves scroll as one. Each of several hunks has a box to leave it out.

    Where only one text has lines it has all the room: of a note that is created or deleted nothing is beside it.
    Space changes the box of the current hunk, the arrow keys go from hunk to hunk.
    """

    chosen_changed = Signal()
    """A hunk was left out or taken in again."""

    def __init__(self, colors: Colors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        install()
        self.chosen: frozenset[int] = frozenset()
        """Numbers of the hunks that are not left out."""
        self.current = 0
        """Number of the hunk that Space is about."""
        self._colors = colors
        self._diff = Diff()
        self._starts: list[int] = []
        self._gutter = 0
        self._number_width = 34
        self._text_width = self._text_room = 0
        self._has_left = self._has_right = True
        self._shown = _shower(self._diff)
        self._moved = False
        """Whether the person has scrolled sideways."""
        self.setObjectName("comparison")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet(
            f"#comparison {{ border: 1px solid {colors.line}; border-radius: {_ROUND}px;"
            f" padding: {_INSIDE}px; }}"
            f"#comparison:focus {{ border-color: {colors.accent}; }}"
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Comparison"))
        self.viewport().setAutoFillBackground(False)
        self.horizontalScrollBar().actionTriggered.connect(self._stay)

    def set_diff(self, diff: Diff, *, choosable: bool = False) -> None:
        """Show another comparison, with every hunk taken; several hunks get boxes if they are choosable."""
        self._diff = diff
        self._shown = _shower(diff)
        self._moved = False
        self.chosen = frozenset(range(len(diff.hunks)))
        self.current = 0
        self._starts = [hunk.rows.start for hunk in diff.hunks]
        self._gutter = _GUTTER if choosable and len(diff.hunks) > 1 else 0
        self._has_left = not diff.rows or any(row.left_number for row in diff.rows)
        self._has_right = not diff.rows or any(row.right_number for row in diff.rows)
        metrics = QFontMetrics(mono_font())
        largest = max((max(row.left_number, row.right_number) for row in diff.rows), default=0)
        self._number_width = max(34, metrics.horizontalAdvance(str(largest)) + 20)
        # Measuring every line would cost with the note; the few longest by count decide, wide signs count double.
        texts = sorted((t for row in diff.rows for t in (row.left, row.right)), key=rough_width)[-8:]
        self._text_width = max((metrics.horizontalAdvance(beginning(text)) for text in texts), default=0)
        self._describe()
        self.updateGeometry()
        self.verticalScrollBar().setValue(0)
        self._update_bars()
        self.viewport().update()

    # --- what a screen reader is told ----------------------------------------------------------------------------

    def rows_in_view(self) -> range:
        """Return the rows in view."""
        return self._rows_shown()

    def has_row(self, number: int) -> bool:
        """Tell whether there still is such a row."""
        return number < len(self._diff.rows)

    def row_place(self, number: int) -> QRect:
        """Return where a row is."""
        top = _PAD + number * px(_ROW) - self.verticalScrollBar().value()
        return QRect(0, top, self.viewport().width(), px(_ROW)).translated(self.viewport().pos())

    def is_at_row(self, number: int) -> bool:
        """Tell whether a row begins the current change, while the keyboard is here."""
        begins = bool(self._starts) and number == self._starts[self.current]
        return begins and self.hasFocus()

    def row_words(self, number: int) -> str:
        """Return what is in a row, and what becomes of it."""
        row = self._diff.rows[number]
        if row.kind == "skip":
            return self._skip_words(row.skipped)
        old, new = (side.text for side in self._shown(number))
        if row.kind == "same":
            return f"{row.right_number}: {new}"
        if not row.left_number:
            words = self.tr("Line {number} is added: {new}")
        elif not row.right_number:
            words = self.tr("Line {number} is removed: {old}")
        else:
            words = self.tr("Line {number} changes from: {old} to: {new}")
        said = words.format(number=row.right_number or row.left_number, old=old, new=new)
        hunk = self._hunk_at(number)
        return said if hunk is None or hunk in self.chosen else f"{self.tr('left out')}: {said}"

    def _skip_words(self, count: int) -> str:
        return self.tr("⋯ {count} unchanged lines").format(count=count)

    # --- choosing ------------------------------------------------------------------------------------------------

    def toggle(self, number: int) -> None:
        """Leave a hunk out, or take it in again."""
        if self._gutter:
            self.current = number
            self.chosen ^= {number}
            self._describe()
            self.viewport().update()
            self.chosen_changed.emit()

    def box(self, number: int) -> QRect:
        """Return where the box of a hunk is; it stays in sight as long as any of the hunk does."""
        rows = self._diff.hunks[number].rows
        offset = self.verticalScrollBar().value()
        top = _PAD + rows.start * px(_ROW) - offset
        last = _PAD + (rows.stop - 1) * px(_ROW) - offset
        return QRect(8, max(top, min(0, last)) + (px(_ROW) - BOX) // 2, BOX, BOX)

    def _describe(self) -> None:
        diff = self._diff
        words = self.tr("{added} lines added, {removed} removed")
        text = words.format(added=diff.added, removed=diff.removed)
        if self._gutter:
            hunk = diff.hunks[self.current]
            state = self.tr("chosen") if self.current in self.chosen else self.tr("left out")
            text = self.tr("Change {number} of {count}, {state}: {lines}").format(
                number=self.current + 1,
                count=len(diff.hunks),
                state=state,
                lines=words.format(added=hunk.added, removed=hunk.removed),
            )
        self.setAccessibleDescription(text)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def _hunk_at(self, row: int) -> int | None:
        number = bisect_right(self._starts, row) - 1
        return number if number >= 0 and row in self._diff.hunks[number].rows else None

    def _rows_shown(self) -> range:
        offset = self.verticalScrollBar().value()
        first = max(0, (offset - _PAD) // px(_ROW))
        return range(first, min(len(self._diff.rows), (offset + self.viewport().height()) // px(_ROW) + 1))

    def _step(self, way: int) -> bool:
        """Go to the next hunk if the current one was seen to its end; return whether that was done."""
        shown, rows = self._rows_shown(), self._diff.hunks[self.current].rows
        if rows.start < shown.stop and rows.stop > shown.start:
            hidden = rows.stop > shown.stop if way > 0 else rows.start < shown.start
            target = self.current + way
        else:  # scrolled away from it
            hidden = False
            seen = [number for number, start in enumerate(self._starts) if start in shown]
            target = (seen[0] if way > 0 else seen[-1]) if seen else -1
        if hidden or not 0 <= target < len(self._diff.hunks):
            return False
        self.current = target
        rows = self._diff.hunks[target].rows
        bar = self.verticalScrollBar()
        room = self.viewport().height()
        top, bottom = rows.start * px(_ROW), rows.stop * px(_ROW) + 2 * _PAD
        if bottom - bar.value() > room:
            bar.setValue(min(top - px(_ROW), bottom - room) if bottom - top < room else top - px(_ROW))
        elif top < bar.value():
            bar.setValue(max(0, top - px(_ROW)))
        self.show_change(rows)
        self._describe()
        self.viewport().update()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with Space, go from hunk to hunk with the arrows; scroll where there is no other hunk."""
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if self._gutter and event.key() == Qt.Key.Key_Space:
            self.toggle(self.current)
        elif not (self._gutter and event.key() in steps and self._step(steps[Qt.Key(event.key())])):
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Change the box that is clicked; a click into a hunk makes it the current one."""
        place = event.position().toPoint()
        number = self._hunk_at((place.y() + self.verticalScrollBar().value() - _PAD) // px(_ROW))
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
        rows = max(4, len(self._diff.rows))
        columns = self._has_left + self._has_right
        room = (_WIDTH - self._gutter) // columns - self._number_width - 3 * _TEXT_PAD
        bar = self.horizontalScrollBar().sizeHint().height() if self._text_width > room else 0
        return QSize(_WIDTH, min(440, rows * px(_ROW) + 2 * _PAD + 2 + bar) + 2 + 2 * _INSIDE)

    def minimumSizeHint(self) -> QSize:
        """Return the least useful size."""
        return QSize(320, min(110, self.sizeHint().height()))

    def _half(self) -> int:
        """Return where the right half begins: at one of the edges if there is but one."""
        width = self.viewport().width()
        if self._has_left and self._has_right:
            return self._gutter + (width - self._gutter) // 2
        return width if self._has_left else self._gutter

    def _update_bars(self) -> None:
        height = self.viewport().height()
        vertical, horizontal = self.verticalScrollBar(), self.horizontalScrollBar()
        vertical.setRange(0, max(0, len(self._diff.rows) * px(_ROW) + 2 * _PAD - height))
        vertical.setPageStep(height)
        vertical.setSingleStep(px(_ROW))
        half = self._half()
        column = half - self._gutter if self._has_left else self.viewport().width() - half
        room = column - self._number_width - 3 * _TEXT_PAD
        horizontal.setRange(0, max(0, self._text_width - room))
        horizontal.setPageStep(max(1, room))
        self._text_room = max(room + _TEXT_PAD, self._text_width + 10)
        horizontal.setSingleStep(20)
        if not self._moved:
            self.show_change(self._rows_shown())

    def _stay(self) -> None:
        self._moved = True

    def show_change(self, rows: range) -> None:
        """Scroll sideways just so far that the first of some rows that would hide its first change shows it."""
        bar = self.horizontalScrollBar()
        value = 0
        if bar.maximum():
            inside = range(max(rows.start, self._rows_shown().start), min(rows.stop, self._rows_shown().stop))
            value = next(filter(None, map(self._change_beyond, inside)), 0)
        bar.setValue(value)

    def _change_beyond(self, number: int) -> int:
        """Return how far to scroll sideways for the first change of a row; 0 if it is in sight without."""
        room = self.horizontalScrollBar().pageStep()
        needed, begin = 0, self._text_width
        for side in self._shown(number):
            for mark in side.marks[:1]:
                before = side.text[: mark[1]]
                left, right = PaintedLine(before, mono_font(), self._text_room).places(mark)
                needed = max(needed, min(right, left + _CHANGE))
                begin = min(begin, left)
        return max(0, min(begin, needed + _BEHIND - room)) if needed > room else 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the scroll bars."""
        self._update_bars()

    # --- painting ------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows that are visible, and the line between the halves."""
        painter = QPainter(self.viewport())
        inside = QPainterPath()
        inside.addRoundedRect(QRectF(self.viewport().rect()), _ROUND - 1, _ROUND - 1)
        painter.setClipPath(inside)
        painter.fillRect(self.viewport().rect(), QColor(self._colors.raised))
        painter.setFont(mono_font())
        offset = self.verticalScrollBar().value()
        half, width = self._half(), self.viewport().width()
        for number in self._rows_shown():
            row = self._diff.rows[number]
            top = _PAD + number * px(_ROW) - offset
            if row.kind == "skip":
                self._paint_skip(painter, top, row.skipped)
                continue
            hunk = self._hunk_at(number)
            out = hunk is not None and hunk not in self.chosen
            left = QRect(self._gutter, top, half - self._gutter, px(_ROW))
            self._paint_cell(painter, left, number, left=True, out=out)
            self._paint_cell(painter, QRect(half, top, width - half, px(_ROW)), number, left=False, out=out)
        if self._has_left and self._has_right:
            painter.setPen(QColor(self._colors.line))
            painter.drawLine(half, 0, half, self.viewport().height())
        if self._gutter:
            self._paint_boxes(painter)

    def _paint_skip(self, painter: QPainter, top: int, count: int) -> None:
        rect = QRect(0, top, self.viewport().width(), px(_ROW))
        painter.fillRect(rect, QColor(self._colors.panel))
        painter.setPen(QColor(self._colors.muted))
        for left in (self._gutter, self._half()):
            painter.drawText(left + self._number_width, baseline(rect), self._skip_words(count))

    def _paint_cell(self, painter: QPainter, rect: QRect, number: int, *, left: bool, out: bool) -> None:
        row, side, colors = self._diff.rows[number], self._shown(number)[0 if left else 1], self._colors
        if not (line_number := row.left_number if left else row.right_number):
            return
        changed = row.kind == "change" and not out
        if changed:
            painter.fillRect(rect, QColor(colors.delete if left else colors.add))
        painter.setPen(QColor(colors.text if changed else colors.faint))
        digits = str(line_number)
        behind = rect.left() + self._number_width - 6
        painter.drawText(behind - painter.fontMetrics().horizontalAdvance(digits), baseline(rect), digits)
        painter.save()
        area = rect.adjusted(self._number_width + _TEXT_PAD, 0, -_TEXT_PAD, 0)
        painter.setClipRect(area)
        gone = out and not left
        font = mono_font()
        if gone:
            font.setStrikeOut(True)
        line = PaintedLine(side.text, font, self._text_room)
        begin = area.left() - self.horizontalScrollBar().value()
        if changed:
            painter.setPen(QColor(colors.frame))
            ground = QColor(colors.delete_strong if left else colors.add_strong)
            for mark in side.marks:
                line.paint_mark(painter, area, begin, mark, ground)
        painter.setPen(QColor(colors.faint if gone else colors.text))
        line.paint(painter, area, begin, baseline(rect))
        painter.restore()

    def _paint_boxes(self, painter: QPainter) -> None:
        shown = self._rows_shown()
        first = max(0, bisect_right(self._starts, shown.start) - 1)
        for number in range(first, len(self._diff.hunks)):
            rows = self._diff.hunks[number].rows
            if rows.start >= shown.stop:
                break
            current = number == self.current and self.hasFocus()
            paint_box(painter, self.box(number), self._colors, checked=number in self.chosen, marked=current)
            if current:
                top = _PAD + rows.start * px(_ROW) - self.verticalScrollBar().value()
                painter.fillRect(QRect(0, top, 3, len(rows) * px(_ROW)), QColor(self._colors.accent))


def _shower(diff: Diff) -> Callable[[int], tuple[Shown, Shown]]:
    """Return what tells what is shown of a row; it looks for changed words only when it is asked."""
    return lru_cache(_KEPT)(lambda number: shown(diff.rows[number]))
