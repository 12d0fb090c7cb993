"""The store of one vault's index: its folder, its soundness, and who writes to it.

`<cache>/index/<vault id>/` has `current`, the name of the folder in use. A new one is created when the old is
damaged or of another schema, since a reader may still have the old files open; leftovers are removed when nobody
writes.
"""

from __future__ import annotations

import shutil
import sqlite3
import uuid
from contextlib import closing, suppress
from pathlib import Path

from axon_desktop import paths
from axon_desktop.errors import IndexUnavailableError
from axon_desktop.index.catalog import text_index
from axon_desktop.index.catalog.catalog import SCHEMA, Catalog
from axon_desktop.index.catalog.text_index import TextWriter
from axon_desktop.index.catalog.word_list import EMPTY, WordWriter

_CURRENT = "current"
_COMPLETE = "complete"
_WORDS = "words"


def index_folder(vault_id: str) -> Path:
    """Return the folder of a vault's index."""
    return paths.cache_dir() / "index" / vault_id


class IndexStore:
    """The halves of an index, and the list of its words, open for writing; they are committed together."""

    def __init__(self, folder: Path, *, made: bool = False) -> None:
        """Open the folder of one generation; `made` says that it was created just now.

        Raises:
            ValueError: the text index or the list of words is damaged, or another process writes to it.
            OSError: the list of words is not there.
            sqlite3.DatabaseError: the catalog is damaged.
        """
        from axon_desktop.index.catalog.catalog_writer import CatalogWriter  # who only reads does without

        self.folder = folder
        self.made = made
        """Whether it has only what was written through this object."""
        self.catalog = CatalogWriter(folder)
        try:
            mark = self.catalog.about().get(_WORDS, EMPTY)
            self.words = WordWriter(folder, mark)
            self.text = TextWriter(folder)
        except (ValueError, OSError):
            self.catalog.close()
            raise
        if self.words.mark != mark:
            self.commit()

    @property
    def agrees(self) -> bool:
        """Whether both halves have the same number of notes; after a kill between two commits they may not."""
        return self.text.count() == self.catalog.count()

    @property
    def complete(self) -> bool:
        """Whether all texts were in it once, so that it is worth searching while it is updated."""
        return _COMPLETE in self.catalog.about()

    def mark_complete(self) -> None:
        """Mark the index as complete."""
        self.catalog.remember([(_COMPLETE, "")])
        self.commit()

    def commit(self) -> None:
        """Commit what was written.

        The text comes first: what a kill leaves only there is written again, under the same numbers, because the
        catalog does not know it.
        """
        self.words.commit()
        self.text.commit()
        self.catalog.remember([(_WORDS, self.words.mark)])
        self.catalog.commit()

    def close(self) -> None:
        """Close the files; what was not committed is lost."""
        self.text.close()
        self.catalog.close()


def open_store(home: Path, *, fresh: bool = False, quick: bool = False) -> IndexStore:
    """Open a vault's index, or create an empty one where there is no sound one.

    `quick` leaves it to the caller to check whether the catalog is sound, since that takes a while. The caller
    holds the lock of `home`.
    """
    from axon_desktop.index.catalog.catalog_writer import CatalogWriter

    current = None if fresh else _current(home)
    if current is not None:
        with suppress(ValueError, OSError, sqlite3.DatabaseError, IndexUnavailableError):
            store = _open_sound(current, quick=quick)
            if store is not None:
                return store
    made = home / uuid.uuid4().hex
    made.mkdir(parents=True)
    TextWriter.create(made)
    CatalogWriter.create(made, {"schema": str(SCHEMA)})
    store = IndexStore(made, made=True)
    _publish(home, made.name)
    for other in home.iterdir():
        if other.is_dir() and other != made:
            shutil.rmtree(other, ignore_errors=True)  # except on Linux a reader's files stay, until the next time
    return store


def readable_folder(home: Path) -> Path | None:
    """Return the folder of an index that another process writes; None while it is not worth searching."""
    current = _current(home)
    if current is None:
        return None
    try:
        with closing(Catalog(current)) as catalog:
            about = catalog.about()
    except (sqlite3.DatabaseError, IndexUnavailableError):
        return None
    return current if about.get("schema") == str(SCHEMA) and _COMPLETE in about else None


def _open_sound(folder: Path, *, quick: bool) -> IndexStore | None:
    if not text_index.is_sound(folder):
        return None
    store = IndexStore(folder)
    if store.catalog.about().get("schema") == str(SCHEMA) and (quick or store.catalog.is_sound()):
        return store
    store.close()
    return None


def _current(home: Path) -> Path | None:
    try:
        name = (home / _CURRENT).read_text("ascii").strip()
    except (OSError, ValueError):
        return None
    folder = home / name
    return folder if name.isalnum() and folder.is_dir() else None


def _publish(home: Path, name: str) -> None:
    temp = home / f"{_CURRENT}.new"
    temp.write_text(name, "ascii")
    temp.replace(home / _CURRENT)
