"""What a run that broke down has left in a vault: text that was never saved, and a conversation that broke off."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from axon_desktop.errors import StoreError
from axon_desktop.ui.editor.drafts import Drafts

if TYPE_CHECKING:
    from axon_desktop.conversations.models import ConversationSummary
    from axon_desktop.conversations.store import ConversationStore
    from axon_desktop.vault import Vault


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What can be gone on with."""

    drafts: Sequence[str] = ()
    """Vault paths of notes whose text was not saved, the newest first."""
    conversation: ConversationSummary | None = None
    """The newest one, if its last turn has no end."""


async def find_leftovers(vault: Vault, store: ConversationStore | None) -> Leftovers:
    """Look at the vault's drafts and at its newest conversation."""
    drafts = await asyncio.to_thread(Drafts(vault.data_dir).paths)
    return Leftovers(drafts, await _find_broken_off(vault, store) if store is not None else None)


async def _find_broken_off(vault: Vault, store: ConversationStore) -> ConversationSummary | None:
    try:
        newest = await store.list(vault=vault.id, limit=1)
        if newest and (await store.load(newest[0].id)).unfinished:
            return newest[0]
    except StoreError:  # said when the store was opened
        return None
    return None
