"""BaseQuery: one search of a base's notes in a thread, with progress and cancellation for the GUI thread."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from axon_desktop.ui.bases.indexed_notes import note_source
from axon_desktop.ui.language.translation import language_tag
from axon_desktop.vault.bases.base_file import Base, Sorting, View
from axon_desktop.vault.bases.query import CancelledError, Table, run_view

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.vault import Vault


@dataclass(slots=True)
class BaseQuery:
    """One search and its progress."""

    vault: Vault
    index: VaultIndex | None
    path: str
    """Vault path of the base."""
    base: Base
    view: View
    sorting: Sequence[Sorting] | None = None
    """Replaces the view's own sorting."""
    done: int = 0
    total: int = 0
    """Number of files, for a progress bar."""
    _ended: bool = False

    async def run(self) -> Table | None:
        """Return the result; None if the search was stopped."""
        try:
            return await asyncio.to_thread(self._run)
        except asyncio.CancelledError:
            self.end()
            raise
        except CancelledError:
            return None

    def end(self) -> None:
        """Stop the search; its thread ends soon."""
        self._ended = True

    def _run(self) -> Table:
        return run_view(
            self.base,
            self.view,
            self.vault,
            note_source(self.vault, self.index),
            this=self.path,
            sorting=self.sorting,
            watch=self._watch,
            language=language_tag(),
        )

    def _watch(self, done: int, total: int) -> bool:
        self.done, self.total = done, total
        return not self._ended
