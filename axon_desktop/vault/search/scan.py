"""Search by reading the files: it needs no index and is never out of date; its time grows with the vault."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from axon_desktop.errors import FolderNotFoundError, ReadFailedError
from axon_desktop.text.fold import fold, is_unspaced
from axon_desktop.text.stop_words import COMMON
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import shown, split_folder
from axon_desktop.vault.obsidian.config import AppSettings, read_app_settings
from axon_desktop.vault.search.conflict_copies import is_conflict_copy
from axon_desktop.vault.search.excerpts import COMMON_WEIGHT, find_excerpts, needles
from axon_desktop.vault.search.found import Found, FoundNote, Query
from axon_desktop.vault.search.note_text import NoteText, holds, prefilter
from axon_desktop.vault.search.query import (
    Node,
    Regex,
    Text,
    has_regex,
    leaves,
    loosened,
    only_words,
)

if TYPE_CHECKING:
    from axon_desktop.vault.vault import Vault

SEARCHED_SUFFIXES = (".md", ".txt", ".canvas", ".base")
LINES_PER_NOTE = 3
RICH = 3
"""Notes that show as many lines even if they have only some of the words; of the others one is enough."""
_NAMED = 0.2
"""Weight of a word of the note's name when lines are compared: all of the note is about it."""
_INNER, _BEGINNING, _WHOLE = 1, 2, 3
"""How well a word is found: inside another one, as the beginning of one, as it is."""
_MOST_LOOKED_AT = 50
"""Places of a word in a note that are looked at for this."""


@dataclass(slots=True)
class _Candidate:
    """A note that matches."""

    path: str
    counts: list[int]
    """How often each word occurs in the text."""
    named: list[bool]
    """Whether the file's name holds each word."""
    fit: int
    """How well the words are found, all together."""
    length: int
    score: float = 0.0


class ScanSearch:
    """Searches by reading every file."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._gateway = PathGateway(vault.root)

    def find(self, query: Query, cancelled: Callable[[], bool] = lambda: False) -> Found:
        """See `Search.find`."""
        query = replace(query, folder=find_folder(self._gateway, query.folder))
        if has_regex(query.tree()):
            from axon_desktop.vault.search.regex import search_regex

            return search_regex(self._vault.root, query, cancelled)
        self._vault.names.refresh()
        return find_notes(query, self._notes(query.folder), self._read, self._vault.names.paths, cancelled)

    def _notes(self, folder: str) -> Iterator[NoteText]:
        """Yield the files below a folder."""
        settings = read_app_settings(self._vault.root)
        return read_notes(self._gateway, searched_paths(self._vault.names.paths, settings, folder))

    def _read(self, paths: Sequence[str]) -> Iterator[NoteText]:
        """Yield files that were found."""
        return read_notes(self._gateway, paths)


def find_folder(gateway: PathGateway, folder: str) -> str:
    """Return the path of a folder as the disk spells it.

    Raises:
        FolderNotFoundError: naming it.
        InvalidPathError: it is outside the vault.
    """
    try:
        with gateway.open_folder(gateway.as_on_disk(split_folder(folder))) as opened:
            return "/".join(opened.parts)
    except (FolderNotFoundError, ReadFailedError) as error:
        raise FolderNotFoundError(shown(folder)) from error


def searched_paths(paths: Iterable[str], settings: AppSettings, folder: str = "") -> list[str]:
    """Return the files that are searched: not what the user excluded in Obsidian, nor copies of sync services."""
    prefix = "".join(f"{part}/" for part in split_folder(folder))
    return [
        path
        for path in paths
        if path.lower().endswith(SEARCHED_SUFFIXES)
        and path.startswith(prefix)
        and not is_conflict_copy(path.rpartition("/")[2])
        and not (settings.ignore_filters and settings.ignores(path))
    ]


def read_notes(gateway: PathGateway, paths: Iterable[str]) -> Iterator[NoteText]:
    """Yield the files that can be read; sorted paths cost least."""
    for path, data in read_files(gateway, paths):
        yield NoteText(path, data.decode("utf-8-sig", "replace"))


def find_notes(
    query: Query,
    notes: Iterable[NoteText],
    read: Callable[[Sequence[str]], Iterable[NoteText]],
    paths: Sequence[str],
    cancelled: Callable[[], bool] = lambda: False,
) -> Found:
    """Return which of the notes match a query: by those that hold it whole, else by some of its words.

    `read` gives the best ones again, for their lines; `paths` are those of all files.
    """
    tree = query.tree()
    words = [*dict.fromkeys(leaves(tree))]
    loose = loosened(tree)
    may_hold = prefilter(tree)
    may_hold_some = prefilter(loose) if loose is not None else may_hold
    whole: list[_Candidate] = []
    some: list[_Candidate] = []
    for note in notes:
        if cancelled():
            break
        if not (may_hold if whole else may_hold_some)(note):
            continue
        if holds(tree, note, note):
            whole.append(_candidate(note, words))
        elif not whole and loose is not None and holds(loose, note, note):
            some.append(_candidate(note, words))
    found = whole or some
    is_whole = bool(whole)  # while a list is sorted it is empty
    weights = dict(zip(words, _rate(found, words, len(paths)), strict=True))
    found.sort(key=lambda note: (-note.fit if is_whole else 0, -note.score, note.path))
    best = {note.path: note for note in found[: query.limit]}
    rank = {path: at for at, path in enumerate(best)}
    shown = {
        note.path: _shown(tree, note, best[note.path], weights, is_whole or rank[note.path] < RICH)
        for note in read([*best])
    }
    return Found(
        tuple(shown[path] for path in best if path in shown),
        len(found),
        is_whole or not some,
        _missing(words, some, paths) if not (whole or query.folder or cancelled()) and only_words(tree) else (),
    )


def _candidate(note: NoteText, words: Sequence[Text | Regex]) -> _Candidate:
    counts = [_count(note, word) for word in words]
    named = [isinstance(word, Text) and note.is_named(word.folded) for word in words]
    fit = sum(_fit(note, word.folded) for word in words if isinstance(word, Text))
    return _Candidate(note.path, counts, named, fit, len(note.text))


def _count(note: NoteText, word: Text | Regex) -> int:
    if isinstance(word, Text):
        return note.folded.count(word.folded)
    return sum(word.pattern.search(line) is not None for line in note.lines if line.strip())


def _fit(note: NoteText, folded: str) -> int:
    """Tell how well a word is found; stop words do not decide."""
    if folded in COMMON:
        return 0
    return max(_fit_in(note.folded, folded), _fit_in(note.place, folded))


def _fit_in(text: str, folded: str) -> int:
    best = at = 0
    for _ in range(_MOST_LOOKED_AT):
        at = text.find(folded, at)
        if at < 0 or best == _WHOLE:
            break
        end = at + len(folded)
        if at and text[at - 1].isalnum() and not is_unspaced(folded):
            best = best or _INNER
        else:
            fit = _BEGINNING if text[end : end + 1].isalnum() and not is_unspaced(folded) else _WHOLE
            best = max(best, fit)
        at = end
    return best


def _rate(found: list[_Candidate], words: Sequence[Text | Regex], total: int) -> list[float]:
    """Score each note: rare words count more, in the name more still, common ones and long notes less.

    Returns the weight of each word.
    """
    each = range(len(words))
    spread = [sum(1 for note in found if note.counts[at] or note.named[at]) for at in each]
    weights = [
        math.log((total + 1) / max(1, count))
        * (COMMON_WEIGHT if isinstance(word, Text) and word.folded in COMMON else 1)
        for word, count in zip(words, spread, strict=True)
    ]
    for note in found:
        length = 1 + math.log1p(note.length / 2000)
        note.score = sum(weights[at] * (math.log1p(note.counts[at]) / length + 2 * note.named[at]) for at in each)
    return weights


def _shown(
    tree: Node, note: NoteText, found: _Candidate, weights: Mapping[Text | Regex, float], rich: bool
) -> FoundNote:
    within = {
        word.folded: weight * (_NAMED if there else 1)
        for (word, weight), there in zip(weights.items(), found.named, strict=True)
        if isinstance(word, Text)
    }
    excerpts = find_excerpts(note, needles(tree, note, within), LINES_PER_NOTE if rich else 1)
    return FoundNote(note.path, tuple(excerpts), any(found.named))


def _missing(words: Sequence[Text | Regex], some: Sequence[_Candidate], paths: Sequence[str]) -> tuple[str, ...]:
    """Return the words that no note holds, and no file's path."""
    return tuple(
        word.text
        for at, word in enumerate(words)
        if isinstance(word, Text)
        and not any(note.counts[at] or note.named[at] for note in some)
        and not any(word.folded in fold(path) for path in paths)
    )
