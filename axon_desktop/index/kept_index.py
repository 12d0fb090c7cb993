"""KeptIndex: the index that a window has made of a vault, for programs that make none and only read.

Nothing is taken on trust: before a search the time and size of every file is compared with what was indexed, and
the files that differ are read and held against the query themselves.
"""

from __future__ import annotations

import marshal
import os
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from typing import cast

from axon_desktop.errors import IndexUnavailableError
from axon_desktop.index.build.file_scan import Scope
from axon_desktop.index.catalog.catalog import FILE_NAME, Catalog
from axon_desktop.index.catalog.text_index import TextReader
from axon_desktop.index.search.search import NoteFinder
from axon_desktop.index.store import index_folder, readable_folder
from axon_desktop.vault import Vault
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.walk_tree import Listing

_MOST_DIFFERING = 5_000
"""Files that differ from the index, from which reading all of them is no slower."""
_LARGE = 8 << 20
"""Bytes of a catalog from which two processes compare its files."""


class KeptIndex:
    """Opens the index of a vault for each search, if there is one."""

    def __init__(self, vault: Vault, home: Path | None = None) -> None:
        self._vault = vault
        self._home = home or index_folder(vault.id)
        self._readers: tuple[Path, TextReader, Catalog] | None = None
        self._ahead: tuple[Path, dict[str, bool]] | None = None

    def compare_ahead(self) -> None:
        """Compare the files for the next search: while this process has no threads, two can do it."""
        with suppress(ValueError, EOFError, OSError, sqlite3.Error, IndexUnavailableError):
            if (folder := readable_folder(self._home)) is not None:
                self._ahead = folder, _differing(self._vault.root, folder)

    def finder(self) -> NoteFinder | None:
        """Return the finder; None if there is no index, or too much changed since it was written."""
        folder = readable_folder(self._home)
        if folder is None:
            return None
        try:
            ahead, self._ahead = self._ahead, None
            differing = ahead[1] if ahead and ahead[0] == folder else _differing(self._vault.root, folder)
            if self._readers is None or self._readers[0] != folder:
                self.distrust()
                self._readers = folder, TextReader(folder), Catalog(folder)
            else:
                self._readers[1].reload()
        except (ValueError, EOFError, OSError, sqlite3.Error, IndexUnavailableError):
            self.distrust()
            return None
        if len(differing) > _MOST_DIFFERING:
            return None
        _, text, catalog = self._readers
        return NoteFinder(self._vault.root, text, catalog, catalog.knows_all_tags, differing)

    def distrust(self) -> None:
        """Open the index again the next time: reading it failed."""
        if self._readers is not None:
            self._readers[2].close()
            self._readers = None


def _differing(root: Path, folder: Path) -> dict[str, bool]:
    """Return the files that differ from the index in a folder; see `Scope.differing`."""
    scope = Scope(root, PathGateway(root))

    def compare(listings: Iterable[Listing], cut: str = "", *, after: bool = False) -> dict[str, bool]:
        with closing(Catalog(folder)) as catalog:
            return scope.differing(catalog.versions(cut, after=after), listings)

    tops = sorted(f"{name}/" for found in scope.listings() for name in found.folders)
    large = len(tops) > 1 and (folder / FILE_NAME).stat().st_size > _LARGE
    # A process with threads cannot be split safely, and on other systems not at all.
    if not large or sys.platform != "linux" or threading.active_count() > 1:
        return compare(scope.listings(""))
    cut = tops[len(tops) // 2]
    first, second = ([top[:-1] for top in tops if (top >= cut) == after] for after in (False, True))
    other = _in_child(lambda: compare(scope.listings(*second), cut, after=True))
    return compare(chain(scope.listings(), scope.listings(*first)), cut) | other()


def _in_child(work: Callable[[], dict[str, bool]]) -> Callable[[], dict[str, bool]]:
    """Do something in a copy of this process; return what waits for its result.

    That raises ValueError or EOFError when the copy failed.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            with open(writing, "wb") as stream:  # noqa: PTH123 - a handle
                marshal.dump(work(), stream)
        finally:
            os._exit(0)
    os.close(writing)

    def result() -> dict[str, bool]:
        with open(reading, "rb") as stream:  # noqa: PTH123
            data = stream.read()
        os.waitpid(child, 0)
        return cast("dict[str, bool]", marshal.loads(data))  # noqa: S302 - of our own copy

    return result
