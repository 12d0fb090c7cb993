"""Highlighter: colours only the visible lines of a plain-text editor.

Qt's own highlighter goes through the whole document when a note is opened, half a second for a megabyte. Here the
state of the lines above (is this inside a fence?) is computed in slices between other events, and formats are
created for the visible lines.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QColor, QFont, QTextBlock, QTextCharFormat, QTextDocument, QTextLayout
from PySide6.QtWidgets import QPlainTextEdit

from axon_desktop.ui.editor.syntax import START, Kind, end_state, spans
from axon_desktop.ui.look.theme import current_colors, in_force

_SLICE_SECONDS = 0.004
_IDLE_SECONDS = 0.002
"""Of a slice that nothing waits for: two of them may come between two other events."""
_FIRST_SECONDS = 0.001
"""Enough for the first lines of a document, whose opening took long already."""
_CLOCK_EVERY = 64
"""Blocks between two readings of the clock."""


class Highlighter(QObject):
    """Highlights the document of one editor."""

    def __init__(self, edit: QPlainTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self._document = edit.document()
        self._formats = _formats()
        self._joint = ""
        self._states: list[int] = []
        """The state after each block, from the first, as far as computed."""
        self._later: list[int] = []
        """States after a change, last block first: valid again once the computed state equals the old one."""
        self._shown: dict[int, tuple[int, int]] = {}
        """Revision and state before, for each block with formats."""
        self._waits = False
        """Whether lines on the screen may have had no known state yet."""
        self._resume = 0
        """The first block after the last change."""
        self._count = 1
        self.busy = True
        """Whether a reported change of the document is only one of colours, or there is no document."""
        self._slices = QTimer(self)
        self._slices.setInterval(0)
        self._slices.timeout.connect(self._go_on)
        edit.updateRequest.connect(self.show_visible)
        in_force.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self._formats = _formats()
        self._shown.clear()
        self.show_visible()

    def leave(self) -> None:
        """Disconnect from the document: the editor is about to show another one."""
        self.busy = True
        self._slices.stop()
        self._document.contentsChange.disconnect(self._changed)

    def follow(self, document: QTextDocument, joint: str) -> None:
        """Connect to the document that the editor shows now."""
        self._document = document
        self.busy = False
        document.contentsChange.connect(self._changed)
        self.restart(joint)
        self._work_out(_FIRST_SECONDS)
        self.show_visible()

    def restart(self, joint: str) -> None:
        """Start again for another text; `joint` marks a line that continues in the next block."""
        self._joint = joint
        self._states.clear()
        self._later.clear()
        self._shown.clear()
        self._count = self._document.blockCount()
        self._waits = True
        self._slices.start()

    def state_before(self, block: QTextBlock) -> int | None:
        """Return the state before a block; None if computing it takes too long now."""
        number = block.blockNumber()
        if number > len(self._states):
            self._work_out(_SLICE_SECONDS)
        return self._known_before(number)

    def _known_before(self, number: int) -> int | None:
        if number == 0:
            return START
        return self._states[number - 1] if 0 < number <= len(self._states) else None

    def _changed(self, position: int, _removed: int, added: int) -> None:
        if self.busy:
            return
        first = self._document.findBlock(position).blockNumber()
        last_block = self._document.findBlock(position + added)
        last = last_block.blockNumber() if last_block.isValid() else self._document.blockCount() - 1
        count = self._document.blockCount()
        if count != self._count:
            self._shown = {number: mark for number, mark in self._shown.items() if number < first}
        else:
            for number in range(first, last + 1):
                self._shown.pop(number, None)
        self._later.clear()  # an older change was not processed completely: the states known after it may be wrong
        if first < len(self._states):
            behind = last + 1 - (count - self._count)  # old number of the first block after the change
            self._later = self._states[behind:][::-1]
            del self._states[first:]
        self._count = count
        self._resume = last + 1
        self._work_out(_SLICE_SECONDS)
        self._waits = True
        self._slices.start()

    def _work_out(self, seconds: float) -> bool:
        """Continue computing states; tell whether all are known."""
        states = self._states
        number = len(states)
        block = self._document.findBlockByNumber(number)
        state = states[-1] if states else START
        deadline = time.perf_counter() + seconds
        joint = self._joint
        while block.isValid():
            text = block.text()
            state = end_state(state, text, continues=bool(joint) and text.endswith(joint))
            states.append(state)
            number += 1
            if number > self._resume and self._later and self._later.pop() == state:
                states += reversed(self._later)  # unchanged from here on
                self._later.clear()
                number, state = len(states), states[-1]
                block = self._document.findBlockByNumber(number)
            else:
                block = block.next()
            if number % _CLOCK_EVERY == 0 and time.perf_counter() > deadline:
                return False
        del states[self._document.blockCount() :]
        return True

    def _go_on(self) -> None:
        if self._work_out(_IDLE_SECONDS):
            self._slices.stop()
        if self._waits:
            self.show_visible()

    def show_visible(self) -> None:
        """Format the blocks on the screen."""
        if self.busy:
            return
        edit = self._edit
        block = edit.firstVisibleBlock()
        bottom = edit.viewport().height()
        top = edit.blockBoundingGeometry(block).translated(edit.contentOffset()).top()
        first = last = -1
        self.busy, self._waits = True, False
        try:
            while block.isValid() and top <= bottom:
                number = block.blockNumber()
                before = self._known_before(number)
                if before is None:
                    self._waits = True
                    break
                mark = (block.revision(), before)
                if self._shown.get(number) != mark:
                    self._shown[number] = mark
                    if self._format(block, before):
                        first = block.position() if first < 0 else first
                        last = block.position() + block.length()
                top += edit.blockBoundingRect(block).height()
                block = block.next()
            if first >= 0:
                self._document.markContentsDirty(first, last - first)
        finally:
            self.busy = False

    def _format(self, block: QTextBlock, before: int) -> bool:
        """Format a block; tell whether its formats changed."""
        text = block.text()
        places = _Places(text)
        ranges = []
        for start, end, kind in spans(before, text):
            part = QTextLayout.FormatRange()
            part.start = places.of(start)
            part.length = places.of(end) - part.start
            part.format = self._formats[kind]
            ranges.append(part)
        layout = block.layout()
        if not ranges and not layout.formats():
            return False
        if layout.preeditAreaText():
            ranges = _around_preedit(ranges, layout)
        layout.setFormats(ranges)
        return True


def _around_preedit(ranges: list[QTextLayout.FormatRange], layout: QTextLayout) -> list[QTextLayout.FormatRange]:
    """Shift formats to make room for an input method's preedit text, and keep the formats of that text."""
    word, start = layout.preeditAreaText(), layout.preeditAreaPosition()
    length = _Places(word).of(len(word))
    for part in ranges:
        if part.start >= start:
            part.start += length
        elif part.start + part.length > start:
            part.length += length
    end = start + length
    return ranges + [part for part in layout.formats() if start <= part.start and part.start + part.length <= end]


class _Places:
    """Converts positions in a text to UTF-16 units."""

    def __init__(self, text: str) -> None:
        self._text = "" if text.isascii() or max(text) <= "\uffff" else text

    def of(self, place: int) -> int:
        return place + sum(letter > "\uffff" for letter in self._text[:place])


def _formats() -> Mapping[Kind, QTextCharFormat]:
    colors = current_colors()

    def make(
        color: str = "", ground: str = "", *, bold: bool = False, italic: bool = False, struck: bool = False
    ) -> QTextCharFormat:
        made = QTextCharFormat()
        if color:
            made.setForeground(QColor(color))
        if ground:
            made.setBackground(QColor(ground))
        if bold:
            made.setFontWeight(QFont.Weight.Bold)
        if italic:
            made.setFontItalic(True)
        if struck:
            made.setFontStrikeOut(True)
        return made

    return {
        "heading": make(bold=True),
        "markup": make(colors.faint),
        "strong": make(bold=True),
        "emphasis": make(italic=True),
        "strike": make(struck=True),
        "highlight": make(colors.text, colors.accent_soft),
        "code": make(colors.text, colors.code),
        "fence": make(colors.muted),
        "link": make(colors.accent),
        "address": make(colors.faint),
        "tag": make(colors.accent, colors.accent_soft),
        "property": make(colors.accent),
        "comment": make(colors.faint, italic=True),
        "callout": make(colors.accent, bold=True),
        "list": make(colors.accent),
        "math": make(colors.ok),
        "html": make(colors.faint),
    }
