"""The undo journal of one vault: every change with the bytes before and after it, in SQLite outside the vault.

A write is two commits around the swap: `begin` records the intent together with both texts, `finish` the outcome.
Changes that belong together (a move and the links to it) share both commits and a batch number. Intents that a
crash left open are settled by `recovery`. Texts are stored once per content. One connection per
process, behind a lock.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from axon_desktop.errors import N_, JournalError
from axon_desktop.persistence.sqlite_damage import is_damage, set_aside
from axon_desktop.text.file_names import same_name
from axon_desktop.vault.files.folder import sha256
from axon_desktop.vault.files.metadata import packed, unpacked
from axon_desktop.vault.history.records import Change, Intent, RescuedVersion, TurnRecord, TurnSummary, Unsettled
from axon_desktop.vault.history.retention import (
    IS_DUE,
    LEAST_TURNS,
    JournalSize,
    Retention,
    forget,
    read_retention,
    write_retention,
)
from axon_desktop.vault.history.schema import open_journal

_log = logging.getLogger(__name__)

TEXT_GONE = N_("Core", "the text of this change is not kept any more.")

_CHANGES = """
SELECT c.id, c.turn, c.path, c.kind, c.before_sha256, c.after_sha256, c.undone_by IS NOT NULL, c.time,
    t.title, c.undoes, c.batch, c.target, c.folders, c.leaves
FROM change c JOIN turn t ON t.turn = c.turn WHERE c.state = 'done'
"""

_ENTRIES = """
SELECT id, path, place, kind, before_sha256, after_sha256, folders, temp, state = 'open', batch,
    target_place, leaves
FROM change INDEXED BY"""
# Named, as SQLite cannot know which of the two indexes is the shorter one.
_OPEN = f"{_ENTRIES} change_open WHERE state = 'open' ORDER BY id"
_UNSETTLED = f"{_ENTRIES} change_unsettled WHERE state = 'open' OR temp IS NOT NULL ORDER BY id"

_SUMMARIES = """
SELECT t.id, t.turn, t.title, t.origin, t.time, COUNT(*), SUM(c.undone_by IS NOT NULL),
    MAX(1, COUNT(DISTINCT c.path) - (SELECT COUNT(*) FROM (
        SELECT m.target FROM change m
        WHERE m.turn = t.turn AND m.state = 'done' AND m.kind = 'move' AND m.target != m.path
        INTERSECT SELECT p.path FROM change p WHERE p.turn = t.turn AND p.state = 'done'))),
    MIN(c.path), MAX((SELECT o.undoes IS NOT NULL FROM change o WHERE o.id = c.undoes)), t.program
FROM turn t JOIN change c ON c.turn = t.turn AND c.state = 'done'
WHERE t.id < ?1 AND (?2 = '' OR EXISTS (SELECT 1 FROM change n WHERE n.turn = t.turn AND n.state = 'done'
    AND (instr(folded(n.path), ?2) OR instr(folded(n.target), ?2))))
GROUP BY t.id ORDER BY t.id DESC LIMIT ?3
"""


def _change(row: tuple[Any, ...]) -> Change:
    change_id, turn, path, kind, before, after, undone, time, *more, folders, leaves = row
    return Change(
        *(change_id, turn, path, kind, before, after, bool(undone), _time(time)),
        *(*more, _paths(folders), _paths(leaves)),
    )


def _paths(column: str) -> tuple[str, ...]:
    return () if column == "[]" else tuple(json.loads(column))


def _time(stamp: float) -> datetime:
    return datetime.fromtimestamp(stamp, UTC)


def _now() -> float:
    return datetime.now(UTC).timestamp()


class Journal:
    """Stores and returns changes; every method may be called from any thread."""

    def __init__(self, folder: Path) -> None:
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

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Run one transaction; whatever goes wrong inside rolls it back.

        Raises:
            JournalError: the database cannot be opened, read or written.
        """
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = open_journal(self._file)
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
                raise JournalError(
                    N_("Core", "{file} cannot be used ({why})."), file=self._file, why=error
                ) from error

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query; none when there is no journal yet, which reading does not make."""
        if not self.exists:
            return []
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = open_journal(self._file)
                return self._connection.execute(query, values).fetchall()
            except (sqlite3.Error, OSError) as error:
                raise JournalError(
                    N_("Core", "{file} cannot be read ({why})."), file=self._file, why=error
                ) from error

    def close(self) -> None:
        """Close the database; it opens again by itself when it is needed."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    @staticmethod
    def is_damage(error: JournalError) -> bool:
        """Tell whether the error means that the file is damaged, so that no retry helps."""
        return is_damage(error.__cause__)

    def set_aside(self) -> Path:
        """Rename a damaged file, so that a new one begins; return its new name. The caller holds the write lock.

        Raises:
            JournalError: it cannot be renamed.
        """
        with self._lock:
            self.close()
            self._id = None
            try:
                return set_aside(self._file)
            except OSError as error:
                raise JournalError(
                    N_("Core", "{file} cannot be used ({why})."), file=self._file, why=error
                ) from error

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
        """Record that the displaced files of these changes were dropped, and delete changes that were not made."""
        with self._transaction() as db:
            marks = [(change_id,) for change_id in change_ids]
            db.executemany("UPDATE change SET temp = NULL WHERE id = ?", marks)
            db.executemany("DELETE FROM change WHERE id = ? AND state = 'failed'", marks)

    def unsettled(self, *, only_open: bool = False) -> list[Unsettled]:
        """Return changes with an open outcome or, unless `only_open`, a displaced file, oldest first."""
        rows = self._rows(_OPEN if only_open else _UNSETTLED)
        return [
            Unsettled(
                *(change_id, path, place, kind, before, after, _paths(folders)),
                *(temp or "", bool(is_open), *more, _paths(leaves)),
            )
            for change_id, path, place, kind, before, after, folders, temp, is_open, *more, leaves in rows
        ]

    def rescue(self, path: str, data: bytes) -> None:
        """Store a text of another program that is in no file any more; one stored already gets a new time."""
        with self._transaction() as db:
            digest = _keep(db, data)
            db.execute(
                "INSERT INTO rescued (path, sha256, time) VALUES (?, ?, ?)"
                " ON CONFLICT (path, sha256) DO UPDATE SET time = excluded.time",
                (path, digest, _now()),
            )

    def begin_steps(self, turn: str) -> None:
        """Record that a turn is several steps that belong together, so that a kill may cut it off."""
        with self._transaction() as db:
            db.execute("INSERT OR REPLACE INTO meta VALUES ('undoing', ?)", (turn,))

    def end_steps(self) -> None:
        """Record that the turn has ended."""
        with self._transaction() as db:
            db.execute("DELETE FROM meta WHERE name = 'undoing'")

    def unfinished_turn(self) -> str | None:
        """Return the turn of several steps that has not ended."""
        rows = self._rows("SELECT value FROM meta WHERE name = 'undoing'")
        return str(rows[0][0]) if rows else None

    # What was done

    def turns(self, limit: int = 50) -> list[TurnRecord]:
        """Return the turns that changed something, newest first."""
        rows = self._rows(
            "SELECT turn, title, time, origin, program FROM turn t WHERE EXISTS"
            " (SELECT 1 FROM change c WHERE c.turn = t.turn AND c.state = 'done') ORDER BY id DESC LIMIT ?",
            limit,
        )
        return [TurnRecord(row[0], row[1], _time(row[2]), tuple(self.changes(row[0])), *row[3:]) for row in rows]

    def summaries(self, limit: int = 50, *, before: int | None = None, note: str = "") -> list[TurnSummary]:
        """Return turns that changed something, newest first, without their changes.

        Args:
            limit: how many.
            before: the number of a turn; only older ones.
            note: a part of the path of a note that they are about; case and Unicode form do not count.
        """
        rows = self._rows(_SUMMARIES, 1 << 62 if before is None else before, same_name(note), limit)
        return [
            TurnSummary(
                number, turn, title, origin, _time(time), changes, undone, files, path, bool(redoes), program
            )
            for number, turn, title, origin, time, changes, undone, files, path, redoes, program in rows
        ]

    def last_turn(self) -> str | None:
        """Return the newest turn with something to undo; turns that are undoing themselves do not count."""
        rows = self._rows(
            "SELECT turn FROM turn t WHERE origin != 'undo' AND EXISTS (SELECT 1 FROM change c"
            " WHERE c.turn = t.turn AND c.state = 'done' AND c.undone_by IS NULL) ORDER BY id DESC LIMIT 1"
        )
        return rows[0][0] if rows else None

    def last_undo(self) -> str | None:
        """Return the newest turn that undid something and is still in force: undoing it is redo."""
        rows = self._rows(
            "SELECT u.turn FROM change c JOIN change u ON u.id = c.undone_by WHERE c.undoes IS NULL"
            " AND c.state = 'done' AND u.state = 'done' ORDER BY u.id DESC LIMIT 1"
        )
        return rows[0][0] if rows else None

    def undoable(self, turns: Iterable[str]) -> list[Change]:
        """Return what is left to undo of some turns."""
        return [change for turn in turns for change in self.changes(turn) if not change.undone]

    def redoable(self, changes: Iterable[Change]) -> list[Change]:
        """Return the undos in force of those of the changes that are undone: undoing them is redo."""
        wanted = [change.id for change in changes if change.undone]
        if not wanted:
            return []
        undos = self.undos()
        return [self.change(undos[change_id]) for change_id in wanted if change_id in undos]

    def changes(self, turn: str) -> list[Change]:
        """Return the changes of a turn in their order; empty when it is unknown."""
        return [_change(row) for row in self._rows(f"{_CHANGES} AND c.turn = ? ORDER BY c.id", turn)]

    def is_done(self, change_id: int) -> bool:
        """Tell whether a change was made."""
        return bool(self._rows("SELECT 1 FROM change WHERE id = ? AND state = 'done'", change_id))

    def change(self, change_id: int) -> Change:
        """Return one change.

        Raises:
            JournalError: there is none with this id, or it was pruned.
        """
        rows = self._rows(f"{_CHANGES} AND c.id = ?", change_id)
        if not rows:
            raise JournalError(N_("Core", "change {number} is not kept (any more)."), number=change_id)
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

    def moved_to(self, path: str, after: int) -> str:
        """Return where a later move in force took the file at a path; empty for none."""
        rows = self._rows(
            "SELECT target FROM change WHERE kind = 'move' AND state = 'done' AND undone_by IS NULL AND path = ?"
            " AND id > ? AND target != path ORDER BY id DESC LIMIT 1",
            path,
            after,
        )
        return str(rows[0][0]) if rows else ""

    def mode(self, change_id: int) -> int | None:
        """Return the permission bits of a file before a change."""
        rows = self._rows("SELECT mode FROM change WHERE id = ?", change_id)
        return rows[0][0] if rows else None

    def attributes(self, change_id: int) -> dict[str, bytes]:
        """Return the extended attributes of a file that went with a change."""
        rows = self._rows("SELECT attributes FROM change WHERE id = ?", change_id)
        return unpacked(rows[0][0]) if rows else {}

    def rescued(self, limit: int = 50) -> list[RescuedVersion]:
        """Return rescued texts, newest first."""
        rows = self._rows("SELECT id, path, sha256, time FROM rescued ORDER BY time DESC, id DESC LIMIT ?", limit)
        return [RescuedVersion(row[0], row[1], row[2], _time(row[3])) for row in rows]

    def count_rescued(self) -> int:
        """Return how many rescued texts there are."""
        rows = self._rows("SELECT COUNT(*) FROM rescued")
        return int(rows[0][0]) if rows else 0

    def text(self, digest: str) -> bytes:
        """Return the bytes stored under a digest.

        Raises:
            JournalError: they are not stored (any more).
        """
        text = self.find_text(digest)
        if text is None:
            raise JournalError(TEXT_GONE)
        return text

    def find_text(self, digest: str) -> bytes | None:
        """Return the bytes stored under a digest, None when they are not stored (any more)."""
        rows = self._rows("SELECT data FROM blob WHERE sha256 = ?", digest)
        return bytes(rows[0][0]) if rows else None

    # Retention

    @property
    def retention(self) -> Retention:
        """The limits of the journal."""
        return read_retention(self._rows("SELECT name, value FROM meta WHERE name LIKE 'keep%'"))

    def set_retention(self, retention: Retention) -> None:
        """Set the limits, from the next `prune` on and for every process."""
        with self._transaction() as db:
            write_retention(db, retention)

    def space(self) -> JournalSize:
        """Return the size of the journal."""
        rows = self._rows("SELECT (SELECT COALESCE(SUM(LENGTH(data)), 0) FROM blob), (SELECT COUNT(*) FROM turn)")
        texts, turns = rows[0] if rows else (0, 0)
        files = (self._file, self._file.with_name(f"{self._file.name}-wal"))
        return JournalSize(texts, sum(file.stat().st_size for file in files if file.exists()), turns)

    def prune(self, *, days: float | None = None, size: int | None = None, turns: int = LEAST_TURNS) -> int:
        """Forget turns older than `days`, and the oldest beyond `size` bytes, but never the newest `turns`.

        Without values the `retention` holds. Returns how many turns were forgotten.
        """
        if not self.exists:
            return 0
        limit = self.retention
        oldest = _now() - (limit.days if days is None else days) * 86400
        limits = (oldest, limit.size if size is None else size, turns)
        if not self._rows(IS_DUE, *limits)[0][0]:
            return 0
        with self._transaction() as db:
            forgotten = forget(db, *limits)
        with self._lock:
            if self._connection is not None:
                try:
                    self._connection.execute("PRAGMA incremental_vacuum").fetchall()
                except sqlite3.Error as error:  # the turns are deleted already; the space is freed another time
                    _log.warning("%s keeps its free room: %s", self._file, error)
        return forgotten

    def free(self) -> None:
        """Delete what is beyond the limits, and return the space to the disk.

        Raises:
            JournalError: the database cannot be written.
        """
        self.prune()
        self._rows("PRAGMA wal_checkpoint(TRUNCATE)")


def _insert(db: sqlite3.Connection, intent: Intent) -> int:
    """Record one intent; the caller holds the transaction."""
    now = _now()
    db.execute(
        "INSERT INTO turn (turn, title, origin, program, time) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (turn) DO NOTHING",
        (intent.turn, intent.title, intent.origin, intent.program, now),
    )
    before, after = _keep(db, intent.before), _keep(db, intent.after)
    cursor = db.execute(
        "INSERT INTO change (turn, path, place, kind, before_sha256, after_sha256, mode, folders, temp, state,"
        " undoes, time, target, target_place, attributes, leaves)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?, ?, ?, ?, ?)",
        (
            *(intent.turn, intent.path, intent.place, intent.kind),
            *(before or intent.digest, after or intent.digest_after, intent.mode),
            *(json.dumps(intent.folders), intent.temp or None, intent.undoes, now),
            *(intent.target, intent.target_place, packed(intent.attributes), json.dumps(intent.removes_folders)),
        ),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def _take_back(db: sqlite3.Connection, undo: int) -> None:
    """Record which change is undone; what that one had undone is in force again, and so on down the chain."""
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
