"""VaultGone: says in the whole window that the folder of the vault is not there, until it is back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import IndexState
    from axon_desktop.ui.window.main_window import MainWindow


class VaultGone(QObject):
    """Shows the error bar when the folder goes, again after a newer failure, and takes it away when it is back."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._words = ""
        self._away = False
        window.context.left.connect(lambda: self._show(away=False))
        window.context.index_state_changed.connect(self._follow)
        window.error_bar.closed.connect(self._say_again)
        window.preview.body.currentChanged.connect(self._page_shown)

    def _follow(self, state: IndexState) -> None:
        self._show(away=state.watch == "away")

    def _show(self, *, away: bool) -> None:
        if away is self._away:
            return
        self._away = away
        if (vault := self._window.context.vault) is not None:
            self._words = self.tr(
                "The vault {folder} is no longer there. Axon continues as soon as the folder is back."
            ).format(folder=vault.root)
        self._window.status.set_counted(not away)
        self._tell_chat(away=away)
        self._window.preview.set_away(away=away)
        self._page_shown()

    def _page_shown(self) -> None:
        """Say it in the bar where the pane says something else: a text that is being written stays there."""
        if self._away and self._window.preview.body.shows_editor:
            self._say()
        else:
            self._window.error_bar.take_back(self._words)

    def _tell_chat(self, *, away: bool) -> None:
        from axon_desktop.ui.chat.panel import ChatPanel  # with a vault, not before

        if isinstance(self._window.chat, ChatPanel):
            self._window.chat.composer.state.set_away(away=away)

    def _say(self) -> None:
        action = self.tr("What to do…"), partial(self._window.preview.body.show_reason, "away", "")
        self._window.error_bar.show_error(self._words, action=action, stays=True)

    def _say_again(self, closed: str) -> None:
        """Come back after a newer failure that stood in the way."""
        if self._away and closed != self._words and self._window.preview.body.shows_editor:
            self._say()


def install(window: MainWindow) -> None:
    """Let a window say when its vault's folder is not there."""
    VaultGone(window)
