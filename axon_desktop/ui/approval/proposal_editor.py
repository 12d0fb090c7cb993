"""The two editors of "Edit before applying": the note as it is, and the text that will be written."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from axon_desktop.ui.diff.rows import decode, merge_edit
from axon_desktop.ui.editor.text_codec import NoteText
from axon_desktop.ui.look.parts import hbox
from axon_desktop.ui.look.stylesheet import mono_font
from axon_desktop.ui.runtime.ime_guard import GuardedTextEdit

_MARGIN = 8


class NoteEditor(GuardedTextEdit):
    """A monospaced editor; Ctrl+Enter finishes editing."""

    finished = Signal()
    """Ctrl+Enter was pressed."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit `finished` on Ctrl+Enter; everything else is typing."""
        if (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self.finished.emit()
        else:
            super().keyPressEvent(event)


class EditPane(QWidget):
    """Old text left, read-only; new text right, editable. The left side of a new or empty note is hidden."""

    finished = Signal()
    """The user is done editing."""

    def __init__(self, before: bytes | None, after: bytes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._after = after
        self.before, self.editor = QPlainTextEdit(self), NoteEditor(self)
        self.before.setReadOnly(True)
        self._text = NoteText.of(decode(before) + decode(after))
        self.before.setPlainText(self._text.guard(decode(before)))
        self.before.setAccessibleName(self.tr("Current text of the note"))
        self.editor.setPlainText(self._text.guard(decode(after)))
        self.editor.setAccessibleName(self.tr("The text that will be written"))
        self.editor.finished.connect(self.finished)
        self._unedited = self._shown()
        line = _first_difference(self.before.toPlainText().split("\n"), self.editor.toPlainText().split("\n"))
        for field in (self.before, self.editor):
            field.setTextCursor(QTextCursor(field.document().findBlockByNumber(line)))
            field.setFont(mono_font())
            field.document().setDocumentMargin(_MARGIN)
            field.setTabChangesFocus(True)
            field.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        hbox(self.before, self.editor, parent=self, spacing=6)
        if not before:
            self.before.hide()

    def showEvent(self, event: QShowEvent) -> None:
        """Scroll to the first difference."""
        for field in (self.before, self.editor):
            field.centerCursor()

    @property
    def text(self) -> bytes:
        """The note as it is in the editor; untouched lines keep their bytes."""
        shown = self._shown()
        return self._after if shown == self._unedited else merge_edit(self._after, shown)

    def _shown(self) -> str:
        # toPlainText() would turn no-break spaces into plain ones.
        return self._text.unguard(self.editor.document().toRawText().replace("\u2029", "\n"))


def _first_difference(old: list[str], new: list[str]) -> int:
    pairs = enumerate(zip(old, new, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(old), len(new)))
