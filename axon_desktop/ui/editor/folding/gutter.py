"""Gutter: what is painted beside the lines of a note: the arrows of folds, and numbers."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QTextBlock, QTextCursor, QTextLine

from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.aio import single_shot
from axon_desktop.ui.editor.live.block_layout import BlockData
from axon_desktop.ui.editor.live.looks import STEP
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.theme import current_colors, mono_font

if TYPE_CHECKING:
    from axon_desktop.ui.editor.folding.folds import FoldedLine, Folds, Work
    from axon_desktop.ui.editor.text_edit import NoteTextEdit

_ARROW, _ICON = 16.0, 12.0
"""Width of the place of an arrow, and of its drawing."""
_MORE = 20.0
"""Width of the dots behind a folded line."""
_MORE_GAP = 6.0
_NUMBER_PIXELS = 11.0
_BESIDE_LIVE, _BESIDE_SOURCE = 62.0, 24.0
"""Pixels between a number and the text: room for arrows and, in Live, for the marks of headings."""
_EDGE = 6.0
_SLICE_SECONDS = 0.006
_FEWEST_DIGITS = 3
_NUMBER_FLAGS = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class Gutter(QObject):
    """Of one text box; the mouse shows arrows, and folds by them."""

    def __init__(self, edit: NoteTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self._hovered = -1
        """Number of the block under the mouse."""
        edit.note_looks.paint_beside = self.paint
        edit.viewport().installEventFilter(self)
        self.numbered = False
        """Whether lines have numbers."""
        self._joints = (0, 0), 0, 0
        """A version of the text, a position in it, and how many pieces of long lines end before that."""
        self._rest: Work[object] | None = None
        """What is being folded and not done yet."""
        self._begin: Callable[[], Work[object]]
        """What begins it again."""
        self._version = 0, 0
        self._later = single_shot(self, 0, self._slice)
        self._caret_line = -1
        edit.cursorPositionChanged.connect(self._say_fold)
        edit.edited.connect(self._edited)
        edit.verticalScrollBar().valueChanged.connect(lambda: self._hover(-1))
        edit.shown.connect(self._stop)

    def set_numbered(self, numbered: bool) -> None:
        """Show numbers of lines, or none."""
        if numbered != self.numbered:
            self.numbered = numbered
            self._edit.place_lines()
            self._edit.viewport().update()

    def room(self) -> float:
        """Return the pixels to the left of the lines that numbers need."""
        if not self.numbered:
            return 0.0
        digits = max(_FEWEST_DIGITS, len(str(self._edit.document().blockCount())))
        return math.ceil(QFontMetricsF(self._number_font()).horizontalAdvance("0") * digits + self._beside + _EDGE)

    def _edited(self) -> None:
        if self.numbered:
            self._edit.place_lines()

    @property
    def _beside(self) -> float:
        return _BESIDE_LIVE if self._edit.note_looks.live else _BESIDE_SOURCE

    def _number_font(self) -> QFont:
        return mono_font(self._edit.note_looks.size(_NUMBER_PIXELS))

    @property
    def _folds(self) -> Folds:
        return self._edit.note_layout.folds

    # --- places

    def arrow_of(self, block: QTextBlock) -> QRectF:
        """Return where the arrow of a line is, in the document."""
        data, looks = self._edit.note_layout.laid_out(block), self._edit.note_looks
        x = min(block.layout().lineAt(0).x(), looks.left)
        if data.line.indent[1] or data.line.kind in ("list", "task", "number"):
            x = max(data.content - STEP, looks.left)
        x = max(0.0, x - _ARROW - 2)
        if data.is_rtl:
            x = data.edge + 2 + (STEP if data.line.kind in ("list", "task", "number") else 0)
        top, height = data.row
        return QRectF(x, self._edit.note_layout.top_of(block) + top, _ARROW, height)

    def _more_of(self, block: QTextBlock) -> QRectF:
        """Return where the dots behind a folded line are, in the document."""
        data = self._edit.note_layout.laid_out(block)
        layout = data.painted(block)
        line: QTextLine = layout.lineAt(layout.lineCount() - 1)
        text = line.naturalTextRect()
        x = text.left() - _MORE_GAP - _MORE if data.is_rtl else text.right() + _MORE_GAP
        first, height = layout.lineAt(0), min(14.0, data.row[1])
        below = line.y() + line.ascent() - first.y() - first.ascent()
        middle = self._edit.note_layout.top_of(block) + data.row[0] + data.row[1] / 2 + below
        return QRectF(x, middle - height / 2, _MORE, height)

    # --- painting

    def paint(self, painter: QPainter, block: QTextBlock, data: BlockData) -> None:
        """Paint what is beside a line that is laid out."""
        colors, folded = current_colors(), self._folds.is_folded(block)
        if self.numbered:
            self._paint_number(painter, block, data)
        if data.group is not None:
            return
        hovered = block.blockNumber() == self._hovered
        if folded or (hovered and self._folds.can_fold(block)):
            place = self.arrow_of(block)
            icon = QRectF(0, 0, _ICON, _ICON)
            icon.moveCenter(place.center())
            color = QColor(colors.muted if hovered or folded else colors.faint)
            paint_icon(painter, "chevron_right" if folded else "chevron_down", icon, color)
        if folded:
            more = self._more_of(block)
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.hover if hovered else colors.code))
            painter.drawRoundedRect(more, 4, 4)
            painter.setBrush(QColor(colors.muted))
            for step in (-4.5, 0.0, 4.5):
                painter.drawEllipse(more.center() + QPointF(step, 0), 1.3, 1.3)
            painter.restore()

    def _paint_number(self, painter: QPainter, block: QTextBlock, data: BlockData) -> None:
        edit = self._edit
        before, joint = block.previous(), edit.note_text.joint
        if before.isValid() and edit.joined and before.text().endswith(joint):
            return  # the line goes on
        number = block.blockNumber() + 1
        if edit.joined:
            number -= self._joints_before(block.position())
        looks, font = edit.note_looks, self._number_font()
        below, height = data.row if data.group is None else (0.0, looks.step("text")[0])
        top = edit.note_layout.top_of(block) + below
        painter.save()
        painter.setFont(font)
        painter.setPen(QColor(current_colors().faint))
        room = QRectF(0, top, looks.left - self._beside, height)
        painter.drawText(room, _NUMBER_FLAGS, str(number))
        painter.restore()

    def _joints_before(self, position: int) -> int:
        version, place, count = self._joints
        if version != self._edit.version or position < place:
            place, count = 0, 0
        over = QTextCursor(self._edit.document())
        over.setPosition(place)
        over.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
        count += over.selectedText().count(self._edit.note_text.joint)
        self._joints = self._edit.version, position, count
        return count

    # --- the mouse

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the arrow of the line under the mouse; fold by it, and unfold by it or by the dots."""
        if event.type() == QEvent.Type.Leave:
            self._hover(-1)
        elif isinstance(event, QMouseEvent) and event.type() in (
            QEvent.Type.MouseMove,
            QEvent.Type.MouseButtonPress,
            QEvent.Type.MouseButtonDblClick,
        ):
            return self._mouse(event)
        return super().eventFilter(watched, event)

    def _mouse(self, event: QMouseEvent) -> bool:
        moves = event.type() == QEvent.Type.MouseMove
        if moves and event.buttons():
            return False
        layout = self._edit.note_layout
        point = event.position() + QPointF(0, self._edit.verticalScrollBar().value())
        block = layout.block_at(point.y()) if layout.top <= point.y() else QTextBlock()
        self._hover(block.blockNumber())
        if not block.isValid() or layout.laid_out(block).group is not None:
            return False
        folded = self._folds.is_folded(block)
        is_here = self.arrow_of(block).contains(point) or (folded and self._more_of(block).contains(point))
        if not is_here or not (folded or self._folds.can_fold(block)):
            return False
        if moves:
            self._edit.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.fold(block, folded=not folded)
        return True

    def _hover(self, number: int) -> None:
        if number == self._hovered:
            return
        for changed in (self._hovered, number):
            block = self._edit.document().findBlockByNumber(changed) if changed >= 0 else QTextBlock()
            if block.isValid():
                top = self._edit.note_layout.top_of(block) - self._edit.verticalScrollBar().value()
                self._edit.viewport().update(QRect(0, top, self._edit.viewport().width(), block.lineCount()))
        self._hovered = number

    # --- folding

    def _say_fold(self) -> None:
        """Have it spoken that the line into which the caret came is folded."""
        if not self._folds.used:
            return
        block, before = self._edit.textCursor().block(), self._caret_line
        self._caret_line = block.blockNumber()
        if self._caret_line != before and self._folds.is_folded(block):
            announce(self.tr("Folded"))

    def fold(self, block: QTextBlock, *, folded: bool) -> None:
        """Fold a line or unfold it; a caret that was in what is hidden goes to its end."""
        head = QTextCursor(block)
        self._run(lambda: (self._folds.folding if folded else self._folds.unfolding)(head.block()))

    def fold_at_caret(self, *, folded: bool) -> None:
        """Fold the heading or list item that the caret is in, or unfold the line that it is in."""
        here = self._edit.textCursor().block()
        if folded:
            head = self._folds.head_around(here)
            if head is not None:
                self.fold(head, folded=True)
                announce(self.tr("Folded"))
        elif self._folds.is_folded(here):
            self.fold(here, folded=False)
            announce(self.tr("Unfolded"))

    def fold_all(self, *, folded: bool) -> None:
        """Fold or unfold the whole note."""
        announce(self.tr("All is folded") if folded else self.tr("All is unfolded"))
        self._run(lambda: (self._folds.folding_all if folded else self._folds.unfolding_all)())

    def restore(self, lines: list[FoldedLine]) -> None:
        """Fold what was folded."""
        if lines:
            self._run(lambda: self._folds.restoring(lines))

    def _run(self, begin: Callable[[], Work[object]]) -> None:
        """Fold in slices; nothing is painted before all is done, and the first line that is seen stays."""
        edit = self._edit
        if self._rest is not None:  # what was begun is done first
            for _ in self._rest if self._version == edit.version else self._begin():
                pass
        self._stop()
        first = edit.firstVisibleBlock()
        within = edit.verticalScrollBar().value() - edit.note_layout.top_of(first)
        self._begin, self._rest, self._version = begin, begin(), edit.version
        self._first = QTextCursor(first), within
        self._slice()

    def _stop(self) -> None:
        """Drop what is not done yet."""
        if self._rest is not None:
            self._rest = None
            self._edit.viewport().setUpdatesEnabled(True)

    def _slice(self) -> None:
        edit, rest = self._edit, self._rest
        if rest is None:
            return
        if self._version != edit.version:  # the text is another one: what it is folded to may be, too
            rest = self._rest = self._begin()
            self._version = edit.version
        until = time.perf_counter() + _SLICE_SECONDS
        for _ in rest:
            if time.perf_counter() > until:
                edit.viewport().setUpdatesEnabled(False)
                self._later.start()
                return
        self._stop()
        self._folds.changed(edit.document().firstBlock())
        self._bring_caret_out()
        (first, within), bar = self._first, edit.verticalScrollBar()
        seen = self._folds.head_of(first.block())
        if bar.value() > 0:
            bar.setValue(edit.note_layout.top_of(seen) + (within if seen == first.block() else 0))

    def _bring_caret_out(self) -> None:
        cursor = self._edit.textCursor()
        head = self._folds.head_of(cursor.block())
        if head != cursor.block():
            cursor.setPosition(head.position() + head.length() - 1)
            self._edit.setTextCursor(cursor)
            self._edit.ensureCursorVisible()
