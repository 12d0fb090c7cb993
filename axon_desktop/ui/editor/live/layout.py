"""NoteLayout: lays a note's document out line by line, as each is asked for.

The count of lines that Qt keeps for each block is its height in pixels here: Qt adds them up, finds a block by
them, and keeps them through edits and undo. Lines that were never looked at have an estimated height.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
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

from axon_desktop.ui.editor.folding.folds import Folds
from axon_desktop.ui.editor.live import setext
from axon_desktop.ui.editor.live.block_layout import (
    MOST_LINES,
    BlockData,
    has_room,
    lay_out,
    lay_out_title,
    x_of,
)
from axon_desktop.ui.editor.live.drawing import paint_block, selections_of
from axon_desktop.ui.editor.live.looks import NoteLooks
from axon_desktop.ui.editor.live.proposals import Proposal, Proposals
from axon_desktop.ui.editor.live.states import LineStates, begin_above
from axon_desktop.ui.editor.syntax import PROPERTIES, QUOTE, WHAT

if TYPE_CHECKING:
    from axon_desktop.ui.editor.live.drawn.groups import Group
    from axon_desktop.ui.markdown_view.layout.chunk import Chunk

_TOP, _LIVE_TOP = 12, 22
"""Pixels above the text, in source and live."""
_BELOW_TITLE = 8
_BOTTOM = 22
_FAR = 1_000_000.0


class NoteLayout(QAbstractTextDocumentLayout):
    """Of one document; belongs to it."""

    grew = Signal(int, int, int)
    """(upper edge of a block, lower edge that was seen, by how many pixels it grew)."""
    form_moved = Signal()
    """The form above the text has another place or height, or is shown or hidden."""

    def __init__(self, document: QTextDocument, looks: NoteLooks, joint: str) -> None:
        super().__init__(document)
        self._looks = looks
        self._revision = document.revision()
        self._caret = QTextCursor(document)
        self._reveals = False
        self._proposals = Proposals(document)
        self._room = QTextCursor(document), 0
        """Below which block room is left, and how much."""
        self._title, self._title_layout = "", QTextLayout()
        self._title_of = -1
        """The generation of the looks in which the title is laid out."""
        self._form_height = self._form_room = 0
        """Height of the form of the properties, and the room that it has: none while it is not shown."""
        self._replaces = False
        """Whether it stands in place of their lines."""
        self._properties: tuple[int, Group | None] = (-1, None)
        """A revision, and the lines of the properties in it."""
        self.states = LineStates(document)
        self.states.joint = joint
        self.states.changed.connect(self._state_changed)
        self.folds = Folds(self.states, looks, self._folded)
        if document.lastBlock().userState() < 0:
            self._estimate(document.firstBlock(), document.lastBlock())
            self.states.follow(document.firstBlock(), document.lastBlock())

    # --- places

    def set_title(self, title: str) -> None:
        """Set what is shown above the text; empty for nothing."""
        self._title, self._title_of = title, -1
        self.form_moved.emit()

    @property
    def top(self) -> int:
        """Pixels above the first block."""
        if not self._looks.live:
            return _TOP
        if self._title_of != self._looks.generation:
            self._title_of = self._looks.generation
            self._title_layout = lay_out_title(self._title, self._looks)
        title = math.ceil(self._title_layout.boundingRect().bottom()) + _BELOW_TITLE if self._title else 0
        return _LIVE_TOP + title + self.form_height

    def top_of(self, block: QTextBlock) -> int:
        """Return the upper edge of a block."""
        return self.top + block.firstLineNumber()

    def block_at(self, y: float) -> QTextBlock:
        """Return the block at a height; the first or last one beyond the ends."""
        document = self.document()
        block = document.findBlockByLineNumber(min(max(0, int(y) - self.top), document.lineCount() - 1))
        return block if block.isValid() else document.lastBlock()

    def blocks(self, top: float, bottom: float) -> Iterator[QTextBlock]:
        """Yield the blocks between two heights; they may be laid out meanwhile."""
        block, above = self.block_at(top), self.top
        while block.isValid() and above + block.firstLineNumber() <= bottom:
            yield block
            block = block.next()
            if block.isValid() and not block.isVisible():
                block = self.document().findBlockByLineNumber(block.firstLineNumber())

    def lay_out_between(self, top: float, bottom: float) -> None:
        """Lay out what is between two heights, and tell each where it is."""
        above = self.top
        for block in self.blocks(top, bottom):
            self.laid_out(block)
            place = QPointF(0, above + block.firstLineNumber())
            if block.layout().position() != place:
                block.layout().setPosition(place)

    # --- the form of the properties, which is a widget above the text

    def set_form(self, height: int, *, replaces: bool) -> None:
        """Leave room for a form; `replaces` if it stands in place of the lines of the properties."""
        if (height, replaces) == (self._form_height, self._replaces):
            return
        self._form_height, self._replaces = height, replaces
        self._form_changed()

    @property
    def form_shown(self) -> bool:
        """Whether there is room for the form: the caret is not in the lines that it stands for, or at the end."""
        inside = self._replaces and self._reveals and self.replaced(self._caret.block())
        inside = inside and not self._caret.atEnd()
        return self._looks.live and self._form_height > 0 and not inside

    @property
    def form_height(self) -> int:
        """The height of the form; 0 while it is not shown."""
        return self._form_height if self.form_shown else 0

    def replaced(self, block: QTextBlock) -> bool:
        """Tell whether the form stands in place of a block."""
        states = self.states.before(block), max(block.userState(), 0)
        return self._replaces and PROPERTIES in (states[0] & WHAT, states[1] & WHAT)

    def follow_form(self) -> None:
        """Show or hide the form where an edit or a step of the caret led into its lines, or out of them."""
        if self._form_room != self.form_height:
            self._form_changed()

    def _form_changed(self) -> None:
        """Give the lines of the properties room, or none if the form stands for them."""
        block, estimate, before = self.document().firstBlock(), self._looks.estimate(), self.document().lineCount()
        hidden = self.form_shown and self._replaces
        while block.isValid() and PROPERTIES in (self.states.before(block) & WHAT, block.userState() & WHAT):
            if hidden != (block.lineCount() == 0):
                self.forget(block)
                block.setLineCount(0 if hidden else estimate.height(block.text()))
            block = block.next()
        self.documentSizeChanged.emit(self.documentSize())
        by = self.form_height - self._form_room + self.document().lineCount() - before
        self._form_room = self.form_height
        if block.isValid():
            self.grew.emit(0, self.top_of(block) - by, by)
        self.form_moved.emit()
        self._paint_later(0, _FAR)

    def _lines_of_properties(self, block: QTextBlock) -> Group:
        """Return the lines that the form stands for; `block` is one of them."""
        revision, found = self._properties
        if found is None or revision != self.document().revision() or block.blockNumber() > found.last:
            from axon_desktop.ui.editor.live.drawn.groups import Group

            last = block
            while last.userState() & WHAT == PROPERTIES and last.next().isValid():
                last = last.next()
            found = Group("properties", 0, last.blockNumber(), "")
            self._properties = self.document().revision(), found
        return found

    # --- what is revealed

    def reveal(self, position: int, *, shown: bool) -> None:
        """Show the marks of the block at a position and hide those of the one before; or hide all."""
        before, was_shown = self._caret.block(), self._reveals
        self._caret.setPosition(min(position, self.document().characterCount() - 1))
        self._reveals = shown
        after = self._caret.block()
        self.follow_form()
        if not self._looks.live or (before == after and was_shown == shown):
            return
        for block in (before, after):
            group = self._group_of(block)
            stays = was_shown and shown and group is not None and group.holds(before) and group.holds(after)
            if group is not None and not stays:
                self._forget_blocks(group)
            self._paint_later(self.top_of(block), self.top_of(block) + block.lineCount())

    def _is_revealed(self, block: QTextBlock) -> bool:
        if self._reveals and block == self._caret.block():
            return True
        return self._proposals.some and self._proposals.touch(lambda one: one == block)

    # --- what is added to the text on the screen

    def propose(self, proposals: Sequence[Proposal]) -> None:
        """Show words that are not in the document, in place of those before."""
        for block in self._proposals.put(proposals):
            self.forget(block)
            if (group := self._group_of(block)) is not None:
                self._forget_blocks(group)
        self._paint_later(0, _FAR)

    def reserve(self, block: QTextBlock, height: int) -> float:
        """Leave room below a block, in place of any other, and return where it begins."""
        before = self._room[0].block()
        self._room = QTextCursor(block), height
        for one in (before, block):
            if one.isValid():
                self.laid_out(one)
        return self.top_of(block) + self.laid_out(block).height

    def rect_of(self, position: int) -> QRectF:
        """Return the place of a caret at a position, as the text is painted."""
        block = self.document().findBlock(position)
        data, place = self.laid_out(block), position - block.position()
        place = data.place_of(place)
        line = data.painted(block).lineForTextPosition(place)
        if data.group is not None or not line.isValid():
            return QRectF(self._looks.left, self.top_of(block), 1, max(1, data.height))
        return QRectF(x_of(line, place), self.top_of(block) + line.y(), 1, line.height())

    # --- groups of lines that are drawn

    def _group_of(self, block: QTextBlock) -> Group | None:
        if not self._looks.live:
            return None
        if self.replaced(block):
            return self._lines_of_properties(block)
        if self._looks.make_drawn is None:
            return None
        from axon_desktop.ui.editor.live.drawn.groups import group_of

        return group_of(block, self.states)

    def _drawn_group(self, block: QTextBlock) -> Group | None:
        """Return the group of a block if it is drawn: the caret is elsewhere."""
        group = self._group_of(block)
        if group is None or (group.kind == "properties" and self.form_shown):
            return group
        if self._reveals and group.holds(self._caret.block()):
            return None
        return None if self._proposals.touch(group.holds) else group

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

    def _is_current(self, block: QTextBlock, data: BlockData) -> bool:
        """Tell whether drawings still have the room that they were given, and code has the newest colours."""
        if data.is_code and (colors := self._looks.made_code_colors) is not None:
            found = colors.parts(block) if data.colored != colors.version else data.colors
            data.colored = colors.version if found == data.colors else data.colored
            return found is None or found == data.colors
        if data.pictures and not data.revealed:
            return has_room(data, self._looks)
        if data.chunk is None or self._looks.drawn is None:
            return data.chunk is None
        return self._looks.drawn.height(data.chunk, self._looks.width) == data.height

    # --- laying out

    def laid_out(self, block: QTextBlock) -> BlockData:
        """Lay a block out, unless it is; return what is known of it."""
        data = block.userData()
        before, revealed = self.states.before(block), self._looks.live and self._is_revealed(block)
        room = self._room[1] if self._room[1] and self._room[0].block() == block else 0
        if not isinstance(data, BlockData):
            data = BlockData()
            block.setUserData(data)
        elif (
            data.generation == self._looks.generation
            and data.revision == block.revision()
            and (data.before, data.revealed, data.room) == (before, revealed, room)
            and self._is_current(block, data)
        ):
            return data
        if not block.isVisible():
            return data
        known = data.generation >= 0
        data.generation, data.revision = self._looks.generation, block.revision()
        data.before, data.revealed, data.room = before, revealed, room
        data.group, data.chunk = self._drawn_group(block), None
        lay_out(block, before, self._looks, data, self._proposals)
        if data.group is not None and data.group.kind == "properties":
            data.height = 0 if block.next().isValid() else round(self._looks.step("text")[0])
        elif data.group is not None and self._looks.drawn is not None:
            data.height = 0
            if block.blockNumber() == data.group.first:
                data.chunk = self._looks.drawn.chunk(data.group)
                data.height = self._looks.drawn.height(data.chunk, self._looks.width)
        self.document().markContentsDirty(block.position(), 0)  # else Qt adds these formats to the next edit
        top, height, new = self.top_of(block), block.lineCount(), data.height + room
        block.layout().setPosition(QPointF(0, top))
        if new != height:
            block.setLineCount(new)
            self.documentSizeChanged.emit(self.documentSize())
            self.grew.emit(top, top + height * known, new - height)
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
            data = block.userData() if block.isValid() else None
            went_on = isinstance(data, BlockData) and (data.goes_on or QUOTE.match(block.text()) is not None)
            if not went_on and begin_above(block) is None:
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

    def _folded(self, head: QTextBlock) -> None:
        self.documentSizeChanged.emit(self.documentSize())
        self._paint_later(self.top_of(head), _FAR)

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
        self.states.follow(first, last)
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
        self._forget_around(block_above, end if end.isValid() else last)
        self.folds.follow(first, last)
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
        return QSizeF(self._looks.room, self.top + self.document().lineCount() + _BOTTOM + self._looks.below)

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
            if group.kind == "properties":
                return self.document().characterCount() - 1
            more = group.last - group.first
            share = (point.y() - self.top_of(block)) / max(1, block.lineCount() - self.laid_out(block).room)
            number = block.blockNumber() + min(more, max(0, int(share * (more + 1))))
            return self.document().findBlockByNumber(number).position()
        woven = self.laid_out(block).woven
        layout, y = self.laid_out(block).painted(block), point.y() - self.top_of(block)
        lines = [layout.lineAt(number) for number in range(layout.lineCount())]
        line = next((line for line in lines if y < line.y() + line.height()), lines[-1])
        exact = accuracy == Qt.HitTestAccuracy.ExactHit
        if exact and not line.naturalTextRect().contains(QPointF(point.x(), max(line.y(), y))):
            return -1
        at = line.xToCursor(point.x())
        if layout.preeditAreaText() and at > layout.preeditAreaPosition():
            at = max(layout.preeditAreaPosition(), at - len(layout.preeditAreaText()))
        return block.position() + (at if woven is None else woven.back(at))

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
            if data.group is None or data.group.kind == "properties":
                self._paint_caret(painter, block, data, context.cursorPosition)
            elif data.chunk is not None and self._looks.drawn is not None:
                place = QRectF(self._looks.left, self.top_of(block), self._looks.width, data.height)
                last = self.document().findBlockByNumber(block.blockNumber() + data.group.last - data.group.first)
                end = last.position() + last.length() - 1
                selected = any(start <= block.position() and end <= stop for start, stop, _ in selections)
                self._looks.drawn.paint(painter, data.chunk, place, selected=selected)
            if self._looks.paint_beside is not None and (data.group is None or data.chunk is not None):
                self._looks.paint_beside(painter, block, data)

    def _paint_caret(self, painter: QPainter, block: QTextBlock, data: BlockData, position: int) -> None:
        layout = data.painted(block)
        if position < -1:
            if not layout.preeditAreaText():
                return
            place = layout.preeditAreaPosition() - (position + 2)
        elif block.position() <= position < block.position() + block.length():
            place = data.place_of(position - block.position()) if data.group is None else 0
        else:
            return
        layout.drawCursor(painter, QPointF(), place, int(self.property("cursorWidth") or 1))
