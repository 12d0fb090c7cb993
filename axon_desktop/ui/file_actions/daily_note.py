"""DailyNotes: opens today's note, or creates it as the vault's settings say."""

from __future__ import annotations

import asyncio
from datetime import datetime

from PySide6.QtCore import QObject

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.file_actions.context import FileActionContext
from axon_desktop.ui.file_actions.new_note import NewNotes
from axon_desktop.ui.file_actions.wording import fault_words
from axon_desktop.ui.note.keyboard_focus import Journey
from axon_desktop.vault import Vault
from axon_desktop.vault.moves.new_path import NewPath, check_new_note
from axon_desktop.vault.obsidian.daily_note import read_daily_settings


class DailyNotes(QObject):
    """Asks for no name: folder, name and template are set in Obsidian."""

    def __init__(self, open_vault: FileActionContext, new_notes: NewNotes) -> None:
        super().__init__(open_vault)
        self._open = open_vault
        self._new_notes = new_notes

    def show_today(self, *, asking: bool = False) -> None:
        """Open the note of today; with `asking` the user must agree before it is created."""
        if (vault := self._open.wanted()) is not None:
            journey = self._open.window.preview.note_focus.expect(at_end=True)
            spawn(self._show(vault, journey, datetime.now().astimezone(), asking), name="daily note")

    async def _show(self, vault: Vault, journey: Journey, day: datetime, asking: bool) -> None:
        with self._open.window.preview.note_focus.on(journey):
            await self._find_and_show(vault, journey, day, asking)

    async def _find_and_show(self, vault: Vault, journey: Journey, day: datetime, asking: bool) -> None:
        found, template, wanted = await asyncio.to_thread(_find, vault, day, self._open.language)
        if found.fault:
            words = self.tr("The daily note {name} cannot be created: {why}.")
            self._open.show_message(words.format(name=found.path, why=fault_words(found)))
            return
        if asking and not found.exists and not await self._new_notes.agrees(found.path):
            return
        await self._new_notes.make(found, journey, template=template)
        if wanted and not template and not found.exists:
            words = self.tr("Created {path}. Its template {template} was not found.")
            self._open.show_message(words.format(path=found.path, template=wanted))


def _find(vault: Vault, day: datetime, language: str) -> tuple[NewPath, str, str]:
    """Return the note of a day, its template if that exists, and the template that is set."""
    settings = read_daily_settings(vault.root)
    if not vault.names.ready:
        vault.names.scan()
    template = vault.names.resolve_link(settings.template, "") if settings.template else None
    return check_new_note(vault, settings.path(day, language)), template or "", settings.template
