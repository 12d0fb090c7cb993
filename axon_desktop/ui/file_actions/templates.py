"""Templates: inserts one of the vault's templates at the cursor, or starts a new note with it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QWidget

from axon_desktop.text.file_names import without_suffix
from axon_desktop.ui.accessibility.announcer import announce, speak_rows
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.buttons.clear_button import offer_clearing
from axon_desktop.ui.file_actions.context import FileActionContext
from axon_desktop.ui.file_actions.new_note import NewNotes
from axon_desktop.ui.look.parts import STRETCH, centred_text, fill_dialog, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import wear_dialog
from axon_desktop.ui.note.keyboard_focus import forward_keys
from axon_desktop.ui.tree.model import display_name
from axon_desktop.vault import Vault
from axon_desktop.vault.obsidian.templates import read_templates

_ROLE = Qt.ItemDataRole.UserRole


class Templates(QObject):
    """Implements "Insert template…"."""

    def __init__(self, open_vault: FileActionContext, new_notes: NewNotes) -> None:
        super().__init__(open_vault)
        self._open = open_vault
        self._new_notes = new_notes

    def request(self) -> None:
        """Let the user choose a template."""
        if (vault := self._open.wanted()) is not None:
            spawn(self._request(vault), name="insert template")

    async def _request(self, vault: Vault) -> None:
        settings, found = await asyncio.to_thread(read_templates, vault.root, vault.names.paths)
        if not found:
            none_set = self.tr("This vault has no templates folder. Set one in Obsidian, under Templates.")
            empty = self.tr("There are no templates in {folder}.").format(folder=settings.folder)
            self._open.show_message(empty if settings.folder else none_set)
            return
        preview = self._open.window.preview
        choice = TemplateChoice(found, settings.folder, self._open.window)
        choice.accepted.connect(preview.body.focus_text)
        forward_keys(choice)
        if not await ask(choice) or not choice.chosen:
            return
        if not preview.body.shows_editor:
            self._new_notes.request(template=choice.chosen)
            return
        path = preview.path
        filled = await self._new_notes.fill(vault, choice.chosen, display_name(path))
        if preview.body.shows_editor and preview.path == path:
            edit = preview.body.editor.edit
            if edit.isReadOnly():
                self._open.show_message(self.tr("This note cannot be edited."))
                return
            edit.textCursor().insertText(edit.note_text.show_pasted(filled.text))
            edit.ensureCursorVisible()
            words = self.tr("Inserted {name}").format(name=display_name(choice.chosen))
            self._open.show_message(self._new_notes.with_tags(words, filled))


class TemplateChoice(QDialog):
    """A list with a filter; `chosen` is the vault path of the template."""

    no_decision = "a list that typing narrows: Enter takes what is found"

    def __init__(self, paths: Sequence[str], folder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chosen = ""
        self.setWindowTitle(self.tr("Insert template"))
        wear_dialog(self)
        heading = text_label(self.windowTitle(), self, kind="title")
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("Filter templates"))
        self.field.setAccessibleName(self.field.placeholderText())
        offer_clearing(self.field)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._filter)
        self.list = QListWidget(self)
        self.list.setObjectName("template_list")
        self.list.setAccessibleName(self.tr("Templates"))
        self.list.setUniformItemSizes(True)
        for path in paths:
            item = QListWidgetItem(without_suffix(path.removeprefix(folder + "/")), self.list)
            item.setData(_ROLE, path)
        self.list.itemDoubleClicked.connect(lambda _item: self._choose())
        self.nothing = centred_text("", self, tone="muted")
        self.nothing.hide()
        fill_dialog(self, heading, self.field, (self.list, 1), (self.nothing, 1), 4, self._build_buttons())
        self.resize(start_size(self, 420, 400))
        speak_rows(self.list, self.field)
        self.list.setCurrentRow(0)
        self.field.setFocus()

    def _build_buttons(self) -> QHBoxLayout:
        cancel = push_button(self.tr("&Cancel"), self, self.reject, auto_default=False)
        self.insert_button = push_button(self.tr("&Insert"), self, self._choose, default=True, primary=True)
        return hbox(STRETCH, cancel, self.insert_button)

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        first = -1
        for row in range(self.list.count()):
            item = self.list.item(row)
            fits = all(word in item.text().casefold() for word in words)
            item.setHidden(not fits)
            first = row if fits and first < 0 else first
        self.list.setCurrentRow(first)
        self.list.setVisible(first >= 0)
        self.nothing.setText(self.tr("Nothing found for “{query}”.").format(query=text.strip()))
        self.nothing.setVisible(first < 0)
        announce(self.nothing.text() if first < 0 else "", topic="row")
        self.insert_button.setEnabled(first >= 0)

    def _choose(self) -> None:
        item = self.list.currentItem()
        if item is not None and not item.isHidden():
            self.chosen = item.data(_ROLE)
            self.accept()

    def eventFilter(self, watched: object, event: object) -> bool:
        """Move in the list with the arrow keys while the filter has the focus, choose with Enter."""
        if isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
                self.list.event(event)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose()
                return True
        return super().eventFilter(watched, event)  # type: ignore[arg-type]
