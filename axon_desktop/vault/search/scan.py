"""Search by reading the files: it needs no index and is never out of date; its time grows with the vault.

A program that stays keeps the texts that it has read. Before each search every file is checked (times, size and
inode), so that what other programs wrote is found at once; a file that was written a moment ago is read again the
next time too, since two writes may have the same time.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from axon_desktop.errors import FolderNotFoundError, ReadFailedError, VaultError
from axon_desktop.text.file_names import is_canvas
from axon_desktop.text.fold import fold
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.folder import is_link
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import shown, split_folder
from axon_desktop.vault.files.walk_tree import walk_folders
from axon_desktop.vault.obsidian.config import AppSettings, read_app_settings
from axon_desktop.vault.search.conflict_copies import is_conflict_copy
from axon_desktop.vault.search.found import Found, Query
from axon_desktop.vault.search.note_text import NoteText, holds, needed_words
from axon_desktop.vault.search.query import has_regex, loosened, only_words
from axon_desktop.vault.search.ranking import Candidate, Facts, Wanted
from axon_desktop.vault.search.ripgrep import Ripgrep

if TYPE_CHECKING:
    from axon_desktop.vault.vault import Vault

SEARCHED_SUFFIXES = (".md", ".txt", ".canvas", ".base")
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


class FileSearch:
    """Searches by reading every file; safe to use from any thread."""

    def __init__(self, vault: Vault, watcher: Watcher = lambda done, total: None, budget: int = BUDGET) -> None:
        """Take the vault; `watcher` is called now and then from the thread that searches.

        With a budget of 0 nothing is kept: for a program that searches once.
        """
        self._vault = vault
        self._gateway = PathGateway(vault.root)
        self._watcher = watcher
        self._budget = budget
        self._cache: dict[str, _CachedNote] = {}
        self._size = 0
        self._lock = threading.Lock()
        self._searched: tuple[Sequence[str], AppSettings, list[str]] = (), AppSettings(), []

    def find(self, query: Query, cancelled: Callable[[], bool] = lambda: False) -> Found:
        """See `Search.find`."""
        query = replace(query, folder=find_folder(self._gateway, query.folder))
        if has_regex(query.tree()):
            from axon_desktop.vault.search.regex import search_regex

            return search_regex(self._vault.root, query, cancelled)
        facts = partial(file_facts, self._gateway)
        if not self._budget:
            paths, some = self._listed(query)
            return find_notes(query, read_notes(self._gateway, some), self._read, facts, paths, cancelled)
        self._vault.names.refresh()
        paths = self._paths()
        if query.folder:
            paths = [path for path in paths if path.startswith(f"{query.folder}/")]
        else:
            self._forget_missing(paths)
        return find_notes(query, self._notes(paths), self._read, facts, paths, cancelled)

    def _listed(self, query: Query) -> tuple[list[str], list[str]]:
        """Return the files that are searched, and those of them that may match."""
        tree = query.tree()
        words, run = needed_words(loosened(tree) or tree), None
        if words is not None:
            with suppress(OSError):
                run = Ripgrep(self._vault.root, words)
        found: list[str] = []
        links: set[str] = set()
        for listing in walk_folders(self._gateway, query.folder):
            found += [listing.prefix + entry.name for entry in listing.files]
            links.update(listing.prefix + name for name in listing.links)
        paths = searched_paths([*found, *links], read_app_settings(self._vault.root))
        named = run.found() if run is not None else None
        if named is None or words is None:
            return paths, paths
        named |= links
        return paths, [
            path
            for path in paths
            if path in named or is_canvas(path) or any(word in fold(f"/{path}") for word in words)
        ]

    def _paths(self) -> list[str]:
        known, settings = self._vault.names.paths, read_app_settings(self._vault.root)
        if self._searched[0] is not known or self._searched[1] != settings:
            self._searched = known, settings, searched_paths(known, settings)
        return self._searched[2]

    def _notes(self, paths: Sequence[str]) -> Iterator[NoteText]:
        """Yield files, each as it is now."""
        done = 0
        for parent, members in groupby(paths, key=lambda path: path.rpartition("/")[0]):
            together = [*members]
            yield from self._fresh(parent, together)
            done += len(together)
            self._watcher(done, len(paths))

    def _read(self, paths: Sequence[str]) -> Iterator[NoteText]:
        """Yield files that were found: as they were then, if they are cached."""
        cached = {path: self._cache.get(path) for path in paths}
        yield from (kept.note for kept in cached.values() if kept is not None)
        yield from read_notes(self._gateway, sorted(path for path, kept in cached.items() if kept is None))

    def _fresh(self, parent: str, paths: Sequence[str]) -> Iterator[NoteText]:
        stamps: dict[str, Stamp | None] = {}
        with suppress(VaultError, OSError), self._gateway.open_folder(split_folder(parent)) as folder:
            for path in paths:
                info = folder.stat(path.rpartition("/")[2])
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

    def _forget_missing(self, paths: Sequence[str]) -> None:
        with self._lock:
            if len(self._cache) > len(paths):
                for path in self._cache.keys() - {*paths}:
                    self._size -= self._cache.pop(path).size


def _is_settled(info: os.stat_result) -> bool:
    """Tell whether another write would change a file's times or size."""
    return not is_link(info) and max(info.st_mtime, info.st_ctime) < time.time() - _YOUNG


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


def file_facts(gateway: PathGateway, paths: Iterable[str]) -> dict[str, tuple[float, int]]:
    """Return when each file was changed, and its size; sorted paths cost least."""
    facts: dict[str, tuple[float, int]] = {}
    for parent, members in groupby(paths, key=lambda path: path.rpartition("/")[0]):
        with suppress(VaultError, OSError), gateway.open_folder(split_folder(parent)) as folder:
            for path in members:
                if (info := folder.stat(path.rpartition("/")[2])) is not None:
                    facts[path] = info.st_mtime, info.st_size
    return facts


def read_notes(gateway: PathGateway, paths: Iterable[str]) -> Iterator[NoteText]:
    """Yield the files that can be read; sorted paths cost least."""
    for path, data in read_files(gateway, paths):
        yield NoteText(path, data.decode("utf-8-sig", "replace"))


def find_notes(
    query: Query,
    notes: Iterable[NoteText],
    read: Callable[[Sequence[str]], Iterable[NoteText]],
    facts: Facts,
    paths: Sequence[str],
    cancelled: Callable[[], bool] = lambda: False,
) -> Found:
    """Return which of the notes match a query: by those that hold it whole, else by some of its words.

    `read` gives the best ones again, for their lines; `paths` are those of all that are searched.
    """
    tree = query.tree()
    wanted, loose = Wanted(tree), loosened(tree)
    needed = needed_words(loose or tree)
    whole: list[Candidate] = []
    some: list[Candidate] = []
    for note in notes:
        if cancelled():
            break
        if needed is not None and not any(word in note.folded or word in note.place for word in needed):
            continue
        if holds(tree, note, note):
            whole.append(wanted.grade(note))
        elif not whole and loose is not None and holds(loose, note, note):
            some.append(wanted.grade(note))
    held = [sum(1 for note in some if note.grades[at]) for at in range(len(wanted.words))]
    if not whole:
        wanted.tree = loose or tree
        wanted.weigh_by_rarity(held, len(paths))
    best = wanted.best(whole or some, query.limit, facts)
    texts = {note.path: note for note in read([note.path for note in best])}
    shown = [
        wanted.show(texts[note.path], note, rank, whole=bool(whole))
        for rank, note in enumerate(best)
        if note.path in texts
    ]
    missing: list[str] = []
    if not (whole or query.folder or cancelled()) and only_words(tree):
        lacking = [
            word for word, count in zip(wanted.words, held, strict=True) if wanted.is_telling(word) and not count
        ]
        missing = [word.text for word in lacking if not any(word.folded in fold(path) for path in paths)]
    return Found(tuple(shown), len(whole or some), bool(whole) or not some, tuple(missing))
