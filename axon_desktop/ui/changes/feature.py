"""The history of changes in the window: opened from the menu and from cards in the chat; undoes the last turn."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from axon_desktop.ui.aio import ask, spawn

if TYPE_CHECKING:
    from axon_desktop.ui.chat.panel import ChatPanel
    from axon_desktop.ui.window.main_window import MainWindow
    from axon_desktop.vault import Vault


class ChangesFeature(QObject):
    """Opens a new dialog over the window each time; undoes one turn after the other."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._shown = False
        self._one_by_one = asyncio.Lock()
        window.undo_requested.connect(lambda: spawn(self._undo_last(), name="undo"))
        window.menus.actions["agent.changes"].triggered.connect(lambda: self.show())
        window.menus.actions["agent.go_back_to_a_message"].triggered.connect(self._go_back)
        window.context.entered.connect(self._follow_chat)

    def _follow_chat(self) -> None:
        if (panel := self._window.chat_panel) is not None:
            panel.change_requested.connect(self.show)

    def _go_back(self) -> None:
        if (panel := self._window.chat_panel) is not None and self._window.context.vault is not None:
            self._window.chat_dock.show()
            panel.back.start()

    def show(self, change_id: int | None = None) -> None:
        """Show the changes, with one of them selected."""
        vault = self._window.context.vault
        if vault is None:
            self._window.status.show_message(self.tr("No vault is open."))
        elif not self._shown:
            spawn(self._show(vault, self._window.chat_panel, change_id), name="changes")

    async def _show(self, vault: Vault, panel: ChatPanel | None, change_id: int | None) -> None:
        from axon_desktop.ui.changes.changes_dialog import ChangesDialog

        window = self._window
        self._shown = True
        try:
            store = await panel.keeper.store() if panel is not None else None
            dialog = ChangesDialog(vault, window, store=store, first=change_id)
            dialog.note_requested.connect(window.groups.open_note)
            if panel is not None:
                dialog.undone.connect(panel.show_undone)
            await ask(dialog)
        finally:
            self._shown = False

    async def _undo_last(self) -> None:
        """Undo the newest turn that changed notes; ask first unless files return to exactly their old state."""
        from axon_desktop.ui.changes.undo.confirm_undo import confirm_and_undo

        async with self._one_by_one:
            window = self._window
            vault, panel = window.context.vault, window.chat_panel
            if vault is None:
                return
            ids = await asyncio.to_thread(_last_changes, vault)
            done = await confirm_and_undo(vault, ids, window)
            if done and panel is not None:
                panel.show_undone(done)  # on the cards, too
            if done or not ids:
                window.show_undone([change.path for change in done])


def _last_changes(vault: Vault) -> list[int]:
    """Return the change ids of the newest turn that can be undone; for a thread."""
    turn = vault.journal.last_turn()
    return [] if turn is None else [change.id for change in vault.journal.undoable([turn])]
