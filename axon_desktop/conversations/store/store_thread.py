"""The store thread: one connection, work in the order in which it was given, writes gathered into transactions."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TypeAlias, TypeVar

from axon_desktop.conversations.store.schema import transaction
from axon_desktop.errors import N_, StoreError, Text

T = TypeVar("T")

Write: TypeAlias = Callable[[sqlite3.Connection], None]

_COMMIT_SECONDS = 0.4
"""Writes wait at most this long; with the commit itself that stays below the half second that is promised."""
_FAULTS = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.ProgrammingError,
    sqlite3.InterfaceError,
    ValueError,
    TypeError,
    OverflowError,
    RecursionError,
)
"""Errors that one piece of work can cause; all others of SQLite come from the database or the disk."""

_log = logging.getLogger(__name__)


class StoreThread:
    """Does the work of one store; every method may be called from any thread and returns at once."""

    def __init__(self) -> None:
        self.problem: str | None = None
        """Why nothing can be written now; writing is retried."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="conversations")
        self._lock = threading.Lock()
        self._waiting: list[Write] = []
        self._gathering = False
        self._hurry = threading.Event()
        self._closed = False
        self._unwritten: list[Write] = []
        self._db: sqlite3.Connection | None = None

    def start(self, connect: Callable[[], tuple[sqlite3.Connection, T]]) -> Future[T]:
        """Open the database on the thread; the future gives what else `connect` returns."""

        def open_it() -> T:
            self._db, value = connect()
            return value

        return self._thread.submit(open_it)

    def write(self, work: Write, *, at_once: bool = False) -> None:
        """Do the work within half a second, in one transaction with other writes."""
        with self._lock:
            if self._closed:
                return
            self._waiting.append(work)
            if at_once:
                self._hurry.set()
            if not self._gathering:
                self._gathering = True
                self._thread.submit(self._gather)

    def call(self, work: Callable[[sqlite3.Connection], T], *, write: bool = False) -> Future[T]:
        """Do the work in a transaction of its own, after every write so far; the future may raise StoreError."""
        return self._submit(lambda: self._call(work, write=write))

    def flush(self) -> Future[None]:
        """Write everything so far; the future raises StoreError when that is not possible."""
        return self._submit(self._check)

    def clean(self) -> Future[None]:
        """Overwrite what was deleted: in the file's free pages and in the log."""
        return self._submit(self._clean)

    def close(self) -> Future[None]:
        """Write everything and end the thread; whatever comes later is dropped."""
        with self._lock:
            if self._closed:
                done: Future[None] = Future()
                done.set_result(None)
                return done
            self._closed = True
            self._hurry.set()
            future = self._thread.submit(self._end)
        self._thread.shutdown(wait=False)
        return future

    def _submit(self, work: Callable[[], T]) -> Future[T]:
        with self._lock:
            if self._closed:
                raise StoreError(N_("Core", "The conversations are closed."))
            self._hurry.set()
            return self._thread.submit(work)

    # On the thread

    def _gather(self) -> None:
        """Let writes come together for a moment, then commit them."""
        self._hurry.wait(_COMMIT_SECONDS)
        self._commit()

    def _commit(self) -> None:
        """Write what is waiting; when the disk or another process does not let us, keep it for the next try."""
        with self._lock:
            self._hurry.clear()
            self._gathering = False
            works, self._waiting = self._waiting, []
        if self._db is None:
            return  # there is no store: opening it has failed, and whoever opened it knows
        self._unwritten += works
        if not self._unwritten:
            return
        try:
            try:
                self._write_all(self._db, self._unwritten)
            except _FAULTS:
                for work in self._unwritten[:]:
                    self._write_one(self._db, work)
        except sqlite3.Error as error:
            if self.problem is None:
                _log.warning("conversations cannot be written: %s", error)
            self.problem = Text(N_("Core", "The conversations cannot be written ({why})."), why=error)
            with self._lock:
                if not self._closed and not self._gathering:
                    self._gathering = True
                    self._thread.submit(self._gather)
        else:
            self._unwritten.clear()
            self.problem = None

    def _call(self, work: Callable[[sqlite3.Connection], T], *, write: bool) -> T:
        self._commit()
        if self._db is None:
            raise StoreError(N_("Core", "The conversations are not open."))
        try:
            with transaction(self._db, write=write):
                return work(self._db)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(N_("Core", "The conversations cannot be used ({why})."), why=error) from error

    def _check(self) -> None:
        self._commit()
        if self.problem is not None:
            raise StoreError(self.problem)

    def _clean(self) -> None:
        if self._db is None:
            return
        with suppress(sqlite3.OperationalError):  # another process is reading: its own deleting or closing does it
            self._db.execute("PRAGMA incremental_vacuum").fetchall()
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _end(self) -> None:
        self._commit()
        if self._db is not None:
            self._db.close()
            self._db = None
        if self._unwritten:
            raise StoreError(self.problem or "")

    def _write_all(self, db: sqlite3.Connection, works: list[Write]) -> None:
        with transaction(db):
            for work in works:
                work(db)

    def _write_one(self, db: sqlite3.Connection, work: Write) -> None:
        """Write one piece of work by itself, since one of several has an error that no retry cures."""
        try:
            self._write_all(db, [work])
        except _FAULTS:
            _log.exception("a part of a conversation cannot be written")
        self._unwritten.remove(work)
