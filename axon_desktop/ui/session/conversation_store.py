"""The store of conversations for a window: errors are reported, and nothing else waits for it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from axon_desktop.errors import StoreError
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.language.translation import translate

if TYPE_CHECKING:
    from axon_desktop.conversations.store.conversation_store import ConversationStore
    from axon_desktop.ui.window.main_window import MainWindow

_log = logging.getLogger(__name__)
_AGAIN_SECONDS = 1.0


class StoreOpener:
    """Opens the store; while that fails it is tried again, and the window works without it."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._ending = asyncio.Event()
        self.opened: asyncio.Task[ConversationStore | None] = spawn(self._open(), name="open conversations")
        """The store as soon as it is open; None when the program ends before that."""

    async def _open(self) -> ConversationStore | None:
        from axon_desktop.conversations.store.conversation_store import ConversationStore
        from axon_desktop.ui.session.conversation_keeper import notice_text

        store, reported = ConversationStore(), ""
        while True:
            try:
                notice = await store.open()
                break
            except StoreError as error:
                if not reported:
                    reported = error_text(error)
                    self._window.show_error(reported, error)
            with suppress(TimeoutError):
                async with asyncio.timeout(_AGAIN_SECONDS):
                    await self._ending.wait()
                return None
        if reported:
            self._window.error_bar.withdraw(reported)
            words = translate("StoreOpener", "Conversations are kept again.")
            self._window.status.show_message(words)
        if notice is not None:
            self._window.show_error(notice_text(notice))
        return store

    def stop_opening(self) -> None:
        """Stop trying to open it: the program ends."""
        self._ending.set()

    async def close(self, seconds: float) -> None:
        """Close the store, opened or being opened, and wait for at most so many seconds."""
        self.stop_opening()
        try:
            async with asyncio.timeout(seconds):
                store = await self.opened
                if store is not None:
                    await store.close()
        except (TimeoutError, StoreError) as error:
            _log.warning("The conversations were not closed well: %s", error)
