"""The undo journal of one vault: every change with the bytes before and after it, in SQLite outside the vault.

A write is two commits around the swap: `begin` records the intent together with both texts, `finish` the outcome.
Changes that belong together (a move and the links to it) share both commits and a batch number. Intents that a
crash left open are settled by `recovery`. Texts are stored once per content. One connection per
process, behind a lock.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from axon_desktop.errors import JournalError
from axon_desktop.vault.folder import sha256
from axon_desktop.vault.records import Change, Intent, RescuedVersion, TurnRecord, Unsettled

KEEP_DAYS = 30
KEEP_BYTES = 1 << 30
KEEP_TURNS = 50

_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE blob (sha256 TEXT PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE turn (
    id INTEGER PRIMARY KEY,
    turn TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    origin TEXT NOT NULL,
    time REAL NOT NULL
);
CREATE TABLE change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    turn TEXT NOT NULL REFERENCES turn (turn),
    path TEXT NOT NULL,     -- as the user knows it
    place TEXT NOT NULL,    -- where the file really is, behind links
    kind TEXT NOT NULL,
    before_sha256 TEXT, after_sha256 TEXT,
    mode INTEGER,           -- permission bits of the file before
    folders TEXT NOT NULL,  -- JSON list of the folders that the change makes
    temp TEXT,              -- name beside the file of our new text, later of what came out; NULL once it is gone
    state TEXT NOT NULL CHECK (state IN ('open', 'done', 'failed')),
    undoes INTEGER, undone_by INTEGER,
    time REAL NOT NULL
);
CREATE INDEX change_turn ON change (turn);
CREATE INDEX change_unsettled ON change (id) WHERE state = 'open' OR temp IS NOT NULL;
CREATE TABLE rescued (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL, sha256 TEXT NOT NULL, time REAL NOT NULL, UNIQUE (path, sha256)
);
"""
_TO_VERSION_2 = """
-- id of the first of the changes that were made together, NULL for a single one
ALTER TABLE change ADD COLUMN batch INTEGER;
-- where a moved or trashed file went, as the user knows it and behind links
ALTER TABLE change ADD COLUMN target TEXT NOT NULL DEFAULT '';
ALTER TABLE change ADD COLUMN target_place TEXT NOT NULL DEFAULT '';
CREATE INDEX change_batch ON change (batch) WHERE batch IS NOT NULL;
CREATE INDEX change_undone ON change (undone_by) WHERE undone_by IS NOT NULL;
"""
_VERSIONS = (_SCHEMA, _TO_VERSION_2)
"""What makes version 1 out of nothing, 2 out of 1, …"""


_CHANGES = """
SELECT c.id, c.turn, c.path, c.kind, c.before_sha256, c.after_sha256, c.undone_by IS NOT NULL, c.time,
    t.title, c.undoes, c.batch, c.target
FROM change c JOIN turn t ON t.turn = c.turn WHERE c.state = 'done'
"""


def _change(row: tuple[Any, ...]) -> Change:
    change_id, turn, path, kind, before, after, undone, time, *more = row
    return Change(change_id, turn, path, kind, before, after, bool(undone), _time(time), *more)


def _time(stamp: float) -> datetime:
    return datetime.fromtimestamp(stamp, UTC)


def _now() -> float:
    return datetime.now(UTC).timestamp()


class Journal:
    """Keeps and gives back changes; every method may be called from any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "journal.sqlite"
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._id: str | None = None

    @property
    def exists(self) -> bool:
        """Whether anything was ever recorded."""
        return self._connection is not None or self._file.exists()

    @property
    def id(self) -> str:
        """Eight hex digits that mark this journal's temp files."""
        if self._id is None:
            with self._transaction() as db:
                self._id = str(db.execute("SELECT value FROM meta WHERE name = 'id'").fetchone()[0])
        return self._id

    def problem(self) -> str | None:
        """Return why nothing can be recorded now, or None: without a journal, writing should ask."""
        try:
            with self._transaction() as db:
                db.execute("UPDATE meta SET value = value WHERE name = 'id'")
        except JournalError as error:
            return str(error)
        return None

    def _open(self) -> sqlite3.Connection:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        db = sqlite3.connect(self._file, timeout=5.0, isolation_level=None, check_same_thread=False)
        try:
            db.execute("PRAGMA auto_vacuum = INCREMENTAL")
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("BEGIN IMMEDIATE")
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if version > len(_VERSIONS):
                raise JournalError(f"{self._file} was made by a newer version of Axon; install that version.")
            for script in _VERSIONS[version:]:
                for statement in script.split(";\n"):
                    db.execute(statement)
            if version == 0:
                db.execute("INSERT INTO meta VALUES ('id', ?)", (secrets.token_hex(4),))
            db.execute(f"PRAGMA user_version = {len(_VERSIONS)}")
            db.execute("COMMIT")
        except BaseException:
            db.close()
            raise
        return db

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Run one transaction; whatever goes wrong inside rolls it back.

        Raises:
            JournalError: the database cannot be opened, read or written.
        """
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = self._open()
                db = self._connection
                db.execute("BEGIN IMMEDIATE")
                try:
                    yield db
                    db.execute("COMMIT")
                except BaseException:
                    if db.in_transaction:
                        db.execute("ROLLBACK")
                    raise
            except (sqlite3.Error, OSError) as error:
                raise JournalError(f"{self._file} cannot be used ({error}).") from error

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query; none when there is no journal yet, which reading does not make."""
        if not self.exists:
            return []
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = self._open()
                return self._connection.execute(query, values).fetchall()
            except (sqlite3.Error, OSError) as error:
                raise JournalError(f"{self._file} cannot be read ({error}).") from error

    def close(self) -> None:
        """Close the database; it opens again by itself when it is needed."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    # What is being done

    def begin(self, *intents: Intent) -> list[int]:
        """Record what is about to be done, with all texts, down to the disk; return the ids of the changes.

        Several intents are one batch, which is done as a whole or not at all.
        """
        with self._transaction() as db:
            ids = [_insert(db, intent) for intent in intents]
            if len(ids) > 1:
                marks = [(ids[0], change_id) for change_id in ids]
                db.executemany("UPDATE change SET batch = ? WHERE id = ?", marks)
            return ids

    def finish(self, *change_ids: int) -> None:
        """Record that changes were made; what they undo is undone, and what that undid is not any more."""
        with self._transaction() as db:
            for change_id in change_ids:
                # A new file displaces none, so nothing has to be dropped later.
                db.execute(
                    "UPDATE change SET state = 'done', temp = CASE kind WHEN 'create' THEN NULL ELSE temp END"
                    " WHERE id = ?",
                    (change_id,),
                )
                _take_back(db, change_id)

    def fail(self, *change_ids: int) -> None:
        """Record that changes were not made."""
        with self._transaction() as db:
            marks = [(change_id,) for change_id in change_ids]
            db.executemany("UPDATE change SET state = 'failed' WHERE id = ?", marks)
            db.executemany("DELETE FROM change WHERE id = ? AND temp IS NULL", marks)

    def settle(self, change_ids: list[int]) -> None:
        """Record that the displaced files of these changes are gone, and forget changes that were not made."""
        with self._transaction() as db:
            marks = [(change_id,) for change_id in change_ids]
            db.executemany("UPDATE change SET temp = NULL WHERE id = ?", marks)
            db.executemany("DELETE FROM change WHERE id = ? AND state = 'failed'", marks)

    def unsettled(self, *, only_open: bool = False) -> list[Unsettled]:
        """Return changes with an open outcome or, unless `only_open`, a displaced file, oldest first."""
        rows = self._rows(
            "SELECT id, path, place, kind, before_sha256, after_sha256, folders, temp, state = 'open', batch,"
            " target_place FROM change"
            " WHERE (state = 'open' OR temp IS NOT NULL) AND (state = 'open' OR NOT ?) ORDER BY id",
            only_open,
        )
        return [
            Unsettled(
                *(change_id, path, place, kind, before, after),
                folders=tuple(json.loads(folders)),
                temp=temp or "",
                is_open=bool(is_open),
                batch=batch,
                target_place=target_place,
            )
            for change_id, path, place, kind, before, after, folders, temp, is_open, batch, target_place in rows
        ]

    def rescue(self, path: str, data: bytes) -> None:
        """Keep a text of another program that no file holds any more."""
        with self._transaction() as db:
            digest = _keep(db, data)
            db.execute(
                "INSERT INTO rescued (path, sha256, time) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (path, digest, _now()),
            )

    # What was done

    def turns(self, limit: int = 50) -> list[TurnRecord]:
        """Return the turns that changed something, newest first."""
        rows = self._rows(
            "SELECT turn, title, time, origin FROM turn t WHERE EXISTS"
            " (SELECT 1 FROM change c WHERE c.turn = t.turn AND c.state = 'done') ORDER BY id DESC LIMIT ?",
            limit,
        )
        return [TurnRecord(row[0], row[1], _time(row[2]), tuple(self.changes(row[0])), row[3]) for row in rows]

    def last_turn(self) -> str | None:
        """Return the newest turn with something to undo; turns that are undoing themselves do not count."""
        rows = self._rows(
            "SELECT t.turn FROM turn t JOIN change c ON c.turn = t.turn"
            " WHERE t.origin != 'undo' AND c.state = 'done' AND c.undone_by IS NULL ORDER BY t.id DESC LIMIT 1"
        )
        return rows[0][0] if rows else None

    def changes(self, turn: str) -> list[Change]:
        """Return the changes of a turn in their order; empty when it is unknown."""
        return [_change(row) for row in self._rows(f"{_CHANGES} AND c.turn = ? ORDER BY c.id", turn)]

    def is_done(self, change_id: int) -> bool:
        """Tell whether a change was made."""
        return bool(self._rows("SELECT 1 FROM change WHERE id = ? AND state = 'done'", change_id))

    def change(self, change_id: int) -> Change:
        """Return one change.

        Raises:
            JournalError: there is none with this id, or it is no longer kept.
        """
        rows = self._rows(f"{_CHANGES} AND c.id = ?", change_id)
        if not rows:
            raise JournalError(f"change {change_id} is not kept (any more).")
        return _change(rows[0])

    def whole(self, change: Change) -> list[Change]:
        """Return all changes that were made together with one, itself included, in their order."""
        if change.batch is None:
            return [change]
        return [_change(row) for row in self._rows(f"{_CHANGES} AND c.batch = ? ORDER BY c.id", change.batch)]

    def undos(self) -> dict[int, int]:
        """Return, for each change that is undone now, the change that took it back."""
        undone: dict[int, int] = {}
        for change_id, undoes in self._rows(
            "SELECT id, undoes FROM change WHERE undoes IS NOT NULL AND state = 'done' ORDER BY id DESC"
        ):
            if change_id not in undone:  # else it was taken back itself
                undone.setdefault(undoes, change_id)
        return undone

    def details(self, change_id: int) -> tuple[int | None, tuple[str, ...]]:
        """Return the permission bits before a change and the folders that it made."""
        rows = self._rows("SELECT mode, folders FROM change WHERE id = ?", change_id)
        return (rows[0][0], tuple(json.loads(rows[0][1]))) if rows else (None, ())

    def rescued(self, limit: int = 50) -> list[RescuedVersion]:
        """Return rescued texts, newest first."""
        rows = self._rows("SELECT id, path, sha256, time FROM rescued ORDER BY id DESC LIMIT ?", limit)
        return [RescuedVersion(row[0], row[1], row[2], _time(row[3])) for row in rows]

    def text(self, digest: str) -> bytes:
        """Return the bytes kept under a digest.

        Raises:
            JournalError: they are not kept (any more).
        """
        rows = self._rows("SELECT data FROM blob WHERE sha256 = ?", digest)
        if not rows:
            raise JournalError("the text of this change is not kept any more.")
        return bytes(rows[0][0])

    def prune(self, *, days: float = KEEP_DAYS, size: int = KEEP_BYTES, turns: int = KEEP_TURNS) -> None:
        """Forget turns older than `days`, and the oldest beyond `size` bytes, but never the newest `turns`."""
        if not self.exists:
            return
        with self._transaction() as db:
            oldest = _now() - days * 86400
            db.execute("DELETE FROM rescued WHERE time < ?", (oldest,))
            old = db.execute(
                "SELECT turn, time FROM turn"
                " WHERE id NOT IN (SELECT id FROM turn ORDER BY id DESC LIMIT ?) ORDER BY id",
                (turns,),
            ).fetchall()
            for turn, time in old:
                if time >= oldest and _stored(db) <= size:
                    break
                if db.execute(
                    "DELETE FROM change WHERE turn = ?1 AND NOT EXISTS"
                    " (SELECT 1 FROM change WHERE turn = ?1 AND (state = 'open' OR temp IS NOT NULL))",
                    (turn,),
                ).rowcount:
                    _drop_unused(db)
                db.execute("DELETE FROM turn WHERE turn = ?1 AND turn NOT IN (SELECT turn FROM change)", (turn,))
            _drop_unused(db)
        with self._lock:
            if self._connection is not None:
                self._connection.execute("PRAGMA incremental_vacuum").fetchall()


def _insert(db: sqlite3.Connection, intent: Intent) -> int:
    """Record one intent; the caller holds the transaction."""
    now = _now()
    db.execute(
        "INSERT INTO turn (turn, title, origin, time) VALUES (?, ?, ?, ?) ON CONFLICT (turn) DO NOTHING",
        (intent.turn, intent.title, intent.origin, now),
    )
    before, after = _keep(db, intent.before), _keep(db, intent.after)
    cursor = db.execute(
        "INSERT INTO change (turn, path, place, kind, before_sha256, after_sha256, mode, folders, temp, state,"
        " undoes, time, target, target_place) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?, ?, ?)",
        (
            *(intent.turn, intent.path, intent.place, intent.kind),
            *(before or intent.digest, after or intent.digest, intent.mode),
            *(json.dumps(intent.folders), intent.temp or None, intent.undoes, now),
            *(intent.target, intent.target_place),
        ),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def _take_back(db: sqlite3.Connection, undo: int) -> None:
    """Note what a change takes back; what that one had taken back counts again, and so on down the chain."""
    undone_by: int | None = undo
    change = _undoes(db, undo)
    while change is not None:
        db.execute("UPDATE change SET undone_by = ? WHERE id = ?", (undone_by, change))
        undone_by = change if undone_by is None else None
        change = _undoes(db, change)


def _undoes(db: sqlite3.Connection, change: int) -> int | None:
    row = db.execute("SELECT undoes FROM change WHERE id = ?", (change,)).fetchone()
    return None if row is None else row[0]


def _keep(db: sqlite3.Connection, data: bytes | None) -> str | None:
    if data is None:
        return None
    digest = sha256(data)
    db.execute("INSERT INTO blob VALUES (?, ?) ON CONFLICT DO NOTHING", (digest, data))
    return digest


def _stored(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT COALESCE(SUM(LENGTH(data)), 0) FROM blob").fetchone()[0])


def _drop_unused(db: sqlite3.Connection) -> None:
    db.execute(
        "DELETE FROM blob WHERE sha256 NOT IN (SELECT sha256 FROM rescued"
        " UNION SELECT before_sha256 FROM change WHERE before_sha256 IS NOT NULL"
        " UNION SELECT after_sha256 FROM change WHERE after_sha256 IS NOT NULL)"
    )
