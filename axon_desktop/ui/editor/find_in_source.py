"""SourceFinder in the text of a note: all matches are counted and can be replaced, those on the screen are marked.

A regular expression, and all of a long note, is searched for in a thread, and given up for the next search.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextEdit

from axon_desktop.text.edits.edit import Edit
from axon_desktop.text.edits.replacement import PatternError, Search
from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.editor.editing.document_edits import Passage
from axon_desktop.ui.look.stylesheet import current_look, found_look
from axon_desktop.ui.look.theme import in_force
from axon_desktop.ui.utf16 import units

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit

_PAUSE_MS = 120
"""Delay after an edit before a long note is searched again."""
_AT_ONCE = 200_000
"""Characters that are searched for plain words at once."""
_LIMIT = 5
"""Seconds after which a search is given up."""


class SourceFinder(QObject):
    """Goes from match to match in one text box, and replaces them."""

    failed = Signal(str)
    """A regular expression cannot be used; why, in the words of RE2."""
    replaced = Signal(int)
    """How many matches were replaced."""

    def __init__(self, edit: NoteTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self._search = Search("")
        self._within: QTextCursor | None = None
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._marked: list[tuple[int, int]] = []
        """Positions of the highlighted matches; the last one is the current match."""
        self._marking = False
        self._asked = 0
        self._pause = single_shot(self, _PAUSE_MS, self._look_again)
        edit.verticalScrollBar().valueChanged.connect(self.mark_visible)
        edit.cursorPositionChanged.connect(self.mark_visible)
        in_force.changed.connect(self._mark_again)

    @property
    def matches(self) -> int:
        """How many matches are known."""
        return len(self._starts)

    def start(self, search: Search, within: QTextCursor | None = None) -> int:
        """Go to the next match from the caret; return the number of matches, if that is known at once."""
        self._search, self._within = search, within
        self._starts, self._ends = [], []
        cursor = self._edit.textCursor()
        cursor.setPosition(cursor.selectionStart())
        self._edit.setTextCursor(cursor)
        self._look(self._go_to_first)
        return self.matches

    def _go_to_first(self) -> None:
        self.go()

    def go(self, *, back: bool = False) -> None:
        """Go to the next match, wrapping around; or to the previous one."""
        if self._starts:
            cursor = self._edit.textCursor()
            if back:
                number = bisect_right(self._ends, cursor.selectionStart()) - 1
            else:
                number = bisect_left(self._starts, cursor.selectionEnd()) % len(self._starts)
            cursor.setPosition(self._starts[number])
            cursor.setPosition(self._ends[number], QTextCursor.MoveMode.KeepAnchor)
            self._edit.setTextCursor(cursor)
            self._edit.ensureCursorVisible()
        self._report()

    def stop(self) -> None:
        """End the search; the last match stays selected."""
        self._search, self._within = Search(""), None
        self._starts, self._ends = [], []
        self._asked += 1
        self._pause.stop()
        self._mark_again()

    def text_changed(self) -> None:
        """Search again: the text changed."""
        if not self._search.text:
            return
        if self._is_quick():
            self._look(self._report)
        else:
            self._starts, self._ends = [], []
            self._pause.start()
            self._mark_again()

    def _look_again(self) -> None:
        self._look(self._report)

    def _report(self) -> None:
        if self._search.text:
            end = self._edit.textCursor().selectionEnd()
            self._edit.find_changed.emit(bisect_right(self._ends, end), len(self._ends))

    # --- looking

    def _is_quick(self) -> bool:
        return not self._search.regex and self._edit.document().characterCount() <= _AT_ONCE

    def _look(self, then: Callable[[], None]) -> None:
        """Find all matches, and go on with them."""

        def take(ranges: list[tuple[int, int]], passage: Passage) -> None:
            places = passage.positions(ranges)
            self._starts, self._ends = [start for start, _end in places], [end for _start, end in places]
            then()
            self._mark_again()

        self._work(self._search.matches, take)

    def _work(self, find: Callable[..., list], take: Callable[[list, Passage], None]) -> None:  # type: ignore[type-arg]
        self._asked += 1
        asked, version = self._asked, self._edit.version
        passage = Passage(self._edit.document(), self._edit.note_text)
        start, end = 0, len(passage.text)
        if self._within is not None:
            start, end = (
                passage.index(place) for place in (self._within.selectionStart(), self._within.selectionEnd())
            )
        if self._is_quick():
            take(find(passage.text, start, end), passage)
            return

        async def work() -> None:
            def is_over() -> bool:
                return asked != self._asked or monotonic() > deadline

            deadline = monotonic() + _LIMIT
            try:
                found = await asyncio.to_thread(find, passage.text, start, end, is_over)
            except PatternError as error:
                if asked == self._asked:
                    self.failed.emit(str(error))
                return
            if asked == self._asked and is_over():
                self.failed.emit(self.tr("The search takes too long. Make the regular expression simpler."))
            elif asked == self._asked and version == self._edit.version:
                take(found, passage)

        spawn(work(), name="find in the note")

    # --- replacing

    def replace(self, instead: str) -> None:
        """Replace the current match and go to the next one; go to a match if there is no current one."""
        cursor = self._edit.textCursor()
        here = cursor.selectionStart(), cursor.selectionEnd()
        if not self._is_match(*here):
            self.go()
            return

        def take(edits: list[Edit], passage: Passage) -> None:
            start = passage.index(here[0])
            self._put([edit for edit in edits if edit.start == start][:1], passage, goes=True)

        self._replace(instead, take)

    def replace_all(self, instead: str) -> None:
        """Replace all matches, as one undo step."""
        self._replace(instead, self._put)

    def _replace(self, instead: str, take: Callable[[list[Edit], Passage], None]) -> None:
        if self._edit.isReadOnly() or not self._search.text:
            return
        search, guarded = self._search, self._edit.note_text.guard(instead)
        self._work(lambda text, start, end, over=None: search.edits(text, guarded, start, end, over), take)

    def _put(self, edits: list[Edit], passage: Passage, *, goes: bool = False) -> None:
        cursor = self._edit.textCursor()
        cursor.beginEditBlock()
        passage.put(cursor, edits)
        cursor.endEditBlock()
        if goes and edits:
            cursor.setPosition(passage.position(edits[0].start) + units(edits[0].text))
            self._edit.setTextCursor(cursor)
            self._look(self._go_to_first)
        else:
            self.replaced.emit(len(edits))

    # --- marks

    def _mark_again(self) -> None:
        self._show([], 0)
        self.mark_visible()

    def mark_visible(self) -> None:
        """Highlight the matches on the screen, if they changed."""
        if not self._search.text or self._marking:
            return
        cursor = self._edit.textCursor()
        here = cursor.selectionStart(), cursor.selectionEnd()
        places = [place for place in self._visible() if place != here]
        marked = [*places, here if self._is_match(*here) else (0, 0)]
        if marked != self._marked:
            self._show(marked, len(places))

    def _show(self, marked: list[tuple[int, int]], current: int) -> None:
        """Highlight these positions, one of them as the current match."""
        self._marked = marked
        selections = []
        for number, (start, end) in enumerate(marked):
            if start == end:
                continue
            over = QTextCursor(self._edit.document())
            over.setPosition(start)
            over.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = over, current_look() if number == current else found_look()
            selections.append(mark)
        self._marking = True
        self._edit.marks.put("find", selections)
        self._marking = False

    def _is_match(self, start: int, end: int) -> bool:
        number = bisect_left(self._starts, start)
        return number < len(self._starts) and (self._starts[number], self._ends[number]) == (start, end)

    def _visible(self) -> list[tuple[int, int]]:
        """Return the positions of the matches in the lines on the screen."""
        edit = self._edit
        corner = QPoint(edit.viewport().width(), edit.viewport().height())
        first = edit.cursorForPosition(QPoint(0, 0)).block().position()
        last = edit.cursorForPosition(corner).block()
        left = bisect_left(self._starts, first)
        right = bisect_right(self._starts, last.position() + last.length())
        return list(zip(self._starts[left:right], self._ends[left:right], strict=True))
