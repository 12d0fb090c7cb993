"""VaultChooser: asks for a vault, among those of Axon or Obsidian and all other folders."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QMenu, QWidget

from axon_desktop import paths
from axon_desktop.ui.actions import REASON
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.look.stylesheet import plain_tip

if TYPE_CHECKING:
    from axon_desktop.ui.vault_picker.known_vaults import OfferedVault

_RECENT = 8
_PATIENCE = 2.0
"""Time limit in seconds for checking folders, which may be on a network."""


class VaultChooser(QObject):
    """Asks in dialogs over one window."""

    vault_requested = Signal(str)
    """A folder to open as the vault."""

    def __init__(self, window: QWidget, recent: QMenu, state: QSettings) -> None:
        """Take the window, the menu of recent vaults and the window's state."""
        super().__init__(window)
        self._window = window
        self._menu = recent
        self._state = state
        self._root: Path | None = None
        self._offered: list[OfferedVault] = []
        recent.setToolTipsVisible(True)
        self._fill()

    def remember(self, root: Path) -> None:
        """Move a vault to the top of the recent ones."""
        self._root = root
        recent = [str(root), *(old for old in self.recent if old != str(root))][:_RECENT]
        self._state.setValue("recent_vaults", recent)
        self._fill()

    def forget(self, folders: Collection[str]) -> None:
        """Remove these from the recent ones; Obsidian's stay."""
        self._state.setValue("recent_vaults", [old for old in self.recent if old not in folders])
        self._offered = [vault for vault in self._offered if vault.of_obsidian or str(vault.path) not in folders]
        self._fill()

    async def look(self) -> list[OfferedVault]:
        """Find the existing vaults, for the menu too, within a time limit."""
        from axon_desktop.ui.vault_picker.known_vaults import offered_vaults

        try:
            async with asyncio.timeout(_PATIENCE):
                offered = await asyncio.to_thread(offered_vaults, self.recent, self._root)
        except TimeoutError:
            return self._offered
        if offered != self._offered:
            self._offered = offered
            self._fill()
        return offered

    @property
    def recent(self) -> list[str]:
        """The folders of the vaults that Axon has opened, the newest first."""
        value = self._state.value("recent_vaults", [])
        found = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        return [folder for folder in found if isinstance(folder, str) and folder]

    def _fill(self) -> None:
        """Show what is known without accessing a disk."""
        known = {str(vault.path): vault for vault in self._offered}
        self._menu.clear()
        for folder in dict.fromkeys((*self.recent, *known)):
            vault = known.get(folder)
            mark = "\tObsidian" if vault is not None and vault.of_obsidian else ""
            request = partial(self.vault_requested.emit, folder)
            action = self._menu.addAction(folder.replace("&", "&&") + mark, request)
            action.setToolTip(plain_tip(folder))
            if self._root is not None and folder == str(self._root):
                action.setCheckable(True)
                action.setChecked(True)
            elif vault is not None and not vault.is_there:
                action.setEnabled(False)
                action.setToolTip(self.tr("The folder cannot be found."))
                action.setProperty(REASON, action.toolTip())
        missing = [str(vault.path) for vault in self._offered if vault.is_recent and not vault.is_there]
        if missing:
            self._menu.addSeparator()
            self._menu.addAction(self.tr("&Remove missing vaults from the list"), partial(self.forget, missing))
        self._menu.setEnabled(bool(self.recent or known))

    def choose_moved(self) -> None:
        """Let the user choose the new folder of the vault, whose old folder is then removed from the list."""
        spawn(self._choose_moved(), name="choose where the vault is")

    async def _choose_moved(self) -> None:
        old = self._root
        chosen = await self._choose_folder()
        if chosen and old is not None:
            self.forget((str(old),))

    def choose(self) -> None:
        """Let the user choose a vault."""
        spawn(self._choose(), name="choose vault")

    async def _choose(self) -> None:
        from axon_desktop.ui.vault_picker.list import VaultList

        dialog = VaultList(await self.look(), self._window)
        dialog.forgotten.connect(lambda folder: self.forget((folder,)))
        if not await ask(dialog):
            return
        chosen = dialog.chosen
        if chosen is not None:
            self.vault_requested.emit(str(chosen))
        else:
            await self._choose_folder()

    async def _choose_folder(self) -> bool:
        """Ask for a folder and open it; tell whether one was chosen."""
        from axon_desktop.ui.widgets.file_dialog import ask_folder

        start = None
        if self._root is not None and not self._root.is_relative_to(paths.data_dir()):  # as the sample vault is
            start = self._root.parent
        folder = await ask_folder(self._window, self.tr("Open a vault: choose its folder"), start)
        if folder is not None:
            self.vault_requested.emit(str(folder))
        return folder is not None
