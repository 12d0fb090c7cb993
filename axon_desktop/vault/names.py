"""The names of everything in the vault: for the tree, for links, and for finding what a loose path means.

The index is a list in memory, read once by walking the folders (names only, no file is opened) and kept up to date
by our own writes. What other programs make is seen at the next `scan`.
"""

from __future__ import annotations

import os
import threading
import time
from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from pathlib import Path

from axon_desktop.errors import VaultError
from axon_desktop.vault.gateway import PathGateway
from axon_desktop.vault.path_rules import NOTE_SUFFIX, normalize_path, same_name, split_path

_SKIPPED_FOLDERS = frozenset({"node_modules"})
_SURE = 90.0
_AHEAD = 5.0
_NEAR = 60.0
_MAX_SUGGESTIONS = 3
_STALE = 5.0
"""Seconds after which a name that is not found is worth another walk."""


class NameIndex:
    """All vault paths; safe to use from any thread."""

    def __init__(self, root: Path, gateway: PathGateway) -> None:
        self._root = root
        self._gateway = gateway
        self._lock = threading.Lock()
        self._paths: list[str] = []
        self._folders: list[str] = []
        self._by_name: dict[str, list[str]] = {}
        self._scanned: float | None = None

    @property
    def ready(self) -> bool:
        """Whether the folders were walked."""
        return self._scanned is not None

    @property
    def paths(self) -> Sequence[str]:
        """Vault paths of all files, sorted; a list that is never changed, only replaced."""
        return self._paths

    @property
    def folders(self) -> Sequence[str]:
        """Vault paths of all folders, sorted; a list that is never changed, only replaced."""
        return self._folders

    @property
    def count_notes(self) -> int:
        """How many of the files are notes."""
        return sum(path.endswith(NOTE_SUFFIX) for path in self._paths)

    def scan(self) -> None:
        """Walk the vault's folders; to be called in a thread. Dot items and unreadable folders are passed over."""
        files: list[str] = []
        folders: list[str] = []
        todo = [("", str(self._root))]
        while todo:
            prefix, place = todo.pop()
            try:
                with os.scandir(place) as entries:
                    for entry in entries:
                        self._take(entry, prefix, files, folders, todo)
            except OSError:
                continue
        files.sort()
        folders.sort()
        by_name = _group(files)
        with self._lock:
            self._paths, self._folders, self._by_name = files, folders, by_name
            self._scanned = time.monotonic()

    def _take(
        self,
        entry: os.DirEntry[str],
        prefix: str,
        files: list[str],
        folders: list[str],
        todo: list[tuple[str, str]],
    ) -> None:
        name = entry.name
        if name.startswith(".") or name in _SKIPPED_FOLDERS:
            return
        path = prefix + name
        if not path.isascii() and any("\ud800" <= letter <= "\udfff" for letter in path):
            return
        if entry.is_dir(follow_symlinks=False):
            folders.append(path)
            todo.append((path + "/", entry.path))
        elif entry.is_file(follow_symlinks=False) or (entry.is_symlink() and self._is_inner_file(path)):
            files.append(path)

    def _is_inner_file(self, path: str) -> bool:
        """Tell whether a link leads to a file of the vault; linked folders are found at their real place."""
        try:
            return self._gateway.is_file(split_path(path))
        except VaultError:
            return False

    def add(self, path: str) -> None:
        """Note a file that we made."""
        if not self.ready or self._has(path):
            return
        with self._lock:
            paths = self._paths.copy()
            insort(paths, path)
            names = self._by_name.copy()
            key = _key(path)
            names[key] = _ranked([*names.get(key, []), path])
            folders = self._folders
            parts = path.split("/")[:-1]
            missing = {"/".join(parts[: i + 1]) for i in range(len(parts))}.difference(folders) if parts else set()
            if missing:
                folders = sorted([*folders, *missing])
            self._paths, self._by_name, self._folders = paths, names, folders

    def remove(self, path: str) -> None:
        """Note that we took a file away."""
        if not self.ready or not self._has(path):
            return
        with self._lock:
            paths = self._paths.copy()
            paths.remove(path)
            names = self._by_name.copy()
            names[_key(path)] = [other for other in names.get(_key(path), []) if other != path]
            self._paths, self._by_name = paths, names
            self._folders = [
                folder
                for folder in self._folders
                if not path.startswith(folder + "/") or (self._root / folder).is_dir()
            ]

    def _has(self, path: str) -> bool:
        at = bisect_left(self._paths, path)
        return at < len(self._paths) and self._paths[at] == path

    def _refresh(self) -> bool:
        """Walk again if the last walk is not fresh; tell whether it was done."""
        if self._scanned is not None and time.monotonic() - self._scanned < _STALE:
            return False
        self.scan()
        return True

    # Finding

    def find_name(self, path: str) -> str | None:
        """Return the file with this name anywhere, shortest path first; `Folder/Name` is the end of a path."""
        fresh = not self.ready and self._refresh()
        for _ in range(2):
            for wanted in dict.fromkeys((normalize_path(path), path)):
                for found in self._candidates(wanted):
                    if self._is_inner_file(found):
                        return found
            if fresh or not self._refresh():
                break
        return None

    def _candidates(self, wanted: str) -> Sequence[str]:
        candidates = self._by_name.get(_key(wanted), [])
        if "/" not in wanted:
            return candidates
        end = "/" + same_name(wanted)
        return [path for path in candidates if ("/" + same_name(path)).endswith(end)]

    def find_near(self, path: str) -> tuple[str | None, list[str]]:
        """Return the one file that is surely meant, if there is one, and up to three suggestions."""
        from rapidfuzz import fuzz, process

        if not self.ready:
            self.scan()
        whole = "/" in path
        paths = self._paths
        names = [_spoken(known if whole else known.rsplit("/", 1)[-1]) for known in paths]
        hits = process.extract(
            _spoken(path), names, scorer=fuzz.ratio, limit=_MAX_SUGGESTIONS + 1, score_cutoff=_NEAR - _AHEAD
        )
        suggestions = [paths[index] for _, score, index in hits if score >= _NEAR][:_MAX_SUGGESTIONS]
        if hits and hits[0][1] >= _SURE and (len(hits) == 1 or hits[0][1] - hits[1][1] >= _AHEAD):
            return suggestions[0], suggestions
        return None, suggestions

    def resolve_link(self, target: str, source: str) -> str | None:
        """Return the file that a wikilink or a Markdown link in `source` means, as Obsidian finds it, or None.

        The order: relative paths as they are; a full path from the root; the name anywhere, the source's own
        folder first, then the shortest path. A name without a known extension means a note.
        """
        target = target.partition("#")[0].strip()
        if not target or not self.ready:
            return None
        folder = source.rpartition("/")[0]
        if target.startswith(("./", "../")):
            return self._exact(_joined(folder, target))
        target = target.lstrip("/")
        found = self._exact(target)
        if found is not None:
            return found
        for wanted in (target + NOTE_SUFFIX, target):
            candidates = self._candidates(wanted)
            beside = [path for path in candidates if path.rpartition("/")[0] == folder]
            if beside or candidates:
                return (beside or candidates)[0]
        return None

    def _exact(self, path: str | None) -> str | None:
        if path is None:
            return None
        for wanted in (path + NOTE_SUFFIX, path):
            if self._has(wanted):
                return wanted
            same = same_name(wanted)
            for known in self._by_name.get(_key(wanted), ()):
                if same_name(known) == same:
                    return known
        return None


def _key(path: str) -> str:
    return same_name(path.rsplit("/", 1)[-1])


def _ranked(paths: Iterable[str]) -> list[str]:
    return sorted(paths, key=lambda path: (path.count("/"), len(path), path))


def _group(paths: list[str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for path in paths:
        groups.setdefault(_key(path), []).append(path)
    for key, group in groups.items():
        if len(group) > 1:
            groups[key] = _ranked(group)
    return groups


def _spoken(path: str) -> str:
    """Return a path as a person would say it."""
    return same_name(path.removesuffix(NOTE_SUFFIX)).replace("-", " ").replace("_", " ")


def _joined(folder: str, target: str) -> str | None:
    parts = folder.split("/") if folder else []
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
