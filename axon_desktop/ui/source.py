"""The text of a note as it stands in the file, to read, copy and search."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit

from axon_desktop.ui.theme import mono_font


class SourceView(QPlainTextEdit):
    """Shows plain text, read only; the find bar treats it like a rendered note."""

    find_changed = Signal(int, int)
    """(number of the current match, number of all)."""

    def __init__(self) -> None:
        super().__init__()
        self._needle = ""
        self.setObjectName("source")
        self.setReadOnly(True)
        self.setFont(mono_font(13))
        self.setAccessibleName(self.tr("Source of the note, read only"))

    def selected_text(self) -> str:
        """Return the selected text."""
        return self.textCursor().selection().toPlainText()

    def find(self, text: str) -> int:  # type: ignore[override]  # Qt's own only goes to the next match
        """Go to the first match from here and return how many there are; case does not matter."""
        self._needle = text
        cursor = self.textCursor()
        cursor.setPosition(cursor.selectionStart())
        self.setTextCursor(cursor)
        self.find_next()
        return self._count(self.toPlainText())

    def find_next(self) -> None:
        """Go to the next match, after the last to the first."""
        self._go(QTextDocument.FindFlag(0), QTextCursor.MoveOperation.Start)

    def find_previous(self) -> None:
        """Go to the match before, before the first to the last."""
        self._go(QTextDocument.FindFlag.FindBackward, QTextCursor.MoveOperation.End)

    def clear_find(self) -> None:
        """Forget what was searched for; the last match stays selected."""
        self._needle = ""

    def _go(self, direction: QTextDocument.FindFlag, other_end: QTextCursor.MoveOperation) -> None:
        if not self._needle:
            return
        found = self.document().find(self._needle, self.textCursor(), direction)
        if found.isNull():
            start = QTextCursor(self.document())
            start.movePosition(other_end)
            found = self.document().find(self._needle, start, direction)
        if found.isNull():
            self.find_changed.emit(0, 0)
            return
        self.setTextCursor(found)
        before = QTextCursor(self.document())
        before.setPosition(found.selectionEnd(), QTextCursor.MoveMode.KeepAnchor)
        number = self._count(before.selection().toPlainText())
        self.find_changed.emit(number, self._count(self.toPlainText()))

    def _count(self, text: str) -> int:
        return text.lower().count(self._needle.lower()) if self._needle else 0
