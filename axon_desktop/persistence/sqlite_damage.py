"""Damaged database files: known by what SQLite says, and set aside under a name with the time in it."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from pathlib import Path

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_COMPANIONS = ("-wal", "-shm")
"""What SQLite keeps beside a database."""


def is_damage(error: BaseException | None) -> bool:
    """Tell whether a failure means that a file is no database, or no longer a whole one."""
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE


def set_aside(file: Path) -> Path:
    """Rename the file and what SQLite keeps beside it; return the new name."""
    stamp = f"{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    moved = file.with_name(f"{file.stem}.damaged-{stamp}{file.suffix}")
    number = 1
    while moved.exists():
        number += 1
        moved = file.with_name(f"{file.stem}.damaged-{stamp}-{number}{file.suffix}")
    for end in _COMPANIONS:
        companion = file.with_name(file.name + end)
        if companion.exists():
            companion.rename(moved.with_name(moved.name + end))
    return file.rename(moved)
