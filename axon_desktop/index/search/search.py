"""Search in the index: tantivy proposes notes and ranks them, and each is held against the query as it is now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from axon_desktop.errors import N_, IndexUnavailableError
from axon_desktop.index.catalog.catalog import Catalog
from axon_desktop.index.catalog.text_index import TextReader, tokens
from axon_desktop.index.search.matching import all_of, among, any_of, inner_query, word_query
from axon_desktop.text.fold import fold
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.search.excerpts import find_excerpts, needles
from axon_desktop.vault.search.found import Found, FoundNote
from axon_desktop.vault.search.note_text import NoteText, holds
from axon_desktop.vault.search.query import (
    AllOf,
    AnyOf,
    Node,
    Not,
    Scope,
    Text,
    Within,
    leaves,
    loosened,
    only_words,
)
from axon_desktop.vault.search.scan import LINES_PER_NOTE, RICH, read_notes

if TYPE_CHECKING:
    from tantivy import Query

_MOST_PROPOSED = 5_000
"""Notes that are held against a query of which the index knows only a part."""


class NoteFinder:
    """Searches one index; to be called in a thread.

    It finds whole words and beginnings of words, and inner parts of words of which there is no other.
    """

    def __init__(self, root: Path, text: TextReader, catalog: Catalog) -> None:
        self._gateway = PathGateway(root)
        self._text = text
        self._catalog = catalog

    def find(
        self, tree: Node, limit: int = 50, cancelled: Callable[[], bool] = lambda: False, folder: str = ""
    ) -> Found:
        """Return the notes that match a query, below a folder.

        Raises:
            IndexUnavailableError: the index cannot tell.
        """
        inner: dict[str, Query] = {}
        if (proposed := self._query(tree, inner)) is None:
            raise IndexUnavailableError(N_("Core", "nothing of the query is indexed"))
        below = [among(self._catalog.ids_below(folder))] if folder else []
        words = [leaf for leaf in leaves(tree) if isinstance(leaf, Text)]
        found = self._held(tree, all_of([proposed, *below]), limit, cancelled, limit)
        if found.notes or cancelled():
            return found
        held = [word for word in words if not self._is_missing(word, inner)]
        missing = tuple(word.text for word in words if word not in held) if only_words(tree) and not folder else ()
        if inner and (proposed := self._query(tree, inner)) is not None:
            found = self._held(tree, all_of([proposed, *below]), limit, cancelled, limit)
        loose = None if found.notes else loosened(tree)
        if loose is None or (proposed := self._query(loose, inner)) is None:
            return found
        found = self._held(loose, all_of([proposed, *below]), limit, cancelled, RICH)
        return Found(found.notes, found.total, not found.notes, missing)

    def _is_missing(self, word: Text, inner: dict[str, Query]) -> bool:
        """Look for a word inside others if no note has it or a longer one; tell whether none has it at all."""
        query = word_query(word.text, phrase=word.quoted)
        if query is None or self._text.find(query, 1)[1]:
            return False
        if (wider := inner_query(word.text)) is None or not self._text.find(wider, 1)[1]:
            return True
        inner[word.folded] = wider
        return False

    def _query(self, node: Node, inner: dict[str, Query]) -> Query | None:
        """Return the query for all notes that may match, as far as the index can tell; None for any note."""
        match node:
            case Text(text, folded, quoted):
                return inner.get(folded) or word_query(text, phrase=quoted)
            case AllOf(parts):
                known = [query for part in parts if (query := self._query(part, inner)) is not None]
                without = [query for part in parts if (query := self._unwanted(part)) is not None]
                return all_of(known, without) if known else None
            case AnyOf(parts):
                each = [self._query(part, inner) for part in parts]
                return any_of([query for query in each if query is not None]) if None not in each else None
            case Within(("path" | "file" | "tag") as scope, part):
                return self._named(scope, part)
            case Within(_, part):
                return self._query(part, inner)
        return None

    def _named(self, scope: Scope, node: Node) -> Query | None:
        """Return the query for notes with a path, name or tag."""
        match node:
            case Text(text, _, _) if scope == "tag":
                return among(self._catalog.ids_tagged(text))
            case Text(text, _, _):
                return among(self._catalog.ids_containing(fold(text.lstrip("/")), name=scope == "file"))
            case AnyOf(parts):
                each = [self._named(scope, part) for part in parts]
                return any_of([query for query in each if query is not None]) if None not in each else None
            case AllOf(parts):
                known = [query for part in parts if (query := self._named(scope, part)) is not None]
                return all_of(known) if known else None
        return None

    def _unwanted(self, node: Node) -> Query | None:
        """Return the query for notes that certainly do not match; None if that is not known."""
        match node:
            case Not(Text(text, folded, _)) if tokens(text) == [folded]:
                return word_query(text)
            case Not(Within(("path" | "file" | "tag") as scope, Text() as part)):
                return self._named(scope, part)
        return None

    def _held(self, tree: Node, query: Query, limit: int, cancelled: Callable[[], bool], rich: int) -> Found:
        """Return the best of the proposed notes that match."""
        notes: list[FoundNote] = []
        seen = 0
        most = limit
        while True:
            hits, total = self._text.find(query, most)
            paths = self._catalog.paths(number for number, _ in hits[seen:])
            for note in self._ranked([paths[number] for number, _ in hits[seen:] if number in paths]):
                if cancelled() or len(notes) == limit:
                    break
                if holds(tree, note, note):
                    notes.append(_shown(tree, note, rich=len(notes) < rich))
            seen = len(hits)
            if len(notes) == limit or seen >= min(total, _MOST_PROPOSED) or cancelled():
                break
            most = min(4 * most, _MOST_PROPOSED)
        return Found(tuple(notes), total if seen < total or len(notes) == limit else len(notes))

    def _ranked(self, paths: Sequence[str]) -> list[NoteText]:
        rank = {path: at for at, path in enumerate(paths)}
        return sorted(read_notes(self._gateway, paths), key=lambda note: rank[note.path])


def _shown(tree: Node, note: NoteText, *, rich: bool) -> FoundNote:
    excerpts = find_excerpts(note, needles(tree, note), LINES_PER_NOTE if rich else 1)
    named = not excerpts and any(isinstance(leaf, Text) and note.is_named(leaf.folded) for leaf in leaves(tree))
    return FoundNote(note.path, tuple(excerpts), named)
