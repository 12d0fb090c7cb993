"""Tabs whose files went, or came back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from axon_desktop.errors import FolderNotFoundError, VaultError
from axon_desktop.ui.tabs.open_tabs import OpenTabs

if TYPE_CHECKING:
    from axon_desktop.vault import Vault
    from axon_desktop.vault.changes import VaultChanged


async def mark_gone(tabs: OpenTabs, vault: Vault, change: VaultChanged) -> None:
    """Look in a thread for the files of the tabs that a change names, and mark the tabs accordingly."""
    changed = set(change.paths)
    named = [tab for tab in tabs.all if tab.path and (change.many or tab.path in changed)]
    paths = [tab.path for tab in named]
    if not named:
        return
    there = await asyncio.to_thread(lambda: [_is_there(vault, path) for path in paths])
    for tab, path, is_there in zip(named, paths, there, strict=True):
        if tab.path == path:
            tabs.mark(tab, gone=not is_there)


def _is_there(vault: Vault, path: str) -> bool:
    try:
        return bool(vault.locate(path))
    except FolderNotFoundError:
        return True  # the whole vault is away, and no file of it is gone
    except VaultError:
        return False
