"""Tabs whose files went, or came back: what was trashed here has no tab any more, what went elsewhere a mark."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from axon_desktop.errors import FolderNotFoundError, VaultError
from axon_desktop.ui.tabs.open_tabs import OpenTabs

if TYPE_CHECKING:
    from axon_desktop.vault import Vault
    from axon_desktop.vault.history.changes import VaultChanged


async def mark_gone(tabs: OpenTabs, vault: Vault, change: VaultChanged) -> None:
    """Look in a thread for the files of the tabs that a change names; close or mark the tabs accordingly.

    What other programs take away stays open: many write a file by putting another in its place. What was typed and
    is in no file stays open too.
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
        return True  # the whole vault is away, and no file of it is gone
    except VaultError:
        return False
