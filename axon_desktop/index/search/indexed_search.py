"""The search of the tools: by the index, and by reading the files where the index cannot answer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from axon_desktop.errors import IndexUnavailableError
from axon_desktop.index.catalog.text_index import tokens
from axon_desktop.index.search.search import Found, FoundNote, NoteQuery
from axon_desktop.index.vault_index import VaultIndex
from axon_desktop.vault import Vault
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.search.scan import Hit, ScanSearch, SearchQuery, SearchResult, TextSearch, find_folder


class IndexedSearch:
    """A `TextSearch` whose time does not grow with the vault."""

    def __init__(self, vault: Vault, index: VaultIndex, fallback: TextSearch | None = None) -> None:
        """Take the vault and its index; `fallback` searches while the index is not ready, or cannot answer."""
        self._vault = vault
        self._gateway = PathGateway(vault.root)
        self._index = index
        self._fallback = fallback or ScanSearch(vault)

    def search(self, query: SearchQuery, cancelled: Callable[[], bool] = lambda: False) -> SearchResult:
        """See `TextSearch.search`."""
        query = replace(query, folder=find_folder(self._gateway, query.folder))
        wanted = self._as_note_query(query)
        if wanted is not None and (not query.tag or self._index.state.phase == "ready"):
            with suppress(IndexUnavailableError):  # it is being rebuilt
                finder = self._index.finder()
                if finder is not None:
                    return _as_result(finder.find_parsed(wanted, query.limit, cancelled))
        return self._fallback.search(query, cancelled)

    def _as_note_query(self, query: SearchQuery) -> NoteQuery | None:
        """Return the query for the index; None if it cannot answer, as for punctuation."""
        words = query.words
        if query.regex or not (words or query.tag) or not all(tokens(word) for word in words):
            return None
        return NoteQuery(
            words=tuple((word, any(map(str.isspace, word))) for word in words),
            tags=(query.tag,) if query.tag else (),
            folder=query.folder,
        )


def _as_result(found: Found) -> SearchResult:
    hits = tuple(hit for note in found.notes for hit in _hits(note))
    return SearchResult(hits, found.total, found.whole, found.missing)


def _hits(note: FoundNote) -> list[Hit]:
    if note.excerpts:
        return [Hit(note.path, excerpt.line, excerpt.text, note.score) for excerpt in note.excerpts]
    return [Hit(note.path, 0, note.path.rsplit("/", 1)[-1], note.score)]
