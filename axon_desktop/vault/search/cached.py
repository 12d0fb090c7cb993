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
from axon_desktop.vault.files.folder import is_link
from axon_desktop.vault.files.path_rules import split_folder, split_path
from axon_desktop.vault.obsidian.config import AppSettings, read_app_settings
from axon_desktop.vault.search.note_text import NoteText
from axon_desktop.vault.search.scan import ScanSearch, read_notes, searched_paths
from axon_desktop.vault.vault import Vault

_YOUNG = 2.0
"""Seconds; some disks store times in steps as large as this."""
BUDGET = 128 << 20
"""Cached characters; further texts are read for every search."""

Stamp: TypeAlias = tuple[int, int, int, int]
Watcher: TypeAlias = Callable[[int, int], None]
"""Called with how many of how many texts have been searched."""


class _CachedNote(NamedTuple):
    """A cached file."""

    stamp: Stamp | None
    """Times, size and inode of its file; None if these do not show whether it is still the same."""
    note: NoteText

    @property
    def size(self) -> int:
        """Cached characters."""
        return len(self.note.text) + len(self.note.folded)


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
        self._cache: dict[str, _CachedNote] = {}
        self._size = 0
        self._lock = threading.Lock()
        self._grouped: tuple[Sequence[str], AppSettings, list[_Group]] = (), AppSettings(), []

    def _notes(self, folder: str) -> Iterator[NoteText]:
        """Yield the files below a folder, each as it is now."""
        below = split_folder(folder)
        groups = [group for group in self._groups() if group.parent[: len(below)] == below]
        total = sum(len(group.files) for group in groups)
        if not below:
            self._forget_missing(total, groups)
        done = 0
        for group in groups:
            yield from self._fresh(group)
            done += len(group.files)
            self._watcher(done, total)

    def _read(self, paths: Sequence[str]) -> Iterator[NoteText]:
        """Yield files that were found: as they were then, if they are cached."""
        cached = {path: self._cache.get(path) for path in paths}
        yield from (kept.note for kept in cached.values() if kept is not None)
        yield from super()._read([path for path, kept in cached.items() if kept is None])

    def _groups(self) -> list[_Group]:
        known, settings = self._vault.names.paths, read_app_settings(self._vault.root)
        if self._grouped[0] is not known or self._grouped[1] != settings:
            files = searched_paths(known, settings)
            groups = [
                _Group(split_path(parent) if parent else (), [(path, path.rsplit("/", 1)[-1]) for path in members])
                for parent, members in groupby(files, key=lambda path: path.rpartition("/")[0])
            ]
            self._grouped = known, settings, groups
        return self._grouped[2]

    def _fresh(self, group: _Group) -> Iterator[NoteText]:
        stamps: dict[str, Stamp | None] = {}
        with suppress(VaultError, OSError), self._gateway.open_folder(group.parent) as folder:
            for path, name in group.files:
                info = folder.stat(name)
                if info is None:
                    continue
                stamp = info.st_mtime_ns, info.st_ctime_ns, info.st_size, info.st_ino
                cached = self._cache.get(path)
                if cached is not None and cached.stamp == stamp:
                    yield cached.note
                else:
                    stamps[path] = stamp if _is_settled(info) else None
        for note in read_notes(self._gateway, stamps):
            self._keep(note.path, _CachedNote(stamps[note.path], note))
            yield note

    def _keep(self, path: str, cached: _CachedNote) -> None:
        with self._lock:
            old = self._cache.pop(path, None)
            self._size -= old.size if old is not None else 0
            if cached.stamp is not None and self._size + cached.size <= self._budget:
                self._cache[path] = cached
                self._size += cached.size

    def _forget_missing(self, total: int, groups: Sequence[_Group]) -> None:
        with self._lock:
            if len(self._cache) > total:
                for path in self._cache.keys() - {path for group in groups for path, _ in group.files}:
                    self._size -= self._cache.pop(path).size


def _is_settled(info: os.stat_result) -> bool:
    """Tell whether another write would change a file's times or size."""
    return not is_link(info) and max(info.st_mtime, info.st_ctime) < time.time() - _YOUNG
