"""SavePrompt: asks for the name of the note that a conversation is saved as."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from axon_desktop.ui.file_actions.name_prompt import NamePrompt
from axon_desktop.vault import Vault
from axon_desktop.vault.moves.new_path import NewPath, check_new_note, path_of_name


class SavePrompt(NamePrompt):
    """Does not accept the name of an existing note."""

    def __init__(self, vault: Vault, name: str, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Save to a note"), lambda typed: _check_free(vault, typed), parent, name=name)
        self.field.setAccessibleName(self.tr("Path of the new note in the vault"))

    def accept_words(self, found: NewPath | None) -> str:
        """Return the label of the button."""
        return self.tr("&Save")


def _check_free(vault: Vault, typed: str) -> NewPath:
    found = check_new_note(vault, path_of_name(typed, ""))
    return replace(found, exists=False, fault="taken", why=found.path) if found.exists else found
