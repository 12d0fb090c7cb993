"""The last page: a first question that the chosen vault and model can answer."""

from __future__ import annotations

import asyncio
import os
from itertools import islice
from pathlib import Path

from axon_desktop import paths
from axon_desktop.sample_vault import SAMPLE_NAME
from axon_desktop.settings.settings import Settings
from axon_desktop.text.file_names import is_note, without_suffix
from axon_desktop.ui.first_run.choice_list import Choice
from axon_desktop.ui.first_run.choices import Choices
from axon_desktop.ui.first_run.page import Page
from axon_desktop.ui.vault_picker.known_vaults import first_names

_LOOKED_AT = 300
_FOLDERS = 5
_PATIENCE = 1.0
"""Seconds; a slow network folder is not waited for."""


class QuestionPage(Page):
    """Its questions are about a note that exists."""

    def __init__(self, settings: Settings, current: Path | None) -> None:
        """Take the current settings, and the open vault."""
        super().__init__(
            self.tr("What should Axon do first?"),
            self.tr("Axon starts as soon as the vault is open. Later, type in the box at the bottom right."),
        )
        self._settings = settings
        self._current = current

    async def begin(self, choices: Choices) -> None:
        """Offer questions for the chosen vault and model."""
        root = choices.vault or self._current
        if choices.sample:
            root = paths.data_dir() / SAMPLE_NAME
        note = ""
        if root is not None:
            try:
                async with asyncio.timeout(_PATIENCE):
                    note = await asyncio.to_thread(first_note, root)
            except TimeoutError:
                note = ""
        model = choices.model or self._settings.model
        before = self.list.currentRow()
        self.list.clear()
        for question, words in self._commands(note) if model.provider == "offline" else self._questions(note):
            self.list.add(Choice(question, words, question))
        self.list.add(Choice(self.tr("Nothing yet"), self.tr("Just open the window."), ""))
        self.list.setCurrentRow(max(before, 0))

    def _commands(self, note: str) -> list[tuple[str, str]]:
        """Return commands for the Offline provider, in the user's language."""
        commands = [(self.tr("list /"), self.tr("Shows what is in the vault."))]
        if note:
            says = self.tr("Shows what {note} says.").format(note=note)
            commands.append((self.tr("read {note}").format(note=note), says))
        commands.append((self.tr("help"), self.tr("Shows the available commands.")))
        return commands

    def _questions(self, note: str) -> list[tuple[str, str]]:
        questions = [
            (
                self.tr("List my notes and tell me what this vault is about"),
                self.tr("Lists folders, reads a few notes, and sums them up."),
            )
        ]
        if note:
            questions.append(
                (
                    self.tr("Read {note} and suggest three links to add").format(note=note),
                    self.tr("Only reads, changes nothing."),
                )
            )
        questions.append(
            (
                self.tr("Find my open tasks and list them by note"),
                self.tr("Searches the whole vault."),
            )
        )
        return questions

    async def settle(self, choices: Choices) -> bool:
        """Note the question."""
        choices.question = self.list.value or ""
        return True


def first_note(root: Path) -> str:
    """Return a note near the root without its suffix, probably a good start; empty if none is found."""
    names, folders = _scan(root)
    if names:
        return next((name for name in first_names() if name in names), names[0])
    for folder in folders:
        names, _ = _scan(folder)
        if names:
            return f"{folder.name}/{names[0]}"
    return ""


def _scan(folder: Path) -> tuple[list[str], list[Path]]:
    """Return the notes in a folder, and the first few subfolders; the number of entries read is limited."""
    names, folders = [], []
    try:
        with os.scandir(folder) as entries:
            for entry in islice(entries, _LOOKED_AT):
                if entry.name.startswith("."):
                    continue
                if is_note(entry.name) and entry.is_file():
                    names.append(without_suffix(entry.name))
                elif entry.is_dir():
                    folders.append(Path(entry.path))
    except OSError:
        return [], []
    return sorted(names), sorted(folders)[:_FOLDERS]
