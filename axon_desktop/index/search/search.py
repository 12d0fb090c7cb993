"""Search in the index: ranks by tantivy, shows lines of the files as they are now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from axon_desktop.index.build.record import note_id
from axon_desktop.index.catalog.catalog import Catalog
from axon_desktop.index.catalog.text_index import TextReader, tokens
from axon_desktop.index.search.excerpts import Excerpt, Needle, find_excerpts, holds, needle
from axon_desktop.index.search.matching import COMMON_WEIGHT, all_of, among, any_of, inner_query, word_query
from axon_desktop.index.search.query import TermKind, parse_query
from axon_desktop.text.file_names import without_suffix
from axon_desktop.text.fold import fold
from axon_desktop.text.stop_words import COMMON
from axon_desktop.vault.canvas.unescape import unescape_canvas
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.search.regex import search_regex
from axon_desktop.vault.search.scan import LINES_PER_NOTE, SearchQuery

if TYPE_CHECKING:
    from tantivy import Query

_RICH = 3
"""Lines that the best notes show even if they have only some of the words; of the others one is enough."""
_MOST_BY_REGEX = 10_000


@dataclass(frozen=True, slots=True)
class FoundNote:
    """A note that matches."""

    path: str
    score: float
    """Only fit to be compared within one result."""
    whole: bool
    """Whether it holds all the words."""
    excerpts: tuple[Excerpt, ...]
    """Empty if only its name or a filter matches."""

    @property
    def title(self) -> str:
        """The name of the file without the suffix of a note."""
        return without_suffix(self.path.rsplit("/", 1)[-1])


@dataclass(frozen=True, slots=True)
class Found:
    """What was found."""

    notes: tuple[FoundNote, ...] = ()
    """Best first."""
    total: int = 0
    """Notes that match, also those beyond the limit."""
    whole: int = 0
    """Notes that hold all the words."""
    missing: tuple[str, ...] = ()
    """Words that no note holds, as they were written."""


@dataclass(frozen=True, slots=True)
class NoteQuery:
    """A parsed query, each part on its own."""

    words: tuple[tuple[str, bool], ...] = ()
    """Words, and whether each is a phrase."""
    without: tuple[tuple[str, bool], ...] = ()
    tags: tuple[str, ...] = ()
    without_tags: tuple[str, ...] = ()
    folder: str = ""
    """Vault path; empty for the whole vault."""
    paths: tuple[tuple[str, bool], ...] = ()
    """Parts of paths, and whether each is for the name only."""
    without_paths: tuple[tuple[str, bool], ...] = ()
    patterns: tuple[str, ...] = ()
    """Regular expressions for one line."""
    without_patterns: tuple[str, ...] = ()


@dataclass(slots=True)
class _Word:
    """State of a word during a search."""

    text: str
    query: Query
    is_missing: bool = False
    """Whether no note holds it."""


class _Ranked(NamedTuple):
    """The ranking of the index."""

    hits: list[tuple[int, float, bool]]
    """Number, score, and whether it holds all the words; best first."""
    total: int
    whole: int


class NoteFinder:
    """Searches one index; to be called in a thread."""

    def __init__(self, root: Path, text: TextReader, catalog: Catalog) -> None:
        self._root = root
        self._gateway = PathGateway(root)
        self._text = text
        self._catalog = catalog

    def find(self, query: str, limit: int = 50, cancelled: Callable[[], bool] = lambda: False) -> Found:
        """Return the notes that match a query of the search panel (see `query`).

        Raises:
            QueryError: it is empty or broken.
            InvalidParametersError: a regular expression takes too long.
        """
        return self.find_parsed(parse_note_query(query), limit, cancelled)

    def find_parsed(self, wanted: NoteQuery, limit: int, cancelled: Callable[[], bool] = lambda: False) -> Found:
        """Return the notes that match; what was found so far once `cancelled` says yes."""
        lines_of: dict[str, list[Excerpt]] = {}
        must, must_not = self._filters(wanted, lines_of, cancelled)
        words = [_Word(text, query) for text, phrase in wanted.words if (query := word_query(text, phrase=phrase))]
        ranked = self._rank(words, must, must_not, limit)
        paths = self._catalog.paths(number for number, _, _ in ranked.hits)
        best = [(paths[number], score, whole) for number, score, whole in ranked.hits if number in paths]
        needles = [needle(word.text, COMMON_WEIGHT if word.text in COMMON else 1.0) for word in words]
        notes: list[FoundNote] = []
        for note in self._shown(best, needles, lines_of):
            if cancelled():
                break
            notes.append(note)
        missing = tuple(word.text for word in words if word.is_missing)
        return Found(tuple(notes), max(ranked.total, len(notes)), ranked.whole, missing)

    def _rank(self, words: list[_Word], must: list[Query], must_not: list[Query], limit: int) -> _Ranked:
        """Return the notes with all the words, and where these are fewer than the limit, those with some."""

        def find(queries: Sequence[Query], most: int = limit) -> tuple[list[tuple[int, float]], int]:
            return self._text.find(all_of([*queries, *must], must_not), most)

        hits, whole = find([word.query for word in words])
        left = words
        if words and not whole:
            left = [word for word in words if _widen(word, lambda query: find([query], 1)[1])]
            if len(left) == len(words):
                hits, whole = find([word.query for word in words])
        best = [(number, score, True) for number, score in hits]
        if not left or len(words) < 2 or len(hits) >= limit:
            return _Ranked(best, whole, whole)
        known = {number for number, _ in hits}
        others, total = find([any_of([word.query for word in left])])
        best += [(number, score, False) for number, score in others if number not in known]
        return _Ranked(best[:limit], total, whole)

    def _filters(
        self, wanted: NoteQuery, lines_of: dict[str, list[Excerpt]], cancelled: Callable[[], bool]
    ) -> tuple[list[Query], list[Query]]:
        """Return what must match and what must not, besides the words; collect the lines that patterns found."""
        catalog = self._catalog
        must = [among(catalog.ids_tagged(tag)) for tag in wanted.tags]
        must += [among(catalog.ids_containing(fold(part), name=name)) for part, name in wanted.paths]
        must += [among(self._matching(pattern, wanted.folder, lines_of, cancelled)) for pattern in wanted.patterns]
        if wanted.folder:
            must.append(among(catalog.ids_below(wanted.folder)))
        must_not = [query for text, phrase in wanted.without if (query := word_query(text, phrase=phrase))]
        must_not += [among(catalog.ids_tagged(tag)) for tag in wanted.without_tags]
        must_not += [among(catalog.ids_containing(fold(part), name=name)) for part, name in wanted.without_paths]
        must_not += [
            among(self._matching(pattern, wanted.folder, {}, cancelled)) for pattern in wanted.without_patterns
        ]
        return must, must_not

    def _matching(
        self, pattern: str, folder: str, lines_of: dict[str, list[Excerpt]], cancelled: Callable[[], bool]
    ) -> list[int]:
        """Return the numbers of the files with a line that matches; the files are read."""
        query = SearchQuery(pattern, folder=folder, regex=True, limit=_MOST_BY_REGEX)
        found: dict[str, list[Excerpt]] = {}
        result = search_regex(self._root, query, cancelled)
        for hit, places in zip(result.hits, result.places, strict=True):
            found.setdefault(hit.path, []).append(Excerpt(hit.line, hit.snippet, places))
        for path, excerpts in found.items():
            lines_of.setdefault(path, []).extend(excerpts)
        return [note_id(path) for path in found]

    def _shown(
        self,
        best: Sequence[tuple[str, float, bool]],
        needles: Sequence[Needle],
        lines_of: dict[str, list[Excerpt]],
    ) -> Iterator[FoundNote]:
        """Yield the notes with their lines; one that does not match any more is skipped."""
        if not needles:
            for path, score, whole in best:
                yield FoundNote(path, score, whole, tuple(lines_of.get(path, [])))
            return
        facts = {path: (rank, score, whole) for rank, (path, score, whole) in enumerate(best)}
        for path, data in read_files(self._gateway, facts):
            rank, score, whole = facts[path]
            count = LINES_PER_NOTE if whole or rank < _RICH else 1
            text = unescape_canvas(path, data.decode("utf-8-sig", "replace"))
            excerpts = [*lines_of.get(path, []), *find_excerpts(text, needles, count)]
            if excerpts or any(holds(path, wanted) for wanted in needles):
                yield FoundNote(path, score, whole, tuple(excerpts))


def _widen(word: _Word, count: Callable[[Query], int]) -> bool:
    """Search a word inside others if no note has it or a longer one; tell whether any does."""
    if count(word.query):
        return True
    inner = inner_query(word.text)
    word.is_missing = inner is None or not count(inner)
    if inner is not None:
        word.query = inner
    return not word.is_missing


def parse_note_query(query: str) -> NoteQuery:
    """Parse a query of the search panel.

    Raises:
        QueryError: it is empty or broken.
    """
    terms = parse_query(query)

    def texts(*kinds: TermKind, negated: bool) -> list[tuple[str, TermKind]]:
        return [(term.text, term.kind) for term in terms if term.kind in kinds and term.negated == negated]

    def words(*, negated: bool) -> tuple[tuple[str, bool], ...]:
        return tuple(
            (text, kind == "phrase") for text, kind in texts("word", "phrase", negated=negated) if tokens(text)
        )

    def patterns(*, negated: bool) -> tuple[str, ...]:
        punctuation = [text for text, _ in texts("word", "phrase", negated=negated) if not tokens(text)]
        regexes = [text for text, _ in texts("regex", negated=negated)]
        return tuple(regexes + [re.escape(text) for text in punctuation])  # the index has letters and digits only

    def tags(*, negated: bool) -> tuple[str, ...]:
        return tuple(text.lstrip("#").rstrip("/") for text, _ in texts("tag", negated=negated))

    def paths(*, negated: bool) -> tuple[tuple[str, bool], ...]:
        return tuple((text.lstrip("/"), kind == "file") for text, kind in texts("path", "file", negated=negated))

    return NoteQuery(
        words(negated=False),
        words(negated=True),
        tags(negated=False),
        tags(negated=True),
        paths=paths(negated=False),
        without_paths=paths(negated=True),
        patterns=patterns(negated=False),
        without_patterns=patterns(negated=True),
    )
