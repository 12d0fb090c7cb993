"""NoteProperties: shows the properties of an edited note as a form; what is done there becomes edits of the note.

Each is one undo step of the document, so that saving, merging and drafts know nothing of the form.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextBlock, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.editor.syntax import PROPERTIES, WHAT
from axon_desktop.ui.look.theme import in_force

if TYPE_CHECKING:
    from axon_desktop.markdown.properties.entries import Entry, FrontMatter
    from axon_desktop.markdown.properties.kinds import Kind
    from axon_desktop.text.edits.edit import Edit
    from axon_desktop.ui.editor.properties.form import PropertyForm
    from axon_desktop.ui.editor.properties.row import PropertyRow
    from axon_desktop.ui.editor.suggestions import Suggestions
    from axon_desktop.ui.editor.text_edit import NoteTextEdit

_MOST_LINES = 2_000
_END = QTextCursor.MoveOperation.EndOfBlock


class NoteProperties(QObject):
    """Belongs to one text box; makes the form when a note has properties, or is to get some."""

    fold_changed = Signal(bool)

    def __init__(self, edit: NoteTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self._form: PropertyForm | None = None
        self._read = ""
        """The front matter that the form shows."""
        self._document: QTextDocument | None = None
        self.folded = False
        self._root: Path | None = None
        self._declared: dict[str, Kind] = {}
        self._chosen: dict[str, Kind] = {}
        """Kinds that the user chose, by name; Obsidian's own settings are not written."""
        self._suggestions: Suggestions | None = None
        self._path = ""
        edit.edited.connect(self.follow)
        edit.verticalScrollBar().valueChanged.connect(self.place)
        in_force.changed.connect(self._restyle)

    # --- whose properties

    def set_vault(self, root: Path | None, suggestions: Suggestions | None) -> None:
        """Take the folder of a vault, whose `types.json` names kinds, and what completes names and tags."""
        self._root, self._suggestions = root, suggestions
        self._chosen, self._declared = {}, {}

    def set_path(self, path: str) -> None:
        """Set the path of the note, and look for the kinds that Obsidian knows now."""
        self._path = path
        if self._root is not None and path:
            spawn(self._read_kinds(self._root), name="read the kinds of properties")

    async def _read_kinds(self, root: Path) -> None:
        declared = await asyncio.to_thread(_kinds_in, root)
        if root == self._root and declared != self._declared:
            self._declared = declared
            self._show_again()

    def note_text(self) -> str:
        """Return the text of the note as its file has it, for suggestions."""
        return self._edit.note_text.restore(self._edit.raw)

    @property
    def is_read_only(self) -> bool:
        """Whether the note cannot be written."""
        return self._edit.isReadOnly()

    # --- showing

    def follow(self) -> None:
        """Show the properties as they are now."""
        edit, layout = self._edit, self._edit.note_layout
        form = self._form
        if self._document is not edit.document():
            self._document = edit.document()
            layout.form_moved.connect(self.place)
            self._read = ""
            if form is not None:
                had_focus = form.isAncestorOf(QApplication.focusWidget() or edit)
                form.clear()
                if had_focus:
                    edit.setFocus()
        has_some = edit.document().firstBlock().userState() & WHAT == PROPERTIES
        if not edit.note_looks.live or (not has_some and form is None):
            layout.set_form(0, replaces=False)
            self._read = ""
            self.place()
            return
        written = self._lines() if has_some else ""
        if form is None or written != self._read or not written:
            self._read = written
            self._show()
        layout.follow_form()

    def _lines(self) -> str:
        """Return the lines of the properties as the document has them."""
        cursor = QTextCursor(self._edit.document())
        if (last := self._last_block()) is not None:
            cursor.setPosition(last.position() + last.length() - 1, QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText()

    def _last_block(self) -> QTextBlock | None:
        block = self._edit.document().firstBlock()
        for _ in range(_MOST_LINES):
            if not block.isValid() or block.userState() & WHAT != PROPERTIES:
                return block if block.isValid() else None
            block = block.next()
        return None

    def _show(self) -> None:
        from axon_desktop.markdown.properties.entries import read_front_matter
        from axon_desktop.ui.editor.editing.document_edits import Passage

        edit = self._edit
        text = Passage(edit.document(), edit.note_text, QTextCursor(edit.document())).text if self._read else ""
        front = read_front_matter(text)
        if self._form is None and not front.end and not front.trouble:
            edit.note_layout.set_form(0, replaces=False)
            return
        form = self.form
        form.show_front_matter(text[: front.end], front, {**self._declared, **self._chosen})
        self._fit()

    @property
    def form(self) -> PropertyForm:
        """The form, made if it was not."""
        if self._form is None:
            from axon_desktop.ui.editor.properties.form import PropertyForm

            self._form = PropertyForm(self, self._edit.viewport(), self._edit)
            self._form.set_place(self._edit.note_looks.left, self._edit.note_looks.width)
            self._form.resized.connect(self._fit)
        return self._form

    def _fit(self) -> None:
        """Give the form the room that it needs."""
        form = self._form
        if form is not None and self._edit.note_looks.live:
            self._edit.note_layout.set_form(form.wanted_height, replaces=form.replaces_lines)
            self.place()

    def place(self) -> None:
        """Put the form where the layout has room for it."""
        form, edit, layout = self._form, self._edit, self._edit.note_layout
        if form is None:
            return
        if not layout.form_shown:
            if not form.isHidden():
                form.hide()
            return
        form.set_place(edit.note_looks.left, edit.note_looks.width)
        y, view = layout.top - layout.form_height - edit.verticalScrollBar().value(), edit.viewport()
        if form.geometry().getRect() != (0, y, view.width(), layout.form_height):
            form.setGeometry(0, y, view.width(), layout.form_height)
        form.offers.source = (self._suggestions, self._path) if self._suggestions is not None else None
        form.make_rows(-y, view.height() - y)
        if form.isHidden():
            form.show()

    def _restyle(self) -> None:
        if self._form is not None:
            self._form.restyle()
            self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of the heading."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._take_heading_key(event)
        return False

    def set_folded(self, folded: bool) -> None:
        """Show only the heading, or all."""
        if folded != self.folded:
            self.folded = folded
            self._show_again()
            self.fold_changed.emit(folded)

    def _show_again(self) -> None:
        if self._form is not None and self._edit.note_looks.live:
            self._show()

    # --- keys

    def take_key(self, event: QKeyEvent) -> bool:
        """Go from the first line of the text into the form; tell whether the key was for that."""
        layout, cursor = self._edit.note_layout, self._edit.textCursor()
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not layout.form_shown:
            return False
        block = cursor.block()
        previous = block.previous()
        if previous.isValid() and not layout.replaced(previous):
            return False
        at_start = cursor.atBlockStart() or layout.replaced(block)  # the end of a note that is only properties
        line = block.layout().lineForTextPosition(cursor.positionInBlock())
        if event.key() == Qt.Key.Key_Backspace and at_start and not cursor.hasSelection():
            if not block.text() and block.next().isValid():
                cursor.deleteChar()  # an empty line goes; a line of text must not join the end of the properties
            return True
        if event.key() == Qt.Key.Key_Up and (not line.isValid() or line.lineNumber() == 0):
            return self.focus_last()
        return event.key() == Qt.Key.Key_Left and at_start and self.focus_last()

    def begin_text(self) -> bool:
        """Begin a line behind the properties where the note ends with them; tell whether there is one more."""
        layout, cursor = self._edit.note_layout, self._edit.textCursor()
        if not layout.form_shown or cursor.hasSelection() or not layout.replaced(cursor.block()):
            return False
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText("\n")
        self._edit.setTextCursor(cursor)
        return True

    def focus_last(self) -> bool:
        """Give the keyboard to the last row, or to the heading of a folded form; tell whether there is one."""
        form = self._form
        if form is None or not self._edit.note_layout.form_shown:
            return False
        row = form.row_at(-1)
        (row.focus_value if row is not None else form.fold.setFocus)()
        return True

    def take_left_key(self, event: QKeyEvent) -> None:
        """Do what a key means that no field has taken."""
        bar = self._edit.verticalScrollBar()
        if event.matches(QKeySequence.StandardKey.Save):
            self.complete()
            self._edit.save_requested.emit()
        elif event.key() == Qt.Key.Key_PageDown:
            bar.triggerAction(bar.SliderAction.SliderPageStepAdd)
        elif event.key() == Qt.Key.Key_PageUp:
            bar.triggerAction(bar.SliderAction.SliderPageStepSub)

    def complete(self) -> None:
        """Write what is typed in the form into the note."""
        if self._form is not None:
            self._form.complete()

    def _take_heading_key(self, event: QKeyEvent) -> bool:
        form, key = self.form, event.key()
        if key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Down and form.row_at(0) is None):
            self.leave()
        elif key == Qt.Key.Key_Down and (row := form.row_at(0)) is not None:
            row.focus_value()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = form.fold if form.fold.hasFocus() else form.add
            focused.click()
        else:
            return False
        return True

    def leave(self) -> None:
        """Give the keyboard to the text below the form."""
        self._edit.setFocus()
        if not self._edit.skip_properties() and (last := self._last_block()) is not None:
            cursor = QTextCursor(last)
            if last.blockNumber():
                cursor.movePosition(_END)
            self._edit.setTextCursor(cursor)

    def _move(self, row: PropertyRow, by: int) -> None:
        form = self.form
        number = form.number_of(row) + by
        if by == 0:
            self.leave()
        elif number < 0:
            form.fold.setFocus()
        elif (other := form.row_at(number)) is not None:
            (other.focus_name if row.name.hasFocus() and other.field is not None else other.focus_value)()
        else:
            self.leave()

    def _show_row(self, row: PropertyRow) -> None:
        """Scroll so far that a row with the focus is seen, with its neighbours made."""
        form, bar = self.form, self._edit.verticalScrollBar()
        top, view = row.mapTo(self._edit.viewport(), row.rect().topLeft()).y(), self._edit.viewport().height()
        if top < 0:
            bar.setValue(bar.value() + top)
        elif top + row.height() > view:
            bar.setValue(bar.value() + top + row.height() - view)
        number = form.number_of(row)
        for near in (number - 1, number + 1):
            if near >= 0:
                form.row_at(near)

    # --- changes

    def connect_row(self, row: PropertyRow) -> None:
        """Do what is wanted in a row."""
        row.renamed.connect(lambda name: self._rename(row, name))
        row.written.connect(lambda typed: self._write(row, typed))
        row.listed.connect(lambda values: self._write_list(row, values))
        row.kind_wanted.connect(lambda kind: self._convert(row, kind))
        row.removed.connect(lambda: self._remove(row))
        row.source_wanted.connect(lambda: self._edit_as_text(row))
        row.moved.connect(lambda by: self._move(row, by))
        row.shifted.connect(lambda by: self._shift(row, by))
        row.link_requested.connect(self._follow_link)
        row.document_step.connect(lambda again: (self._edit.redo if again else self._edit.undo)())
        row.entered.connect(lambda: self._show_row(row))
        row.name.left.connect(lambda: self._name_left(row))

    def _follow_link(self, value: str, place: int) -> None:
        ctrl = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier
        self._edit.link_requested.emit(value, place, bool(ctrl))

    def _name_left(self, row: PropertyRow) -> None:
        if not row.property_name and not row.name.text():
            self.form.drop_unnamed()

    def change(self, make: Callable[[str, FrontMatter], list[Edit] | None]) -> bool:
        """Make edits of the note, as one step of undo; tell whether they could be made."""
        from axon_desktop.markdown.properties.entries import read_front_matter
        from axon_desktop.ui.editor.editing.document_edits import Passage

        edit = self._edit
        if edit.isReadOnly():
            return False
        cursor = QTextCursor(edit.document())
        passage = Passage(edit.document(), edit.note_text, cursor)
        edits = make(passage.text, read_front_matter(passage.text))
        if edits:
            cursor.beginEditBlock()
            passage.put(cursor, sorted(edits))
            cursor.endEditBlock()
        return edits is not None

    def _change_entry(
        self, row: PropertyRow, make: Callable[[str, FrontMatter, Entry], list[Edit] | None]
    ) -> bool:
        """Change the property of a row as the note has it now."""
        name, _ = self.form.entry_of(row)

        def make_it(text: str, front: FrontMatter) -> list[Edit] | None:
            entry = next((entry for entry in front.entries if entry.name == name), None)
            return make(text, front, entry) if entry is not None else None

        return self.change(make_it)

    def _write(self, row: PropertyRow, typed: str) -> None:
        from axon_desktop.markdown.properties.edits import add, put_scalar
        from axon_desktop.markdown.properties.kinds import write_value

        name, kind = self.form.entry_of(row)[0], row.kind

        def write(text: str, _front: FrontMatter, entry: Entry) -> list[Edit] | None:
            if entry.shape != "scalar":
                return None
            like = text[entry.items[0].start : entry.items[0].end] if entry.items else ""
            return put_scalar(text, entry, write_value(typed, kind, like))

        if name and not self._change_entry(row, write):
            self.change(lambda _text, front: add(front, name, write_value(typed, kind)))

    def _write_list(self, row: PropertyRow, values: list[str]) -> None:
        from axon_desktop.markdown.properties.edits import put_list

        self._change_entry(
            row, lambda text, _front, entry: put_list(text, entry, values) if entry.shape != "other" else None
        )

    def _rename(self, row: PropertyRow, name: str) -> None:
        from axon_desktop.markdown.properties.edits import add, rename

        form = self.form
        before, entry = form.entry_of(row)
        name = name.strip()
        if not name and entry is None:
            form.drop_unnamed()
            return
        if (other := form.row_named(name)) is not None and other is not row:
            row.name.setText(before)
            if not before:
                form.drop_unnamed()
            other.focus_value()
            return
        form.name_row(row, name)
        if entry is None:
            from axon_desktop.markdown.properties.kinds import write_value

            typed = row.typed()
            made = self.change(lambda _text, front: add(front, name, write_value(typed, row.kind)))
        else:
            form.name_row(row, before)

            def change(text: str, front: FrontMatter, found: Entry) -> list[Edit] | None:
                edits = rename(text, front, found, name)
                if edits is not None:
                    form.name_row(row, name)
                return edits

            made = self._change_entry(row, change)
        if not made:
            form.name_row(row, before)
            row.name.setText(before)
        elif (renamed := form.row_named(name)) is not None and renamed is not row:
            renamed.focus_value()

    def _convert(self, row: PropertyRow, kind: Kind) -> None:
        from axon_desktop.markdown.properties.kinds import convert

        name, _ = self.form.entry_of(row)
        if self._change_entry(row, lambda text, _front, entry: convert(text, entry, kind)):
            self._chosen[name.lower()] = kind
            self._show_again()
            if (changed := self.form.row_named(name)) is not None:
                changed.focus_value()
        else:
            row.refuse(kind)

    def _remove(self, row: PropertyRow) -> None:
        from axon_desktop.markdown.properties.edits import remove

        number = self.form.number_of(row)
        row.forget_typed()
        if self.form.entry_of(row)[1] is None:
            self.form.drop_unnamed()
        else:
            self._change_entry(row, remove)
        left = self.form.row_at(number) or self.form.row_at(number - 1)
        if left is not None:
            left.focus_value()
        else:
            self.leave()

    def _shift(self, row: PropertyRow, by: int) -> None:
        from axon_desktop.markdown.properties.edits import move

        in_name = row.name.hasFocus()
        row.complete()
        self._change_entry(row, lambda text, front, entry: move(text, front, entry, by))
        (row.focus_name if in_name else row.focus_value)()

    def _edit_as_text(self, row: PropertyRow) -> None:
        """Put the caret into the lines of a property."""
        from axon_desktop.markdown.properties.entries import read_front_matter
        from axon_desktop.ui.editor.editing.document_edits import Passage

        name, edit = self.form.entry_of(row)[0], self._edit
        passage = Passage(edit.document(), edit.note_text, QTextCursor(edit.document()))
        entries = read_front_matter(passage.text).entries
        entry = next((entry for entry in entries if entry.name == name), None)
        if entry is not None:
            cursor = QTextCursor(edit.document())
            cursor.setPosition(passage.position(entry.value[0]))
            edit.setFocus()
            edit.setTextCursor(cursor)
            edit.ensureCursorVisible()

    def add_property(self) -> None:
        """Show an empty row for a property that the note shall have."""
        edit = self._edit
        if edit.isReadOnly() or not edit.note_looks.live:
            return
        form = self.form
        if form.has_trouble:
            self.leave()
            return
        if edit.note_layout.replaced(edit.textCursor().block()):
            self.leave()
        edit.clearFocus()
        self.set_folded(False)
        row = form.begin_property()
        self._fit()
        row.focus_name()
        self._show_row(row)


def _kinds_in(root: Path) -> dict[str, Kind]:
    """Read what Obsidian knows of the properties of a vault."""
    from axon_desktop.markdown.properties.kinds import declared_kinds
    from axon_desktop.vault.obsidian.config import read_config

    return declared_kinds(read_config(root / ".obsidian" / "types.json").get("types"))
