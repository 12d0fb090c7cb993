"""NoteLayout: lays a note's document out line by line, as each is asked for.

The count of lines that Qt keeps for each block is its height in pixels here: Qt adds them up, finds a block by
them, and keeps them through edits and undo. Lines that were never looked at have an estimated height.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QPainter,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFrame,
    QTextLayout,
)

from axon_desktop.ui.editor.live import setext
from axon_desktop.ui.editor.live.block_layout import (
    MOST_LINES,
    BlockData,
    Places,
    has_room,
    lay_out,
    lay_out_title,
)
from axon_desktop.ui.editor.live.drawing import paint_block, selections_of
from axon_desktop.ui.editor.live.looks import NoteLooks
from axon_desktop.ui.editor.live.states import LineStates
from axon_desktop.ui.editor.live.tokens import read_line
from axon_desktop.ui.editor.syntax import QUOTE

if TYPE_CHECKING:
    from axon_desktop.ui.editor.live.groups import Group
    from axon_desktop.ui.markdown_view.layout.chunk import Chunk

_TOP, _LIVE_TOP = 12, 22
"""Pixels above the text, in source and live."""
_BELOW_TITLE = 8
_BOTTOM = 22
_FAR = 1_000_000.0


def _holds(group: Group, block: QTextBlock) -> bool:
    return group.first <= block.blockNumber() <= group.last


class NoteLayout(QAbstractTextDocumentLayout):
    """Of one document; belongs to it."""

    grew = Signal(int, int, int)
    """(upper edge of a block, lower edge that was seen, by how many pixels it grew)."""

    def __init__(self, document: QTextDocument, looks: NoteLooks, joint: str) -> None:
        super().__init__(document)
        self._looks = looks
        self._revision = document.revision()
        self._caret = QTextCursor(document)
        self._reveals = False
        self._title, self._title_layout = "", QTextLayout()
        self._title_of = -1
        """The generation of the looks in which the title is laid out."""
        self.states = LineStates(document)
        self.states.joint = joint
        self.states.changed.connect(self._state_changed)
        if document.lastBlock().userState() < 0:
            self._estimate(document.firstBlock(), document.lastBlock())
            self.states.follow(document.firstBlock(), document.lastBlock())

    # --- places

    def set_title(self, title: str) -> None:
        """Set what is shown above the text; empty for nothing."""
        self._title, self._title_of = title, -1

    @property
    def top(self) -> int:
        """Pixels above the first block."""
        if not self._looks.live:
            return _TOP
        if self._title_of != self._looks.generation:
            self._title_of = self._looks.generation
            self._title_layout = lay_out_title(self._title, self._looks)
        return _LIVE_TOP + (
            math.ceil(self._title_layout.boundingRect().bottom()) + _BELOW_TITLE if self._title else 0
        )

    def top_of(self, block: QTextBlock) -> int:
        """Return the upper edge of a block."""
        return self.top + block.firstLineNumber()

    def block_at(self, y: float) -> QTextBlock:
        """Return the block at a height; the first or last one beyond the ends."""
        document = self.document()
        block = document.findBlockByLineNumber(max(0, int(y) - self.top))
        return block if block.isValid() else document.lastBlock()

    def blocks(self, top: float, bottom: float) -> Iterator[QTextBlock]:
        """Yield the blocks between two heights; they may be laid out meanwhile."""
        block = self.block_at(top)
        while block.isValid() and self.top_of(block) <= bottom:
            yield block
            block = block.next()

    def lay_out_between(self, top: float, bottom: float) -> None:
        """Lay out what is between two heights, and tell each where it is."""
        for block in self.blocks(top, bottom):
            self.laid_out(block)
            place = QPointF(0, self.top_of(block))
            if block.layout().position() != place:
                block.layout().setPosition(place)

    # --- what is revealed

    def reveal(self, position: int, *, shown: bool) -> None:
        """Show the marks of the block at a position and hide those of the one before; or hide all."""
        before, was_shown = self._caret.block(), self._reveals
        self._caret.setPosition(min(position, self.document().characterCount() - 1))
        self._reveals = shown
        after = self._caret.block()
        if not self._looks.live or (before == after and was_shown == shown):
            return
        for block in (before, after):
            group = self._group_of(block)
            stays = was_shown and shown and group is not None and _holds(group, before) and _holds(group, after)
            if group is not None and not stays:
                self._forget_blocks(group)
            self._paint_later(self.top_of(block), self.top_of(block) + block.lineCount())

    def _is_revealed(self, block: QTextBlock) -> bool:
        return self._reveals and block == self._caret.block()

    # --- groups of lines that are drawn

    def _group_of(self, block: QTextBlock) -> Group | None:
        if self._looks.make_drawn is None or not self._looks.live:
            return None
        from axon_desktop.ui.editor.live.groups import group_of

        return group_of(block, self.states)

    def _drawn_group(self, block: QTextBlock) -> Group | None:
        """Return the group of a block if it is drawn: the caret is elsewhere."""
        group = self._group_of(block)
        is_open = group is not None and self._reveals and _holds(group, self._caret.block())
        return None if is_open else group

    def _forget_blocks(self, group: Group) -> None:
        block = self.document().findBlockByNumber(group.first)
        while block.isValid() and block.blockNumber() <= group.last:
            self.forget(block)
            block = block.next()

    def _forget_around(self, first: QTextBlock, last: QTextBlock) -> None:
        """Have the rest of the groups that a change touches laid out again: those before it and those after it."""
        for block, step in ((first, QTextBlock.previous), (last, QTextBlock.next)):
            while block.isValid() and isinstance(data := block.userData(), BlockData) and data.group is not None:
                data.revision = -1
                block = step(block)
        for block in (first, last):
            if block.isValid() and (group := self._group_of(block)) is not None:
                self._forget_blocks(group)

    def link_in(self, chunk: Chunk, point: QPointF) -> str:
        """Return the address of the link at a point of a drawing, counted from its upper edge."""
        drawn = self._looks.drawn
        return drawn.link_at(chunk, point - QPointF(self._looks.left, 0)) if drawn is not None else ""

    def fold(self, block: QTextBlock, href: str) -> None:
        """Fold or unfold a callout of the drawing that begins with a block."""
        data = self.laid_out(block)
        if data.chunk is not None and self._looks.drawn is not None:
            self._looks.drawn.fold(data.chunk, href)

    def box_in(self, block: QTextBlock) -> int:
        """Return the position of the mark of a task in a block; -1 if it is none."""
        text = block.text()
        box = read_line(self.states.before(block), text).box
        return block.position() + Places(text).of(box) if box >= 0 else -1

    def _is_current(self, data: BlockData) -> bool:
        """Tell whether drawings still have the room that they were given, and code has the newest colours."""
        if data.is_code and self._looks.made_code_colors is not None:
            return data.colored == self._looks.made_code_colors.version
        if data.pictures and not data.shown:
            return has_room(data, self._looks)
        if data.chunk is None or self._looks.drawn is None:
            return data.chunk is None
        return self._looks.drawn.height(data.chunk, self._looks.width) == data.height

    # --- laying out

    def laid_out(self, block: QTextBlock) -> BlockData:
        """Lay a block out, unless it is; return what is known of it."""
        data = block.userData()
        before, revealed = self.states.before(block), self._looks.live and self._is_revealed(block)
        if not isinstance(data, BlockData):
            data = BlockData()
            block.setUserData(data)
        elif (
            data.generation == self._looks.generation
            and data.revision == block.revision()
            and (data.before, data.revealed) == (before, revealed)
            and self._is_current(data)
        ):
            return data
        known = data.generation >= 0
        data.generation, data.revision = self._looks.generation, block.revision()
        data.before, data.revealed = before, revealed
        data.group, data.chunk = self._drawn_group(block), None
        lay_out(block, before, self._looks, data)
        if data.group is not None and self._looks.drawn is not None:
            data.height = 0
            if block.blockNumber() == data.group.first:
                data.chunk = self._looks.drawn.chunk(data.group)
                data.height = self._looks.drawn.height(data.chunk, self._looks.width)
        self.document().markContentsDirty(block.position(), 0)  # else Qt adds these formats to the next edit
        top, height = self.top_of(block), block.lineCount()
        block.layout().setPosition(QPointF(0, top))
        if data.height != height:
            block.setLineCount(data.height)
            self.documentSizeChanged.emit(self.documentSize())
            self.grew.emit(top, top + height * known, data.height - height)
            self._paint_later(top, _FAR)
        return data

    def forget(self, block: QTextBlock) -> None:
        """Have a block laid out again."""
        data = block.userData()
        if isinstance(data, BlockData):
            data.revision = -1

    def _forget_quote(self, block: QTextBlock) -> None:
        """Have the lines of a quote laid out again: what it is stands in its first line."""
        for _ in range(MOST_LINES):
            if not block.isValid() or not QUOTE.match(block.text()):
                return
            self.forget(block)
            block = block.next()

    def _forget_heading(self, block: QTextBlock, step: Callable[[QTextBlock], QTextBlock]) -> None:
        """Have the other lines of an underlined heading laid out again, in one direction."""
        data = block.userData() if block.isValid() else None
        was_one = isinstance(data, BlockData) and data.underlined is not None
        if not was_one and (not block.isValid() or setext.underlined(block) is None):
            return
        for _ in range(setext.MOST_LINES):
            block = step(block)
            if block.isValid():
                self.forget(block)
            if not block.isValid() or not block.text().strip():
                return

    def _estimate(self, first: QTextBlock, last: QTextBlock) -> None:
        """Guess the heights of blocks that have none yet."""
        estimate = self._looks.estimate()
        block = first
        while block.isValid():
            if block.lineCount() == 1:
                block.setLineCount(estimate.height(block.text()))
            if block == last:
                return
            block = block.next()

    def _state_changed(self, position: int) -> None:
        block = self.document().findBlock(position)
        if block.isValid():
            self._paint_later(self.top_of(block), _FAR)

    def _paint_later(self, top: float, bottom: float) -> None:
        self.update[QRectF].emit(QRectF(0, top, _FAR, bottom - top))  # type: ignore[index]  # an overload

    # --- what Qt asks

    def documentChanged(self, position: int, removed: int, added: int) -> None:
        """Follow an edit; formats, fonts and widths are no edit, and the looks know of them."""
        document = self.document()
        if document.revision() == self._revision:
            return
        self._revision = document.revision()
        first, last = document.findBlock(position), document.findBlock(position + added)
        last = last if last.isValid() else document.lastBlock()
        self._estimate(first, last)
        block, end = first.previous() if first.previous().isValid() else first, last.next()
        start, block_above = self.top_of(block), block
        while block.isValid():
            self.forget(block)
            if block == end:
                break
            block = block.next()
        self._forget_quote(end)
        self._forget_heading(block_above, QTextBlock.previous)
        self._forget_heading(end, QTextBlock.next)
        self._forget_around(
            first.previous() if first.previous().isValid() else first, end if end.isValid() else last
        )
        self.states.follow(first, last)
        self.documentSizeChanged.emit(self.documentSize())
        self._paint_later(start, _FAR)

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        """Return the place of a block, laid out."""
        if not block.isValid():
            return QRectF()
        self.laid_out(block)
        return QRectF(0, self.top_of(block), self._looks.room, block.lineCount())

    def documentSize(self) -> QSizeF:
        """Return the size of all."""
        return QSizeF(self._looks.room, self.top + self.document().lineCount() + _BOTTOM)

    def frameBoundingRect(self, _frame: QTextFrame) -> QRectF:
        """Return the place of all."""
        return QRectF(QPointF(), self.documentSize())

    def pageCount(self) -> int:
        """Return 1: there are no pages."""
        return 1

    def hitTest(self, point: QPointF, accuracy: Qt.HitTestAccuracy) -> int:  # type: ignore[override]
        """Return the position at a point."""
        block = self.block_at(point.y())
        if (group := self.laid_out(block).group) is not None:
            if accuracy == Qt.HitTestAccuracy.ExactHit:
                return -1
            more = group.last - group.first
            share = (point.y() - self.top_of(block)) / max(1, block.lineCount())
            number = block.blockNumber() + min(more, max(0, int(share * (more + 1))))
            return self.document().findBlockByNumber(number).position()
        layout, y = block.layout(), point.y() - self.top_of(block)
        lines = [layout.lineAt(number) for number in range(layout.lineCount())]
        line = next((line for line in lines if y < line.y() + line.height()), lines[-1])
        exact = accuracy == Qt.HitTestAccuracy.ExactHit
        if exact and not line.naturalTextRect().contains(QPointF(point.x(), max(line.y(), y))):
            return -1
        at = line.xToCursor(point.x())
        if layout.preeditAreaText() and at > layout.preeditAreaPosition():
            at = max(layout.preeditAreaPosition(), at - len(layout.preeditAreaText()))
        return block.position() + at

    def draw(self, painter: QPainter, context: QAbstractTextDocumentLayout.PaintContext) -> None:
        """Paint the blocks of a region."""
        selections = selections_of(context)
        clip = context.clip if context.clip.isValid() else self.frameBoundingRect(self.document().rootFrame())
        painter.setPen(context.palette.text().color())
        if self._looks.live and self._title and clip.top() < self.top:
            self._title_layout.draw(painter, QPointF(0, _LIVE_TOP))
        for block in self.blocks(clip.top(), clip.bottom()):
            data = self.laid_out(block)
            if data.group is None:
                paint_block(painter, block, data, self._looks, selections)
                self._paint_caret(painter, block, context.cursorPosition)
            elif data.chunk is not None and self._looks.drawn is not None:
                place = QRectF(self._looks.left, self.top_of(block), self._looks.width, data.height)
                last = self.document().findBlockByNumber(block.blockNumber() + data.group.last - data.group.first)
                end = last.position() + last.length() - 1
                selected = any(start <= block.position() and end <= stop for start, stop, _ in selections)
                self._looks.drawn.paint(painter, data.chunk, place, selected=selected)

    def _paint_caret(self, painter: QPainter, block: QTextBlock, position: int) -> None:
        layout = block.layout()
        if position < -1:
            if not layout.preeditAreaText():
                return
            place = layout.preeditAreaPosition() - (position + 2)
        elif block.position() <= position < block.position() + block.length():
            place = position - block.position()
        else:
            return
        width = self.property("cursorWidth")
        layout.drawCursor(painter, QPointF(), place, int(width) if width else 1)
