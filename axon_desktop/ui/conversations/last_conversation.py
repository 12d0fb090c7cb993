"""LastConversation: reopens the last conversation of a vault, in its mode."""

from __future__ import annotations

import asyncio
from importlib import import_module

from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QApplication

from axon_desktop.agent.events import AgentMode
from axon_desktop.errors import StoreError
from axon_desktop.ui.session.chat_session import ChatSession
from axon_desktop.ui.session.conversation_keeper import ConversationKeeper

_NEWEST = 50
"""Number of newest conversations in which it is looked for; an older one is not reopened."""
_MODES: dict[str, AgentMode] = {"plan": "plan", "react": "react"}


class LastConversation(QObject):
    """Watches one keeper; for a new conversation nothing is stored."""

    def __init__(self, keeper: ConversationKeeper, session: ChatSession, state: QSettings, vault_id: str) -> None:
        """Take the window's settings store and the id of the vault."""
        super().__init__(keeper)
        self._keeper = keeper
        self._session = session
        self._state = state
        self._vault_id = vault_id
        self._key = f"conversation/{vault_id}"
        self._kept = str(state.value(self._key, ""))
        keeper.title_changed.connect(self._remember)
        self._mode_key = f"mode/{vault_id}"
        self._mode: AgentMode | None = _MODES.get(str(state.value(self._mode_key, "")))
        """The last mode; None before one was chosen."""
        if self._mode is not None:
            session.set_mode(self._mode)
        session.mode_changed.connect(self._remember_mode)

    async def go_on(self) -> None:
        """Open the last conversation, unless another one was begun meanwhile, or it was deleted."""
        keeper = self._keeper
        if not self._kept:
            return
        store = await keeper.store()
        if store is None:
            return
        try:
            newest = await store.list(vault=self._vault_id, limit=_NEWEST)
        except StoreError:
            return  # whoever needs the store reports its error
        there = any(summary.id == self._kept for summary in newest)
        await asyncio.to_thread(import_module, "axon_desktop.tools.manager")  # needed to read its replies
        loaded = await keeper.load(self._kept) if there and keeper.is_untouched else None
        if loaded is not None and keeper.is_untouched:
            focused = QApplication.focusWidget()
            mode = self._mode  # it may have been changed after the last turn
            keeper.go_on(loaded)
            if mode is not None:
                self._session.set_mode(mode)
            if focused is not None:  # nobody asked for this conversation just now
                focused.setFocus()

    def _remember_mode(self, mode: AgentMode) -> None:
        self._mode = mode
        self._state.setValue(self._mode_key, mode)

    def _remember(self, title: str) -> None:
        self._state.setValue(self._key, self._keeper.session_id if title else "")
