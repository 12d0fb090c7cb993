"""Bringing an older store to the current layout, with a dated copy of it beside it first."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from axon_desktop.conversations.store.rows import reindex
from axon_desktop.conversations.store.schema import VERSION, run_script, transaction

_TO_2 = """
ALTER TABLE conversation ADD COLUMN model TEXT NOT NULL DEFAULT '';
ALTER TABLE conversation ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversation ADD COLUMN plan TEXT;
ALTER TABLE conversation ADD COLUMN forked_from TEXT;
ALTER TABLE item ADD COLUMN role TEXT;
ALTER TABLE history ADD COLUMN turn TEXT NOT NULL DEFAULT '';
DROP INDEX item_conversation;
CREATE INDEX item_conversation ON item (conversation, role);
CREATE INDEX conversation_updated ON conversation (updated_at);
CREATE VIRTUAL TABLE search USING fts5 (words, content = '', tokenize = 'ascii')
"""


def _to_2(db: sqlite3.Connection) -> None:
    """Add forks, plans, metadata of conversations, and the search index."""
    run_script(db, _TO_2)
    db.execute("UPDATE item SET role = json_extract(message, '$.role') WHERE json_valid(message)")
    reindex(db)


_STEPS: dict[int, Callable[[sqlite3.Connection], None]] = {1: _to_2}
"""From each older version to the next one."""


def migrate(db: sqlite3.Connection, file: Path, version: int) -> None:
    """Bring the store from `version` to the current one, all or nothing."""
    _back_up(db, file, version)
    with transaction(db):
        for step in range(version, VERSION):
            _STEPS[step](db)
        db.execute(f"PRAGMA user_version = {VERSION}")


def _back_up(db: sqlite3.Connection, file: Path, version: int) -> None:
    stamp = f"{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    target = file.with_name(f"{file.stem}.backup-v{version}-{stamp}{file.suffix}")
    target.touch(mode=0o600)
    with closing(sqlite3.connect(target)) as copy:
        db.backup(copy)
