"""The tables of the store, and how a database file is connected to."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VERSION = 2
"""Stored as `user_version`; `migrations` brings older stores here."""

BUSY_SECONDS = 5.0
"""How long we wait for another process of Axon that writes."""

SCHEMA = """
CREATE TABLE conversation (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    vault TEXT NOT NULL,
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL,       -- milliseconds since the epoch
    updated_at INTEGER NOT NULL,
    model TEXT NOT NULL DEFAULT '',
    tokens INTEGER NOT NULL DEFAULT 0,
    plan TEXT,                         -- JSON of agent.plan
    forked_from TEXT                   -- id of the conversation that this is a copy of
);
CREATE TABLE item (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation INTEGER NOT NULL REFERENCES conversation (number) ON DELETE CASCADE,
    turn TEXT NOT NULL,
    kind TEXT NOT NULL,
    event TEXT NOT NULL,               -- JSON
    message TEXT,                      -- JSON as it is exported; NULL for what people do not read
    role TEXT                          -- of the message
);
CREATE INDEX item_conversation ON item (conversation, role);
CREATE TABLE delta (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation INTEGER NOT NULL REFERENCES conversation (number) ON DELETE CASCADE,
    turn TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL                 -- JSON string
);
CREATE INDEX delta_conversation ON delta (conversation);
CREATE TABLE history (
    conversation INTEGER NOT NULL REFERENCES conversation (number) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    turn TEXT NOT NULL DEFAULT '',     -- that it came with
    message TEXT NOT NULL,             -- JSON of llm.messages
    PRIMARY KEY (conversation, position)
) WITHOUT ROWID;
CREATE INDEX conversation_updated ON conversation (updated_at);
CREATE VIRTUAL TABLE search USING fts5 (words, content = '', tokenize = 'ascii');
"""
"""The search index gets its words as `conversation_search` splits them, so that its tokenizer decides nothing."""

TABLES = ("conversation", "item", "delta", "history", "search")
"""Tables that every version has had, and `search`, which came with version 2."""


def run_script(db: sqlite3.Connection, script: str) -> None:
    """Run statements inside the transaction that is open; `executescript` would end it."""
    for statement in script.strip().split(";\n"):
        db.execute(statement)


def connect(file: Path) -> sqlite3.Connection:
    """Open a database that is there, for any thread; nothing is written and no transaction begun by itself."""
    db = sqlite3.connect(
        f"{file.absolute().as_uri()}?mode=rw",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA fullfsync = ON")  # as for the journal
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA secure_delete = ON")
    except BaseException:
        db.close()
        raise
    return db


@contextmanager
def transaction(db: sqlite3.Connection, *, write: bool = True) -> Iterator[None]:
    """Run one transaction; whatever goes wrong inside rolls it back."""
    db.execute("BEGIN IMMEDIATE" if write else "BEGIN")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
