"""LookAhead: computes several writes before the first of them is done, each on the result of those before it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from axon_desktop.llm.messages import JsonObject
from axon_desktop.tools.notes.edit_note import EditTool
from axon_desktop.tools.notes.move_notes import MovingTools
from axon_desktop.tools.notes.read_and_create import NoteTools
from axon_desktop.tools.notes.read_versions import ReadVersions
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import Proposal
from axon_desktop.vault.pending_vault import PendingVault


class LookAhead:
    """The writing tools on the pending vault; their proposals must not be carried out as they are."""

    def __init__(self, vault: Vault, seen: ReadVersions) -> None:
        self.vault = PendingVault(vault)
        """The vault after all pending writes."""
        self._seen = seen.copy()
        groups = (cls(self.vault, self._seen) for cls in (NoteTools, EditTool, MovingTools))
        self._previews = {tool.name: tool.preview for group in groups for tool in group.tools()}

    def find(self, name: str) -> Callable[[JsonObject], Awaitable[Proposal]] | None:
        """Return the preview function of the tool of this name; None for a tool without one."""
        return self._previews.get(name)

    async def take(self, proposal: Proposal) -> None:
        """Assume that a proposal will be done.

        Raises:
            VaultError: the file that it moves cannot be read any more.
        """
        await asyncio.to_thread(self.vault.take, proposal)
        self._seen.written(proposal)
