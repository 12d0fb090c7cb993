"""Full-text search: queries, results, and a search that reads the files.

`TextSearch` is the interface for callers. `ScanSearch` needs no index and is never out of date; its time grows
with the vault.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from axon_desktop.errors import QT_TRANSLATE_NOOP, FolderNotFoundError, InvalidParametersError
from axon_desktop.text.file_names import same_name
from axon_desktop.text.snippets import best_lines
from axon_desktop.text.stop_words import COMMON
from axon_desktop.vault.canvas.unescape import unescape_canvas
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import shown, split_folder
from axon_desktop.vault.links.note_parser import read_marks
from axon_desktop.vault.obsidian.config import read_app_settings

if TYPE_CHECKING:
    from axon_desktop.vault.vault import Vault

SEARCHED_SUFFIXES = (".md", ".txt", ".canvas", ".base")
LINES_PER_NOTE = 3
_RICH = 3
"""Lines that the best notes show even if they have only some of the words; of the others one is enough."""
MAX_WORDS = 32
_NAMED = 0.2
"""Weight of a word of the note's name when lines are compared: all of the note is about it."""
_COMMON = 0.1
"""Weight of a stop word, relative to another word that is as rare in this vault."""

_BARE = re.compile(r"^[\"'“‘(\[]+|(?:['’]s)?[\"'”’)\].,;:!?。，；：！？、]+$|['’]s$")
_WORD = re.compile(r'"([^"]*\S[^"]*)"|(\S+)')


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A query."""

    text: str
    """Words, or phrases in quotes; for `regex` a regular expression for one line."""
    folder: str = ""
    """Vault path; empty for the whole vault."""
    tag: str = ""
    """Only notes with this tag or one below it; without `#`."""
    regex: bool = False
    limit: int = 20
    """Most notes to return."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words and phrases, each once, in the form in which they are compared.

        Where there are several, as in a question, the punctuation around each is left off.
        """
        parts = _WORD.findall(self.text)
        bare = len(parts) > 1
        found = (
            same_name(phrase.strip() or (_BARE.sub("", word) if bare else "") or word) for phrase, word in parts
        )
        return tuple(dict.fromkeys(found))[:MAX_WORDS]


@dataclass(frozen=True, slots=True)
class Hit:
    """One line that was found."""

    path: str
    line: int
    """From 1; 0 when only the file's name was found."""
    snippet: str
    """The line, or the part of it around what was found; the file's name when that was found."""
    score: float
    """Of the note; only fit to be compared within one result."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What was found."""

    hits: tuple[Hit, ...] = ()
    """Best notes first, the lines of a note together."""
    notes: int = 0
    """Notes that match, also those beyond the limit."""
    whole: int = 0
    """Notes that hold all the words."""
    missing: tuple[str, ...] = ()
    """Words that no note holds, in the form in which they are compared."""
    places: tuple[tuple[tuple[int, int], ...], ...] = ()
    """Where in the snippet of each hit a regular expression matches; empty for words."""


class TextSearch(Protocol):
    """Finds notes by their text; to be called in a thread."""

    def search(self, query: SearchQuery, cancelled: Callable[[], bool] = lambda: False) -> SearchResult:
        """Return what was found; what was found so far once `cancelled` says yes.

        Raises:
            FolderNotFoundError: there is no such folder.
            InvalidPathError: the folder is outside the vault.
            InvalidParametersError: the regular expression is broken or takes too long.
        """
        ...


@dataclass(slots=True)
class Candidate:
    """A note that holds at least one of the words."""

    path: str
    counts: list[int]
    """How often each word occurs in the text."""
    named: list[bool]
    """Whether the file's name holds each word."""
    length: int
    score: float = field(default=0.0)

    @property
    def whole(self) -> bool:
        """Whether it holds all the words."""
        return all(count or named for count, named in zip(self.counts, self.named, strict=True))


class ScanSearch:
    """Searches by reading every file."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._gateway = PathGateway(vault.root)

    def search(self, query: SearchQuery, cancelled: Callable[[], bool] = lambda: False) -> SearchResult:
        """See `TextSearch.search`."""
        query = replace(query, folder=find_folder(self._gateway, query.folder))
        if query.regex:
            from axon_desktop.vault.search.regex import search_regex

            return search_regex(self._vault.root, query, cancelled)
        words = query.words or ((same_name(f"#{query.tag}"),) if query.tag else ())
        if not words:
            raise InvalidParametersError(QT_TRANSLATE_NOOP("Core", "query is empty; give a word, or a tag"))
        self._vault.names.refresh()
        found = [*self._candidates(query, words, cancelled)]
        weights = _rate(found, words, len(self._vault.names.paths))
        ignores = read_app_settings(self._vault.root).ignores
        found.sort(key=lambda note: (not note.whole, ignores(note.path), -note.score, note.path))
        hits = [
            hit
            for rank, note in enumerate(found[: query.limit])
            for hit in self._hits(note, words, weights, LINES_PER_NOTE if note.whole or rank < _RICH else 1)
        ]
        missing = tuple(
            word
            for at, word in enumerate(words)
            if not cancelled()
            and not any(note.counts[at] or note.named[at] for note in found)
            and not any(word in same_name(path) for path in self._vault.names.paths)
        )
        return SearchResult(tuple(hits), len(found), sum(note.whole for note in found), missing)

    def _candidates(
        self, query: SearchQuery, words: Sequence[str], cancelled: Callable[[], bool]
    ) -> Iterator[Candidate]:
        for path, text in read_texts(self._gateway, self._vault.names.paths, query.folder):
            if cancelled():
                return
            folded, name = same_name(text), same_name(_name(path))
            counts = [folded.count(word) for word in words]
            named = [word in name for word in words]
            if not query.words and has_tag(path, text, query.tag):
                counts = [max(1, *counts)]
            elif not (any(counts) or any(named)) or (query.tag and not has_tag(path, text, query.tag)):
                continue
            yield Candidate(path, counts, named, len(text))

    def _hits(self, note: Candidate, words: Sequence[str], weights: Sequence[float], lines: int) -> list[Hit]:
        within = [weight * (_NAMED if there else 1) for weight, there in zip(weights, note.named, strict=True)]
        hits = [
            Hit(note.path, line, snippet, note.score)
            for _, data in read_files(self._gateway, [note.path])
            for line, snippet in best_lines(_text(note.path, data), words, within, lines)
        ]
        if hits or not any(note.named):
            return hits
        return [Hit(note.path, 0, _name(note.path), note.score)]


def find_folder(gateway: PathGateway, folder: str) -> str:
    """Return the path of a folder as the disk spells it.

    Raises:
        FolderNotFoundError: naming it.
        InvalidPathError: it is outside the vault.
    """
    parts = gateway.as_on_disk(split_folder(folder))
    if not gateway.is_folder(parts):
        raise FolderNotFoundError(shown(folder))
    return "/".join(parts)


def read_texts(gateway: PathGateway, paths: Sequence[str], folder: str) -> Iterator[tuple[str, str]]:
    """Yield the files that are searched, below a folder, with their texts."""
    prefix = "/".join(split_folder(folder))
    prefix += "/" if prefix else ""
    wanted = (path for path in paths if path.startswith(prefix) and path.lower().endswith(SEARCHED_SUFFIXES))
    for path, data in read_files(gateway, wanted):
        yield path, _text(path, data)


def has_tag(path: str, text: str, tag: str) -> bool:
    """Tell whether a note has a tag, or one below it."""
    wanted = same_name(tag.lstrip("#"))
    if wanted not in same_name(text):
        return False
    tags = (same_name(known) for known in read_marks(path, text).tags)
    return any(known == wanted or known.startswith(wanted + "/") for known in tags)


def _rate(found: list[Candidate], asked: Sequence[str], total: int) -> list[float]:
    """Score each note: rare words count more, in the name more still, common ones and long notes less.

    Returns the weight of each word.
    """
    if not found:
        return []
    words = range(len(found[0].counts))
    spread = [sum(1 for note in found if note.counts[word] or note.named[word]) for word in words]
    weights = [
        math.log((total + 1) / max(1, count)) * (_COMMON if word in COMMON else 1)
        for word, count in zip(asked, spread, strict=True)
    ]
    for note in found:
        length = 1 + math.log1p(note.length / 2000)
        note.score = sum(
            weights[word] * (math.log1p(note.counts[word]) / length + 2 * note.named[word]) for word in words
        )
    return weights


def _text(path: str, data: bytes) -> str:
    return unescape_canvas(path, data.decode("utf-8-sig", "replace"))


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1]
