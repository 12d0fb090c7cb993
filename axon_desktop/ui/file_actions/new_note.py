"""NewNotes: creates notes and folders on request, where Obsidian would put them."""

from __future__ import annotations

import asyncio
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import PurePosixPath

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QLabel, QWidget

from axon_desktop.text.file_names import without_suffix
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.file_actions.context import FileActionContext
from axon_desktop.ui.file_actions.name_prompt import NamePrompt
from axon_desktop.ui.file_actions.wording import fault_words
from axon_desktop.ui.look.parts import hbox, text_label
from axon_desktop.ui.note.keyboard_focus import Journey, forward_keys, stay_open_for_keys
from axon_desktop.ui.tree.model import display_name
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.ui.widgets.form_fields import chooser
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import VaultChanged
from axon_desktop.vault.moves.new_path import (
    NewPath,
    check_new_folder,
    check_new_note,
    make_folder,
    path_of_link,
    path_of_name,
    place_of_new,
    remove_folders,
)
from axon_desktop.vault.obsidian.templates import (
    FilledTemplate,
    TemplateSettings,
    fill_template,
    read_template_settings,
    read_templates,
)

_SHOWN_CONTENT = 300
_LARGEST_COPY = 256 << 20


class NewNotes(QObject):
    """Asks for a name, creates the note and opens it."""

    def __init__(self, open_vault: FileActionContext) -> None:
        super().__init__(open_vault)
        self._open = open_vault
        self._window = open_vault.window

    def request(self, folder: str | None = None, *, template: str = "", name: str = "", content: str = "") -> None:
        """Ask for the name of a new note; without a folder the vault's setting decides."""
        if (vault := self._open.wanted()) is not None:
            journey = self._window.preview.note_focus.expect(at_end=True)
            spawn(self._request(vault, journey, folder, template, name, content), name="new note")

    def request_linked(self, name: str, source: str) -> None:
        """Ask whether to create the note that a link leads to."""
        if (vault := self._open.wanted()) is not None:
            journey = self._window.preview.note_focus.expect(at_end=True)
            spawn(self._request_linked(vault, journey, name, source), name="new note")

    def request_folder(self, above: str) -> None:
        """Ask for the name of a new folder."""
        if (vault := self._open.wanted()) is not None:
            spawn(self._request_folder(vault, above), name="new folder")

    def request_copy(self, path: str) -> None:
        """Copy a file under the next free name, and open the copy."""
        if (vault := self._open.wanted()) is not None:
            spawn(self._copy(vault, path), name="duplicate")

    async def _copy(self, vault: Vault, path: str) -> None:
        from axon_desktop.ui.session.user_writes import StaleWriteError

        await self._open.save_edits()
        data, target = await asyncio.to_thread(_copied, vault, path)
        try:
            outcome = await self._open.writes.write(target, data)
        except StaleWriteError:
            self._open.show_message(
                self.tr("{path} already exists: it was created a moment ago.").format(path=target)
            )
            return
        self._open.report(self.tr("Created {path}").format(path=target), outcome.turn)
        self._window.preview.open_note(target)

    # --- asking

    async def _request(
        self, vault: Vault, journey: Journey, folder: str | None, template: str, name: str, content: str
    ) -> None:
        focus = self._window.preview.note_focus
        with focus.on(journey):
            settings = await self._open.settings()
            place = place_of_new(settings, self._window.preview.path) if folder is None else folder
            templates, found = await asyncio.to_thread(read_templates, vault.root, vault.names.paths)
            if journey.is_over:
                return
            typed, entered = focus.take_line()  # by a user who was faster than the disk
            prompt = NamePrompt(
                self.tr("New note"),
                lambda typed: check_new_note(vault, path_of_name(typed, place)),
                self._window,
                name=typed or name,
                types_on=True,
            )
            prompt.field.setPlaceholderText(self.tr("Name, or Folder/Name"))
            choice = None
            if content:
                label = _content_label(prompt, content)
                label.setAccessibleDescription(self.tr("Text of the note"))
                prompt.rows.addWidget(label)
            elif found:
                names = {"": self.tr("No template")} | {path: self._short(path, templates) for path in found}
                choice = chooser(names, template)
                label = QLabel(self.tr("&Template"), prompt)
                label.setBuddy(choice)
                prompt.rows.addLayout(hbox(label, (choice, 1), spacing=10))
                QWidget.setTabOrder(prompt.field, choice)
            forward_keys(prompt)
            forward = partial(self._take_along, prompt, journey, bool(typed))
            prompt.opened.connect(forward, Qt.ConnectionType.SingleShotConnection)
            if entered:
                prompt.accept()
            if not await ask(prompt) or prompt.found is None:
                return
            chosen = str(choice.currentData()) if choice is not None else ""
            await self.make(prompt.found, journey, template=chosen, content=content)

    def _take_along(self, prompt: NamePrompt, journey: Journey, begun: bool) -> None:
        """Add to a prompt what is typed before it has the focus, after a name that was begun."""
        focus = self._window.preview.note_focus
        if begun:
            prompt.field.end(False)  # Qt selects it when the prompt is shown

        def write() -> None:
            if journey.is_over:
                return
            line, entered = focus.take_line()
            if line:
                prompt.field.insert(line)
            if entered:
                prompt.accept()

        stay_open_for_keys(prompt, write)

    @staticmethod
    def _short(path: str, templates: TemplateSettings) -> str:
        return without_suffix(path.removeprefix(templates.folder + "/"))

    async def _request_linked(self, vault: Vault, journey: Journey, name: str, source: str) -> None:
        with self._window.preview.note_focus.on(journey):
            path = path_of_link(await self._open.settings(), name, source)
            found = await asyncio.to_thread(check_new_note, vault, path)
            if found.fault:
                words = self.tr("The note {name} cannot be created: {why}.")
                self._open.show_message(
                    words.format(name=path, why=fault_words(found) or self.tr("it has no name"))
                )
            elif found.exists or await self.agrees(path):
                await self.make(found, journey)

    async def agrees(self, path: str) -> bool:
        """Ask whether to create the note that a link leads to."""
        title, create = self.tr("This note does not exist yet. Create it?"), self.tr("C&reate")
        question = Question(title, [path], create, self._window)
        forward_keys(question)
        return bool(await ask(question))

    async def _request_folder(self, vault: Vault, above: str) -> None:
        prompt = _FolderPrompt(
            self.tr("New folder"),
            lambda typed: check_new_folder(vault, without_suffix(path_of_name(typed, above))),
            self._window,
        )
        if not await ask(prompt) or prompt.found is None:
            return
        path = prompt.found.path
        made = await asyncio.to_thread(make_folder, vault, path)
        self._window.tree.on_vault_changed(VaultChanged((path,), "user"))
        self._open.report_undoable(
            self.tr("Created the folder {path}").format(path=path), partial(remove_folders, vault, made)
        )

    # --- creating

    async def make(self, found: NewPath, journey: Journey, *, template: str = "", content: str = "") -> None:
        """Create a note, from a template or with a text, and open it; one that exists is only opened."""
        from axon_desktop.ui.session.user_writes import StaleWriteError

        vault = self._open.vault
        if vault is None:
            return
        if not found.exists:
            filled = FilledTemplate(content, keeps_tags=False)
            if template:
                filled = await self.fill(vault, template, display_name(found.path))
            try:
                outcome = await self._open.writes.write(found.path, filled.text)
            except StaleWriteError:
                self._open.show_message(
                    self.tr("{path} already exists: it was created a moment ago.").format(path=found.path)
                )
            else:
                words = self.tr("Created {path}").format(path=found.path)
                self._open.report(self.with_tags(words, filled), outcome.turn)
        if not journey.is_over:  # else the user has opened another note by now
            self._window.preview.open_note(found.path, to_write=True)

    async def fill(self, vault: Vault, template: str, title: str) -> FilledTemplate:
        """Return a template filled in for a note of this title.

        Raises:
            VaultError: it cannot be read.
        """
        note, settings = await asyncio.to_thread(
            lambda: (vault.read_exactly([template])[0], read_template_settings(vault.root))
        )
        return fill_template(note.text, title, datetime.now().astimezone(), settings, self._open.language)

    def with_tags(self, words: str, filled: FilledTemplate) -> str:
        """Return a sentence, followed if necessary by one about the template tags that were not filled in."""
        if not filled.keeps_tags:
            return words
        return self.tr("{done}. Its <% … %> tags stay as they are: Axon does not run code in templates.").format(
            done=words
        )


class _FolderPrompt(NamePrompt):
    def accept_words(self, found: NewPath | None) -> str:
        return self.tr("C&reate")


def _content_label(prompt: NamePrompt, content: str) -> QLabel:
    shown = content if len(content) <= _SHOWN_CONTENT else content[:_SHOWN_CONTENT] + "…"
    return text_label(shown, prompt, wraps=True, plain=True)


def _copied(vault: Vault, path: str) -> tuple[bytes, str]:
    """Return the bytes of a file, and a free path beside it; for a thread.

    Raises:
        VaultError: it cannot be read.
    """
    data = vault.read_attachment(path, _LARGEST_COPY)
    suffix = PurePosixPath(path).suffix
    stem = path.removesuffix(suffix)
    target = next(
        target
        for number in count(1)
        if not (found := check_new_note(vault, target := f"{stem} {number}{suffix}")).exists
        and found.fault != "taken"
    )
    return data, target
