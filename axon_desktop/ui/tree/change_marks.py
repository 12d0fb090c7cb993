"""Files that the tree marks: those that others than the user changed since the vault was opened."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from axon_desktop.errors import JournalError

if TYPE_CHECKING:
    from axon_desktop.vault import Vault
    from axon_desktop.vault.history.changes import VaultChanged
    from axon_desktop.vault.history.journal import Journal

_MOST_TURNS = 2000
"""Number of turns to check after an undo; what older ones changed and the undo affects loses its mark."""


class ChangedFiles:
    """Files that the agent or another program changed, with their current names, without undone changes."""

    def __init__(self, vault: Vault) -> None:
        self.paths: set[str] = set()
        """Vault paths to mark."""
        self._outside: set[str] = set()
        """Those of them that were changed by programs without a journal."""
        self._vault = vault
        self._since = datetime.now(UTC)
        self._version = 0

    def is_by_agent(self, path: str) -> bool:
        """Tell whether the agent changed a file, and no other program did."""
        return path in self.paths and path not in self._outside

    def follow(self, change: VaultChanged) -> None:
        """Follow a change; after an undo, `drop_undone` finds what it reverted."""
        self._version += 1
        changed = [path for path in change.paths if path not in change.moved]
        for marked in (self.paths, self._outside):
            _carry(marked, change.moved)
        if change.origin == "user":  # a file that they create again after deleting it is theirs
            names = self._vault.names  # updated before this; reading the disk may block
            gone = {path for path in self.paths.intersection(changed) if names.ready and not names.table.has(path)}
            self.paths -= gone
            self._outside -= gone
        if change.origin == "outside":
            changed = [path for path in changed if path not in change.same]
            self._outside.update(changed)
        if change.origin not in ("user", "undo"):
            self.paths.update(changed)

    async def drop_undone(self, undone: Iterable[str]) -> None:
        """Find in the journal which files of an undo, or a redo, are still changed."""
        version = -1
        while version != self._version:  # else something happened in the meantime
            version = self._version
            try:
                left = await asyncio.to_thread(lambda: still_changed(self._vault.journal, self._since))
            except JournalError:  # pressing Undo reports it
                return
        touched = set(undone)
        self.paths = (self.paths - touched) | (touched & (left | self._outside))


def still_changed(journal: Journal, since: datetime) -> set[str]:
    """Return the files that others than the user changed since then, without reverted changes; for a thread."""
    count = sum(summary.time >= since for summary in journal.summaries(_MOST_TURNS))
    changed: set[str] = set()
    for turn in reversed(journal.turns(count)):
        by_others = turn.origin not in ("user", "undo")
        for change in turn.changes:
            moved = {change.path: change.target} if change.kind == "move" else {}
            _carry(changed, moved)
            if change.kind in ("trash", "remove") and not change.undone:
                changed.discard(change.path)
            elif by_others and not change.undone:
                changed.add(moved.get(change.path, change.path))
    return changed


def _carry(paths: set[str], moved: Mapping[str, str]) -> None:
    """Rename moved files."""
    there = {new for old, new in moved.items() if old in paths}
    paths.difference_update(moved)
    paths.update(there)
