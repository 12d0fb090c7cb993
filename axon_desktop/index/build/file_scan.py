"""Which files of a vault are indexed, and in which version each is."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, groupby, islice
from pathlib import Path
from typing import NamedTuple

from axon_desktop.errors import VaultError
from axon_desktop.vault.files.bulk_read import MAX_BYTES
from axon_desktop.vault.files.folder import Folder, is_link
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import is_skipped, is_unicode, split_folder, split_path
from axon_desktop.vault.files.walk_tree import Listing, walk_folders
from axon_desktop.vault.obsidian.config import read_app_settings
from axon_desktop.vault.search.conflict_copies import is_conflict_copy
from axon_desktop.vault.search.scan import SEARCHED_SUFFIXES

_YOUNG = 2.0
"""Seconds; some disks store times in steps as large as this."""


class Version(NamedTuple):
    """The version of a file, from its metadata alone."""

    mtime_ns: int
    size: int
    identity: int
    """The inode; 0 where the system has none."""
    sure: bool
    """Whether another write would change the metadata; if not, the file is read again the next time."""
    hidden: bool = False
    """Whether the user excluded it: its links count, but it is not searched."""


def version_of(info: os.stat_result, *, hidden: bool = False) -> Version:
    """Return the version of a file from its metadata."""
    sure = not is_link(info) and max(info.st_mtime, info.st_ctime) < time.time() - _YOUNG
    return Version(info.st_mtime_ns, info.st_size, info.st_ino, sure, hidden)


class Scope:
    """Decides which files are indexed, and for which, by Obsidian's settings, only the links are."""

    def __init__(self, root: Path, gateway: PathGateway) -> None:
        self._root = root
        self._gateway = gateway
        self._ignores: Callable[[str], bool] = lambda path: False
        self.refresh()

    def refresh(self) -> None:
        """Read Obsidian's list of excluded files again."""
        settings = read_app_settings(self._root)
        self._ignores = settings.ignores if settings.ignore_filters else lambda path: False

    def takes(self, path: str) -> bool:
        """Tell whether a file of this path is indexed."""
        parts = path.split("/")
        return not any(is_skipped(part) for part in parts) and self._takes_file(path, parts[-1])

    def _takes_file(self, path: str, name: str) -> bool:
        return name.lower().endswith(SEARCHED_SUFFIXES) and not is_conflict_copy(name) and is_unicode(path)

    def walk(self, below: str = "") -> Iterator[tuple[str, Version]]:
        """Yield every indexed file with its version, folder by folder; unreadable folders are passed over."""
        for found in walk_folders(self._gateway, below):
            for entry in found.files:
                path = found.prefix + entry.name
                if self._takes_file(path, entry.name):
                    with suppress(OSError):  # it was removed just now
                        info = entry.stat(follow_symlinks=False)
                        if info.st_size <= MAX_BYTES:
                            yield path, version_of(info, hidden=self._ignores(path))
            for name in found.links:
                path = found.prefix + name
                version = self.version(path) if self._takes_file(path, name) else None
                if version is not None:
                    yield path, version._replace(sure=False)

    def listings(self, *folders: str) -> Iterator[Listing]:
        """Yield the items of some folders and of all below them; without any, those of the root alone."""
        if not folders:
            return islice(walk_folders(self._gateway), 1)
        return chain.from_iterable(walk_folders(self._gateway, folder) for folder in folders)

    def differing(self, known: dict[str, tuple[int, ...]], listings: Iterable[Listing]) -> dict[str, bool]:
        """Return the files that differ from the versions that are known, and whether each is to be searched.

        That is every file whose time, size or identity is another, that came, went or was excluded meanwhile.
        """
        differing: dict[str, bool] = {}
        for found in listings:
            prefix = found.prefix
            for entry in found.files:
                path = prefix + entry.name
                if (old := known.pop(path, None)) is None and not self._takes_file(path, entry.name):
                    continue
                hidden = self._ignores(path)
                try:
                    info = entry.stat(follow_symlinks=False)
                except OSError:  # it was removed just now
                    info = None
                if info is None or (info.st_mtime_ns, info.st_size, info.st_ino, True, hidden) != old:
                    differing[path] = not hidden
            for name in found.links:
                if self._takes_file(prefix + name, name):
                    known.pop(prefix + name, None)
                    differing[prefix + name] = not self._ignores(prefix + name)
        return differing | dict.fromkeys(known, False)

    def version(self, path: str) -> Version | None:
        """Return the version that a file has now; None if it is not there, too large, or no file of the vault."""
        try:
            with self._gateway.locate(split_path(path)) as place:
                if place.stat is None or not place.is_file or place.stat.st_size > MAX_BYTES:
                    return None
                return version_of(place.stat, hidden=self._ignores(path))
        except (VaultError, OSError):
            return None

    def versions(self, paths: Iterable[str]) -> Iterator[tuple[str, Version | None]]:
        """Yield files with their versions, None for those that are not indexed; sorted paths cost least."""
        for parent, together in groupby(paths, key=lambda path: path.rpartition("/")[0]):
            members = [*together]
            versions: list[Version | None] = [None] * len(members)
            with suppress(VaultError, OSError), self._gateway.open_folder(split_folder(parent)) as folder:
                versions = [self._version_in(folder, path) for path in members]
            yield from zip(members, versions, strict=True)

    def _version_in(self, folder: Folder, path: str) -> Version | None:
        if not self.takes(path):
            return None
        try:
            info = folder.stat(path.rpartition("/")[2])
        except OSError:
            return None
        if info is None or is_link(info):
            return self.version(path)
        if not stat.S_ISREG(info.st_mode) or info.st_size > MAX_BYTES:
            return None
        return version_of(info, hidden=self._ignores(path))
