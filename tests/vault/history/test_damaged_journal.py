"""A journal that is damaged is set aside; one that fails while nothing depends on it is not reported."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from axon_desktop.errors import JournalError
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.window.workspace import open_vault
from axon_desktop.vault import Vault
from axon_desktop.vault.history.retention import LEAST_TURNS


def make_vault(base: Path) -> Vault:
    (base / "vault").mkdir(exist_ok=True)
    return Vault(base / "vault", data_dir=base / "data")


def write(vault: Vault, text: str, turn: str) -> None:
    vault.apply(vault.preview("Home", text, "overwrite"), turn=turn)


def spoil_all(file: Path) -> None:
    file.write_bytes(b"no database at all" * 1000)


def spoil_tables(file: Path) -> None:
    """Leave the first page as it is, so that the file opens."""
    data = file.read_bytes()
    file.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))


@pytest.mark.parametrize("spoil", [spoil_all, spoil_tables])
def test_damaged_journal_is_set_aside_and_a_new_one_begins(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    vault = make_vault(tmp_path)
    write(vault, "one", "first")
    vault.close()
    spoil(tmp_path / "data/journal.sqlite")
    damaged = (tmp_path / "data/journal.sqlite").read_bytes()

    vault = make_vault(tmp_path)
    with pytest.raises(JournalError, match="damaged and has been set aside as ") as caught:
        vault.open()
    (kept,) = (tmp_path / "data").glob("journal.damaged-*.sqlite")
    assert str(kept) in str(caught.value)
    assert kept.read_bytes()[4096:] == damaged[4096:]
    vault.open()
    write(vault, "two", "second")
    assert [turn.turn for turn in vault.journal.turns()] == ["second"]
    vault.undo_last_turn()
    assert (vault.root / "Home.md").read_bytes() == b"one"
    vault.close()
    make_vault(tmp_path).open()
    assert len([*(tmp_path / "data").glob("journal.damaged-*.sqlite")]) == 1


def test_journal_that_cannot_be_opened_stays_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "data/journal.sqlite").mkdir(parents=True)
    vault = make_vault(tmp_path)
    with pytest.raises(JournalError, match="cannot be"):
        vault.open()
    assert [file.name for file in (tmp_path / "data").glob("journal*")] == ["journal.sqlite"]


def test_window_is_reported_that_the_journal_was_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    folder = tmp_path / "vault"
    folder.mkdir()
    vault, problem = open_vault(folder)
    assert problem is None
    vault.data_dir.mkdir(parents=True)
    spoil_all(vault.data_dir / "journal.sqlite")
    vault, problem = open_vault(folder)
    assert problem is not None
    assert error_text(problem).startswith("Undo journal: it was damaged and has been set aside as ")
    write(vault, "one", "first")
    vault.close()


def test_closing_lets_go_of_a_journal_that_fails(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    write(vault, "one", "first")
    with closing(sqlite3.connect(tmp_path / "data/journal.sqlite")) as db:
        db.execute("ALTER TABLE change RENAME TO gone")
    with pytest.raises(JournalError):
        vault.close()
    assert vault.journal._connection is None


def test_write_that_is_done_is_no_failure_when_nothing_can_be_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("axon_desktop.vault.vault._PRUNE_EVERY", 1)
    vault = make_vault(tmp_path)
    write(vault, "one", "first")
    with closing(sqlite3.connect(tmp_path / "data/journal.sqlite")) as db:
        db.execute("DROP TABLE rescued")
    write(vault, "two", "second")
    assert (vault.root / "Home.md").read_bytes() == b"two"
    assert caplog.text.count("nothing is forgotten") == 1
    vault.open()
    assert caplog.text.count("nothing is forgotten") == 2
    vault.close()


def test_vault_opens_when_the_disk_does_not_take_its_room_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse_vacuum(action: int, name: str | None, *_: str | None) -> int:
        is_vacuum = action == sqlite3.SQLITE_PRAGMA and name == "incremental_vacuum"
        return sqlite3.SQLITE_DENY if is_vacuum else sqlite3.SQLITE_OK

    vault = make_vault(tmp_path)
    for number in range(LEAST_TURNS + 1):
        write(vault, f"{number}", f"turn {number}")
    vault.close()
    with vault.journal._transaction() as db:
        db.execute("UPDATE turn SET time = 0")
        db.set_authorizer(refuse_vacuum)
    vault.open()
    assert len(vault.journal.turns(100)) == LEAST_TURNS
    assert "keeps its free room" in caplog.text
    vault.close()


def test_text_that_is_rescued_again_is_kept_from_then_on(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    for text in (b"often", b"once"):
        vault.journal.rescue("Home.md", text)
    with vault.journal._transaction() as db:
        db.execute("UPDATE rescued SET time = id")
    vault.journal.rescue("Home.md", b"often")
    assert [vault.journal.text(item.sha256) for item in vault.journal.rescued()] == [b"often", b"once"]
    vault.journal.prune()
    assert [vault.journal.text(item.sha256) for item in vault.journal.rescued()] == [b"often"]
    vault.close()
