"""The search of the window and of its tools: by the index, and by reading the files where that finds more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from axon_desktop.errors import IndexUnavailableError
from axon_desktop.index.vault_index import VaultIndex
from axon_desktop.vault import Vault
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import split_folder
from axon_desktop.vault.search.cached import CachedSearch
from axon_desktop.vault.search.found import Found, Query
from axon_desktop.vault.search.query import Node, Within, has_regex, walk
from axon_desktop.vault.search.scan import find_folder

SMALL = 1_000
"""Files of a vault that are read for each search: that finds all inner parts of words, which an index cannot."""


class IndexedSearch:
    """A `Search` whose time does not grow with the vault."""

    def __init__(self, vault: Vault, index: VaultIndex | None) -> None:
        """Take the vault and its index, without which the files are read."""
        self._vault = vault
        self._gateway = PathGateway(vault.root)
        self._index = index
        self._files = CachedSearch(vault)

    def find(self, query: Query, cancelled: Callable[[], bool] = lambda: False) -> Found:
        """See `Search.find`."""
        query = replace(query, folder=find_folder(self._gateway, query.folder))
        tree = query.tree()
        found = None if has_regex(tree) else self._search_index(tree, query, cancelled)
        return found or self._files.find(query, cancelled)

    def _search_index(self, tree: Node, query: Query, cancelled: Callable[[], bool]) -> Found | None:
        """Return what the index finds; None if it is not there, cannot tell, or the vault is small."""
        if self._index is None or 0 < len(self._vault.names.paths) <= SMALL:
            return None
        try:
            finder = self._index.finder()
            if finder is None or (self._index.state.phase != "ready" and _asks_for_tags(tree)):
                return None
            return finder.find(tree, query.limit, cancelled, "/".join(split_folder(query.folder)))
        except IndexUnavailableError:  # it cannot tell, was closed, or is being rebuilt
            return None
        except (ValueError, OSError):
            self._index.distrust()
            return None


def _asks_for_tags(tree: Node) -> bool:
    return any(isinstance(part, Within) and part.scope == "tag" for part in walk(tree))
