"""SavePrompt: asks where in the vault a conversation is to be kept as a note."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from axon_desktop.ui.file_actions.name_prompt import NamePrompt
from axon_desktop.vault import Vault
from axon_desktop.vault.moves.new_note import NewNote, check_new_note, path_of_name


class SavePrompt(NamePrompt):
    """Takes no name that a note has already."""

    def __init__(self, vault: Vault, name: str, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Save to a note"), lambda typed: _check_free(vault, typed), parent, name=name)
        self.field.setAccessibleName(self.tr("Path of the new note in the vault"))

    def accept_words(self, found: NewNote | None) -> str:
        """Return what the button says."""
        return self.tr("&Save")


def _check_free(vault: Vault, typed: str) -> NewNote:
    found = check_new_note(vault, path_of_name(typed, ""))
    return replace(found, exists=False, fault="taken", why=found.path) if found.exists else found
