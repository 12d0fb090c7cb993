"""CaretWords: says what kind of line the caret enters, and what in it; its text is read by the screen reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible

from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.aio import single_shot
from axon_desktop.ui.editor.spoken.line_words import Inner, SpokenLine, spoken_line
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.utf16 import part_before

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit

_TOPIC = "line"


class CaretWords(QObject):
    """Of one text box, while it is in Live and a screen reader runs."""

    def __init__(self, edit: NoteTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self._line: SpokenLine | None = None
        self._number = -1
        """That of its block."""
        self._inner: Inner | None = None
        self._version = edit.version
        self._jumps = False
        edit.cursorPositionChanged.connect(self._follow)
        edit.edited.connect(self._follow)
        edit.shown.connect(self.begin)
        self._later = single_shot(self, 0, self._follow)

    @staticmethod
    def of(edit: NoteTextEdit) -> CaretWords:
        """Return that of a text box."""
        found = edit.findChild(CaretWords, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return found if found is not None else CaretWords(edit)

    def begin(self) -> None:
        """Say where the caret is, once it is there: the text box has got the keyboard, or another note."""
        self._line, self._number, self._inner = None, -1, None
        self._later.start()

    def _follow(self) -> None:
        edit = self._edit
        cursor = edit.textCursor()
        if self._jumps:
            return
        if QAccessible.isActive() and edit.note_looks.live and edit.hasFocus() and not cursor.hasSelection():
            announce(self._news(whole=False), topic=_TOPIC)

    def jump(self, place: int, kind: str) -> None:
        """Put the caret at a thing of a kind, and say all of it, since no reader does; of a link only that."""
        edit, cursor = self._edit, self._edit.textCursor()
        cursor.setPosition(place)
        self._jumps = True
        edit.setTextCursor(cursor)
        self._jumps = False
        edit.ensureCursorVisible()
        words = self._news(whole=True)
        inner = self._inner
        announce(inner.words if inner is not None and inner.kind == kind else words, topic=_TOPIC)

    def _news(self, *, whole: bool) -> str:
        """Return what is new at the caret; empty if nothing is."""
        edit = self._edit
        cursor, version = edit.textCursor(), edit.version
        block = cursor.block()
        line, number = spoken_line(edit.note_layout, block), block.blockNumber()
        place = len(part_before(block.text(), cursor.positionInBlock()))
        before, was_at, inner = self._line, self._number, line.at(place)
        typed, self._version = version != self._version, version
        passed, self._inner = self._inner, inner
        self._line, self._number = line, number
        if whole or was_at != number or (before is not None and before.kind != line.kind):
            return line.entered(before, place, whole=whole)
        if typed:
            return ""
        if inner is not None and (passed is None or (passed.start, passed.words) != (inner.start, inner.words)):
            return inner.words
        left = passed is not None and passed.kind != "cell" and inner is None
        return translate("SpokenLine", "Text") if left else ""
