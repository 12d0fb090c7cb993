"""SourceFinder in the source of a note: the matches on the screen are highlighted, all are counted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit

from axon_desktop.ui.aio import single_shot
from axon_desktop.ui.editor.edit_commands import part_before
from axon_desktop.ui.look.stylesheet import current_look, found_look
from axon_desktop.ui.look.theme import in_force

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit

_PAUSE_MS = 120
"""Delay after an edit before the matches are counted again."""
_Move = QTextCursor.MoveOperation
_Flag = QTextDocument.FindFlag


class SourceFinder(QObject):
    """Goes from match to match in one text box, ignoring case."""

    def __init__(self, edit: NoteTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self._needle = ""
        self._pattern = re.compile("")
        self._marked: list[tuple[int, int]] = []
        """Positions of the highlighted matches; the last one is the current match."""
        self._marking = False
        self._pause = single_shot(self, _PAUSE_MS, self._report)
        edit.verticalScrollBar().valueChanged.connect(self.mark_visible)
        in_force.changed.connect(self._mark_again)

    def start(self, text: str) -> int:
        """Go to the next match from the caret and return the number of matches."""
        self._needle = text
        self._pattern = re.compile(re.escape(text), re.IGNORECASE)
        cursor = self._edit.textCursor()
        cursor.setPosition(cursor.selectionStart())
        self._edit.setTextCursor(cursor)
        self.go()
        self._mark_again()
        return self._count(self._edit.raw)

    def go(self, *, back: bool = False) -> None:
        """Go to the next match, wrapping around; or to the previous one."""
        if not self._needle:
            return
        edit, direction = self._edit, _Flag.FindBackward if back else _Flag(0)
        found = edit.document().find(self._needle, edit.textCursor(), direction)
        if found.isNull():
            end = QTextCursor(edit.document())
            end.movePosition(_Move.End if back else _Move.Start)
            found = edit.document().find(self._needle, end, direction)
        if not found.isNull():
            edit.setTextCursor(found)
        self.mark_visible()
        self._report()

    def stop(self) -> None:
        """End the search; the last match stays selected."""
        self._needle = ""
        self._pause.stop()
        self._mark_again()

    def text_changed(self) -> None:
        """Schedule a recount: the text changed."""
        if self._needle:
            self._pause.start()
            self._mark_again()

    def _report(self) -> None:
        if self._needle:
            raw, end = self._edit.raw, self._edit.textCursor().selectionEnd()
            self._edit.find_changed.emit(self._count(part_before(raw, end)), self._count(raw))

    def _count(self, text: str) -> int:
        if not self._needle:
            return 0
        return text.replace("\xa0", " ").lower().count(self._needle.lower())  # as Qt searches

    # --- marks

    def _mark_again(self) -> None:
        self._put([], 0)
        self.mark_visible()

    def mark_visible(self) -> None:
        """Highlight the matches on the screen, if they changed."""
        if not self._needle or self._marking:
            return
        cursor = self._edit.textCursor()
        here = cursor.selectionStart(), cursor.selectionEnd()
        places = [place for place in self._visible() if place != here]
        marked = [*places, here if self._is_match(cursor) else (0, 0)]
        if marked != self._marked:
            self._put(marked, len(places))

    def _put(self, marked: list[tuple[int, int]], current: int) -> None:
        """Highlight these positions, one of them as the current match; Qt reports it before it is done."""
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
        self._edit.setExtraSelections(selections)
        self._marking = False

    def _is_match(self, cursor: QTextCursor) -> bool:
        return self._pattern.fullmatch(cursor.selectedText().replace("\xa0", " ")) is not None

    def _visible(self) -> list[tuple[int, int]]:
        """Return the positions of the matches in the lines on the screen."""
        found = []
        for block in self._edit.visible_blocks():
            text = block.text().replace("\xa0", " ")
            for match in self._pattern.finditer(text):
                start = block.position() + _units(text[: match.start()])
                found.append((start, start + _units(match[0])))
        return found


def _units(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    return len(text) + sum(letter > "\uffff" for letter in text)
