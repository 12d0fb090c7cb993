"""DraftKeeper: the drafts of one vault, written and deleted in threads without blocking the window."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from axon_desktop.ui.aio import apart
from axon_desktop.ui.editor.saving.drafts import Draft, Drafts

if TYPE_CHECKING:
    from axon_desktop.vault import Vault

_log = logging.getLogger(__name__)


class DraftKeeper:
    """Belongs to one `Saver`."""

    def __init__(self, vault: Vault) -> None:
        self._journal = vault.journal
        self._drafts = Drafts(vault.data_dir)
        self.lock = asyncio.Lock()
        """Held while a draft is written or deleted: on a slow disk an older one could be written last."""

    async def write(self, path: str, make: Callable[[], Draft]) -> bool:
        """Write the draft of a note, which is created in the thread; tell whether the disk accepted it.

        The caller must hold the lock.
        """
        try:
            await apart(lambda: self._drafts.keep(make()))
        except OSError as error:
            _log.warning("The draft of %s could not be kept: %s", path, error)
            return False
        return True

    async def erase(self, path: str) -> None:
        """Delete the draft of the edited text of a note; the caller must hold the lock."""
        await apart(partial(self._drafts.drop, path))

    async def keep(self, draft: Draft) -> bool:
        """Write a draft; tell whether the disk accepted it."""
        async with self.lock:
            return await self.write(draft.path, lambda: draft)

    async def drop(self, path: str) -> None:
        """Delete the draft of the edited text of a note, also one that is being written."""
        async with self.lock:
            await self.erase(path)

    async def keep_temporarily(self, draft: Draft) -> None:
        """Write a draft to the temporary files, when no other disk accepts it.

        Raises:
            OSError: that one refuses it, too.
        """
        await apart(partial(self._drafts.keep_temporarily, draft))

    async def find(self, path: str, data: bytes, *, behind: bool) -> Draft | None:
        """Return a draft of a note that differs from `data`; `behind`: of those set aside before."""
        return await asyncio.to_thread(self._drafts.find, path, but=data, behind=behind)

    async def discard(self, draft: Draft, *, rescue: bool) -> None:
        """Delete a draft that was found; `rescue` saves its text in the journal first."""

        def delete() -> None:
            if rescue:
                self._journal.rescue(draft.path, draft.text.encode("utf-8", "surrogatepass"))
            self._drafts.discard(draft)

        await asyncio.to_thread(delete)
