"""Tabs whose files were removed or restored: after trashing here a tab is closed, otherwise it is marked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from axon_desktop.errors import FolderNotFoundError, VaultError
from axon_desktop.ui.tabs.open_tabs import OpenTabs

if TYPE_CHECKING:
    from axon_desktop.vault import Vault
    from axon_desktop.vault.history.changes import VaultChanged


async def mark_gone(tabs: OpenTabs, vault: Vault, change: VaultChanged) -> None:
    """Check in a thread the files of the tabs that a change names; close or mark the tabs accordingly.

    After a removal by another program a tab stays open: many save a file by replacing it. A tab with unsaved
    text stays open, too.
    """
    changed = set(change.paths)
    named = [tab for tab in tabs.all if tab.path and (change.many or tab.path in changed)]
    paths = [tab.path for tab in named]
    if not named:
        return
    there = await asyncio.to_thread(lambda: [_is_there(vault, path) for path in paths])
    for tab, path, is_there in zip(named, paths, there, strict=True):
        if tab.path == path and tab in tabs.all:
            tabs.mark(tab, gone=not is_there)
            trashed = change.origin in ("user", "agent") and path not in change.moved.values()
            if not is_there and trashed and not tab.unsaved:
                tabs.close(tabs.all.index(tab))


def _is_there(vault: Vault, path: str) -> bool:
    try:
        return bool(vault.locate(path))
    except FolderNotFoundError:
        return True  # the whole vault is missing, not a file of it
    except VaultError:
        return False
