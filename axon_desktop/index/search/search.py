"""Search in the index: it proposes notes with their grades, and each that is shown is held against the query.

So a note that changed a moment ago is never shown for what it no longer has. What is known to differ from the
index is read and graded beside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from axon_desktop.errors import N_, IndexUnavailableError
from axon_desktop.index.catalog.catalog import Catalog
from axon_desktop.index.catalog.text_index import TextReader, note_id, tokens
from axon_desktop.index.search.matching import all_of, among, any_of, graded, side_by_side
from axon_desktop.text.fold import fold
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.search.found import Found, Query
from axon_desktop.vault.search.note_text import NoteText, holds
from axon_desktop.vault.search.query import AllOf, AnyOf, Node, Not, Scope, Text, Within, loosened, only_words
from axon_desktop.vault.search.ranking import Candidate, Wanted, delay
from axon_desktop.vault.search.scan import file_facts, read_notes

if TYPE_CHECKING:
    import tantivy

_MOST_PROPOSED = 5_000
"""Notes that are read for a query of which the index knows only a part."""
_AT_ONCE = 300
"""Notes that are looked at first: ranking needs all with the grades of the last one that is shown."""
_MOST_KEPT = 32
"""Words whose finds are kept for a moment: a search asks for each of its own several times."""
_MOST_EQUAL = 20_000
"""The same where more have them; of still more notes the first `_MOST_PROPOSED`."""


_Rank: TypeAlias = tuple[float, int, str]
"""What notes are sorted by: less than no score, then the delay, then the path."""


@dataclass(slots=True)
class _Search:
    """One search."""

    wanted: Wanted
    tree: Node
    """What notes have to match: what is wanted, or some of its words."""
    limit: int
    cancelled: Callable[[], bool]
    within: list[tantivy.Query]
    without: list[tantivy.Query]
    beside: Sequence[NoteText]
    """Notes of which the index knows another version, or none."""
    facts: dict[str, tuple[float, int]]
    """When each file was changed, and its size."""
    held: dict[str, tuple[NoteText, Candidate]] = field(default_factory=dict)
    total: int = 0

    def wants(self, following: _Rank) -> int:
        """Return how many more notes to read: until there are enough, and none of the others may be better.

        Of a phrase the index knows only that its words follow each other, so a note may have a lower grade.
        """
        if len(self.held) < self.limit:
            return self.limit - len(self.held)
        now, facts = time.time(), self.facts
        held = [
            (-self.wanted.score(found), delay(now, *facts.get(path, (0.0, 0))), path)
            for path, (_, found) in self.held.items()
        ]
        return self.limit if following < sorted(held)[self.limit - 1] else 0


class NoteFinder:
    """Searches one index; to be called in a thread."""

    def __init__(
        self,
        root: Path,
        text: TextReader,
        catalog: Catalog,
        knows_tags: Callable[[], bool] = lambda: True,
        differing: Mapping[str, bool] = MappingProxyType({}),
    ) -> None:
        """Take the index of a vault, and the files that differ from it: whether each is to be searched."""
        self._gateway = PathGateway(root)
        self._text = text
        self._holding = lru_cache(_MOST_KEPT)(text.words.holding)
        self._catalog = catalog
        self._knows_tags = knows_tags
        self._differing = differing

    def find(self, query: Query, cancelled: Callable[[], bool] = lambda: False) -> Found:
        """See `Search.find`; the folder is named as the disk spells it.

        Raises:
            IndexUnavailableError: the index cannot tell.
        """
        tree, folder = query.tree(), query.folder
        within = [among(self._catalog.ids_below(folder))] if folder else []
        without = [among(map(note_id, self._differing))] if self._differing else []
        below = f"{folder}/" if folder else ""
        others = sorted(path for path, yes in self._differing.items() if yes and path.startswith(below))
        beside = [*read_notes(self._gateway, others)]
        facts = file_facts(self._gateway, [note.path for note in beside])
        search = _Search(Wanted(tree), tree, query.limit, cancelled, within, without, beside, facts)
        self._hold(search)
        if search.held or cancelled():
            return self._found(search, whole=True)
        words = search.wanted.words
        if (loose := loosened(tree)) is not None:
            search.tree = search.wanted.tree = loose
            everywhere = len(self._catalog.ids_below(folder)) if folder else self._text.count()
            search.wanted.weigh_by_rarity([self._count(search, word, loose) for word in words], everywhere)
            self._hold(search)
        missing: list[str] = []
        if only_words(tree) and not folder and not cancelled():
            lacking = [word for word in words if search.wanted.is_telling(word) and not self._count(search, word)]
            missing = [word.text for word in lacking if not self._catalog.ids_containing(word.folded, name=False)]
        return self._found(search, whole=not search.held, missing=missing)

    def _count(self, search: _Search, word: Text, among_these: Node | None = None) -> int:
        """Return how many notes have a word, of those that match a query."""
        beside = [note for note in search.beside if note.has(word)]
        if among_these is not None:
            beside = [note for note in beside if holds(among_these, note, note)]
        parts = [self._query(node, {}) for node in (word, among_these) if node is not None]
        if (known := [part for part in parts if part is not None]) != parts or not parts:
            return len(beside)
        return len(beside) + self._text.find(all_of([*known, *search.within], search.without), 1)[1]

    def _hold(self, search: _Search) -> None:
        """Read the best of the proposed notes that match, until there are enough."""
        wanted, limit = search.wanted, search.limit
        proposed = self._query(search.tree, dict(zip(wanted.words, wanted.weights, strict=True)))
        if proposed is None:
            raise IndexUnavailableError(N_("Core", "nothing of the query is indexed"))
        together = side_by_side(wanted.phrase, self._holding)
        query = all_of([proposed, *search.within], search.without, [together] if together is not None else [])
        search.held = {
            note.path: (note, wanted.grade(note)) for note in search.beside if holds(search.tree, note, note)
        }
        beside, seen, dropped, most = len(search.held), 0, 0, max(limit, _AT_ONCE)
        while True:
            hits, total = self._text.find(query, most)
            if not seen and total > len(hits) and hits[-1][1] == hits[limit - 1][1]:
                hits, total = self._text.find(query, total if total <= _MOST_EQUAL else _MOST_PROPOSED)
            ranked = self._ranked(hits[seen:], search.facts)
            dropped += len(hits) - seen - len(ranked)
            while ranked and not search.cancelled() and (more := search.wants(ranked[0])):
                some, ranked = ranked[:more], ranked[more:]
                dropped += len(some)
                for note in read_notes(self._gateway, sorted(path for _, _, path in some)):
                    if holds(search.tree, note, note):
                        search.held[note.path] = note, wanted.grade(note)
                        dropped -= 1
            seen = len(hits)
            if ranked or seen >= min(total, _MOST_PROPOSED) or search.cancelled():
                break
            most = min(4 * most, _MOST_PROPOSED)
        search.total = total - dropped + beside

    def _ranked(self, hits: Sequence[tuple[int, float]], facts: dict[str, tuple[float, int]]) -> list[_Rank]:
        """Return proposed notes in the order of the one rule, as far as the index knows it."""
        known = self._catalog.files(number for number, _ in hits)
        facts.update((path, (changed, size)) for path, changed, size in known.values())
        now = time.time()
        return sorted(
            (-score, delay(now, *facts[known[number][0]]), known[number][0])
            for number, score in hits
            if number in known
        )

    def _found(self, search: _Search, *, whole: bool, missing: Sequence[str] = ()) -> Found:
        best = search.wanted.best(
            [found for _, found in search.held.values()], search.limit, lambda _: search.facts
        )
        notes = [
            search.wanted.show(search.held[found.path][0], found, rank, whole=whole)
            for rank, found in enumerate(best)
        ]
        return Found(tuple(notes), search.total, whole, tuple(missing))

    def _query(self, node: Node, weights: Mapping[Text, int]) -> tantivy.Query | None:
        """Return the query for all notes that may match, as far as the index can tell; None for any note."""
        match node:
            case Text(text):
                return graded(text, self._holding, weights.get(node, 0))
            case AllOf(parts):
                known = [query for part in parts if (query := self._query(part, weights)) is not None]
                without = [query for part in parts if (query := self._unwanted(part)) is not None]
                return all_of(known, without) if known else None
            case AnyOf(parts):
                each = [self._query(part, weights) for part in parts]
                return any_of([query for query in each if query is not None]) if None not in each else None
            case Within(("path" | "file" | "tag") as scope, part):
                return self._named(scope, part)
            case Within(_, part):
                return self._query(part, weights)
        return None

    def _named(self, scope: Scope, node: Node) -> tantivy.Query | None:
        """Return the query for notes with a path, name or tag."""
        match node:
            case Text(text, _, _) if scope == "tag":
                if not self._knows_tags():
                    raise IndexUnavailableError(N_("Core", "nothing of the query is indexed"))
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

    def _unwanted(self, node: Node) -> tantivy.Query | None:
        """Return the query for notes that certainly do not match; None if that is not known."""
        match node:
            case Not(Text(text, folded, _)) if tokens(text) == [folded]:
                return graded(text, self._holding)
            case Not(Within(("path" | "file" | "tag") as scope, Text() as part)):
                return self._named(scope, part)
        return None
