"""VaultGone: says in the whole window that the folder of the vault is not there, until it is back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import IndexState
    from axon_desktop.ui.main_window import MainWindow
    from axon_desktop.vault import Vault


class VaultGone(QObject):
    """Shows the error bar once when the folder goes, and takes it away when it is back."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._folder = ""
        self._away = False
        window.vault_shown.connect(self._enter)
        window.vault_left.connect(lambda: self._show(away=False))
        window.index_events.state_changed.connect(self._follow)

    def _enter(self, vault: Vault) -> None:
        self._folder = str(vault.root)

    def _follow(self, state: IndexState) -> None:
        self._show(away=state.watch == "away")

    def _show(self, *, away: bool) -> None:
        if away is self._away:
            return
        self._away = away
        window = self._window
        window.status.set_counted(not away)
        words = self.tr("The vault {folder} is no longer there. Axon goes on as soon as it is back.").format(
            folder=self._folder
        )
        if away:
            window.error_bar.show_error(words, action=(self.tr("Open vault…"), window.chooser.choose), stays=True)
        else:
            window.error_bar.take_back(words)


def say_when_vault_is_gone(window: MainWindow) -> None:
    """Let a window say when its vault's folder is not there."""
    VaultGone(window)
