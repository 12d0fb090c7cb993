"""MissingVault: reports that the folder of the vault is missing, until it is back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import IndexState
    from axon_desktop.ui.window.main_window import MainWindow


class MissingVault(QObject):
    """Shows the error bar while the folder is missing, again after a newer failure."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._words = ""
        self._away = False
        window.context.left.connect(lambda: self._show(away=False))
        window.context.index_state_changed.connect(self._follow)
        window.error_bar.closed.connect(self._show_again)
        window.groups.each(lambda pane: pane.body.currentChanged.connect(self._page_shown))
        window.groups.used.connect(self._page_shown)

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
        self._notify_chat(away=away)
        for pane in self._window.groups.all:
            pane.set_away(away=away)
        self._page_shown()

    def _page_shown(self) -> None:
        """Show it in the bar where the pane shows something else: text that is being edited stays there."""
        if self._away and self._window.preview.body.shows_editor:
            self._show_message()
        else:
            self._window.error_bar.withdraw(self._words)

    def _notify_chat(self, *, away: bool) -> None:
        from axon_desktop.ui.chat.panel import ChatPanel  # with a vault, not before

        if isinstance(self._window.chat, ChatPanel):
            self._window.chat.composer.state.set_away(away=away)

    def _show_message(self) -> None:
        action = self.tr("What to do…"), partial(self._window.preview.body.show_reason, "away", "")
        self._window.error_bar.show_error(self._words, action=action, stays=True)

    def _show_again(self, closed: str) -> None:
        """Show it again after a newer failure was closed."""
        if self._away and closed != self._words and self._window.preview.body.shows_editor:
            self._show_message()
