"""Mentions in the request being typed: finding, inserting and showing names of notes and folders."""

from __future__ import annotations

import heapq
import re
import threading
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from axon_desktop.text.file_names import is_note, same_name, without_suffix
from axon_desktop.vault import Vault

_BEING_WRITTEN = re.compile(
    r"(?:^|[\s(\[{'\"]|[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef])@(\[\[)?([^@\[\]\n]{0,80})$"
)
_SLICE = 500
"""Names compared per call: the GIL is held for no longer than that takes."""
_NEAR = 68.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A note or folder that may be meant."""

    path: str
    """Vault path; of a folder without a trailing slash."""
    is_folder: bool = False

    @property
    def name(self) -> str:
        """Its displayed name."""
        return without_suffix(self.path.rpartition("/")[2])

    @property
    def folder(self) -> str:
        """Its folder; empty for the root."""
        return self.path.rpartition("/")[0]


def mention_being_written(before: str) -> tuple[int, str] | None:
    """Return the position of the `@` and the text after it, from the text before the caret; None without."""
    match = _BEING_WRITTEN.search(before)
    if match is None or (not match[1] and match[2][:1].isspace()):
        return None
    start = match.start(2) - len(match[1] or "") - 1
    return start, match[2]


@dataclass(slots=True)
class MentionIndex:
    """Names of notes and folders, indexed for completion; built and searched in a worker thread."""

    vault: Vault
    _source: tuple[Sequence[str], Sequence[str]] = ((), ())
    _candidates: list[Candidate] = field(default_factory=list)
    _names: list[str] = field(default_factory=list)
    _paths: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def find(self, query: str, limit: int, cancelled: Callable[[], bool]) -> list[Candidate]:
        """Return what `query` may mean, best first: names that begin with it, contain it, are similar."""
        with self._lock:  # one after another: of the waiting searches all but the newest are cancelled
            return [] if cancelled() else self._find(query, limit, cancelled)

    def _find(self, query: str, limit: int, cancelled: Callable[[], bool]) -> list[Candidate]:
        self._prepare()
        wanted = same_name(query.strip())
        if not wanted:
            top = [candidate for candidate in self._candidates if not candidate.folder]
            below = (candidate for candidate in self._candidates if candidate.folder)
            return [*top, *islice(below, max(0, limit - len(top)))][:limit]
        found = [self._candidates[index] for index in self._holding(wanted, limit, cancelled)]
        if not found and len(wanted) > 2:
            found = [self._candidates[index] for index in self._like(wanted, limit, cancelled)]
        return found

    def _prepare(self) -> None:
        names = self.vault.names
        if not names.ready:
            names.scan()
        if self._source[0] is names.paths and self._source[1] is names.folders:
            return
        self._source = names.paths, names.folders
        notes = (Candidate(path) for path in names.paths if is_note(path))
        folders = (Candidate(path, is_folder=True) for path in names.folders)
        self._candidates = [*notes, *folders]  # in the order of their paths; sorting would block all threads
        self._paths = [same_name(without_suffix(one.path)) for one in self._candidates]
        self._names = [path.rpartition("/")[2] for path in self._paths]

    def _holding(self, wanted: str, limit: int, cancelled: Callable[[], bool]) -> list[int]:
        """Return the names that contain the words; shorter ones and those that begin with them first."""
        words = wanted.split()
        whole = "/" in wanted
        ranked: list[tuple[int, int, int]] = []
        for index, name in enumerate(self._names):
            path = self._paths[index]
            if not all(word in path for word in words):
                continue
            if name.startswith(wanted) or (whole and path.startswith(wanted)):
                rank = 0
            elif all(word in name for word in words):
                rank = 1 if f" {wanted}" in name or f"-{wanted}" in name else 2
            else:
                rank = 3
            ranked.append((rank, len(name), index))
            if not len(ranked) % _SLICE and cancelled():
                return []
        return [index for _, _, index in heapq.nsmallest(limit, ranked)]

    def _like(self, wanted: str, limit: int, cancelled: Callable[[], bool]) -> Iterator[int]:
        """Yield similar names, best first."""
        from rapidfuzz import fuzz, process

        names = self._paths if "/" in wanted else self._names
        hits: list[tuple[float, int]] = []
        for start in range(0, len(names), _SLICE):
            if cancelled():
                return
            part = names[start : start + _SLICE]
            for _, score, index in process.extract(
                wanted, part, scorer=fuzz.WRatio, limit=limit, score_cutoff=_NEAR
            ):
                hits.append((-score, start + index))
        yield from (index for _, index in heapq.nsmallest(limit, hits))


def is_known(vault: Vault, name: str) -> bool:
    """Tell whether a note or folder has this name, without reading the disk."""
    names = vault.names
    folder = name.strip("/")
    place = bisect_left(names.folders, folder)
    if place < len(names.folders) and names.folders[place] == folder:
        return True
    return not name.endswith("/") and names.resolve_link(name, source="") is not None


def path_in(vault: Vault, file: str) -> str | None:
    """Return the vault path of a file, with a trailing slash for a folder; None for one outside of the vault."""
    try:
        path = Path(file).relative_to(vault.root).as_posix()
    except ValueError:
        return None
    if path == "." or any(part.startswith(".") for part in path.split("/")):
        return None
    return f"{path}/" if path in vault.names.folders else path
