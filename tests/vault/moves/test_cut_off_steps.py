"""A turn in several steps whose process was killed in between: whoever writes next takes it back, and it is over.

How far it came is set up step by step, with the note in the journal that such a turn makes before its first;
tests/vault/moves/test_folder_kills.py and `bench.folder_kills` really kill.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from axon_desktop.errors import JournalError, VaultError
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import VaultChanged
from axon_desktop.vault.moves.folder_move import carry_out, propose_folder_trash

NOTES = {"Home.md": b"home\n", "Projects/Idea.md": b"one\ntwo\nthree\n", "Projects/Plan.md": b"plan\n"}


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    root = tmp_path / "vault"
    (root / ".obsidian").mkdir(parents=True)
    (root / ".obsidian/app.json").write_text('{"trashOption": "local"}', encoding="utf-8")
    for path, text in NOTES.items():
        edit(root / path, text)
    return Vault(root, data_dir=tmp_path / "data")


def edit(file: Path, text: bytes) -> None:
    """Write a file as if nobody had touched it for a while."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text)
    os.utime(file, (1e9, 1e9))


def notes(vault: Vault) -> dict[str, bytes]:
    found = (path for path in vault.root.rglob("*.md") if ".trash" not in path.parts)
    return {path.relative_to(vault.root).as_posix(): path.read_bytes() for path in found}


def cut_off(vault: Vault, *paths: str, turn: str = "t") -> list[int]:
    """Put files into the trash as the first steps of a turn that does not come to its end."""
    ids = [vault.apply_all(vault.propose_trash(path), turn=turn)[0].id for path in paths]
    vault.journal.begin_steps(turn)
    vault.close()
    return ids


def test_the_next_start_takes_it_back_and_nothing_can_be_redone(vault: Vault, tmp_path: Path) -> None:
    cut_off(vault, "Projects/Idea.md", "Projects/Plan.md")
    again = Vault(vault.root, data_dir=tmp_path / "data")
    again.open()
    assert notes(again) == NOTES
    assert again.journal.unfinished_turn() is None
    assert again.journal.turns() == []
    assert again.journal.last_undo() is None
    again.close()


def test_the_next_write_takes_it_back_and_reports_it(vault: Vault, tmp_path: Path) -> None:
    other = Vault(vault.root, data_dir=tmp_path / "data")
    other.open()
    other.names.scan()
    events: list[VaultChanged] = []
    other.subscribe(events.append)
    cut_off(vault, "Projects/Idea.md")
    other.apply(other.preview("Home", "new\n", "append"), turn="mine")
    assert notes(other) == NOTES | {"Home.md": b"home\nnew\n"}
    assert [(event.paths, event.origin) for event in events] == [
        (("Projects/Idea.md",), "undo"),
        (("Home.md",), "agent"),
    ]
    assert [record.turn for record in other.journal.turns()] == ["mine"]
    other.close()


def test_undoing_a_part_that_is_shown_elsewhere_is_refused(vault: Vault, tmp_path: Path) -> None:
    other = Vault(vault.root, data_dir=tmp_path / "data")
    ids = cut_off(vault, "Projects/Idea.md")
    agreed = other.undo_preview(ids)
    with pytest.raises(JournalError):
        other.undo_changes(ids, agreed=agreed)
    assert notes(other) == NOTES
    other.close()


def test_steps_of_another_process_are_settled_before_new_ones(vault: Vault, tmp_path: Path) -> None:
    other = Vault(vault.root, data_dir=tmp_path / "data")
    cut_off(vault, "Home.md")
    assert carry_out(other, propose_folder_trash(other, "Projects"), turn="mine", title="")
    assert notes(other) == {"Home.md": NOTES["Home.md"]}
    assert [record.turn for record in other.journal.turns()] == ["mine"]
    other.close()


def test_a_redo_that_was_cut_off_leaves_the_undo_as_it_was(vault: Vault, tmp_path: Path) -> None:
    assert carry_out(vault, propose_folder_trash(vault, "Projects"), turn="t", title="")
    undo = vault.undo_turn("t")
    redone = vault.undo_change(undo[0].id)
    vault.journal.begin_steps(redone.turn)
    vault.close()
    again = Vault(vault.root, data_dir=tmp_path / "data")
    again.open()
    assert notes(again) == NOTES
    assert again.journal.last_undo() == undo[0].turn
    assert len(again.journal.redoable(again.journal.changes("t"))) == 2
    again.undo_turn(undo[0].turn)
    assert notes(again) == {"Home.md": NOTES["Home.md"]}
    again.close()


def test_what_others_wrote_in_between_stays_and_is_kept(vault: Vault, tmp_path: Path) -> None:
    note = "Projects/Idea.md"
    vault.apply(vault.preview(note, "ONE\ntwo\nthree\n", "overwrite"), turn="t")
    vault.journal.begin_steps("t")
    vault.close()
    edit(vault.root / note, b"ONE\ntwo\nthree\nmine\n")
    again = Vault(vault.root, data_dir=tmp_path / "data")
    again.open()
    assert notes(again)[note] == b"one\ntwo\nthree\nmine\n"
    assert again.journal.turns() == []
    assert [again.journal.text(kept.sha256) for kept in again.journal.rescued()] == [b"ONE\ntwo\nthree\nmine\n"]
    again.close()


def test_a_part_that_cannot_go_back_stays_and_can_be_undone(vault: Vault, tmp_path: Path) -> None:
    cut_off(vault, "Projects/Idea.md", "Projects/Plan.md")
    edit(vault.root / "Projects/Idea.md", b"created again\n")
    again = Vault(vault.root, data_dir=tmp_path / "data")
    again.open()
    assert notes(again) == NOTES | {"Projects/Idea.md": b"created again\n"}
    assert [change.path for change in again.journal.changes("t")] == ["Projects/Idea.md"]
    (again.root / "Projects/Idea.md").unlink()
    again.undo_turn("t")
    assert notes(again) == NOTES
    again.close()


def test_a_failure_in_the_middle_leaves_nothing_to_redo(vault: Vault) -> None:
    move = propose_folder_trash(vault, "Projects")
    (vault.root / "Projects/Plan.md").unlink()
    (vault.root / "Projects/Plan.md").mkdir()  # the last of its files cannot go
    with pytest.raises(VaultError):
        carry_out(vault, move, turn="t", title="")
    assert (vault.root / "Projects/Idea.md").read_bytes() == NOTES["Projects/Idea.md"]
    assert vault.journal.turns() == []
    assert vault.journal.last_undo() is None
    vault.close()
