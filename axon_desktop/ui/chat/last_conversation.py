"""LastConversation: the conversation that was open in a vault is there again when the vault is."""

from __future__ import annotations

import asyncio
from importlib import import_module

from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from axon_desktop.errors import StoreError
from axon_desktop.ui.conversation import ConversationKeeper

_NEWEST = 50
"""Conversations among which it is looked for; who talked so much since has left it."""


class LastConversation(QObject):
    """Watches one keeper; a new conversation is remembered as none."""

    def __init__(self, keeper: ConversationKeeper, state: QSettings, vault_id: str) -> None:
        """Take what the window remembers, and for which vault."""
        super().__init__(keeper)
        self._keeper = keeper
        self._state = state
        self._vault_id = vault_id
        self._key = f"conversation/{vault_id}"
        self._kept = str(state.value(self._key, ""))
        self._focused: QWidget | None = None
        keeper.title_changed.connect(self._remember)

    async def go_on(self) -> None:
        """Open what was open last, unless something was said meanwhile, or it was deleted."""
        keeper, begun = self._keeper, self._keeper.session_id
        if not self._kept:
            return
        store = await keeper.store()
        if store is None:
            return
        try:
            newest = await store.list(vault=self._vault_id, limit=_NEWEST)
        except StoreError:
            return  # who needs the store says what is wrong with it
        there = any(summary.id == self._kept for summary in newest)
        await asyncio.to_thread(import_module, "axon_desktop.tools.manager")  # its replies are read for calls
        if there and keeper.session_id == begun and not keeper.title:
            keeper.opened.connect(self._give_focus_back)
            self._focused = QApplication.focusWidget()
            keeper.open(self._kept)

    def _give_focus_back(self, _opened: object) -> None:
        """Leave the keyboard where it was: nobody asked for this conversation just now."""
        self._keeper.opened.disconnect(self._give_focus_back)
        focused, self._focused = self._focused, None
        if focused is not None and isValid(focused):
            focused.setFocus()

    def _remember(self, title: str) -> None:
        self._state.setValue(self._key, self._keeper.session_id if title else "")
