"""A side-by-side view of two versions, of which hunks can be left out; only the rows on screen are painted."""

from __future__ import annotations

from bisect import bisect_right

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

from axon_desktop.agent.visible import JOINERS, visible
from axon_desktop.ui.chat.style import mono_font
from axon_desktop.ui.dialogs.check_box import BOX, paint_box
from axon_desktop.ui.dialogs.diff_rows import Diff, DiffRow
from axon_desktop.ui.painted_rows import install
from axon_desktop.ui.sizes import px
from axon_desktop.vault.markdown.colors import Colors

_ROW = 20
_WIDTH = 780
_PAD = 6
_TEXT_PAD = 4
_GUTTER = 26
_MAX_LINE = 4_000
_ROUND = 6
_INSIDE = 2
"""Pixels between frame and rows, which would cover its round corners."""


def _visible(text: str) -> str:
    return visible(text[:_MAX_LINE], keep="\t" + JOINERS).replace("\t", "    ")


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
        self._text_width = 0
        self._has_left = self._has_right = True
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

    def set_diff(self, diff: Diff, *, choosable: bool = False) -> None:
        """Show another comparison, with every hunk taken; several hunks get boxes if they are choosable."""
        self._diff = diff
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
        texts = sorted((t for row in diff.rows for t in (row.left, row.right)), key=_rough_width)[-8:]
        self._text_width = max((metrics.horizontalAdvance(_visible(text)) for text in texts), default=0)
        self._describe()
        self.updateGeometry()
        self._update_bars()
        self.verticalScrollBar().setValue(0)
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
        old, new = _visible(row.left), _visible(row.right)
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
        horizontal.setSingleStep(20)

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
            self._paint_cell(painter, left, row, left=True, out=out)
            self._paint_cell(painter, QRect(half, top, width - half, px(_ROW)), row, left=False, out=out)
        if self._has_left and self._has_right:
            painter.setPen(QColor(self._colors.line))
            painter.drawLine(half, 0, half, self.viewport().height())
        if self._gutter:
            self._paint_boxes(painter)

    def _paint_skip(self, painter: QPainter, top: int, count: int) -> None:
        rect = QRect(0, top, self.viewport().width(), px(_ROW))
        painter.fillRect(rect, QColor(self._colors.panel))
        painter.setPen(QColor(self._colors.muted))
        text = self._skip_words(count)
        for left in (self._gutter, self._half()):
            painter.drawText(
                rect.adjusted(left + self._number_width, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text
            )

    def _paint_cell(self, painter: QPainter, rect: QRect, row: DiffRow, *, left: bool, out: bool) -> None:
        number, text = (row.left_number, row.left) if left else (row.right_number, row.right)
        if not number:
            return
        if row.kind == "change" and not out:
            painter.fillRect(rect, QColor(self._colors.delete if left else self._colors.add))
        painter.setPen(QColor(self._colors.text if row.kind == "change" and not out else self._colors.faint))
        numbers = QRect(rect.left(), rect.top(), self._number_width - 6, px(_ROW))
        painter.drawText(numbers, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, str(number))
        painter.save()
        area = rect.adjusted(self._number_width + _TEXT_PAD, 0, -_TEXT_PAD, 0)
        painter.setClipRect(area)
        gone = out and not left
        if gone:
            font = mono_font()
            font.setStrikeOut(True)
            painter.setFont(font)
        painter.setPen(QColor(self._colors.faint if gone else self._colors.text))
        place = area.translated(-self.horizontalScrollBar().value(), 0)
        place.setWidth(max(place.width(), self._text_width + 10))
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, _visible(text))
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


def _rough_width(text: str) -> int:
    return len(text) if text.isascii() else len(text) + sum(ord(sign) > 0x2E7F for sign in text)
