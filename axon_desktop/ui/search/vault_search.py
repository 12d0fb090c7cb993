"""VaultSearch: runs a query on the index, or on the files while no index is available; for a thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeAlias

from axon_desktop.errors import AxonError, IndexUnavailableError
from axon_desktop.index.search.excerpts import Excerpt, Needle, find_excerpts, needle
from axon_desktop.index.search.plain_search import PlainFinder
from axon_desktop.index.search.search import Found, FoundNote, parse_note_query
from axon_desktop.text.file_names import is_canvas, is_note, same_name
from axon_desktop.ui.tree.model import display_name
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.path_gateway import PathGateway

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
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


class VaultSearch:
    """Searches one vault."""

    def __init__(self, vault: Vault, index: VaultIndex | None) -> None:
        self._vault = vault
        self._index = index
        self._plain = PlainFinder(vault)
        self._gateway = PathGateway(vault.root)

    def find(self, query: str, order: Order, limit: int, cancelled: Callable[[], bool]) -> Answer:
        """Return the matches; incomplete once `cancelled` returns true.

        Raises:
            QueryError: the query is invalid.
            VaultError: it takes too long.
        """
        answer = self._find(query, limit if order == "relevance" else max(limit, MOST_SORTED), cancelled)
        if cancelled():
            return answer
        notes = answer.found.notes
        if order != "relevance":
            notes = tuple(sorted(notes, key=_by_name if order == "name" else self._newest_first))[:limit]
        needles = [needle(word) for word, _ in parse_note_query(query).words]
        notes = self._with_cards(notes, needles)
        found = replace(answer.found, notes=notes)
        return replace(
            answer, found=found, title_marks=_title_marks(notes, needles), lines=self._lines(notes, needles)
        )

    def near_words(self, query: str, cancelled: Callable[[], bool]) -> tuple[str, int] | None:
        """Return a note's name similar to the query, and the number of notes with its words; None if none is."""
        if self._index is None:
            return None  # reading all files for a guess would take too long
        try:
            finder = self._index.finder()
            name = near_name(self._vault, query, cancelled) if finder is not None else ""
            if finder is None or not name or cancelled():
                return None
            notes = finder.find(name, 1, cancelled).whole
        except (AxonError, ValueError, OSError):  # it is no query, or the index is being closed
            return None
        return (name, notes) if notes else None

    def _lines(self, notes: Sequence[FoundNote], needles: Sequence[Needle]) -> dict[str, tuple[Excerpt, ...]]:
        """Return all matching lines of the notes that have more than they show."""
        shown = {note.path: len(note.excerpts) for note in notes if note.excerpts} if needles else {}
        lines: dict[str, tuple[Excerpt, ...]] = {}
        for path, data in read_files(self._gateway, shown):
            found = find_excerpts(_text(path, data), needles, MOST_LINES)
            if len(found) > shown[path]:
                lines[path] = tuple(found)
        return lines

    def _with_cards(self, notes: Sequence[FoundNote], needles: Sequence[Needle]) -> tuple[FoundNote, ...]:
        """Show the text of the cards of canvases instead of their JSON."""
        canvases = {note.path: note for note in notes if is_canvas(note.path) and note.excerpts}
        for path, data in read_files(self._gateway, [*canvases]):
            shown = find_excerpts(_text(path, data), needles, len(canvases[path].excerpts))
            canvases[path] = replace(canvases[path], excerpts=tuple(shown))
        return tuple(canvases.get(note.path, note) for note in notes)

    def _find(self, query: str, limit: int, cancelled: Callable[[], bool]) -> Answer:
        if self._index is not None:
            try:
                finder = self._index.finder()
                if finder is not None:
                    return Answer(finder.find(query, limit, cancelled))
            except IndexUnavailableError:  # it was closed, or is damaged and being rebuilt
                if cancelled():
                    return Answer(Found())
            except (ValueError, OSError):
                self._index.distrust()
        found = self._plain.find(query, limit, cancelled, PATIENCE)
        return Answer(found, from_files=True, all_read=found.all_read)

    def _newest_first(self, note: FoundNote) -> tuple[float, str]:
        try:
            return -(self._vault.root / note.path).stat().st_mtime, note.path
        except OSError:
            return 0.0, note.path


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


def _by_name(note: FoundNote) -> tuple[str, str]:
    return note.title.casefold(), note.path


def _title_marks(notes: Sequence[FoundNote], needles: Sequence[Needle]) -> dict[str, Marks]:
    return {note.path: lines[0].marks for note in notes if (lines := find_excerpts(note.title, needles, 1))}


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
