"""RestoredState: restores the page of the vault panel and unsent requests at the next start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

if TYPE_CHECKING:
    from axon_desktop.ui.chat.panel import ChatPanel
    from axon_desktop.ui.window.main_window import MainWindow

_PAGE = "vault_page"


class RestoredState(QObject):
    """Saves the page of the vault panel, and for each vault the unsent request."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._key = ""
        """Settings key for the request about the open vault; empty before there is one."""
        window.context.entered.connect(self._vault_shown)
        window.context.left.connect(self._vault_left)

    def _vault_shown(self) -> None:
        window = self._window
        vault = window.context.vault
        assert vault is not None
        if not self._key:
            page = str(window.state.value(_PAGE, ""))
            if window.vault_panel.has_page(page):
                window.vault_panel.show_page(page)
        self._key = f"unsent/{vault.id}"
        unsent = str(window.state.value(self._key, ""))
        if unsent:
            box = self._chat.composer.input
            box.set_text(unsent)
            box.textChanged.connect(self._forget, Qt.ConnectionType.SingleShotConnection)

    def _forget(self) -> None:
        """Remove a request that is sent or edited now: after a crash it would come back otherwise."""
        self._window.state.remove(self._key)

    def _vault_left(self) -> None:
        window = self._window
        window.state.setValue(_PAGE, window.vault_panel.current)
        window.state.setValue(self._key, self._chat.unsent)

    @property
    def _chat(self) -> ChatPanel:
        """The conversation about the open vault."""
        from axon_desktop.ui.chat.panel import ChatPanel  # with a vault, not before

        assert isinstance(self._window.chat, ChatPanel)
        return self._window.chat
