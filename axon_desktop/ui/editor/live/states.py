"""LineStates: the state of syntax behind each line, kept in the blocks of a document and worked out in slices."""

from __future__ import annotations

import re
import time

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument

from axon_desktop.ui.editor.syntax import (
    FENCE,
    FENCED,
    HEADING,
    LIST,
    LISTED,
    PARAGRAPH,
    QUOTE,
    RULE,
    START,
    TEXT,
    WHAT,
    end_state,
)

_SLICE_SECONDS = 0.004
_IDLE_SECONDS = 0.002
"""Of a slice that nothing waits for: two of them may come between two other events."""
_MOST_LAZY = 20
"""Lines of a paragraph behind the one that begins it."""
_BEGINS = (re.compile(r"\s*$|[ \t]{0,3}<"), HEADING, RULE, LIST, FENCED, QUOTE)
"""What ends a paragraph."""
_CLOCK_EVERY = 64
"""Blocks between two readings of the clock."""


def state_before(block: QTextBlock) -> int:
    """Return the state before a block; that of plain text as long as it is unknown."""
    previous = block.previous()
    return max(previous.userState(), TEXT) if previous.isValid() else START


def is_code(block: QTextBlock) -> bool:
    """Tell whether a line is between those of a fence."""
    return state_before(block) & WHAT == FENCE and block.userState() & WHAT == FENCE


def is_lazy(block: QTextBlock) -> bool:
    """Tell whether a line goes on with the paragraph above it: in a quote or list it needs no mark for that."""
    if not block.isValid() or not state_before(block) & PARAGRAPH or block.userState() & WHAT != TEXT:
        return False
    return not any(begins.match(block.text()) for begins in _BEGINS)


def begin_above(block: QTextBlock) -> QTextBlock | None:
    """Return the line of a quote or list that begins the paragraph with which a line goes on."""
    for _ in range(_MOST_LAZY):
        if not is_lazy(block):
            return None
        block = block.previous()
        text = block.text()
        is_in_item = text[:1].isspace() and state_before(block) & LISTED and not is_lazy(block)
        if is_in_item or QUOTE.match(text) or LIST.match(text):
            return block
    return None


class LineStates(QObject):
    """A block's `userState` is the state behind it; -1 as long as it is unknown."""

    changed = Signal(int)
    """Position of the first block before which the state is another one now."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.document = document
        self.joint = ""
        """The character at the end of a line that continues in the next block."""
        self._waiting: list[tuple[QTextCursor, QTextCursor]] = []
        """First and last block of each change that is not followed to its end."""
        self._slices = QTimer(self)
        self._slices.setInterval(0)
        self._slices.timeout.connect(lambda: self._work_out(_IDLE_SECONDS))

    @property
    def busy(self) -> bool:
        """Whether some states are not known yet, or are those from before a change."""
        return self._slices.isActive()

    def before(self, block: QTextBlock) -> int:
        """Return the state before a block; that of plain text as long as it is unknown."""
        return state_before(block)

    def follow(self, first: QTextBlock, last: QTextBlock) -> None:
        """Work out the states from one block on: up to another one, and further while they differ."""
        self._waiting.append((QTextCursor(first), QTextCursor(last)))
        self._work_out(_SLICE_SECONDS)

    def _work_out(self, seconds: float) -> None:
        deadline = time.perf_counter() + seconds
        differs = -1
        while self._waiting:
            self._waiting.sort(key=lambda change: change[0].position())
            first, last = self._waiting[0]
            block, until = first.block(), last.position()
            stopped, position = self._walk(block, until, deadline)
            differs = position if differs < 0 or 0 <= position < differs else differs
            if stopped is not None:
                first.setPosition(stopped.position())
                break
            self._waiting.pop(0)
        if not self._waiting:
            self._slices.stop()
        elif not self._slices.isActive():
            self._slices.start()
        if differs >= 0:
            self.changed.emit(differs)

    def _walk(self, block: QTextBlock, until: int, deadline: float) -> tuple[QTextBlock | None, int]:
        """Go on from a block; return the one where time ran out, and the first position of another state."""
        state, joint, count, differs = self.before(block), self.joint, 0, -1
        while block.isValid():
            text = block.text()
            state = end_state(state, text, continues=bool(joint) and text.endswith(joint))
            if block.userState() != state:
                block.setUserState(state)
                differs = block.position() + block.length() if differs < 0 else differs
            elif block.position() >= until:
                return None, differs
            block = block.next()
            count += 1
            if count % _CLOCK_EVERY == 0 and block.isValid() and time.perf_counter() > deadline:
                return block, differs
        return None, differs
