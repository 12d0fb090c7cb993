"""How much of the past is kept."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from axon_desktop.errors import SettingsError
from axon_desktop.vault import Vault
from axon_desktop.vault.history.retention import LEAST_TURNS, MIN_BYTES, Retention


def make_vault(base: Path, turns: int, text: str = "x") -> Vault:
    (base / "vault").mkdir(exist_ok=True)
    vault = Vault(base / "vault", data_dir=base / "data")
    for number in range(turns):
        vault.apply(vault.preview("Home", f"{number}\n{text}", "overwrite"), turn=f"t{number}")
    if turns:
        vault.journal.settle([item.id for item in vault.journal.unsettled()])
    return vault


@pytest.mark.parametrize(
    ("days", "size", "words"),
    [
        (0, 1 << 30, "for 1 to 3650 days, not for 0"),
        (-5, 1 << 30, "not for -5"),
        (3651, 1 << 30, "not for 3651"),
        (30, MIN_BYTES - 1, "from 10 MB"),
        (30, 1 << 50, "not 1073741824 MB"),
    ],
)
def test_bad_limits_are_refused_with_what_is_allowed(days: int, size: int, words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        Retention(days, size)


def test_limits_are_kept_with_the_journal_and_obeyed_by_every_process(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, 1)
    assert vault.journal.retention == Retention(30, 1 << 30)
    vault.journal.set_retention(Retention(7, 20 << 20))
    other = Vault(tmp_path / "vault", data_dir=tmp_path / "data")
    assert other.journal.retention == Retention(7, 20 << 20)
    other.close()
    with vault.journal._transaction() as db:  # another version, or a damaged disk
        db.execute("UPDATE meta SET value = '0' WHERE name = 'keep_days'")
    assert vault.journal.retention == Retention()
    vault.close()


def test_a_vault_without_a_past_has_limits_and_no_file(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, 0)
    assert vault.journal.retention == Retention()
    assert vault.journal.space().turns == 0
    assert vault.journal.prune() == 0
    assert not (tmp_path / "data/journal.sqlite").exists()


def test_the_oldest_go_first_and_the_newest_fifty_stay(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, LEAST_TURNS + 5, "y" * 1000)
    before = vault.journal.space()
    vault.journal.prune(size=before.texts)
    assert vault.journal.space() == before
    assert vault.journal.prune(size=before.texts - 1500) == 3  # a text stays while a later turn has it
    with vault.journal._transaction() as db:
        db.execute("UPDATE turn SET time = 0")
    vault.journal.free()
    left = vault.journal.turns(100)
    assert [record.turn for record in left] == [f"t{number}" for number in range(54, 4, -1)]
    assert vault.journal.space().disk < before.disk
    vault.close()


def test_nothing_to_forget_is_found_while_another_process_writes(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, LEAST_TURNS + 5)
    with closing(sqlite3.connect(tmp_path / "data/journal.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert vault.journal.prune() == 0
        other.execute("ROLLBACK")
    vault.close()


def test_ten_thousand_turns_are_pruned_in_one_pass(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, 1)
    with vault.journal._transaction() as db:
        db.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
            " INSERT INTO turn (turn, title, origin, time) SELECT 'n' || i, '', 'agent', 0 FROM n"
        )
        db.execute("UPDATE turn SET time = 0")
        db.execute("INSERT INTO blob SELECT turn, randomblob(100) FROM turn WHERE turn LIKE 'n%'")
        db.execute(
            "INSERT INTO change (turn, path, place, kind, after_sha256, folders, state, time)"
            " SELECT turn, 'A.md', 'A.md', 'create', turn, '[]', 'done', 0 FROM turn WHERE turn LIKE 'n%'"
        )
    statements: list[str] = []
    connection = vault.journal._connection
    assert connection is not None
    connection.set_trace_callback(statements.append)
    assert vault.journal.prune() == 10_001 - LEAST_TURNS
    connection.set_trace_callback(None)
    assert sum(statement.startswith("DELETE FROM blob") for statement in statements) == 1
    vault.close()
