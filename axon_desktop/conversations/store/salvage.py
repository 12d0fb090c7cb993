"""Reading what can still be read of a damaged store into a new one."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from axon_desktop.conversations.store.rows import reindex
from axon_desktop.conversations.store.schema import transaction

_TABLES = ("conversation", "item", "delta", "history")


def salvage(damaged: Path, db: sqlite3.Connection) -> int:
    """Copy every readable row into the new store; return how many conversations there are in it.

    A copy of the damaged file is read: reading would let SQLite write into it.
    """
    with tempfile.TemporaryDirectory(dir=damaged.parent, prefix="salvage-") as folder:
        copy = Path(folder) / "store.sqlite"
        shutil.copyfile(damaged, copy)
        wal = damaged.with_name(damaged.name + "-wal")
        if wal.exists():
            shutil.copyfile(wal, copy.with_name(copy.name + "-wal"))
        with transaction(db), closing(sqlite3.connect(copy)) as source:
            db.execute("PRAGMA defer_foreign_keys = ON")
            for table in _TABLES:
                _copy_table(source, db, table)
            for table in _TABLES[1:]:
                lost = "conversation NOT IN (SELECT number FROM conversation)"
                db.execute(f"DELETE FROM {table} WHERE {lost}")  # noqa: S608 - our names
            db.execute(
                "UPDATE item SET role = json_extract(message, '$.role') WHERE role IS NULL AND json_valid(message)"
            )
            reindex(db)
        return int(db.execute("SELECT COUNT(*) FROM conversation").fetchone()[0])


def _copy_table(source: sqlite3.Connection, db: sqlite3.Connection, table: str) -> None:
    """Copy rows from the beginning up to the first bad place, then from the end down to the last one."""
    known = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    columns = [row[1] for row in _readable(source, f"PRAGMA table_info({table})") if row[1] in known]
    if not columns:
        return
    marks = ", ".join("?" * len(columns))
    insert = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 - our names
    key = ("conversation", "position") if table == "history" else ("rowid",)
    for order in (", ".join(key), ", ".join(f"{column} DESC" for column in key)):
        for row in _readable(source, f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}"):  # noqa: S608
            db.execute(insert, row)


def _readable(source: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    """Yield rows as long as they can be read."""
    with suppress(sqlite3.Error):
        yield from source.execute(query)
