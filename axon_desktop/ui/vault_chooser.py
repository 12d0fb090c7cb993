"""VaultChooser: asks for the folder of a vault, and remembers those that were open."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from axon_desktop.ui.aio import ask, spawn

_RECENT = 8


class VaultChooser(QObject):
    """Asks over one window."""

    vault_requested = Signal(str)
    """A folder to open as the vault."""

    def __init__(self, window: QWidget, recent: QMenu, state: QSettings) -> None:
        """Take the window, the menu of recent vaults and what the window remembers."""
        super().__init__(window)
        self._window = window
        self._menu = recent
        self._state = state
        self._root: Path | None = None
        self._fill()

    def remember(self, root: Path) -> None:
        """Put a vault at the top of the recent ones."""
        self._root = root
        recent = [str(root), *(old for old in self._recent() if old != str(root))][:_RECENT]
        self._state.setValue("recent_vaults", recent)
        self._fill()

    def _recent(self) -> list[str]:
        value = self._state.value("recent_vaults", [])
        return [value] if isinstance(value, str) else list(value) if isinstance(value, list) else []

    def _fill(self) -> None:
        self._menu.clear()
        for folder in self._recent():
            self._menu.addAction(folder.replace("&", "&&"), partial(self.vault_requested.emit, folder))
        self._menu.setEnabled(bool(self._recent()))

    def choose(self) -> None:
        """Let a folder be chosen."""
        spawn(self._choose(), name="choose vault")

    async def _choose(self) -> None:
        dialog = QFileDialog(self._window, self.tr("Open a vault: choose its folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        if self._root is not None:
            dialog.setDirectory(str(self._root.parent))
        if await ask(dialog) and dialog.selectedFiles():
            self.vault_requested.emit(dialog.selectedFiles()[0])
