"""VaultSearch: runs a query on the index, on the files while there is none, and by meaning; for a thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeAlias

from axon_desktop.errors import AxonError, MeaningUnavailableError
from axon_desktop.index.search.indexed_search import IndexedSearch
from axon_desktop.meaning.meaning_search import MeaningSearch, meaning_of
from axon_desktop.meaning.messages import LEAST_ALIKE
from axon_desktop.text.file_names import is_canvas, is_note, same_name
from axon_desktop.ui.tree.model import display_name
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.search.excerpts import Excerpt, find_excerpts, mark, needles, word_needles
from axon_desktop.vault.search.found import By, Found, FoundNote, Query, Search
from axon_desktop.vault.search.note_text import NoteText
from axon_desktop.vault.search.query import Node, QueryError, has_regex, parse_query
from axon_desktop.vault.search.ranking import LINES_PER_NOTE

if TYPE_CHECKING:
    from pathlib import Path

    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.meaning.meaning_index import MeaningIndex
    from axon_desktop.vault import Vault


Marks: TypeAlias = tuple[tuple[int, int], ...]
Order: TypeAlias = Literal["relevance", "name", "modified"]

PATIENCE = 8.0
"""Time limit in seconds for reading files instead of an index."""
MOST_SORTED = 500
"""Number of the best notes that are sorted by another order."""
MOST_LINES = 100
"""Maximum lines of one note."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The results of a query."""

    found: Found
    from_files: bool = False
    """Whether the files were read because there is no index."""
    all_read: bool = True
    """Whether all files were read in time."""
    title_marks: Mapping[str, Marks] = field(default_factory=dict)
    """Ranges of the titles that match, by path."""
    lines: Mapping[str, tuple[Excerpt, ...]] = field(default_factory=dict)
    """All matching lines, by path, of notes with more of them than the best that are shown."""
    by_meaning: bool = False
    """Whether notes were found by meaning only; their passages are what is shown of them."""

    def holding(self, shown: Sequence[FoundNote]) -> Answer:
        """Return these results with notes that are shown already at the top, where and as they are."""
        alike = {note.path: note.likeness for note in self.found.notes}
        kept = tuple(replace(note, likeness=alike[note.path]) for note in shown if note.path in alike)
        paths = {note.path for note in kept}
        rest = tuple(note for note in self.found.notes if note.path not in paths)
        return replace(self, found=replace(self.found, notes=kept + rest))


class VaultSearch:
    """Searches one vault."""

    def __init__(
        self,
        vault: Vault,
        index: VaultIndex | None,
        meaning: Callable[[], MeaningIndex | None] = lambda: None,
    ) -> None:
        """Take the vault, its index, and what returns the one of meaning if there is one."""
        self._vault = vault
        self._index = index
        self._meaning = meaning
        self._search = IndexedSearch(vault, index)
        self._gateway = PathGateway(vault.root)

    @property
    def root(self) -> Path:
        """The folder of the vault."""
        return self._vault.root

    def find(self, query: str, order: Order, limit: int, cancelled: Callable[[], bool]) -> Answer:
        """Return the matches; incomplete once `cancelled` returns true, or the time is over.

        Raises:
            QueryError: the query is invalid.
            VaultError: it takes too long.
        """
        from_files = self._index is None or not self._index.state.searchable
        end = time.monotonic() + PATIENCE
        most = limit if order == "relevance" else max(limit, MOST_SORTED)
        found = self._search.find(Query(query, limit=most), lambda: cancelled() or time.monotonic() > end)
        answer = Answer(found, from_files, all_read=cancelled() or time.monotonic() <= end)
        if cancelled():
            return answer
        notes = found.notes
        if order != "relevance":
            notes = tuple(sorted(notes, key=_by_name if order == "name" else self._newest_first))[:limit]
        tree = parse_query(query)
        lines: dict[str, tuple[Excerpt, ...]] = {}
        if not has_regex(tree):  # its lines took a process of its own
            notes = self._with_cards(notes, tree)
            lines = self._lines(notes, tree)
        sought = word_needles(tree)
        title_marks = {note.path: marks for note in notes if (marks := mark(note.title, sought))}
        return replace(answer, found=replace(found, notes=notes), title_marks=title_marks, lines=lines)

    @property
    def meaning(self) -> MeaningIndex | None:
        """What finds by meaning, if there is anything."""
        return self._meaning()

    def find_alike(
        self, query: str, words: Answer | None, order: Order, limit: int, cancelled: Callable[[], bool]
    ) -> Answer:
        """Return what has the query's meaning, together with what has its words if that was found.

        Raises:
            QueryError: the query is invalid.
            VaultError: it takes too long.
        """
        known = _Known(self._search, query, words.found if words is not None else None)
        by: By = "meaning" if words is None else "both"
        found = MeaningSearch(known, self._require_meaning).find(Query(query, limit=limit, by=by), cancelled)
        if found.problem:
            answer = words or self.find(query, order, limit, cancelled)
            return replace(answer, found=replace(answer.found, problem=found.problem))
        by_words = {note.path for note in words.found.notes} if words is not None else set()
        is_exact = words is not None and words.found.whole
        near = (note for note in found.notes if note.path in by_words or note.likeness >= LEAST_ALIKE)
        notes = [_as_shown(note, lines_first=is_exact) for note in near]
        if order != "relevance":
            notes.sort(key=_by_name if order == "name" else self._newest_first)
        total = found.total - (len(found.notes) - len(notes))
        answer = words or Answer(found, by_meaning=True)
        return replace(answer, found=replace(found, notes=tuple(notes), total=total))

    def _require_meaning(self) -> MeaningIndex:
        if (index := self._meaning()) is None:
            raise MeaningUnavailableError(MeaningUnavailableError.OFF)
        return index

    def near_words(self, query: str, cancelled: Callable[[], bool]) -> tuple[str, int] | None:
        """Return a note's name similar to the query, and the number of notes with its words; None if none is."""
        if self._index is None:
            return None  # reading all files for a guess would take too long
        try:
            name = near_name(self._vault, query, cancelled)
            if not name or cancelled():
                return None
            found = self._search.find(Query(name, limit=1), cancelled)
        except (AxonError, ValueError, OSError):  # it is no query, or the index is being closed
            return None
        return (name, found.total) if found.total and found.whole else None

    def _lines(self, notes: Sequence[FoundNote], tree: Node) -> dict[str, tuple[Excerpt, ...]]:
        """Return all matching lines of the notes that have more than they show."""
        shown = {note.path: len(note.excerpts) for note in notes if note.excerpts}
        lines: dict[str, tuple[Excerpt, ...]] = {}
        for path, data in read_files(self._gateway, shown):
            found = _find_lines(path, data, tree, MOST_LINES)
            if len(found) > shown[path]:
                lines[path] = found
        return lines

    def _with_cards(self, notes: Sequence[FoundNote], tree: Node) -> tuple[FoundNote, ...]:
        """Show the text of the cards of canvases instead of their JSON."""
        canvases = {note.path: note for note in notes if is_canvas(note.path) and note.excerpts}
        for path, data in read_files(self._gateway, [*canvases]):
            shown = _find_lines(path, data, tree, LINES_PER_NOTE)
            canvases[path] = replace(canvases[path], excerpts=shown)
        return tuple(canvases.get(note.path, note) for note in notes)

    def _newest_first(self, note: FoundNote) -> tuple[float, str]:
        try:
            return -(self._vault.root / note.path).stat().st_mtime, note.path
        except OSError:
            return 0.0, note.path


class _Known:
    """A search that has found one query already."""

    def __init__(self, search: Search, text: str, found: Found | None) -> None:
        self._search = search
        self._text = text
        self._found = found

    def find(self, query: Query, cancelled: Callable[[], bool] = lambda: False) -> Found:
        """See `Search.find`."""
        is_known = self._found is not None and query.text == self._text
        return self._found if is_known and self._found is not None else self._search.find(query, cancelled)


def _as_shown(note: FoundNote, *, lines_first: bool) -> FoundNote:
    """Return a note with its lines or its passage, and without a likeness that says nothing."""
    if note.likeness < LEAST_ALIKE:
        return replace(note, passage="", likeness=0.0)
    if note.excerpts and lines_first:
        return replace(note, passage="")
    return without_title(replace(note, excerpts=()))


def without_title(note: FoundNote) -> FoundNote:
    """Return a note without the heading that only repeats its name."""
    return replace(note, heading_path=note.heading_path[note.heading_path[:1] == (note.title,) :])


def means_something(query: str) -> bool:
    """Tell whether a query can be searched by meaning: it is more than conditions and expressions."""
    try:
        return bool(meaning_of(Query(query))) and not has_regex(parse_query(query))
    except QueryError:
        return False


def _text(path: str, data: bytes) -> str:
    """Return the text of a file: of a canvas its cards and labels."""
    if not is_canvas(path):
        return data.decode("utf-8-sig", "replace")
    from axon_desktop.vault.canvas.reader import CanvasError, read_canvas

    try:
        canvas = read_canvas(data)
    except CanvasError:
        return ""
    said = [card.text or card.target for card in canvas.cards]
    return "\n".join([*said, *(edge.label for edge in canvas.edges)])


def _find_lines(path: str, data: bytes, tree: Node, count: int) -> tuple[Excerpt, ...]:
    note = NoteText(path, _text(path, data))
    return tuple(find_excerpts(note, needles(tree, note), count))


def _by_name(note: FoundNote) -> tuple[str, str]:
    return note.title.casefold(), note.path


_NEAR = 82.0
"""Minimum similarity of a name, of 100."""


_SLICE = 500
"""Names that are compared in one call, which holds the lock shared by all threads."""


def near_name(vault: Vault, query: str, cancelled: Callable[[], bool]) -> str:
    """Return a note's name similar to the query; empty if there is none. For a thread."""
    from rapidfuzz import fuzz, process

    wanted, best, name = same_name(query), _NEAR, ""
    paths = (path for path in vault.names.paths if is_note(path))
    while (part := [display_name(path) for path in islice(paths, _SLICE)]) and not cancelled():
        hit = process.extractOne(wanted, [same_name(one) for one in part], scorer=fuzz.ratio, score_cutoff=best)
        if hit is not None and hit[1] > best:
            best, name = hit[1], part[hit[2]]
    return name if same_name(name) != wanted else ""
