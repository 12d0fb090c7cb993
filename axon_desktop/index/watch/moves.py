"""Detection of files that another program renamed: by their inode."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from axon_desktop.index.build.file_scan import version_of
from axon_desktop.index.catalog.catalog_writer import CatalogWriter
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.walk_tree import walk_folders

_MOST = 400
"""Most changes at once among which moves are searched."""
_MOST_FILES = 5_000
"""Most files of a moved folder that are followed one by one."""


def find_moves(root: Path, catalog: CatalogWriter, paths: Sequence[str]) -> dict[str, str]:
    """Return old and new paths of the files that moved, also with their folder, among changed paths."""
    if not 1 < len(paths) <= _MOST:
        return {}
    # The catalog was closed just now, to be rebuilt, or a folder was removed while it was read.
    with suppress(sqlite3.Error, OSError, ValueError):
        return _moves(root, catalog, paths)
    return {}


def _moves(root: Path, catalog: CatalogWriter, paths: Sequence[str]) -> dict[str, str]:
    missing: dict[int, str] = {}
    made: dict[int, str] = {}
    for path in paths:
        place = root / path
        if place.is_dir():
            continue
        try:
            info = place.lstat()
        except OSError:
            for old in (path, *catalog.paths_below(path)):
                known = catalog.known_of(old)
                if known is not None and known.version.identity:
                    missing[known.version.identity] = old
        else:
            made[version_of(info).identity] = path
    if len(missing) > _MOST_FILES:
        return {}
    moved = {missing[identity]: path for identity, path in made.items() if identity in missing}
    gateway = PathGateway(root)
    for folder in paths if missing else ():
        for found in walk_folders(gateway, folder):
            for entry in found.files:
                before = missing.get(entry.inode())
                if before is not None:
                    moved.setdefault(before, found.prefix + entry.name)
    return moved
