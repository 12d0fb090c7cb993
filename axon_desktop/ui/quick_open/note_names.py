"""SwitcherNames: what can be gone to in a vault by its name; made and asked in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from axon_desktop.errors import IndexUnavailableError
from axon_desktop.text.file_names import NOTE_SUFFIX
from axon_desktop.text.fuzzy import Marks, fold_name, fold_with_origins, marks_at
from axon_desktop.vault.names.quick_search import MAX_QUERY, NameMatch, NameSearch, shown_name
from axon_desktop.vault.obsidian.config import last_open_in_obsidian

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.vault import Vault

HEADING_SIGN = "#"


@dataclass(frozen=True, slots=True)
class HeadingMatch:
    """A heading that may be meant."""

    path: str
    """Of its note."""
    title: str
    line: int
    """From 1."""
    marks: Marks
    """Where in the title the words of the query are."""


Place: TypeAlias = NameMatch | HeadingMatch
Aliases: TypeAlias = list[tuple[str, str]]
"""Paths of notes, each with another name."""


class SwitcherNames:
    """The names of one vault; asked while they are prepared anew, it answers with those it has."""

    def __init__(self, vault: Vault, index: VaultIndex | None) -> None:
        self._vault = vault
        self._index = index
        self._preparing = threading.Lock()
        self._asking = threading.Lock()
        self._source: Sequence[str] | None = None
        self._aliases: Aliases = []
        self._names: NameSearch | None = None

    def prepare(self) -> bool:
        """Take the names as they are now; tell whether they are others than before."""
        changed = self._take(None)  # for the aliases the index may have to be waited for
        return self._take(self._indexed_aliases()) or changed

    def _take(self, aliases: Aliases | None) -> bool:
        """Take the names, and the aliases if they are told; those that another thread took meanwhile stay."""
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
        """Return the notes that a query may mean, best first; for none what was open last; after `#` headings."""
        with self._asking:  # one after another: of those that waited, all but the newest give up
            if cancelled():
                return []
            if query.lstrip().startswith(HEADING_SIGN):
                return [*self.headings(query.lstrip().lstrip(HEADING_SIGN), limit)]
            if not query.strip():
                last = dict.fromkeys((*recent, *last_open_in_obsidian(self._vault.root)))
                known = [path for path in last if self._has(path)][:limit]
                return [NameMatch(path, shown_name(path)) for path in known]
            if self._names is None:
                self._take(None)
            assert self._names is not None
            wanted = query.rstrip().removesuffix(NOTE_SUFFIX)  # the names are those that are shown, without it
            return [match for match in self._names.find(wanted, limit, cancelled) if self._has(match.path)]

    def _has(self, path: str) -> bool:
        return self._vault.names.table.has(path)

    def _indexed_aliases(self) -> Aliases | None:
        """Return the aliases of the index; None while it cannot be read."""
        try:
            links = self._index.links() if self._index is not None else None
            return None if links is None else [(title.path, title.title) for title in links.aliases()]
        except IndexUnavailableError:
            return None  # whoever needs the index itself has it made anew

    def headings(self, query: str, limit: int) -> list[HeadingMatch]:
        """Return the headings that hold all words of a query, the shortest first."""
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
