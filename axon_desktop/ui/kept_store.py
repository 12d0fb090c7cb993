"""The store of conversations as a window needs it: what is wrong with it is said, and nothing else waits."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from axon_desktop.errors import StoreError
from axon_desktop.ui.sentences import error_text

if TYPE_CHECKING:
    from axon_desktop.conversations.store import ConversationStore
    from axon_desktop.ui.main_window import MainWindow

_log = logging.getLogger(__name__)


async def open_store(window: MainWindow) -> ConversationStore | None:
    """Open the store; None when it cannot be used, and the window goes on without it."""
    from axon_desktop.conversations.store import ConversationStore
    from axon_desktop.ui.conversation import notice_text

    store = ConversationStore()
    try:
        notice = await store.open()
    except StoreError as error:
        window.show_error(error_text(error), error)
        return None
    if notice is not None:
        window.show_error(notice_text(notice))
    return store


async def close_store(opening: asyncio.Task[ConversationStore | None], seconds: float) -> None:
    """Close the store that was or is being opened; a program that ends waits no longer than so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            store = await opening
            if store is not None:
                await store.close()
    except (TimeoutError, StoreError) as error:
        _log.warning("The conversations were not closed well: %s", error)
