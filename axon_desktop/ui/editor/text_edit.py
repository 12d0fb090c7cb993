"""NoteTextEdit: the text box of the editor: keys for lists and styles, pasting, finding, links."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDropEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from axon_desktop.text.edits.replacement import Search
from axon_desktop.ui.attachments.given import given_in
from axon_desktop.ui.editor.document import DocumentFormat, NoteDocument, make_document
from axon_desktop.ui.editor.editing.keys import EditingKeys
from axon_desktop.ui.editor.editing.marks import Marks
from axon_desktop.ui.editor.find_in_source import SourceFinder
from axon_desktop.ui.editor.folding.gutter import Gutter
from axon_desktop.ui.editor.live.caret_keys import move_as_shown
from axon_desktop.ui.editor.live.surface import NoteSurface
from axon_desktop.ui.editor.minimal_replace import replace_text
from axon_desktop.ui.editor.properties.panel import NoteProperties
from axon_desktop.ui.editor.text_codec import NoteText
from axon_desktop.ui.utf16 import part_before, part_from, units

_BREAK = "\u2029"
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_Modifier = Qt.KeyboardModifier
_Mode = QTextCursor.MoveMode
_Move = QTextCursor.MoveOperation


class NoteTextEdit(NoteSurface):
    """Edits the text of one file; untouched parts come back byte for byte."""

    edited = Signal()
    """The text changed; changes of colours do not count."""
    shown = Signal()
    """Another document is shown."""
    save_requested = Signal()
    """Ctrl+S."""
    link_requested = Signal(str, int, bool)
    """A line of the file and a position in it: the link there is to be followed, in a new tab or in this one."""
    given = Signal(object)
    """What was pasted or dropped at the caret and is more than text: a `Given`."""
    menu_requested = Signal(object)
    """The QMenu that is about to open over the text, for others to add to."""
    zoom_requested = Signal(int)
    find_changed = Signal(int, int)
    """(number of the current match, number of all)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source")
        self.setAccessibleName(self.tr("Source of the note"))
        self.note_text = NoteText.of("")
        self.marks = Marks(self)
        self.finding = SourceFinder(self)
        self.editing = EditingKeys(self)
        self.gutter = Gutter(self)
        self.properties = NoteProperties(self)
        self._last = 0
        """Last position of the caret."""
        self._revision = 0
        """That of the document after the last reported edit."""
        self._only_composes = False
        """Whether the reported change is only the preedit text of an input method."""
        self._document_count = 0
        """How many documents were set."""
        self._joined: tuple[tuple[int, int], bool | None] = (0, 0), None
        """A version, and whether it had pieces of long lines."""
        self._put_in(make_document("", self.looks))
        self.cursorPositionChanged.connect(self._keep_off_markers)

    @property
    def has_keyboard(self) -> bool:
        """Whether somebody writes in the text, or in the form above it."""
        focused = QApplication.focusWidget()
        return focused is self or (focused is not None and self.isAncestorOf(focused))

    # --- the text of the file

    @property
    def raw(self) -> str:
        """The document's raw text; `NoteText.restore` turns it into the file's text, also in a thread."""
        return self.document().toRawText()

    @property
    def version(self) -> tuple[int, int]:
        """Changes whenever the text may have changed."""
        return self._document_count, self.document().revision()

    @property
    def joined(self) -> bool:
        """Whether the document has pieces of long lines."""
        version, joined = self._joined
        if joined is None or version != self.version:
            joined = self.note_text.joint in self.raw
            self._joined = self.version, joined
        return joined

    @property
    def looks(self) -> DocumentFormat:
        """Layout settings for documents made for this text box."""
        document = self.document()
        option = QTextOption(document.defaultTextOption())
        return DocumentFormat(document.defaultFont(), option, self.note_looks.estimate())

    def open_text(self, text: str) -> None:
        """Show another file, with an empty undo stack."""
        self.show_document(make_document(text, self.looks)).document.deleteLater()

    def show_document(self, shown: NoteDocument) -> NoteDocument:
        """Show another file with its own undo stack; return the document shown before, to be cached or deleted."""
        before = self.document()
        left = NoteDocument(before, self.note_text)
        before.contentsChanged.disconnect(self._contents_settled)
        self.looks.give_to(shown.document)
        self._put_in(shown)
        return left

    def _put_in(self, shown: NoteDocument) -> None:
        document = shown.document
        self.marks.forget()
        document.setParent(self)
        self.note_text = shown.note_text
        self._last = 0
        self._document_count += 1
        self.put_in(document, self.note_text.joint)
        self._joined = self.version, shown.joined
        self._revision = document.revision()
        document.contentsChanged.connect(self._contents_settled)
        self.finding.text_changed()
        self.place_lines()
        self.properties.follow()
        self.shown.emit()

    def set_live(self, live: bool) -> None:
        """Hide the marks of all lines but that of the caret and show properties as a form, or show the source."""
        super().set_live(live)
        self.properties.follow()

    def set_path(self, path: str) -> None:
        """Set the vault path of the note."""
        super().set_path(path)
        self.properties.set_path(path)

    def undo(self) -> None:
        """Take the last change back; one of the properties leaves the caret in the text."""
        self._step(super().undo)

    def redo(self) -> None:
        """Do again what was taken back."""
        self._step(super().redo)

    def _step(self, step: Callable[[], None]) -> None:
        was_inside = self.note_layout.replaced(self.textCursor().block())
        step()
        if not was_inside and self.note_layout.replaced(self.textCursor().block()):
            self.skip_properties()

    def take_text(self, text: str) -> None:
        """Show a new version of the same file: caret, scroll position and undo stack stay."""
        codec = NoteText.of(text, like=self.note_text)
        shown = codec.show(text)
        caret, bar = self.textCursor(), self.verticalScrollBar()
        anchor, position = self._fixed(caret.anchor()), self._fixed(caret.position())
        top = QTextCursor(self.firstVisibleBlock())
        scrolled, within = bar.value(), bar.value() - top.block().firstLineNumber()
        same_markers = codec.marks == self.note_text.marks
        self.note_text = codec
        if same_markers:
            replace_text(self.document(), shown)
        else:
            places = anchor.position(), position.position()
            self.note_layout.states.joint = codec.joint
            self.setPlainText(shown)
            anchor, position = (self._fixed(place) for place in places)
        caret = self.textCursor()
        caret.setPosition(anchor.position())
        caret.setPosition(position.position(), _Mode.KeepAnchor)
        self.setTextCursor(caret)
        bar.setValue(top.block().firstLineNumber() + within if scrolled and same_markers else scrolled)

    def _fixed(self, place: int) -> QTextCursor:
        """Return a cursor that stays before text inserted at its position."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(place, self.document().characterCount() - 1))
        cursor.setKeepPositionOnInsert(True)
        return cursor

    def _contents_settled(self) -> None:
        """Report an edit after the document is consistent again."""
        if self.document().revision() != self._revision:
            self._revision = self.document().revision()
            if not self._only_composes:
                self.finding.text_changed()
                self.edited.emit()

    # look

    def room_beside(self) -> float:
        """Return the room for numbers of lines."""
        return self.gutter.room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Mark the matches that come into sight, and give the form its width."""
        super().resizeEvent(event)
        self.properties.place()
        self.finding.mark_visible()

    # --- keys

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Show an input method's preedit text; committing it is an edit, and so is what it replaces."""
        if event.commitString() or event.preeditString():
            self.properties.begin_text()
        if self.editing.take_composed(event):
            return
        writes = event.commitString() or event.replacementLength() or self.textCursor().hasSelection()
        self._only_composes = not writes
        super().inputMethodEvent(event)
        self._only_composes = False

    def event(self, event: QEvent) -> bool:
        """Reserve the editor's keys against shortcuts of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_own(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Run the Markdown command of a key; everything else is typing."""
        if not self.guard.composing and self._take_key(event):
            return
        was_inside = self.note_layout.replaced(self.textCursor().block())
        super().keyPressEvent(event)
        cursor = self.textCursor()
        if not was_inside and not cursor.hasSelection() and self.note_layout.replaced(cursor.block()):
            self.skip_properties()

    def _take_key(self, event: QKeyEvent) -> bool:
        """Run the command of a key; tell whether it has one."""
        key, ctrl = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        types = key in _ENTER or (event.text() and event.text().isprintable())
        if types and not self.isReadOnly() and self.properties.begin_text() and key in _ENTER:
            return True
        if event.matches(QKeySequence.StandardKey.Save):
            self.save_requested.emit()
        elif key in _ENTER and event.modifiers() & (_Modifier.ControlModifier | _Modifier.AltModifier):
            self.follow(self.textCursor(), new_tab=ctrl)
        elif event.matches(QKeySequence.StandardKey.MoveToStartOfDocument) and self.note_looks.live:
            return self.skip_properties()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.undo()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo()
        elif self.properties.take_key(event) or move_as_shown(self, event):
            pass
        elif self.isReadOnly():
            return False
        elif self.editing.take_key(event):
            pass
        elif key == Qt.Key.Key_Delete and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            return self._delete_marker()
        elif key == Qt.Key.Key_Backspace and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            return self._delete_joint()
        else:
            return False
        return True

    # markers of odd line ends: the caret is never after one

    def _keep_off_markers(self) -> None:
        cursor = self.textCursor()
        position, came_from = cursor.position(), self._last
        if self._is_character(position - 1):
            keep = _Mode.KeepAnchor if cursor.hasSelection() else _Mode.MoveAnchor
            moving_right = position == came_from + 1 and position < self.document().characterCount() - 1
            cursor.setPosition(position + 1 if moving_right else position - 1, keep)
            self._last = cursor.position()
            self.setTextCursor(cursor)
        else:
            self._last = position

    def _is_character(self, position: int) -> bool:
        return position >= 0 and self.document().characterAt(position) in self.note_text.marks.values()

    def _delete_marker(self) -> bool:
        """Delete at the end of a line removes its marker, too."""
        cursor = self.textCursor()
        if cursor.hasSelection() or not self._is_character(cursor.position()):
            return False
        joint = self.document().characterAt(cursor.position()) == self.note_text.joint
        cursor.movePosition(_Move.NextCharacter, _Mode.KeepAnchor, 3 if joint else 2)
        cursor.removeSelectedText()
        return True

    def _delete_joint(self) -> bool:
        """Backspace at the beginning of a piece of a long line deletes the visible character before it."""
        cursor = self.textCursor()
        if cursor.hasSelection() or not cursor.atBlockStart():
            return False
        if self.document().characterAt(cursor.position() - 2) != self.note_text.joint:
            return False
        cursor.movePosition(_Move.PreviousCharacter, _Mode.KeepAnchor, 3)
        cursor.removeSelectedText()
        return True

    # --- copy and paste

    def selected_text(self) -> str:
        """Return the selected text."""
        cursor = self.textCursor()
        part = part_from(part_before(self.raw, cursor.selectionEnd()), cursor.selectionStart())
        return self.note_text.clean(part)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the visible text, without markers."""
        data = QMimeData()
        data.setText(self.editing.carets.copied() if self.editing.carets.others else self.selected_text())
        return data

    def cut(self) -> None:
        """Copy and delete what is selected, at each caret."""
        if not self.editing.carets.others:
            super().cut()
            return
        self.copy()
        self.editing.carets.each(QTextCursor.removeSelectedText)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Accept texts, files and pictures."""
        return source.hasText() or source.hasUrls() or source.hasImage()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste pictures and files first, then text, and what it was elsewhere as Markdown."""
        if (given := given_in(source)) is not None:
            self.given.emit(given)
            return
        self.properties.begin_text()
        self.editing.paste.take(source)

    def paste_plain(self) -> None:
        """Paste the plain text of the clipboard as it is."""
        self.properties.begin_text()
        self.editing.paste.take(QGuiApplication.clipboard().mimeData(), plain=True)

    def dropEvent(self, event: QDropEvent) -> None:
        """Take what is dropped; files are never moved."""
        super().dropEvent(event)
        if event.mimeData().hasUrls():
            event.setDropAction(Qt.DropAction.CopyAction)

    def insert_at_caret(self, text: str) -> None:
        """Insert text at the caret, as one undo step; several lines go on lines of their own.

        The selection is not replaced.
        """
        cursor = self.textCursor()
        cursor.setPosition(cursor.selectionEnd())
        if "\n" in text:
            line, place = cursor.block().text(), cursor.positionInBlock()
            text = ("\n\n" if line[:place].strip() else "") + text + ("\n\n" if line[place:].strip() else "")
        cursor.insertText(self.note_text.show_pasted(text))
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    # --- links, mouse

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Follow a link that is clicked with Ctrl, in a new tab as everywhere."""
        ctrl = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if ctrl and event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            self.follow(self.cursorForPosition(event.position().toPoint()), new_tab=True)
        super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the text."""
        self.open_menu(event.pos(), event.globalPos())

    def open_menu(self, at: QPoint, on_screen: QPoint) -> None:
        """Open the menu of the text at a point, with what others add to it."""
        menu = self.createStandardContextMenu(at)
        self.menu_requested.emit(menu)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(on_screen)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave changing the text size to the window."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            steps = event.angleDelta().y()
            if steps:
                self.zoom_requested.emit(1 if steps > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def follow(self, cursor: QTextCursor, *, new_tab: bool) -> None:
        """Have the link at a cursor followed."""
        line = cursor.block().text()
        self.link_requested.emit(line, len(part_before(line, cursor.positionInBlock())), new_tab)

    def find_footnote(self, name: str, line: str) -> QTextCursor | None:
        """Return the place of a footnote's text; of its first mention, if that text stands in the line."""
        mark = f"[^{name}]"
        is_text = line.startswith(f"{mark}:")
        block = self.document().firstBlock()
        while block.isValid():
            text = block.text()
            if mark in text and text.startswith(f"{mark}:") is not is_text:
                cursor = QTextCursor(block)
                start = units(text[: text.index(mark)])
                cursor.setPosition(block.position() + start + (0 if is_text else len(mark) + 1))
                return cursor
            block = block.next()
        return None

    # --- finding

    def find(self, text: str) -> int:  # type: ignore[override]  # Qt's own only goes to the next match
        """Go to the next match from the caret and return the number of matches, ignoring case."""
        return self.finding.start(Search(text))

    def find_next(self) -> None:
        """Go to the next match, wrapping around."""
        self.finding.go()

    def find_previous(self) -> None:
        """Go to the previous match, wrapping around."""
        self.finding.go(back=True)

    def clear_find(self) -> None:
        """End the search; the last match stays selected."""
        self.finding.stop()


def _is_own(event: QKeyEvent) -> bool:
    """Tell whether a key of the window's shortcuts has a command in the editor."""
    if event.matches(QKeySequence.StandardKey.Save):
        return True
    only_ctrl = event.modifiers() == Qt.KeyboardModifier.ControlModifier
    return only_ctrl and event.key() in _ENTER
