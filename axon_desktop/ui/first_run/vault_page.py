"""The first page: which folder of notes to open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from axon_desktop.sample_vault import SAMPLE_NAME
from axon_desktop.ui.first_run.choice_list import Choice
from axon_desktop.ui.first_run.choices import Choices
from axon_desktop.ui.first_run.page import Page
from axon_desktop.ui.vault_picker.known_vaults import OfferedVault
from axon_desktop.ui.vault_picker.list import describe
from axon_desktop.ui.widgets.file_dialog import ask_folder

_SAMPLE = "sample"
_OTHER = "other"


class VaultPage(Page):
    """Offers the vaults that Axon or Obsidian know, any other folder, and the sample vault."""

    def __init__(self, vaults: Sequence[OfferedVault]) -> None:
        super().__init__(
            self.tr("Which notes should Axon open?"),
            self.tr("A vault is a folder of Markdown notes. Axon works alongside Obsidian on the same files."),
        )
        there = [vault for vault in vaults if vault.is_there and vault.name != SAMPLE_NAME]
        for vault in there:
            self.list.add(Choice(vault.name, str(vault.path), vault.path, describe(vault), is_path=True))
        self.list.add(
            Choice(
                self.tr("The sample vault"),
                self.tr("A copy of some notes in English and Chinese, for trying things out."),
                _SAMPLE,
            )
        )
        self.list.add(
            Choice(self.tr("Another folder…"), self.tr("Choose the folder that contains your notes."), _OTHER)
        )
        current = next((vault.path for vault in there if vault.is_current), None)
        self.list.choose(current if current is not None else there[0].path if there else _SAMPLE)

    async def settle(self, choices: Choices) -> bool:
        """Note the vault; ask for the folder if it is another one."""
        value = self.list.value
        if value == _OTHER:
            folder = await self._ask_folder()
            if folder is None:
                return False
            self.list.add(Choice(folder.name, str(folder), folder, is_path=True), 0)
            self.list.choose(folder)
            value = folder
        choices.sample = value == _SAMPLE
        choices.vault = value if isinstance(value, Path) else None
        return True

    async def _ask_folder(self) -> Path | None:
        return await ask_folder(self.window(), self.tr("Choose the folder that contains your notes"))
