"""The tables of the undo journal, and how its database is opened, or brought up to date."""

from __future__ import annotations

import secrets
import sqlite3
from pathlib import Path

from axon_desktop.errors import N_, JournalError
from axon_desktop.text.file_names import same_name

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
    temp TEXT,              -- name beside the file of our new text, later of what came out; NULL once dropped
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
_TO_VERSION_3 = """
-- extended attributes of a file that is removed, for the one that undo creates again; see metadata.packed
ALTER TABLE change ADD COLUMN attributes TEXT NOT NULL DEFAULT ''
"""
_TO_VERSION_4 = """
-- JSON list of the folders that the change takes away, as far as they are empty
ALTER TABLE change ADD COLUMN leaves TEXT NOT NULL DEFAULT '[]';
-- name of the other program that asked for the turn
ALTER TABLE turn ADD COLUMN program TEXT NOT NULL DEFAULT ''
"""
_TO_VERSION_5 = """
-- what is read at every write and undo: both are few, whatever else is stored
CREATE INDEX change_open ON change (id) WHERE state = 'open';
CREATE INDEX change_undoes ON change (id) WHERE undoes IS NOT NULL
"""
_PATIENCE = 10.0
"""Seconds to wait for another process that writes into it."""
_VERSIONS = (_SCHEMA, _TO_VERSION_2, _TO_VERSION_3, _TO_VERSION_4, _TO_VERSION_5)
"""What makes version 1 out of nothing, 2 out of 1, …"""


def open_journal(file: Path) -> sqlite3.Connection:
    """Open the database for any thread; one that is not there is made.

    Raises:
        JournalError: it was made by a newer version.
        sqlite3.Error, OSError: it cannot be opened or made.
    """
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    db = sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        db.create_function("folded", 1, same_name, deterministic=True)
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA fullfsync = ON")  # on macOS nothing else reaches the disk
        db.execute("BEGIN IMMEDIATE")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version > len(_VERSIONS):
            raise JournalError(
                N_("Core", "{file} was made by a newer version of Axon; install that version."),
                file=file,
            )
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
