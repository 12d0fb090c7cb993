"""What a crashed run left in a vault: text that was never saved, and an unfinished conversation."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from axon_desktop.errors import NoteNotFoundError, StoreError, VaultError
from axon_desktop.text.file_names import is_note
from axon_desktop.ui.editor.saving.drafts import Drafts

if TYPE_CHECKING:
    from axon_desktop.conversations.models import ConversationSummary
    from axon_desktop.conversations.store.conversation_store import ConversationStore
    from axon_desktop.vault import Vault


@dataclass(frozen=True, slots=True)
class Leftovers:
    """Work that can be recovered."""

    drafts: Sequence[str] = ()
    """Vault paths of notes with unsaved text, newest first."""
    conversation: ConversationSummary | None = None
    """The newest conversation, if its last turn has no end."""
    crashed: bool = True
    """Whether the run crashed."""


async def find_leftovers(vault: Vault, store: ConversationStore | None) -> Leftovers:
    """Look at the drafts of the vault and at its newest conversation."""
    drafts = await asyncio.to_thread(Drafts(vault.data_dir).paths)
    return Leftovers(drafts, await _find_broken_off(vault, store) if store is not None else None)


def find_note(vault: Vault, path: str) -> str:
    """Return the current path of a note with unsaved text; empty if it is gone. For a thread.

    If its renaming was not recorded, it is found as the only file with the content that the text was based on.
    """
    try:
        vault.read_exactly([path])
    except NoteNotFoundError:
        pass
    except VaultError:
        return path  # whoever shows it reports the error
    else:
        return path
    drafts = Drafts(vault.data_dir)
    bases = drafts.bases(path)
    notes = (other for other in vault.names.paths if is_note(other)) if bases else ()
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
    except StoreError:  # reported when the store was opened
        return None
    return None
