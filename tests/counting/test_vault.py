"""Reading, writing and undoing one note costs the same in a large vault and after many changes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from axon_desktop.vault import Vault
from axon_desktop.vault.links.backlinks import read_note_links
from axon_desktop.vault.moves.folder_move import carry_out, propose_folder_move
from tests.counting.counters import Sql, counted_calls, counted_files, counted_instructions, counted_memory

SMALL, LARGE = 100, 1_000
"""Notes; the folders grow with them."""


def make_vault(home: Path, notes: int) -> Vault:
    root = home / "vault"
    for at in range(notes):
        folder = root / f"f{at // 10:03}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"n{at:05}.md").write_text(f"# Note {at}\n\nSee [[n{at + 1:05}]].\n", encoding="utf-8")
    vault = Vault(root, data_dir=home / "data")
    vault.open()
    vault.names.scan()
    return vault


@pytest.fixture
def vaults(tmp_path: Path) -> Iterable[list[Vault]]:
    made = [make_vault(tmp_path / str(size), size) for size in (SMALL, LARGE)]
    yield made
    for vault in made:
        vault.close()


def say(vault: Vault, path: str, text: str, turn: str) -> None:
    vault.apply(vault.preview(path, text, "overwrite"), turn=turn, title=turn)


def test_note_is_read_without_listing_a_folder(vaults: list[Vault]) -> None:
    """Red when the gateway looks for a name in its folder, or reading begins with a scan of the names."""
    found = []
    for vault in vaults:
        vault.read("f003/n00031.md")
        with counted_files() as files, counted_calls() as calls:
            vault.read("f003/n00032.md")
        assert files.listed == []
        found.append((len(files.opened), calls.all_with_c))
    assert found[1] == found[0]


def test_vault_is_listed_once_when_its_names_are_read(vaults: list[Vault]) -> None:
    """Red when `NameIndex.scan` opens a file, or opens or lists a folder twice."""
    for vault, folders in zip(vaults, (SMALL // 10, LARGE // 10), strict=True):
        with counted_files() as files:
            vault.names.scan()
        assert len(files.listed) == folders + 1
        assert sorted(files.opened) == [str(vault.root), *(f"f{at:03}" for at in range(folders))]  # the folders


def test_one_write_costs_the_same_in_a_large_vault_and_after_many(
    vaults: list[Vault], sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red when a write scans the vault, or the journal is asked for all that it holds.

    For instance without the index `change_turn`, or with `prune` after every write.
    """
    monkeypatch.setattr("axon_desktop.vault.writing.recovery._EVERY", 3600.0)  # nothing settles by the clock
    found = []
    for vault, before in zip(vaults, (5, 60), strict=True):
        for at in range(before):
            say(vault, f"f002/n{20 + at % 7:05}", f"text {at}\n", f"turn {at}")
        sql.reset()
        with counted_files() as files, counted_calls() as calls:
            say(vault, "f003/n00031", "new\n", "the last turn")
        found.append((len(sql.statements), sql.steps, len(files.opened), len(files.listed), calls.all))
    small, large = found
    assert 0 < small[0] <= 30
    assert large[0] <= small[0]
    assert large[1] <= 1.5 * small[1] + 20
    assert large[2] <= small[2]
    assert large[3] <= small[3] == 0
    assert large[4] <= 1.1 * small[4]


def test_each_note_of_a_long_turn_costs_the_same_to_write_and_to_undo(
    tmp_path: Path, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red when undo looks at the whole turn for each of its files, or a write at the turn so far.

    For instance when the rows of all files are looked through that were displaced a moment ago.
    """
    monkeypatch.setattr("axon_desktop.vault.writing.recovery._EVERY", 3600.0)  # nothing settles by the clock
    found, sizes = [], (20, 150)
    for size in sizes:
        vault = make_vault(tmp_path / str(size), 200)
        for at in range(size - 10):
            say(vault, f"f{at // 10:03}/n{at:05}", f"new {at}\n", "long")
        sql.reset()
        with counted_calls() as writing:
            for at in range(size - 10, size):
                say(vault, f"f{at // 10:03}/n{at:05}", f"new {at}\n", "long")
        written = writing.all / 10, len(sql.statements) / 10, sql.steps / 10
        sql.reset()
        with counted_calls() as undoing:
            assert len(vault.undo_last_turn()) == size
        undone = undoing.all / size, len(sql.statements) / size, sql.steps / size
        found.append((written, undone))
        vault.close()
    few, many = found
    for what, few, many in zip(("write", "undo"), *found, strict=True):
        assert many[0] <= 1.1 * few[0], (what, found)
        assert many[1] <= 1.1 * few[1], (what, found)
        assert many[2] <= 1.1 * few[2] + 5, (what, found)


def test_memory_for_a_turn_of_two_hundred_files_is_some_times_their_texts(tmp_path: Path) -> None:
    """Red when the texts of a turn are held once more for each step of its undo."""
    vault, text = make_vault(tmp_path, 200), "A line of a note.\n" * 500
    for at in range(200):
        say(vault, f"f{at // 10:03}/n{at:05}", f"{text}{at}\n", "long")
    with counted_memory() as memory:
        vault.undo_last_turn()
    vault.close()
    share = memory.peak / (200 * len(text))
    assert share <= 3, f"{share:.1f} times the texts"


def test_link_is_resolved_without_looking_through_the_names(vaults: list[Vault]) -> None:
    """Red when `NameTable` looks for a link among all paths."""
    found = []
    for vault in vaults:
        with counted_instructions() as work:
            assert vault.names.resolve_link("n00050", "f003/n00031.md") == "f005/n00050.md"
            assert vault.names.resolve_link("no such note", "f003/n00031.md") is None
        found.append(work.count)
    assert found[1] <= 1.2 * found[0] + 50, found


def test_notes_that_link_in_plain_text_are_read_by_one_call_each_and_not_parsed(tmp_path: Path) -> None:
    """Red when `find_linking` follows the blocks of every note that links, or asks for bytes after the last."""
    vault = make_vault(tmp_path, SMALL)
    for path in vault.names.paths:
        (vault.root / path).write_text("---\ntags: [a]\n---\n# Note\n\nText.\n\n- To [[n00050|it]].\n", "utf-8")
    with counted_calls() as calls:
        found = read_note_links(vault, "f005/n00050.md")
    vault.close()
    assert len(found.backlinks) == SMALL - 1
    assert calls["read_marks"] == 1  # of the note itself
    assert calls.c("read") <= SMALL + 2, calls.c("read")


def test_one_file_of_another_program_costs_the_names_the_same(vaults: list[Vault]) -> None:
    """Red when `look_again` walks the vault, or goes through all names."""
    found = []
    for vault in vaults:
        (vault.root / "f003" / "fresh.md").write_text("x", encoding="utf-8")
        with counted_files() as files, counted_instructions() as work:
            vault.names.look_again(["f003/fresh.md"])
        assert vault.names.resolve_link("fresh", "") == "f003/fresh.md"
        assert files.listed == []
        found.append(work.count)
    assert found[1] <= 1.2 * found[0] + 50, found


def test_folder_that_moves_rebuilds_the_table_of_names_as_often_with_many_files(tmp_path: Path) -> None:
    """Red when the names get each file of a batch on its own: each time all paths are copied and sorted."""
    found = []
    for files in (5, 50):
        vault = make_vault(tmp_path / str(files), 10)
        for at in range(files):
            (vault.root / "f000" / f"more{at:03}.md").write_text("more\n", encoding="utf-8")
        move = propose_folder_move(vault, "f000", "moved")
        assert len(move.files) == files + 10
        with counted_calls() as moving:
            assert carry_out(vault, move, turn="move", title="move")
        with counted_calls() as undoing:
            assert len(vault.undo_last_turn()) == files + 10
        assert [*vault.names.paths] == sorted(move.files)
        found.append([work["NameTable.__init__"] for work in (moving, undoing)])
        vault.close()
    assert found[0] == found[1]
    assert max(found[1]) <= 2, found
