"""What a run that broke down has left in a vault: text that was never saved, and a conversation that broke off."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from axon_desktop.errors import NoteNotFoundError, StoreError, VaultError
from axon_desktop.text.file_names import NOTE_SUFFIX
from axon_desktop.ui.editor.saving.drafts import Drafts

if TYPE_CHECKING:
    from axon_desktop.conversations.models import ConversationSummary
    from axon_desktop.conversations.store.conversation_store import ConversationStore
    from axon_desktop.vault import Vault


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What can be gone on with."""

    drafts: Sequence[str] = ()
    """Vault paths of notes whose text was not saved, the newest first."""
    conversation: ConversationSummary | None = None
    """The newest one, if its last turn has no end."""
    broke_down: bool = True
    """Whether the run did not end by itself."""


async def find_leftovers(vault: Vault, store: ConversationStore | None) -> Leftovers:
    """Look at the vault's drafts and at its newest conversation."""
    drafts = await asyncio.to_thread(Drafts(vault.data_dir).paths)
    return Leftovers(drafts, await _find_broken_off(vault, store) if store is not None else None)


def find_note(vault: Vault, path: str) -> str:
    """Return what a note with unsaved text is called now; empty if it is gone. For a thread.

    Where nobody saw it being renamed, it is the only file that is what the text was made from.
    """
    try:
        vault.read_exactly([path])
    except NoteNotFoundError:
        pass
    except VaultError:
        return path  # whoever shows it says what is wrong
    else:
        return path
    drafts = Drafts(vault.data_dir)
    bases = drafts.bases(path)
    notes = (other for other in vault.names.paths if other.endswith(NOTE_SUFFIX)) if bases else ()
    found = [other for other in notes if _digest(vault, other) in bases]
    if len(found) != 1:
        return ""
    drafts.follow({path: found[0]})
    return found[0]


def _digest(vault: Vault, path: str) -> str:
    try:
        return vault.read_exactly([path])[0].sha256
    except VaultError:
        return ""


async def _find_broken_off(vault: Vault, store: ConversationStore) -> ConversationSummary | None:
    try:
        newest = await store.list(vault=vault.id, limit=1)
        if newest and (await store.load(newest[0].id)).unfinished:
            return newest[0]
    except StoreError:  # said when the store was opened
        return None
    return None
