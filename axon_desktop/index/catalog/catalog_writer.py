"""The writing side of the catalog."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from axon_desktop.index.build.entry import decode_entry
from axon_desktop.index.build.file_scan import Version
from axon_desktop.index.build.record import Record, make_record
from axon_desktop.index.catalog.catalog import FILE_NAME, Catalog
from axon_desktop.index.catalog.text_index import note_id
from axon_desktop.text.fold import fold

_TABLES = """
CREATE TABLE about(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE notes(
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, folded TEXT NOT NULL, mtime_ns INTEGER NOT NULL,
    size INTEGER NOT NULL, identity INTEGER NOT NULL, sure INTEGER NOT NULL, hidden INTEGER NOT NULL,
    digest BLOB NOT NULL, entry BLOB
);
CREATE TABLE links(key TEXT, target TEXT, note INTEGER, PRIMARY KEY(key, target, note)) WITHOUT ROWID;
CREATE TABLE tags(tag TEXT, note INTEGER, written TEXT, PRIMARY KEY(tag, note)) WITHOUT ROWID;
CREATE TABLE titles(note INTEGER, line INTEGER, level INTEGER, title TEXT,
    PRIMARY KEY(note, line, level, title)) WITHOUT ROWID;
"""
_TOGETHER = 50
"""Rows per INSERT statement: this takes a third less work than a statement for each."""


class IndexedFile(NamedTuple):
    """The indexed version of a file."""

    version: Version
    digest: bytes
    described: bool
    """Whether its entry was read."""


class ScannedFile(NamedTuple):
    """A file with its record, ready to be inserted."""

    path: str
    version: Version
    digest: bytes
    record: Record | None
    """None if it is still to be read."""


class CatalogWriter(Catalog):
    """Writes the catalog, in one thread; nothing is saved before `commit`."""

    @classmethod
    def create(cls, folder: Path, about: dict[str, str]) -> None:
        """Create an empty catalog with these settings."""
        db = sqlite3.connect(folder / FILE_NAME)
        db.execute("PRAGMA journal_mode=WAL")
        with db:
            db.executescript(_TABLES)
            db.executemany("INSERT INTO about VALUES(?,?)", [*about.items()])
        db.close()

    def _connect(self, file: Path) -> sqlite3.Connection:
        db = sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, check_same_thread=False, timeout=10)
        db.execute("PRAGMA synchronous=NORMAL")
        db.execute("PRAGMA cache_size=-64000")  # rows come in any order of their keys
        return db

    def is_sound(self) -> bool:
        """Tell whether the file is undamaged."""
        return self._rows("PRAGMA quick_check(1)") == [("ok",)]

    def known(self) -> dict[str, IndexedFile]:
        """Return all that is indexed."""
        rows = self._db.execute(
            "SELECT path, mtime_ns, size, identity, sure, hidden, digest, entry IS NOT NULL FROM notes"
        )
        return {
            path: IndexedFile(Version(mtime, size, identity, bool(sure), bool(hidden)), digest, bool(described))
            for path, mtime, size, identity, sure, hidden, digest, described in rows
        }

    def known_of(self, path: str) -> IndexedFile | None:
        """Return the indexed version of one file."""
        rows = self._db.execute(
            "SELECT mtime_ns, size, identity, sure, hidden, digest, entry IS NOT NULL FROM notes WHERE path=?",
            (path,),
        ).fetchall()
        if not rows:
            return None
        mtime, size, identity, sure, hidden, digest, described = rows[0]
        return IndexedFile(Version(mtime, size, identity, bool(sure), bool(hidden)), digest, bool(described))

    def paths_below(self, folder: str) -> list[str]:
        """Return the files below a folder."""
        rows = self._db.execute("SELECT path FROM notes WHERE path>=? AND path<?", (f"{folder}/", f"{folder}0"))
        return [path for (path,) in rows]

    def undescribed(self) -> list[str]:
        """Return the files whose entries are still to be read, sorted."""
        return [path for (path,) in self._db.execute("SELECT path FROM notes WHERE entry IS NULL ORDER BY path")]

    def add(self, files: Iterable[ScannedFile]) -> None:
        """Add files of which certainly none is in the catalog; many at once cost far less for each."""
        notes: list[tuple[int, str, str, int, int, int, bool, bool, bytes, bytes | None]] = []
        records: list[Record] = []
        for path, version, digest, record in files:
            entry = None if record is None else record.entry
            notes.append((note_id(path), path, fold(path), *version, digest, entry))
            if record is not None:
                records.append(record)
        self._put_rows("INSERT INTO notes", sorted(notes))
        self._insert(records)

    def put(self, file: ScannedFile) -> None:
        """Add a version of a file, replacing any other."""
        path, version, digest, record = file
        number = note_id(path)
        if record is None:
            self._forget_entry(number)
        self._db.execute(
            "INSERT INTO notes VALUES(?,?,?,?,?,?,?,?,?,NULL) ON CONFLICT(id) DO UPDATE SET"
            " mtime_ns=excluded.mtime_ns, size=excluded.size, identity=excluded.identity, sure=excluded.sure,"
            " hidden=excluded.hidden, digest=excluded.digest",
            (number, path, fold(path), *version, digest),
        )
        if record is not None:
            self.describe(path, record)

    def restamp(self, path: str, version: Version) -> None:
        """Set the version of a file whose text is the same."""
        self._db.execute(
            "UPDATE notes SET mtime_ns=?, size=?, identity=?, sure=?, hidden=? WHERE id=?",
            (*version, note_id(path)),
        )

    def describe(self, path: str, record: Record) -> None:
        """Store the record of a file."""
        number = note_id(path)
        self._forget_entry(number)
        self._db.execute("UPDATE notes SET entry=? WHERE id=?", (record.entry, number))
        self._insert([record])

    def _insert(self, records: Sequence[Record]) -> None:
        """Insert rows into the tables, in key order."""
        links = sorted([row for record in records for row in record.links])
        tags = sorted([row for record in records for row in record.tags])
        titles = sorted([row for record in records for row in record.titles])
        self._put_rows("INSERT OR IGNORE INTO links", links)
        self._put_rows("INSERT OR IGNORE INTO tags", tags)
        self._put_rows("INSERT OR IGNORE INTO titles", titles)

    def _put_rows(self, insert: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Insert rows into a table, several with each statement."""
        if not rows:
            return
        marks = f"({','.join('?' * len(rows[0]))})"
        alone = len(rows) % _TOGETHER
        self._db.executemany(f"{insert} VALUES{marks}", rows[:alone])
        if alone < len(rows):
            values = [*chain.from_iterable(rows[alone:])]
            width = _TOGETHER * len(rows[0])
            some = (values[at : at + width] for at in range(0, len(values), width))
            self._db.executemany(f"{insert} VALUES{','.join([marks] * _TOGETHER)}", some)

    def remove(self, path: str) -> None:
        """Remove a file."""
        number = note_id(path)
        self._forget_entry(number)
        self._db.execute("DELETE FROM notes WHERE id=?", (number,))

    def _forget_entry(self, number: int) -> None:
        rows = self._db.execute("SELECT entry FROM notes WHERE id=? AND entry IS NOT NULL", (number,)).fetchall()
        if not rows:
            return
        record = make_record(number, decode_entry(rows[0][0]))
        self._db.executemany("DELETE FROM links WHERE key=? AND target=? AND note=?", record.links)
        self._db.executemany("DELETE FROM tags WHERE tag=? AND note=?", [row[:2] for row in record.tags])
        self._db.execute("DELETE FROM titles WHERE note=?", (number,))
        self._db.execute("UPDATE notes SET entry=NULL WHERE id=?", (number,))

    def remember(self, about: Iterable[tuple[str, str]]) -> None:
        """Change the catalog's own settings."""
        self._db.executemany("INSERT OR REPLACE INTO about VALUES(?,?)", [*about])

    def commit(self) -> None:
        """Commit what was written."""
        self._db.commit()
        self._db.execute("PRAGMA shrink_memory")
