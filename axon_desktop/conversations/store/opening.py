"""Opening the store's file: created where there is none, migrated, set aside where damaged."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from axon_desktop.conversations.models import StoreNotice
from axon_desktop.conversations.store.migrations import migrate
from axon_desktop.conversations.store.salvage import salvage
from axon_desktop.conversations.store.schema import SCHEMA, TABLES, VERSION, connect, run_script, transaction
from axon_desktop.errors import N_, JournalError, StoreError, WriteFailedError, without_full_stop
from axon_desktop.persistence.sqlite_damage import is_damage, set_aside
from axon_desktop.vault.writing.lock import WriteLock


class _DamagedError(Exception):
    """The file is no store, or no longer a whole one."""


def open_store(file: Path) -> tuple[sqlite3.Connection, StoreNotice | None]:
    """Open the store; only one process at a time does.

    Raises:
        StoreError: the file belongs to a newer version, or cannot be used at all.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with WriteLock(file.with_suffix(".lock")):
            return _open_alone(file)
    except (WriteFailedError, JournalError) as error:
        raise StoreError(
            N_("Core", "The conversations cannot be kept: {why}."),
            why=without_full_stop(error.details),
        ) from error
    except (sqlite3.Error, OSError) as error:
        raise StoreError(N_("Core", "{file} cannot be used ({why})."), file=file, why=error) from error


def _open_alone(file: Path) -> tuple[sqlite3.Connection, StoreNotice | None]:
    if not file.exists():
        _make(file).replace(file)
    try:
        return _open_sound(file), None
    except _DamagedError:
        new = _make(file)
        with closing(connect(new)) as db:
            salvaged = salvage(file, db)
        damaged = set_aside(file)
        new.replace(file)
        return _open_sound(file), StoreNotice(damaged, salvaged)


def _make(file: Path) -> Path:
    """Make an empty store beside the file, so that what takes its place is whole from its first moment on."""
    temp = file.with_name(f"{file.name}.new")
    temp.unlink(missing_ok=True)
    os.close(os.open(temp, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with closing(connect(temp)) as db:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        with transaction(db):
            run_script(db, SCHEMA)
            db.execute(f"PRAGMA user_version = {VERSION}")
    return temp


def _open_sound(file: Path) -> sqlite3.Connection:
    """Open a store that is there, in its current layout.

    Raises:
        _DamagedError: it is damaged.
        StoreError: it belongs to a newer version.
    """
    if sys.platform != "win32":
        file.chmod(0o600)
    try:
        db = connect(file)
    except sqlite3.DatabaseError as error:
        raise _as_damage(error) from error
    try:
        version = _checked_version(db, file)
        if version < VERSION:
            migrate(db, file, version)
        db.execute("PRAGMA journal_mode = WAL")
    except sqlite3.DatabaseError as error:
        db.close()
        raise _as_damage(error) from error
    except BaseException:
        db.close()
        raise
    return db


def _checked_version(db: sqlite3.Connection, file: Path) -> int:
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > VERSION:
        raise StoreError(
            N_("Core", "{file} was made by a newer version of Axon; install that version."),
            file=file,
        )
    found = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version < 1 or not found.issuperset(TABLES if version == VERSION else TABLES[:-1]):
        raise _DamagedError
    if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise _DamagedError
    return version


def _as_damage(error: sqlite3.DatabaseError) -> Exception:
    """Return what a failure means: damage, or the error itself (no space, no right, locked)."""
    return _DamagedError() if is_damage(error) else error
