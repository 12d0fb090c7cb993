"""SwitcherNames: the names of notes and headings that the switcher finds; used in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from axon_desktop.errors import IndexUnavailableError
from axon_desktop.text.file_names import without_suffix
from axon_desktop.text.fuzzy import Marks, fold_name, fold_with_origins, marks_at
from axon_desktop.vault.names.quick_search import MAX_QUERY, NameMatch, NameSearch, shown_name
from axon_desktop.vault.obsidian.config import last_open_in_obsidian

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.vault import Vault

HEADING_MARKER = "#"


@dataclass(frozen=True, slots=True)
class HeadingMatch:
    """A heading that matches."""

    path: str
    """Path of its note."""
    title: str
    line: int
    """From 1."""
    marks: Marks
    """Ranges of the title that match the query."""


Place: TypeAlias = NameMatch | HeadingMatch
Aliases: TypeAlias = list[tuple[str, str]]
"""Aliases, each with the paths of its notes."""


class SwitcherNames:
    """The names of one vault; queries during a preparation use the last ones."""

    def __init__(self, vault: Vault, index: VaultIndex | None) -> None:
        self._vault = vault
        self._index = index
        self._preparing = threading.Lock()
        self._asking = threading.Lock()
        self._source: Sequence[str] | None = None
        self._aliases: Aliases = []
        self._names: NameSearch | None = None

    def prepare(self) -> bool:
        """Load the current names; tell whether they changed."""
        changed = self._take(None)  # for the aliases the index may have to be waited for
        return self._take(self._indexed_aliases()) or changed

    def _take(self, aliases: Aliases | None) -> bool:
        """Set the names, and the aliases if given; those that another thread set in the meantime stay."""
        with self._preparing:
            if aliases is None:
                aliases = self._aliases
            names = self._vault.names
            if not names.ready:
                names.scan()
            source = names.paths
            if self._source is source and aliases == self._aliases:
                return False
            self._names = NameSearch(source, [item for item in aliases if self._has(item[0])])
            self._source, self._aliases = source, aliases
            return True

    def find(self, query: str, recent: Sequence[str], limit: int, cancelled: Callable[[], bool]) -> list[Place]:
        """Return notes that match a query, best first; for an empty one the last opened; after `#` headings."""
        with self._asking:  # one after another: of the waiting calls, all but the newest return early
            if cancelled():
                return []
            if query.lstrip().startswith(HEADING_MARKER):
                return [*self.headings(query.lstrip().lstrip(HEADING_MARKER), limit)]
            if not query.strip():
                last = dict.fromkeys((*recent, *last_open_in_obsidian(self._vault.root)))
                known = [path for path in last if self._has(path)][:limit]
                return [NameMatch(path, shown_name(path)) for path in known]
            if self._names is None:
                self._take(None)
            assert self._names is not None
            wanted = without_suffix(query.rstrip())  # the names have no suffix
            return [match for match in self._names.find(wanted, limit, cancelled) if self._has(match.path)]

    def _has(self, path: str) -> bool:
        return self._vault.names.table.has(path)

    def _indexed_aliases(self) -> Aliases | None:
        """Return the aliases from the index; None while it cannot be read."""
        try:
            links = self._index.links() if self._index is not None else None
            return None if links is None else [(title.path, title.title) for title in links.aliases()]
        except IndexUnavailableError:
            return None  # whoever needs the index itself has it rebuilt

    def headings(self, query: str, limit: int) -> list[HeadingMatch]:
        """Return the headings that contain all words of a query, the shortest first."""
        words = fold_name(query[:MAX_QUERY]).split()
        if self._index is None or not words:
            return []
        try:
            links = self._index.links()
            titles = [] if links is None else links.headings_containing(words, limit)
        except IndexUnavailableError:
            return []
        return [HeadingMatch(title.path, title.title, title.line, _marks(title.title, words)) for title in titles]


def _marks(title: str, words: Sequence[str]) -> Marks:
    folded, origins = fold_with_origins(title)
    found = [(folded.find(word), word) for word in words]
    return marks_at({place for at, word in found if at >= 0 for place in range(at, at + len(word))}, origins)
