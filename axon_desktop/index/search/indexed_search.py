"""The one search of a vault: by its index, and by reading the files where there is none or it cannot tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from axon_desktop.errors import IndexUnavailableError
from axon_desktop.index.search.search import NoteFinder
from axon_desktop.vault import Vault
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.search.found import Found, Query
from axon_desktop.vault.search.query import has_regex
from axon_desktop.vault.search.scan import FileSearch, find_folder


class Index(Protocol):
    """An index: one that this program keeps, or one that another has made."""

    def finder(self) -> NoteFinder | None:
        """Return what searches it; None if it cannot be searched now."""
        ...

    def distrust(self) -> None:
        """Hear that reading it failed."""
        ...


class IndexedSearch:
    """A `Search` whose time does not grow with the vault where there is an index."""

    def __init__(self, vault: Vault, index: Index | None, files: FileSearch | None = None) -> None:
        """Take the vault, its index, and what reads the files."""
        self._gateway = PathGateway(vault.root)
        self._index = index
        self._files = files or FileSearch(vault)

    def find(self, query: Query, cancelled: Callable[[], bool] = lambda: False) -> Found:
        """See `Search.find`."""
        query = replace(query, folder=find_folder(self._gateway, query.folder))
        found = None if has_regex(query.tree()) else self._find_in_index(query, cancelled)
        return found or self._files.find(query, cancelled)

    def _find_in_index(self, query: Query, cancelled: Callable[[], bool]) -> Found | None:
        """Return what the index finds; None if it is not there, or cannot tell."""
        if self._index is None:
            return None
        try:
            finder = self._index.finder()
            return None if finder is None else finder.find(query, cancelled)
        except IndexUnavailableError:  # it cannot tell, was closed, or is being rebuilt
            return None
        except (ValueError, OSError):
            self._index.distrust()
            return None
