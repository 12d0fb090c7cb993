"""The text of a note as a Qt document, created in any thread.

Qt takes a tenth of a second and more for a megabyte; a document created elsewhere is shown in a few
milliseconds.
"""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont, QTextCursor, QTextDocument, QTextOption

from axon_desktop.ui.editor.live.looks import Estimate
from axon_desktop.ui.editor.syntax import START, end_state
from axon_desktop.ui.editor.text_codec import NoteText

_SLICE = 8_000
"""Characters inserted at once: Qt holds the interpreter that long, and the window waits for it."""


class NoteDocument(Struct, frozen=True, eq=False):
    """The document of one file, with what the text box needs to show it."""

    document: QTextDocument
    note_text: NoteText
    """The characters in it that mark odd line ends."""
    joined: bool | None = None
    """Whether it contains pieces of long lines; None when that is not known."""


class DocumentFormat(Struct, frozen=True):
    """Settings whose later change would lay the document out again."""

    font: QFont
    option: QTextOption
    """Wrapping and tab stops."""
    estimate: Estimate
    """Heights of lines before they are laid out."""

    def give_to(self, document: QTextDocument) -> None:
        """Apply them to a document that has others."""
        if document.defaultFont() != self.font:
            document.setDefaultFont(self.font)
        if document.defaultTextOption().tabStopDistance() != self.option.tabStopDistance():
            document.setDefaultTextOption(self.option)


def make_document(text: str, looks: DocumentFormat) -> NoteDocument:
    """Return a document with a file's text and an empty undo stack; it belongs to the window's thread."""
    note_text = NoteText.of(text)
    shown = note_text.show(text)
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    document.setDefaultFont(looks.font)
    document.setDefaultTextOption(looks.option)
    _fill(document, shown)
    _prepare(document, shown, note_text.joint, looks.estimate)
    document.setUndoRedoEnabled(True)
    document.setModified(False)
    app = QCoreApplication.instance()
    assert app is not None
    document.moveToThread(app.thread())
    return NoteDocument(document, note_text, note_text.joint in shown)


def _fill(document: QTextDocument, shown: str) -> None:
    cursor, at = QTextCursor(document), 0
    while at < len(shown):
        end = shown.find("\n", at + _SLICE) + 1 or len(shown)
        cursor.insertText(shown[at:end])
        at = end


def _prepare(document: QTextDocument, shown: str, joint: str, estimate: Estimate) -> None:
    """Give each block its height and the state of syntax behind it, as `NoteLayout` has them."""
    state, block = START, document.begin()
    for line in shown.split("\n"):
        state = end_state(state, line, continues=line.endswith(joint))
        block.setUserState(state)
        block.setLineCount(estimate.height(line))
        block = block.next()
