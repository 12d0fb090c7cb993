"""Which files the tree marks: those that others than the user changed since the vault was opened."""

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
"""Turns that are looked at after an undo; what older ones changed and the undo touches loses its mark."""


class ChangedFiles:
    """Files that the agent or another program changed, by the names that they have now; what was undone is not."""

    def __init__(self, vault: Vault) -> None:
        self.paths: set[str] = set()
        """Vault paths of what is to be marked."""
        self._outside: set[str] = set()
        """Of these, what was changed by programs that no journal knows of."""
        self._vault = vault
        self._since = datetime.now(UTC)
        self._heard = 0

    def hear(self, change: VaultChanged) -> None:
        """Follow a change; after an undo, `look_again` tells what it took back."""
        self._heard += 1
        changed = [path for path in change.paths if path not in change.moved]
        for marked in (self.paths, self._outside):
            _carry(marked, change.moved)
        if change.origin == "user":  # what they make anew where they deleted something is theirs
            names = self._vault.names  # which knew of it first; to ask the disk may take for ever
            gone = {path for path in self.paths.intersection(changed) if names.ready and not names.table.has(path)}
            self.paths -= gone
            self._outside -= gone
        if change.origin == "outside":
            changed = [path for path in changed if path not in change.same]
            self._outside.update(changed)
        if change.origin not in ("user", "undo"):
            self.paths.update(changed)

    async def look_again(self, undone: Iterable[str]) -> None:
        """Learn from the journal which of the files that an undo, or a redo, touched are changed still."""
        heard = -1
        while heard != self._heard:  # else something happened meanwhile
            heard = self._heard
            try:
                left = await asyncio.to_thread(lambda: still_changed(self._vault.journal, self._since))
            except JournalError:  # whoever presses Undo is told so
                return
        touched = set(undone)
        self.paths = (self.paths - touched) | (touched & (left | self._outside))


def still_changed(journal: Journal, since: datetime) -> set[str]:
    """Return the files that others than the user changed since then, without what was taken back; for a thread."""
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
    """Give what moved its new name."""
    there = {new for old, new in moved.items() if old in paths}
    paths.difference_update(moved)
    paths.update(there)
