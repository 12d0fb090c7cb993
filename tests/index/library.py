"""Vaults for the tests of the index, and an index that is built in this process."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from axon_desktop.index.build.builder import IndexBuilder
from axon_desktop.index.catalog.catalog import Catalog
from axon_desktop.index.catalog.link_graph import LinkGraph
from axon_desktop.index.catalog.text_index import TextReader
from axon_desktop.index.search.search import NoteFinder
from axon_desktop.index.store import open_store
from axon_desktop.vault import Vault
from axon_desktop.vault.search.found import Found, Query


def write(root: Path, files: Mapping[str, str]) -> None:
    """Write notes."""
    for path, text in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")


class Library:
    """A vault with an index beside it."""

    def __init__(self, home: Path, files: Mapping[str, str] | None = None, copy_of: Path | None = None) -> None:
        self.root = home / "vault"
        if copy_of is None:
            self.root.mkdir(parents=True)
        else:
            shutil.copytree(copy_of, self.root)
        self.home = home / "index"
        self.home.mkdir()
        write(self.root, files or {})
        self.store = open_store(self.home)
        self.build()

    @classmethod
    def over(cls, root: Path, home: Path) -> Library:
        """Index a vault that is there; the index is complete."""
        library = cls.__new__(cls)
        library.root, library.home = root, home
        library.store = open_store(home)
        library.build()
        library.store.mark_complete()
        return library

    def build(self) -> None:
        """Bring the index up to the files."""
        builder = IndexBuilder(self.root, self.store)
        builder.compare()
        while builder.step(100):
            pass

    def change(self, *paths: str) -> None:
        """Update it for the given files."""
        builder = IndexBuilder(self.root, self.store)
        builder.mark(paths)
        while builder.step(100):
            pass

    def reopen(self) -> None:
        """Open the index as the next start of the program does."""
        self.store.close()
        self.store = open_store(self.home)

    @property
    def finder(self) -> NoteFinder:
        return NoteFinder(self.root, TextReader(self.store.folder), self.store.catalog)

    def find(self, query: str, limit: int = 50) -> Found:
        """Search as the panel of a large vault does."""
        return self.finder.find(Query(query, limit=limit))

    def paths(self, query: str, limit: int = 50) -> list[str]:
        """Return the paths that are found, best first."""
        return [note.path for note in self.find(query, limit).notes]

    def links(self) -> LinkGraph:
        vault = Vault(self.root, data_dir=self.home / "data")
        vault.names.scan()
        return LinkGraph(self.store.catalog, vault.names.table)

    def dump(self) -> dict[str, tuple[object, ...]]:
        """Return all that the catalog knows, but for the times of the files."""
        catalog: Catalog = self.store.catalog
        known = self.store.catalog.known()
        found: dict[str, tuple[object, ...]] = {
            path: (what.digest, what.described, catalog.entry(path)) for path, what in known.items()
        }
        found[""] = (catalog.tags(), catalog.titles(), catalog.targets(), self.store.agrees)
        return found
