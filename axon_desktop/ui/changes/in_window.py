"""Puts the changes into the window: from the menu, and from the cards of the conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.chat.panel import ChatPanel

if TYPE_CHECKING:
    from axon_desktop.ui.main_window import MainWindow
    from axon_desktop.vault import Vault


class ChangesInWindow(QObject):
    """Opens the dialog, which is made anew each time, over the window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._vault: Vault | None = None
        self._panel: ChatPanel | None = None
        self._shown = False
        window.menus.changes_requested.connect(lambda: self.show())
        window.menus.going_back_requested.connect(self._go_back)
        window.vault_shown.connect(lambda vault, _index: self._follow(vault))
        window.vault_left.connect(self._leave)

    def _follow(self, vault: Vault) -> None:
        self._vault = vault
        panel = self._window.chat
        self._panel = panel if isinstance(panel, ChatPanel) else None
        if self._panel is not None:
            self._panel.change_requested.connect(self.show)

    def _leave(self) -> None:
        self._vault = self._panel = None

    def _go_back(self) -> None:
        if self._panel is not None:
            self._window.chat_dock.show()
            self._panel.back.start()

    def show(self, change_id: int | None = None) -> None:
        """Show the changes, beginning at one of them."""
        if self._vault is not None and not self._shown:
            spawn(self._show(self._vault, self._panel, change_id), name="changes")

    async def _show(self, vault: Vault, panel: ChatPanel | None, change_id: int | None) -> None:
        from axon_desktop.ui.changes.changes_dialog import ChangesDialog

        window = self._window
        self._shown = True
        try:
            store = await panel.conversations() if panel is not None else None
            dialog = ChangesDialog(vault, window.theme.colors, window, store=store, first=change_id)
            dialog.note_requested.connect(window.preview.open_note)
            if panel is not None:
                dialog.undone.connect(panel.show_undone)
            await ask(dialog)
        finally:
            self._shown = False


def add_changes(window: MainWindow) -> ChangesInWindow:
    """Add them to a window that has been painted."""
    return ChangesInWindow(window)
