"""Commands of `axon_desktop.text.edits` on the document of an editor, each one undo step.

A command sees the text around the caret as it sees the text of a file: long lines whole, and odd ends of lines as
blanks. A short note is seen whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtGui import QTextCursor, QTextDocument

from axon_desktop.text.edits.edit import Command, Edit, apply_edits
from axon_desktop.text.edits.ordered_lists import LINE_ENDS
from axon_desktop.ui.utf16 import is_wide, part_before, units

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_codec import NoteText
    from axon_desktop.ui.editor.text_edit import NoteTextEdit

_BREAK = "\u2029"
_WHOLE = 200_000
"""Characters of a document that a command sees whole."""
_AROUND = 50_000
"""Characters before and behind the selection that it sees of a longer one."""
_Mode = QTextCursor.MoveMode


class Passage:
    """A part of a document as a text, and positions in both."""

    def __init__(self, document: QTextDocument, codec: NoteText, around: QTextCursor | None = None) -> None:
        """Take the whole document, or what is around a selection."""
        self._document = document
        self._joint = codec.joint
        self.begins, raw = 0, ""
        """Position of its first character."""
        if around is None or document.characterCount() <= _WHOLE:
            raw = document.toRawText()
        else:
            self.begins, raw = _around(document, codec.joint, around)
        odd = [mark for end, mark in codec.marks.items() if end and mark in raw]
        free = [blank for blank in LINE_ENDS if blank not in raw]
        self._blanks = dict(zip(odd, free, strict=False)) if len(odd) <= len(free) else {}
        self._is_joined = codec.joint in raw
        text = raw.replace(codec.joint + _BREAK, 2 * codec.joint) if self._is_joined else raw
        for mark, blank in self._blanks.items():
            text = text.replace(mark, blank)
        self.text = text.replace(_BREAK, "\n")
        self._is_wide = is_wide(text)

    def index(self, position: int) -> int:
        """Return the place in the text of a position in the document."""
        place = max(0, position - self.begins)
        return len(part_before(self.text, place)) if self._is_wide else min(place, len(self.text))

    def position(self, index: int) -> int:
        """Return the position in the document of a place in the text."""
        return self.begins + (units(self.text[:index]) if self._is_wide else index)

    def positions(self, ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the positions of many ranges, which are in their order and apart."""
        if not self._is_wide:
            return [(self.begins + start, self.begins + end) for start, end in ranges]
        found, at, place = [], 0, self.begins
        for start, end in ranges:
            first = place + units(self.text[at:start])
            place = first + units(self.text[start:end])
            found.append((first, place))
            at = end
        return found

    def shown(self, text: str) -> str:
        """Return a text of an edit as the document has it."""
        for mark, blank in self._blanks.items():
            text = text.replace(blank, mark)
        return text.replace(2 * self._joint, self._joint + "\n") if self._is_joined else text

    def put(self, cursor: QTextCursor, edits: Iterable[Edit]) -> None:
        """Make edits of the text in the document, as a part of the cursor's undo step."""
        made = list(edits)
        places = self.positions((edit.start, edit.end) for edit in made)
        for (start, end), edit in zip(reversed(places), reversed(made), strict=True):
            cursor.setPosition(start)
            cursor.setPosition(end, _Mode.KeepAnchor)
            cursor.insertText(self.shown(edit.text))


def _around(document: QTextDocument, joint: str, around: QTextCursor) -> tuple[int, str]:
    """Return where the lines around a selection begin, and their raw text."""
    first = document.findBlock(max(0, around.selectionStart() - _AROUND))
    while first.previous().isValid() and first.previous().text().endswith(joint):
        first = first.previous()
    last = document.findBlock(min(around.selectionEnd() + _AROUND, document.characterCount() - 1))
    while last.next().isValid() and last.text().endswith(joint):
        last = last.next()
    over = QTextCursor(document)
    over.setPosition(first.position())
    over.setPosition(last.position() + last.length() - 1, _Mode.KeepAnchor)
    return first.position(), over.selectedText()


def run(edit: NoteTextEdit, command: Command) -> bool:
    """Let a command change the text and the selection; tell whether it had something to do."""
    cursor = edit.textCursor()
    if not run_at(edit, cursor, command):
        return False
    edit.setTextCursor(cursor)
    edit.ensureCursorVisible()
    return True


def run_at(edit: NoteTextEdit, cursor: QTextCursor, command: Command) -> bool:
    """Let a command change the text at a cursor, and move it."""
    passage = Passage(edit.document(), edit.note_text, cursor)
    change = command(passage.text, passage.index(cursor.anchor()), passage.index(cursor.position()))
    if change is None:
        return False
    writer = QTextCursor(cursor)  # undo brings the caret to where this one begins
    writer.setKeepPositionOnInsert(False)
    writer.beginEditBlock()
    passage.put(writer, change.edits)
    writer.endEditBlock()
    text = apply_edits(passage.text, change.edits)
    cursor.setPosition(passage.begins + units(text[: change.anchor]))
    cursor.setPosition(passage.begins + units(text[: change.caret]), _Mode.KeepAnchor)
    return True
