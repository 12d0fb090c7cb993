"""Folds: headings and list items of a document whose lines below are hidden.

A fold is a line that is seen, with blocks below it that are not `isVisible`. A fold within another one is
remembered in its first line.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias, TypeVar

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
_PIECE = 64
"""Lines after which one may stop for a while."""
_Result = TypeVar("_Result")
Work: TypeAlias = Generator[None, None, _Result]
"""What is done piece by piece."""


def finished(work: Work[_Result]) -> _Result:
    """Do all of it, and return what comes out."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


class FoldedLine(Struct, frozen=True):
    """A folded line, to be folded again when its note is opened once more."""

    number: int
    text: str


class Folds:
    """What is folded in one document; nothing of it is in its text."""

    def __init__(self, states: LineStates, looks: NoteLooks, changed: Callable[[QTextBlock], None]) -> None:
        """`changed` is called with the line of a fold that was opened or closed."""
        self._document, self._states, self._looks, self.changed = states.document, states, looks, changed
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
        return finished(self._reaching(head))

    def _reaching(self, head: QTextBlock) -> Work[QTextBlock]:
        level, last = self._level(head), head
        if level:
            for number, block in enumerate(_after(head), 1):
                if number % _PIECE == 0:
                    yield
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

    def folding(self, head: QTextBlock) -> Work[QTextBlock]:
        """Hide what is below a line, piece by piece; return the last line of it."""
        last = yield from self._reaching(head)
        if last == head or not head.isVisible():
            return last
        self.used = True
        _remember(head, folded=True)
        for number, block in enumerate(_between(head, last), 1):
            if number % _PIECE == 0:
                yield
            if block.isVisible():
                _remember(block, folded=self.is_folded(block))
            block.setVisible(False)
            block.setLineCount(0)
        return last

    def unfold(self, head: QTextBlock) -> None:
        """Show what is below a folded line, but not what is folded within."""
        finished(self.unfolding(head))
        self.changed(head)

    def unfolding(self, head: QTextBlock) -> Work[None]:
        """Show it piece by piece."""
        _remember(head, folded=False)
        block, number = head.next(), 0
        while block.isValid() and not block.isVisible():
            self._show(block)
            last = (yield from self._reaching(block)) if _is_remembered(block) else block
            block, number = last.next(), number + 1
            if number % _PIECE == 0:
                yield

    def _show(self, block: QTextBlock) -> None:
        if not block.isVisible():
            block.setVisible(True)
            block.setLineCount(self._looks.estimate().height(block.text()))
            if isinstance(data := block.userData(), BlockData):
                data.revision = -1

    def folding_all(self) -> Work[None]:
        """Fold all headings and all list items, piece by piece."""
        block, number, hidden_to = self._document.firstBlock(), 0, -1
        while block.isValid():
            if self.can_fold(block):
                _remember(block, folded=True)
                if number > hidden_to:
                    hidden_to = (yield from self.folding(block)).blockNumber()
            block, number = block.next(), number + 1
            if number % _PIECE == 0:
                yield

    def unfolding_all(self) -> Work[None]:
        """Show all lines, piece by piece."""
        if self.used:
            yield from self._opening(self._document.firstBlock(), self._document.lastBlock())

    def show(self, block: QTextBlock) -> None:
        """Unfold what hides a line."""
        while self.used and not block.isVisible():
            head = self.head_of(block)
            if not head.isVisible():
                finished(self.unfolding_all())
                self.changed(head)
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
        above = block.firstLineNumber() - 1
        return block if block.isVisible() or above < 0 else self._document.findBlockByLineNumber(above)

    def _open(self, head: QTextBlock, last: QTextBlock) -> None:
        """Show all that is hidden behind a line."""
        finished(self._opening(head, last))
        self.changed(head)

    def _opening(self, head: QTextBlock, last: QTextBlock) -> Work[None]:
        _remember(head, folded=False)
        self._show(head)
        for number, block in enumerate(_between(head, last), 1):
            if number % _PIECE == 0:
                yield
            _remember(block, folded=False)
            self._show(block)

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

    def restoring(self, lines: list[FoldedLine]) -> Work[None]:
        """Fold what was folded, where the lines are still the same, piece by piece."""
        for line in reversed(lines):
            block = self._document.findBlockByNumber(line.number)
            if block.isValid() and block.text() == line.text:
                yield from self.folding(block)


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
