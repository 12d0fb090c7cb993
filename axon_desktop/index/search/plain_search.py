"""The search panel's queries without an index: reads the files, which is slow but never out of date."""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from axon_desktop.index.search.excerpts import Excerpt, Needle, find_excerpts, needle
from axon_desktop.index.search.search import Found, FoundNote, NoteQuery, parse_note_query
from axon_desktop.text.fold import fold
from axon_desktop.vault import Vault
from axon_desktop.vault.canvas.unescape import unescape_canvas
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.search.regex import search_regex
from axon_desktop.vault.search.scan import LINES_PER_NOTE, SearchQuery, has_tag, read_texts

_NAMED = 2.0
"""Added to the score for a word in the note's name."""
_MOST_BY_REGEX = 10_000


@dataclass(order=True, slots=True)
class _Candidate:
    """A note that matches, the better one greater."""

    whole: bool
    score: float
    path: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class PlainFound(Found):
    """Results from the files."""

    all_read: bool = True
    """Whether there was time for all of them."""


class PlainFinder:
    """Searches as `NoteFinder` does, with the same queries; to be called in a thread."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._gateway = PathGateway(vault.root)

    def find(
        self,
        query: str,
        limit: int = 50,
        cancelled: Callable[[], bool] = lambda: False,
        seconds: float = math.inf,
    ) -> PlainFound:
        """Return the notes that match; those found so far once `cancelled` returns True, or the time is over.

        Raises:
            QueryError: it is empty or broken.
            InvalidParametersError: a regular expression takes too long.
        """
        wanted = parse_note_query(query)
        needles = [needle(word) for word, _ in wanted.words]
        self._vault.names.refresh()
        lines_of: dict[str, list[Excerpt]] = {}
        among = [self._matching(pattern, wanted.folder, lines_of, cancelled) for pattern in wanted.patterns]
        without = [self._matching(pattern, wanted.folder, {}, cancelled) for pattern in wanted.without_patterns]
        seen = [False] * len(needles)
        end = time.monotonic() + seconds
        all_read = True
        found: list[_Candidate] = []
        for path, text in self._texts(wanted, among, without):
            if cancelled() or time.monotonic() > end:
                all_read = False
                break
            folded, name = fold(text), fold(path.rpartition("/")[2])
            counts = [len(sought.pattern.findall(folded)) for sought in needles]
            named = [sought.pattern.search(name) is not None for sought in needles]
            held = [bool(count) or there for count, there in zip(counts, named, strict=True)]
            seen = [before or now for before, now in zip(seen, held, strict=True)]
            if any(held) or not needles:
                score = sum(map(math.log1p, counts)) + _NAMED * sum(named)
                found.append(_Candidate(all(held), score, path))
        missing = tuple(word for (word, _), there in zip(wanted.words, seen, strict=True) if not there)
        best = heapq.nlargest(limit, found)
        notes = tuple(self._shown(best, needles, lines_of))
        whole = sum(one.whole for one in found)
        return PlainFound(notes, len(found), whole, missing if all_read else (), all_read)

    def _texts(
        self, wanted: NoteQuery, among: Sequence[set[str]], without: Sequence[set[str]]
    ) -> Iterator[tuple[str, str]]:
        """Yield the files that everything but the words allows, with their texts."""
        unwanted = [needle(word) for word, _ in wanted.without]
        paths = [path for path in self._vault.names.paths if _fits(path, wanted, among, without)]
        for path, text in read_texts(self._gateway, paths, wanted.folder):
            if not all(has_tag(path, text, tag) for tag in wanted.tags):
                continue
            if any(has_tag(path, text, tag) for tag in wanted.without_tags):
                continue
            if unwanted and any(one.pattern.search(fold(f"{path}\n{text}")) for one in unwanted):
                continue
            yield path, text

    def _matching(
        self, pattern: str, folder: str, lines_of: dict[str, list[Excerpt]], cancelled: Callable[[], bool]
    ) -> set[str]:
        """Return the files with a line that matches; `lines_of` gets the lines."""
        query = SearchQuery(pattern, folder=folder, regex=True, limit=_MOST_BY_REGEX)
        result = search_regex(self._vault.root, query, cancelled)
        for hit, places in zip(result.hits, result.places, strict=True):
            lines_of.setdefault(hit.path, []).append(Excerpt(hit.line, hit.snippet, places))
        return {hit.path for hit in result.hits}

    def _shown(
        self, best: Sequence[_Candidate], needles: Sequence[Needle], lines_of: dict[str, list[Excerpt]]
    ) -> Iterator[FoundNote]:
        for one in best:
            excerpts = lines_of.get(one.path, [])
            if needles:
                for _, data in read_files(self._gateway, [one.path]):
                    text = unescape_canvas(one.path, data.decode("utf-8", "replace"))
                    excerpts = [*excerpts, *find_excerpts(text, needles, LINES_PER_NOTE if one.whole else 1)]
            yield FoundNote(one.path, one.score, one.whole, tuple(excerpts))


def _fits(path: str, wanted: NoteQuery, among: Sequence[set[str]], without: Sequence[set[str]]) -> bool:
    """Tell whether the path alone matches."""
    if any(path not in paths for paths in among) or any(path in paths for paths in without):
        return False
    if not wanted.paths and not wanted.without_paths:
        return True
    folded = fold(path)
    name = folded.rpartition("/")[2]
    return all(fold(part) in (name if only_name else folded) for part, only_name in wanted.paths) and not any(
        fold(part) in (name if only_name else folded) for part, only_name in wanted.without_paths
    )
