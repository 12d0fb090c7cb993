from __future__ import annotations

import os
import random
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.errors import JournalError, UndoConflictError, VaultError
from axon_desktop.text.merge import merge
from axon_desktop.vault import Vault


def make_vault(base: Path) -> Vault:
    (base / "vault").mkdir(exist_ok=True)
    return Vault(base / "vault", data_dir=base / "data")


def write(vault: Vault, path: str, content: str, turn: str, mode: Any = "overwrite") -> int:
    return vault.apply(vault.preview(path, content, mode), turn=turn, title=f"title of {turn}").id


def tree(root: Path) -> dict[str, tuple[int, bytes]]:
    return {
        file.relative_to(root).as_posix(): (
            stat.S_IMODE(file.stat().st_mode),
            b"" if file.is_dir() else file.read_bytes(),
        )
        for file in root.rglob("*")
    }


def edit(file: Path, text: bytes) -> None:
    file.write_bytes(text)
    os.utime(file, (1e9, 1e9))  # as if it was a while ago: reading need not wait until the file settles


def test_turns_undone_one_by_one_bring_the_vault_back_byte_for_byte(tmp_path: Path) -> None:
    rng = random.Random(4)
    vault = make_vault(tmp_path)
    edit(vault.root / "Home.md", b"\xef\xbb\xbfone\r\ntwo")
    (vault.root / "Home.md").chmod(0o604)
    states = [tree(vault.root)]
    for number in range(25):
        for _ in range(rng.randint(1, 4)):
            path = rng.choice(["Home", "Inbox/Idea", "Inbox/Deep/er", "Log"])
            text = rng.choice(["", "字\n", "x\r\ny", f"{number}\n" * 9])
            write(vault, path, text, f"turn {number}", rng.choice(["overwrite", "append"]))
        states.append(tree(vault.root))
    for state in reversed(states[:-1]):
        assert vault.undo_last_turn()
        assert tree(vault.root) == state
    assert vault.undo_last_turn() == []
    vault.close()


def test_undo_is_undone_and_redone(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    write(vault, "Inbox/Idea", "one", "t")
    change = write(vault, "Inbox/Idea", "two", "t")
    (vault.root / "Inbox/Idea.md").chmod(0o600)
    before = tree(vault.root)
    undone = vault.undo_turn("t")
    assert tree(vault.root) == {}
    assert vault.journal.change(change).undone
    assert [item.kind for item in undone] == ["modify", "remove"]
    vault.undo_turn(undone[0].turn)
    assert tree(vault.root) == before
    assert not vault.journal.change(change).undone
    vault.undo_turn("t")
    assert tree(vault.root) == {}
    vault.close()


def test_a_chain_of_undos_always_says_what_is_undone_now(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    last = first = write(vault, "a", "text", "one")
    for number in range(1, 6):
        last = vault.undo_change(last).id
        undone = number % 2 == 1
        assert vault.journal.change(first).undone is undone
        assert (vault.journal.last_turn() is None) is undone
        assert (tmp_path / "vault" / "a.md").exists() is not undone


def test_undoing_twice_says_that_it_is_undone(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    change = write(vault, "Idea", "one", "t")
    vault.undo_change(change)
    with pytest.raises(UndoConflictError, match="undone already"):
        vault.undo_change(change)
    with pytest.raises(JournalError, match="not kept"):
        vault.undo_change(999)
    vault.close()


def test_edits_made_afterwards_stay(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    edit(vault.root / "Home.md", b"a\r\nb\r\nc\r\nd\r\n")
    change = write(vault, "Home", "a\r\nB\r\nc\r\nd\r\n", "t")
    edit(vault.root / "Home.md", b"a\r\nB\r\nc\r\nd\r\nmine\r\n")
    vault.undo_change(change)
    assert (vault.root / "Home.md").read_bytes() == b"a\r\nb\r\nc\r\nd\r\nmine\r\n"
    vault.close()


@pytest.mark.parametrize(
    ("then", "advice"),
    [
        (b"agent and me", "in the same lines"),
        (None, "moved or deleted"),
    ],
)
def test_conflict_leaves_everything_and_says_what_to_do(tmp_path: Path, then: bytes | None, advice: str) -> None:
    vault = make_vault(tmp_path)
    edit(vault.root / "Home.md", b"old")
    write(vault, "Other", "other", "t")
    write(vault, "Home", "agent", "t")
    if then is None:
        (vault.root / "Home.md").unlink()
    else:
        edit(vault.root / "Home.md", then)
    state = tree(vault.root)
    with pytest.raises(UndoConflictError, match=advice):
        vault.undo_turn("t")
    assert tree(vault.root) == state
    vault.close()


def test_created_note_that_was_edited_is_not_removed(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    change = write(vault, "Idea", "agent", "t")
    edit(vault.root / "Idea.md", b"agent and me")
    with pytest.raises(UndoConflictError, match="delete the note yourself"):
        vault.undo_change(change)
    assert (vault.root / "Idea.md").read_bytes() == b"agent and me"
    vault.close()


def test_folder_that_the_user_filled_stays(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    write(vault, "New/Deep/Idea", "agent", "t")
    edit(vault.root / "New" / "mine.md", b"mine")
    vault.undo_last_turn()
    assert sorted(tree(vault.root)) == ["New", "New/mine.md"]
    vault.close()


def test_turn_records_say_who_what_and_when(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    assert vault.journal.turns() == []
    assert not vault.data_dir.exists()
    write(vault, "One", "1", "first")
    write(vault, "Two", "2", "second")
    vault.undo_turn("second")
    records = vault.journal.turns()
    assert [(item.origin, item.title, item.undone) for item in records] == [
        ("undo", "title of second", False),
        ("agent", "title of second", True),
        ("agent", "title of first", False),
    ]
    assert records[0].time.utcoffset() == timedelta(0)
    assert abs(records[0].time - datetime.now(UTC)) < timedelta(minutes=1)
    assert len(vault.journal.turns(limit=1)) == 1
    vault.close()


def test_journal_forgets_old_turns_but_never_the_newest(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    for number in range(8):
        write(vault, "Home", f"{number}" * 1000, f"t{number}")
    vault.open()
    vault.journal.settle([item.id for item in vault.journal.unsettled()])
    vault.journal.prune(days=30, size=1 << 20, turns=3)
    assert len(vault.journal.turns()) == 8
    vault.journal.prune(days=30, size=5000, turns=3)
    assert [record.turn for record in vault.journal.turns()] == ["t7", "t6", "t5", "t4"]
    vault.journal.prune(days=-1, size=1 << 20, turns=3)
    assert [record.turn for record in vault.journal.turns()] == ["t7", "t6", "t5"]
    for _ in range(3):
        vault.undo_last_turn()
    assert (vault.root / "Home.md").read_text() == "4" * 1000
    vault.close()


def test_two_vault_objects_share_one_journal(tmp_path: Path) -> None:
    first, second = make_vault(tmp_path), make_vault(tmp_path)
    write(first, "Home", "one", "a")
    write(second, "Home", "two", "b")
    assert [record.turn for record in first.journal.turns()] == ["b", "a"]
    first.undo_last_turn()
    assert (first.root / "Home.md").read_text() == "one"
    first.close()
    second.close()


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "expected"),
    [
        (b"a\nb\nc\n", b"a\nb\nc\n", b"a\nX\nc\n", b"a\nX\nc\n"),
        (b"a\nb\nc\n", b"A\nb\nc\n", b"a\nb\nC\n", b"A\nb\nC\n"),
        (b"a\nb\n", b"a\nb\nmine\n", b"a\n", b"a\nmine\n"),
        (b"a\nb\n", b"a\nB\n", b"a\nB\n", b"a\nB\n"),
        (b"a\nb\n", b"a\nX\n", b"a\nY\n", None),
        (b"a\n", b"a\nx\n", b"a\ny\n", None),
        (b"a", b"a\nx", b"", None),
        (b"", b"", b"x", b"x"),
        (b"a\r\nb\r\n", b"a\r\nb\r\nc\r\n", b"z\r\nb\r\n", b"z\r\nb\r\nc\r\n"),
    ],
)
def test_merge_keeps_both_sides_or_gives_up(
    base: bytes, ours: bytes, theirs: bytes, expected: bytes | None
) -> None:
    assert merge(base, ours, theirs) == expected


lines = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\r\n", b"d", b"\n"]), max_size=8).map(b"".join)


@settings(max_examples=300)
@given(lines, lines, lines)
def test_merge_is_even_handed_and_trivial_where_one_side_did_nothing(
    base: bytes, ours: bytes, theirs: bytes
) -> None:
    assert merge(base, ours, base) == ours
    assert merge(base, base, theirs) == theirs
    assert merge(base, ours, ours) == ours
    merged = merge(base, ours, theirs)
    if merged is not None:
        assert set(merged.splitlines(keepends=True)) <= {
            *ours.splitlines(keepends=True),
            *theirs.splitlines(keepends=True),
        }
    assert (merged is None) == (merge(base, theirs, ours) is None)


def test_user_bytes_survive_many_undos_with_edits_in_between(tmp_path: Path) -> None:
    rng = random.Random(9)
    vault = make_vault(tmp_path)
    kept = conflicts = 0
    for number in range(60):
        base = [f"line {line}" for line in range(12)]
        edit(vault.root / "Home.md", "\n".join(base).encode())
        agent = base.copy()
        agent[rng.randrange(12)] = "agent"
        change = write(vault, "Home", "\n".join(agent), f"t{number}")
        user = agent.copy()
        user.insert(rng.randrange(13), f"mine {number}")
        user[rng.randrange(12)] += " also mine"
        edit(vault.root / "Home.md", "\n".join(user).encode())
        try:
            vault.undo_change(change)
            kept += 1
        except VaultError:
            conflicts += 1
        text = (vault.root / "Home.md").read_text()
        assert f"mine {number}" in text
        assert " also mine" in text
    assert kept > 30
    assert conflicts > 0
    vault.close()
