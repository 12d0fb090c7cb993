"""Folds: headings and list items of a document whose lines below are hidden.

A fold is a line that is seen, with blocks below it that are not `isVisible`. A fold within another one is
remembered in its first line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtGui import QTextBlock

from axon_desktop.ui.editor.live.block_layout import BlockData
from axon_desktop.ui.editor.syntax import HEADING, LIST, TEXT, WHAT

if TYPE_CHECKING:
    from axon_desktop.ui.editor.live.looks import NoteLooks
    from axon_desktop.ui.editor.live.states import LineStates

_BLANKS = 40
"""Empty lines below a line after which nothing more is looked for."""
_TAB = 4
_LIST_LEVEL = 10
"""More than the level of any heading."""


class FoldedLine(Struct, frozen=True):
    """A folded line, to be folded again when its note is opened once more."""

    number: int
    text: str


class Folds:
    """What is folded in one document; nothing of it is in its text."""

    def __init__(self, states: LineStates, looks: NoteLooks, changed: Callable[[QTextBlock], None]) -> None:
        """`changed` is called with the line of a fold that was opened or closed."""
        self._document, self._states, self._looks, self._changed = states.document, states, looks, changed
        self.used = False
        """Whether something was ever folded."""

    # --- what can be folded

    def _level(self, block: QTextBlock) -> int:
        """Return the level of a heading, more for list items as they are indented; 0 for other lines."""
        text = block.text()
        if self._states.before(block) & WHAT != TEXT:
            return 0
        if heading := HEADING.match(text):
            return len(heading[1])
        return _LIST_LEVEL + _indent(text) if LIST.match(text) else 0

    def _ends(self, level: int, block: QTextBlock) -> bool:
        """Tell whether a line that is not empty is behind what a line of this level is folded to."""
        if self._states.before(block) & WHAT != TEXT:
            return False
        if level < _LIST_LEVEL:
            heading = HEADING.match(block.text())
            return heading is not None and len(heading[1]) <= level
        return _indent(block.text()) + _LIST_LEVEL <= level

    def can_fold(self, block: QTextBlock) -> bool:
        """Tell whether a line has lines below it that can be hidden."""
        level = self._level(block)
        if not level:
            return False
        below = next((one for one in islice(_after(block), _BLANKS) if one.text().strip()), None)
        return below is not None and not self._ends(level, below)

    def _last_of(self, head: QTextBlock) -> QTextBlock:
        """Return the last line that is hidden when a line is folded; empty lines at the end are left."""
        level, last = self._level(head), head
        if level:
            for block in _after(head):
                if not block.text().strip():
                    continue
                if self._ends(level, block):
                    break
                last = block
        return last

    def head_around(self, block: QTextBlock) -> QTextBlock | None:
        """Return the nearest line from this one upwards that can be folded and has this one below it."""
        head, level = block, 0
        while head.isValid():
            own = self._level(head)
            if own and (head == block or not level or own < level):
                if head == block and self.can_fold(head):
                    return head
                if head != block and head.isVisible() and self._last_of(head).blockNumber() >= block.blockNumber():
                    return head
                level = min(level, own) if level else own
                if level == 1:
                    return None
            head = head.previous()
        return None

    # --- folding

    def is_folded(self, block: QTextBlock) -> bool:
        """Tell whether the lines below a line are hidden."""
        return self.used and block.isVisible() and block.next().isValid() and not block.next().isVisible()

    def fold(self, head: QTextBlock) -> bool:
        """Hide what is below a line; tell whether there was something."""
        last = self._last_of(head)
        if last == head or not head.isVisible():
            return False
        self.used = True
        _remember(head, folded=True)
        for block in _between(head, last):
            if block.isVisible():
                _remember(block, folded=self.is_folded(block))
            block.setVisible(False)
            block.setLineCount(0)
        self._changed(head)
        return True

    def unfold(self, head: QTextBlock) -> None:
        """Show what is below a folded line, but not what is folded within."""
        _remember(head, folded=False)
        block = head.next()
        while block.isValid() and not block.isVisible():
            self._show(block)
            block = self._last_of(block).next() if _is_remembered(block) else block.next()
        self._changed(head)

    def _show(self, block: QTextBlock) -> None:
        if not block.isVisible():
            block.setVisible(True)
            block.setLineCount(self._looks.estimate().height(block.text()))
            if isinstance(data := block.userData(), BlockData):
                data.revision = -1

    def toggle(self, head: QTextBlock) -> None:
        """Fold a line, or unfold it."""
        if self.is_folded(head):
            self.unfold(head)
        else:
            self.fold(head)

    def fold_all(self) -> None:
        """Fold all headings and all list items."""
        block = self._document.firstBlock()
        hidden_to = -1
        while block.isValid():
            if self.can_fold(block):
                _remember(block, folded=True)
                if block.blockNumber() > hidden_to and self.fold(block):
                    hidden_to = self._last_of(block).blockNumber()
            block = block.next()

    def unfold_all(self) -> None:
        """Show all lines."""
        if self.used:
            self._open(self._document.firstBlock(), self._document.lastBlock())

    def show(self, block: QTextBlock) -> None:
        """Unfold what hides a line."""
        while self.used and not block.isVisible():
            head = self.head_of(block)
            if not head.isVisible():
                self.unfold_all()
                return
            self.unfold(head)

    def follow(self, first: QTextBlock, last: QTextBlock) -> None:
        """After an edit of these lines: open the folds in them that are not what they would be folded to now."""
        if not self.used or (
            first == last and first.isVisible() and (self._level(first) or not self.is_folded(first))
        ):
            return
        block, end = self.head_of(first), last.blockNumber()
        while block.isValid() and block.blockNumber() <= end:
            after = block.next()
            if self.is_folded(block):
                hidden = block
                while after.isValid() and not after.isVisible():
                    hidden, after = after, after.next()
                if self._last_of(block) != hidden:
                    self._open(block, hidden)
            block = after

    def head_of(self, block: QTextBlock) -> QTextBlock:
        """Return the line that hides a line; itself if it is seen."""
        while not block.isVisible() and block.previous().isValid():
            block = block.previous()
        return block

    def _open(self, head: QTextBlock, last: QTextBlock) -> None:
        """Show all that is hidden behind a line."""
        for block in (head, *_between(head, last)):
            _remember(block, folded=False)
            self._show(block)
        self._changed(head)

    # --- remembering

    def folded(self) -> list[FoldedLine]:
        """Return what is folded, also within other folds."""
        if not self.used:
            return []
        lines, block = [], self._document.firstBlock()
        while block.isValid():
            if self.is_folded(block) or (not block.isVisible() and _is_remembered(block)):
                lines.append(FoldedLine(block.blockNumber(), block.text()))
            block = block.next()
        return lines

    def restore(self, lines: list[FoldedLine]) -> None:
        """Fold what was folded, where the lines are still the same."""
        for line in reversed(lines):
            block = self._document.findBlockByNumber(line.number)
            if block.isValid() and block.text() == line.text:
                self.fold(block)


def _indent(text: str) -> int:
    """Return the columns before the first letter of a line."""
    return sum(_TAB if letter == "\t" else 1 for letter in text[: len(text) - len(text.lstrip())])


def _after(block: QTextBlock) -> Iterator[QTextBlock]:
    while (block := block.next()).isValid():
        yield block


def _between(head: QTextBlock, last: QTextBlock) -> Iterator[QTextBlock]:
    """Yield the blocks behind one, to the last one."""
    for block in _after(head):
        if block.blockNumber() > last.blockNumber():
            return
        yield block


def _remember(block: QTextBlock, *, folded: bool) -> None:
    data = block.userData()
    if not isinstance(data, BlockData):
        if not folded:
            return
        data = BlockData()
        block.setUserData(data)
    data.folded = folded


def _is_remembered(block: QTextBlock) -> bool:
    data = block.userData()
    return isinstance(data, BlockData) and data.folded
