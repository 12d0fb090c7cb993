"""The index of names in the vault: for the tree, for links, and for resolving inexact paths.

The index is a table in memory, read once by walking the folders (names only, no file is opened) and kept up to
date by our own writes. Changes of other programs are seen by `look_again`, which who watches the disk calls, or
at the next `scan`. A walk takes time: paths that are reported meanwhile are checked again at its end.
Aliases are read at the first search for a name that no file has.
"""

from __future__ import annotations

import stat
import threading
import time
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from axon_desktop.errors import VaultError
from axon_desktop.text.file_names import is_note, same_name, without_suffix
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import is_skipped, is_unicode, normalize_path, split_path
from axon_desktop.vault.files.walk_tree import real_folder, walk_folders
from axon_desktop.vault.names.aliases import AliasIndex
from axon_desktop.vault.names.misspelling import is_misspelled
from axon_desktop.vault.names.table import NameTable

_SURE = 90.0
_AHEAD = 5.0
_NEAR = 60.0
_MAX_SUGGESTIONS = 3
_STALE = 5.0
"""Seconds after which another walk is worth its time, however long the last one took."""
_PATIENCE = 20
"""The same in walks: what took a millisecond is done again after 20."""


@dataclass(slots=True)
class _Seen:
    """Files and folders that were found at some paths."""

    at: set[str] = field(default_factory=set)
    """The paths themselves, none below another."""
    files: set[str] = field(default_factory=set)
    """Files at them and below."""
    folders: set[str] = field(default_factory=set)
    """Folders at them, below and above."""


class NameIndex:
    """All vault paths; safe to use from any thread."""

    def __init__(self, root: Path, gateway: PathGateway) -> None:
        self._root = root
        self._gateway = gateway
        self._lock = threading.Lock()
        self._table = NameTable()
        self._folders: Sequence[str] = []
        self._walks: list[set[str]] = []
        """For each running walk, the paths that were reported meanwhile: it may have passed them already."""
        self._scanned: float | None = None
        self._took = 0.0
        self._aliases = AliasIndex(gateway)

    @property
    def ready(self) -> bool:
        """Whether the folders were walked."""
        return self._scanned is not None

    @property
    def table(self) -> NameTable:
        """The paths as they are now known; empty before the first `scan`."""
        return self._table

    @property
    def paths(self) -> Sequence[str]:
        """Vault paths of all files, sorted; a list that is never changed, only replaced."""
        return self._table.paths

    @property
    def folders(self) -> Sequence[str]:
        """Vault paths of all folders, sorted; a list that is never changed, only replaced."""
        return self._folders

    @property
    def count_notes(self) -> int:
        """How many of the files are notes."""
        return sum(is_note(path) for path in self.paths)

    def scan(self) -> None:
        """Walk the vault's folders; to be called in a thread. Dot items and unreadable folders are passed over."""
        started = time.monotonic()
        with self._walking() as reported:
            found, below = self._walk()
            files, folders = sorted({*found}), sorted({*below})  # a folder that changes may list a name twice
            table = NameTable(files)
            with self._lock:
                self._table, self._folders = _with_seen(table, folders, self._look(reported))
                self._scanned = time.monotonic()
                self._took = self._scanned - started

    def look_again(self, paths: Iterable[str]) -> None:
        """Look only at these files and folders, which other programs changed; to be called in a thread."""
        named = frozenset(paths)
        with self._lock:
            self._report_to_walks(named)
        if not self.ready:
            return
        with self._walking() as reported:
            seen = self._look(named)
            with self._lock:
                found = _with_seen(self._table, self._folders, seen)
                self._table, self._folders = _with_seen(*found, self._look(reported))

    @contextmanager
    def _walking(self) -> Iterator[Collection[str]]:
        """Collect the paths that are reported during a walk of the folders."""
        reported: set[str] = set()
        with self._lock:
            self._walks.append(reported)
        try:
            yield reported
        finally:
            with self._lock:
                self._walks = [other for other in self._walks if other is not reported]

    def _report_to_walks(self, paths: Iterable[str]) -> None:
        """Add paths to the running walks; the caller holds the lock."""
        for reported in self._walks:
            reported.update(paths)

    def _look(self, paths: Iterable[str]) -> _Seen:
        """Return what is on the disk at some paths; a path below another of them is covered by that one."""
        seen = _Seen()
        for path in sorted(paths):  # a folder comes before what is in it
            if any(map(is_skipped, path.split("/"))) or not is_unicode(path):
                continue
            if not seen.at.isdisjoint(_above(path)):
                continue
            seen.at.add(path)
            kind = self._kind(path)
            if kind == "folder":
                files, folders = self._walk(path)
                seen.files.update(files)
                seen.folders.update(folders, (path,))
            elif kind == "file":
                seen.files.add(path)
            if kind:
                seen.folders.update(_above(path))
        return seen

    def _walk(self, top: str = "") -> tuple[list[str], list[str]]:
        """Return the files and folders below one folder."""
        files: list[str] = []
        folders: list[str] = []
        for found in walk_folders(self._gateway, top):
            folders += [found.prefix + name for name in found.folders]
            files += [found.prefix + entry.name for entry in found.files]
            files += filter(self._is_inner_file, (found.prefix + name for name in found.links))
            if found.absent:
                here = {entry.name for entry in found.files}
                files += [found.prefix + name for name in found.absent if name not in here]
        return files, folders

    def _kind(self, path: str) -> Literal["file", "folder", ""]:
        """Return what is there now, as a walk would see it."""
        parent, _, name = path.rpartition("/")
        try:
            with real_folder(self._gateway, parent) as folder:
                info = folder.stat(name)
                if info is None:
                    return "file" if folder.has_stub(name) else ""
        except (VaultError, OSError, ValueError):
            return ""
        if stat.S_ISDIR(info.st_mode):
            return "folder"
        is_file = stat.S_ISREG(info.st_mode) or (stat.S_ISLNK(info.st_mode) and self._is_inner_file(path))
        return "file" if is_file else ""

    def _is_inner_file(self, path: str) -> bool:
        """Tell whether a link leads to a file of the vault; linked folders are found at their real place."""
        try:
            return self._gateway.is_file(split_path(path))
        except VaultError:
            return False

    def change(self, made: Collection[str], removed: Collection[str] = ()) -> None:
        """Record files that we created and removed, with the folders that were created and removed with them."""
        left = {folder for folder in _all_above(removed) if self._is_absent(folder)}
        with self._lock:
            self._report_to_walks((*made, *removed, *left))
            if not self.ready:
                return
            self._table = self._table.with_changes(made, removed)
            self._folders = _with_folders(self._folders, _all_above(made), left)

    def _is_absent(self, folder: str) -> bool:
        """Tell whether a folder certainly does not exist; False when the disk fails."""
        try:
            return not (self._root / folder).is_dir()
        except OSError:
            return False

    def refresh(self) -> bool:
        """Walk again if the last walk is not fresh; tell whether it was done."""
        patience = min(_STALE, self._took * _PATIENCE)
        if self._scanned is not None and time.monotonic() - self._scanned < patience:
            return False
        self.scan()
        return True

    # Finding

    def find_name(self, path: str) -> str | None:
        """Return the file with this name or alias anywhere, shortest path first; `Folder/Name` is the end of one.

        Names come before aliases.
        """
        fresh = not self.ready and self.refresh()
        for _ in range(2):
            for wanted in dict.fromkeys((normalize_path(path), path)):
                for found in self._table.ending_with(wanted):
                    if self._is_inner_file(found):
                        return found
            if fresh or not self.refresh():
                break
        return self._aliases.find(path, self.paths)

    def find_near(self, path: str) -> tuple[str | None, list[str]]:
        """Return the one file that is certainly meant, if there is one, and up to three suggestions."""
        from rapidfuzz import fuzz, process

        if not self.ready:
            self.scan()
        whole = "/" in path
        paths = self.paths
        names = [_as_words(known if whole else known.rsplit("/", 1)[-1]) for known in paths]
        hits = process.extract(
            _as_words(path), names, scorer=fuzz.ratio, limit=_MAX_SUGGESTIONS + 1, score_cutoff=_NEAR - _AHEAD
        )
        suggestions = [paths[index] for _, score, index in hits if score >= _NEAR][:_MAX_SUGGESTIONS]
        is_ahead = hits and hits[0][1] >= _SURE and (len(hits) == 1 or hits[0][1] - hits[1][1] >= _AHEAD)
        if is_ahead and is_misspelled(_as_words(path), names[hits[0][2]]):
            return suggestions[0], suggestions
        return None, suggestions

    def resolve_link(self, target: str, source: str) -> str | None:
        """Return the file that a wikilink or a Markdown link in `source` means; see `NameTable.resolve_link`."""
        return self._table.resolve_link(target, source)


def _with_seen(table: NameTable, folders: Sequence[str], seen: _Seen) -> tuple[NameTable, Sequence[str]]:
    """Return names and folders, updated by what was found."""
    if not seen.at:
        return table, folders
    known = {path for path in seen.at if table.has(path)}
    known.update(file for path in seen.at for file in table.below(path))
    removed = {old for path in seen.at for old in _at_or_below(path, folders)} - seen.folders
    return table.with_changes(seen.files - known, known - seen.files), _with_folders(
        folders, seen.folders, removed
    )


def _with_folders(folders: Sequence[str], made: Collection[str], removed: Collection[str]) -> Sequence[str]:
    """Return sorted folders with some added and removed; the same list if there is no difference."""
    if all(_holds(folders, folder) for folder in made) and not any(_holds(folders, folder) for folder in removed):
        return folders
    return sorted(({*folders} - {*removed}).union(made))


def _above(path: str) -> Iterator[str]:
    """Yield the folders that a path is in."""
    at = path.find("/")
    while at >= 0:
        yield path[:at]
        at = path.find("/", at + 1)


def _all_above(paths: Iterable[str]) -> set[str]:
    """Return the folders that some paths are in."""
    return {folder for path in paths for folder in _above(path)}


def _holds(folders: Sequence[str], path: str) -> bool:
    """Tell whether a path is one of some sorted folders."""
    at = bisect_left(folders, path)
    return at < len(folders) and folders[at] == path


def _at_or_below(path: str, folders: Sequence[str]) -> Sequence[str]:
    """Return those of some sorted folders that are at a path or below it."""
    below = folders[bisect_left(folders, f"{path}/") : bisect_left(folders, f"{path}0")]
    return [path, *below] if _holds(folders, path) else below


def _as_words(path: str) -> str:
    """Return a path as words, to be compared with others."""
    return same_name(without_suffix(path)).replace("-", " ").replace("_", " ")
