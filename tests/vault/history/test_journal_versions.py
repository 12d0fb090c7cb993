"""Journals that an earlier version made: opened, brought up to date in place, everything kept."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from axon_desktop.errors import JournalError
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import Proposal

VERSION_1 = """
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
    path TEXT NOT NULL,
    place TEXT NOT NULL,
    kind TEXT NOT NULL,
    before_sha256 TEXT, after_sha256 TEXT,
    mode INTEGER,
    folders TEXT NOT NULL,
    temp TEXT,
    state TEXT NOT NULL CHECK (state IN ('open', 'done', 'failed')),
    undoes INTEGER, undone_by INTEGER,
    time REAL NOT NULL
);
CREATE INDEX change_turn ON change (turn);
CREATE INDEX change_unsettled ON change (id) WHERE state = 'open' OR temp IS NOT NULL;
CREATE TABLE rescued (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL, sha256 TEXT NOT NULL, time REAL NOT NULL, UNIQUE (path, sha256)
);
PRAGMA user_version = 1;
"""


def digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def make_old_journal(folder: Path) -> None:
    """Two turns, an open intent that was killed after its swap, and a rescued text."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / "journal.sqlite")) as db:
        db.executescript(VERSION_1)
        db.execute("INSERT INTO meta VALUES ('id', '0123abcd')")
        for text in (b"one", b"two", b"three", b"lost"):
            db.execute("INSERT INTO blob VALUES (?, ?)", (digest(text), text))
        rows = [
            (1, "first", "create", None, digest(b"one"), None, "done"),
            (2, "first", "modify", digest(b"one"), digest(b"two"), None, "done"),
            (3, "second", "modify", digest(b"two"), digest(b"three"), ".axon-0123abcd-00.tmp", "open"),
        ]
        for number, turn in enumerate(("first", "second")):
            db.execute("INSERT INTO turn VALUES (?, ?, ?, 'agent', ?)", (number + 1, turn, "title", 4e9 + number))
        for change_id, turn, kind, before, after, temp, state in rows:
            db.execute(
                "INSERT INTO change VALUES (?, ?, 'Home.md', 'Home.md', ?, ?, ?, 420, '[]', ?, ?, NULL, NULL, ?)",
                (change_id, turn, kind, before, after, temp, state, 4e9 + change_id),
            )
        db.execute("INSERT INTO rescued VALUES (1, 'Home.md', ?, 4e9)", (digest(b"lost"),))
        db.commit()


def make_vault(base: Path) -> Vault:
    root = base / "vault"
    root.mkdir()
    (root / "Home.md").write_bytes(b"three")
    (root / ".axon-0123abcd-00.tmp").write_bytes(b"two")
    for file in root.iterdir():
        os.utime(file, (1e9, 1e9))
    make_old_journal(base / "data")
    return Vault(root, data_dir=base / "data")


def test_version_1_is_brought_up_to_date_with_everything_in_it(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    assert [(item.id, item.kind, item.batch, item.target) for item in vault.journal.changes("first")] == [
        (1, "create", None, ""),
        (2, "modify", None, ""),
    ]
    vault.open()
    assert sorted(file.name for file in vault.root.iterdir()) == ["Home.md"]
    assert vault.journal.id == "0123abcd"
    assert [(turn.turn, turn.origin, turn.program) for turn in vault.journal.turns()] == [
        ("second", "agent", ""),
        ("first", "agent", ""),
    ]
    assert [turn.program for turn in vault.journal.summaries()] == ["", ""]
    assert [vault.journal.text(item.sha256) for item in vault.journal.rescued()] == [b"lost"]
    vault.apply_all(Proposal("move", "Home.md", (), "Start.md", digest(b"three")), turn="third")
    vault.undo_last_turn()
    vault.undo_last_turn()
    assert (vault.root / "Home.md").read_bytes() == b"two"
    vault.undo_last_turn()
    assert list(vault.root.iterdir()) == []
    vault.close()
    with closing(sqlite3.connect(tmp_path / "data/journal.sqlite")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (5,)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_old_and_new_journals_have_the_same_tables(tmp_path: Path) -> None:
    old = make_vault(tmp_path)
    assert old.journal.id
    (tmp_path / "other").mkdir()
    new = Vault(tmp_path / "other", data_dir=tmp_path / "new")
    assert new.journal.id
    found = []
    for folder in (old.data_dir, new.data_dir):
        with closing(sqlite3.connect(folder / "journal.sqlite")) as db:
            found.append(db.execute("SELECT name, type, cid FROM pragma_table_info('change')").fetchall())
            found[-1] += db.execute("SELECT name, type FROM sqlite_master ORDER BY name").fetchall()
    assert found[0] == found[1]
    old.close()
    new.close()


def test_journal_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    with closing(sqlite3.connect(vault.data_dir / "journal.sqlite")) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(JournalError, match="newer version of Axon"):
        vault.open()


def test_what_every_write_asks_for_is_found_without_looking_through_the_changes(tmp_path: Path) -> None:
    """Old journals too get the indexes of what is open and of what undoes something."""
    vault = make_vault(tmp_path)
    assert [item.id for item in vault.journal.unsettled(only_open=True)] == [3]
    assert [item.id for item in vault.journal.unsettled()] == [3]
    vault.close()
    with closing(sqlite3.connect(tmp_path / "data/journal.sqlite")) as db:
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
        assert {"change_open", "change_undoes", "change_unsettled"} <= names
        plan = db.execute(
            "EXPLAIN QUERY PLAN SELECT id, undoes FROM change WHERE undoes IS NOT NULL ORDER BY id DESC"
        )
        assert [row[3] for row in plan] == ["SCAN change USING INDEX change_undoes"]
