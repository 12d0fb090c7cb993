"""Full-text search for a long-running program: texts are cached, and read again when their file changed.

Before each search every file is checked (times, size and inode), so that what other programs wrote is found at
once; a file that was written a moment ago is read again the next time too, since two writes may have the same
time.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple, TypeAlias

from axon_desktop.errors import VaultError
from axon_desktop.text.file_names import same_name
from axon_desktop.text.snippets import best_lines
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.folder import is_link
from axon_desktop.vault.files.path_rules import split_folder, split_path
from axon_desktop.vault.search.scan import SEARCHED_SUFFIXES, Candidate, Hit, ScanSearch, SearchQuery, has_tag
from axon_desktop.vault.vault import Vault

_YOUNG = 2.0
"""Seconds; some disks store times in steps as large as this."""
BUDGET = 128 << 20
"""Cached characters; further texts are read for every search."""

Stamp: TypeAlias = tuple[int, int, int, int]
Watcher: TypeAlias = Callable[[int, int], None]
"""Called with how many of how many texts have been searched."""


class _CachedText(NamedTuple):
    """A cached text."""

    stamp: Stamp | None
    """Times, size and inode of its file; None if these do not show whether it is still the same."""
    text: str
    folded: str
    """The text and the file's name, folded."""
    end: int
    """Where the text ends in `folded`."""

    @property
    def size(self) -> int:
        """Cached characters."""
        return len(self.text) + len(self.folded)


class _Group(NamedTuple):
    """The searched files of one folder."""

    parent: tuple[str, ...]
    files: list[tuple[str, str]]
    """Path and name of each."""


class CachedSearch(ScanSearch):
    """Searches as `ScanSearch` does, with the same results."""

    def __init__(self, vault: Vault, watcher: Watcher = lambda done, total: None, budget: int = BUDGET) -> None:
        """Take the vault; `watcher` is called now and then from the thread that searches."""
        super().__init__(vault)
        self._watcher = watcher
        self._budget = budget
        self._cache: dict[str, _CachedText] = {}
        self._size = 0
        self._lock = threading.Lock()
        self._grouped: tuple[Sequence[str], list[_Group]] = (), []

    def _candidates(
        self, query: SearchQuery, words: Sequence[str], cancelled: Callable[[], bool]
    ) -> Iterator[Candidate]:
        only_tag = not query.words
        for path, text in self._texts(query.folder, cancelled):
            folded, end = text.folded, text.end
            if not only_tag:
                for word in words:
                    if word in folded:
                        break
                else:
                    continue
            if query.tag and not has_tag(path, text.text, query.tag):
                continue
            counts = [folded.count(word, 0, end) for word in words]
            named = [folded.find(word, end) >= 0 for word in words]
            if only_tag:
                counts = [max(1, *counts)]
            elif not (any(counts) or any(named)):  # a word that begins in the text and ends in the name
                continue
            yield Candidate(path, counts, named, len(text.text))

    def _hits(self, note: Candidate, words: Sequence[str], weights: Sequence[float], lines: int) -> list[Hit]:
        cached = self._cache.get(note.path)
        found = best_lines(cached.text, words, weights, lines) if cached is not None else []
        if not found:
            return super()._hits(note, words, weights, lines)
        return [Hit(note.path, line, snippet, note.score) for line, snippet in found]

    def _texts(self, folder: str, cancelled: Callable[[], bool]) -> Iterator[tuple[str, _CachedText]]:
        """Yield the texts below a folder, each as it is now."""
        below = split_folder(folder)
        groups = [group for group in self._groups() if group.parent[: len(below)] == below]
        total = sum(len(group.files) for group in groups)
        if not below:
            self._forget_missing(total, groups)
        done = 0
        for group in groups:
            if cancelled():
                return
            yield from self._fresh(group, cancelled)
            done += len(group.files)
            self._watcher(done, total)

    def _groups(self) -> list[_Group]:
        known = self._vault.names.paths
        if self._grouped[0] is not known:
            files = (path for path in known if path.lower().endswith(SEARCHED_SUFFIXES))
            groups = [
                _Group(split_path(parent) if parent else (), [(path, path.rsplit("/", 1)[-1]) for path in members])
                for parent, members in groupby(files, key=lambda path: path.rpartition("/")[0])
            ]
            self._grouped = known, groups
        return self._grouped[1]

    def _fresh(self, group: _Group, cancelled: Callable[[], bool]) -> Iterator[tuple[str, _CachedText]]:
        stamps: dict[str, Stamp | None] = {}
        with suppress(VaultError, OSError), self._gateway.open_folder(group.parent) as folder:
            for path, name in group.files:
                info = folder.stat(name)
                if info is None:
                    continue
                stamp = info.st_mtime_ns, info.st_ctime_ns, info.st_size, info.st_ino
                text = self._cache.get(path)
                if text is not None and text.stamp == stamp:
                    yield path, text
                else:
                    stamps[path] = stamp if _is_settled(info) else None
        for path, data in read_files(self._gateway, stamps):
            if cancelled():
                return
            text = _fold(path, data, stamps[path])
            self._keep(path, text)
            yield path, text

    def _keep(self, path: str, text: _CachedText) -> None:
        with self._lock:
            old = self._cache.pop(path, None)
            self._size -= old.size if old is not None else 0
            if text.stamp is not None and self._size + text.size <= self._budget:
                self._cache[path] = text
                self._size += text.size

    def _forget_missing(self, total: int, groups: Sequence[_Group]) -> None:
        with self._lock:
            if len(self._cache) > total:
                for path in self._cache.keys() - {path for group in groups for path, _ in group.files}:
                    self._size -= self._cache.pop(path).size


def _is_settled(info: os.stat_result) -> bool:
    """Tell whether another write would change a file's times or size."""
    return not is_link(info) and max(info.st_mtime, info.st_ctime) < time.time() - _YOUNG


def _fold(path: str, data: bytes, stamp: Stamp | None) -> _CachedText:
    text = data.decode("utf-8-sig", "replace")
    folded = same_name(text)
    return _CachedText(stamp, text, f"{folded}\n{same_name(path.rsplit('/', 1)[-1])}", len(folded))
