"""ObsidianLinks: follows `obsidian://` links of notes and of the chat inside the window."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from axon_desktop.errors import NoteNotFoundError
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.file_actions.context import FileActionContext
from axon_desktop.ui.file_actions.daily_note import DailyNotes
from axon_desktop.ui.file_actions.new_note import NewNotes
from axon_desktop.ui.file_actions.wording import refusal_words
from axon_desktop.ui.vault_picker.known_vaults import offered_vaults
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.vault import Vault
from axon_desktop.vault.files.path_rules import normalize_path
from axon_desktop.vault.moves.new_path import check_new_note
from axon_desktop.vault.obsidian.known_vaults import KnownVault, read_known_vaults, same_folder
from axon_desktop.vault.obsidian.url import ObsidianAction, handle_obsidian_url

_SHOWN_TEXT = 500


class ObsidianLinks(QObject):
    """Does what `handle_obsidian_url` says; before writing the user is asked."""

    def __init__(self, open_vault: FileActionContext, new_notes: NewNotes, daily: DailyNotes) -> None:
        super().__init__(open_vault)
        self._open = open_vault
        self._window = open_vault.window
        self._new_notes = new_notes
        self._daily = daily
        self._waiting: tuple[Path, str] | None = None
        """A vault that is being opened, and the link that requested it."""
        open_vault.entered.connect(self._entered)

    def follow(self, url: str) -> None:
        """Follow a link."""
        if (vault := self._open.wanted()) is not None:
            spawn(self._follow(vault, url), name="follow obsidian link")

    def _entered(self) -> None:
        """Follow the link that requested this vault."""
        waiting, self._waiting = self._waiting, None
        vault = self._open.vault
        if waiting is not None and vault is not None and same_folder(waiting[0], vault.root):
            self.follow(waiting[1])

    async def _follow(self, vault: Vault, url: str) -> None:
        recent = self._window.chooser.recent
        action = await asyncio.to_thread(lambda: handle_obsidian_url(url, vault, _known(recent)))
        if vault is not self._open.vault:
            return
        match action.kind:
            case "open":
                self._window.preview.open_note(action.path, action.anchor, new_tab=action.new_tab)
            case "new":
                await self._make(vault, action)
            case "search":
                self._window.search_in_vault(action.text)
            case "daily":
                self._daily.show_today(asking=True)
            case "choose_vault":
                self._window.chooser.choose()
            case "this_vault":
                self._open.show_message(self.tr("The vault {name} is already open.").format(name=vault.name))
            case "other_vault":
                assert action.vault is not None
                await self._offer(action.vault, url)
            case "refused":
                self._open.show_message(refusal_words(action))

    async def _make(self, vault: Vault, action: ObsidianAction) -> None:
        path = normalize_path(action.path) if action.path else ""
        found = await asyncio.to_thread(check_new_note, vault, path) if path else None
        if found is not None and found.exists:
            if action.append and action.text:
                await self._append(vault, found.path, action.text)
            self._window.preview.open_note(found.path)
            return
        name = action.path if "/" not in action.path else "/" + action.path
        self._new_notes.request(name=name, content=action.text)

    async def _append(self, vault: Vault, path: str, text: str) -> None:
        shown = text if len(text) <= _SHOWN_TEXT else text[:_SHOWN_TEXT] + "…"
        question = self.tr("Add this text to the end of {path}?").format(path=path)
        if not await self._agrees(question, shown, self.tr("&Add")):
            return
        try:
            note = (await asyncio.to_thread(vault.read_exactly, [path]))[0]
        except NoteNotFoundError:
            self._open.show_message(self.tr("{name} is no longer there.").format(name=path))
            return
        between = b"" if not note.data or note.data.endswith((b"\n", b"\r")) else b"\n"
        data = note.data + between + text.encode("utf-8")
        outcome = await self._open.writes.write(path, data, expected_sha256=note.sha256)
        self._open.report(self.tr("Added to {path}").format(path=path), outcome.turn)

    async def _offer(self, folder: Path, url: str) -> None:
        if not await asyncio.to_thread(folder.is_dir):
            self._open.show_message(self.tr("The vault {folder} is no longer there.").format(folder=folder))
            return
        question = self.tr("This link leads to another vault. Open {name}?").format(name=folder.name)
        if await self._agrees(question, str(folder), self.tr("&Open")):
            self._waiting = folder, url
            self._window.vault_requested.emit(str(folder))

    async def _agrees(self, question: str, details: str, words: str) -> bool:
        return bool(await ask(Question(question, [details], words, self._window, careful=True)))


def _known(recent: Sequence[str]) -> list[KnownVault]:
    """Return the vaults that a link may name: Obsidian's, and those that Axon has opened."""
    known = read_known_vaults()
    offered = offered_vaults(recent, None, known)
    return [*known, *(KnownVault("", one.path, is_there=one.is_there) for one in offered if not one.of_obsidian)]
