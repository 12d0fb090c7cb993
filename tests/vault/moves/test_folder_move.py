"""A folder moves or goes to the trash as one turn; links follow, and undo brings all back."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from axon_desktop.errors import InvalidPathError, VaultError
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import VaultChanged
from axon_desktop.vault.moves.folder_move import (
    FolderMove,
    carry_out,
    check_folder_rename,
    count_links_into,
    propose_folder_move,
    propose_folder_trash,
    take_back,
)

NOTES = {
    "Home.md": "[[Projects/Idea]] and [[Plan]] and [a](Projects/Deep/pic.png)\n",
    "Other.md": "nothing\n",
    "Projects/Idea.md": "[[Plan]] [up](../Home.md) [beside](./Plan.md)\n",
    "Projects/Plan.md": "[[Idea]] ![[pic.png]]\n",
    "Projects/Deep/pic.png": "no picture",
    "Board.canvas": '{"nodes":[{"id":"1","type":"file","file":"Projects/Idea.md"}],"edges":[]}',
}


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    root = tmp_path / "vault"
    for path, text in NOTES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    (root / "Projects/Empty").mkdir()
    (root / ".obsidian").mkdir()
    (root / ".obsidian/app.json").write_text('{"trashOption": "local"}', encoding="utf-8")
    return Vault(root, data_dir=tmp_path / "data")


def files(vault: Vault) -> dict[str, str]:
    found = {}
    for above, _, names in os.walk(vault.root):
        for name in names:
            file = Path(above) / name
            path = file.relative_to(vault.root).as_posix()
            if not path.startswith((".obsidian", ".trash")):
                found[path] = file.read_text(encoding="utf-8")
    return found


def folders(vault: Vault) -> set[str]:
    found = (path for path in vault.root.rglob("*") if path.is_dir())
    return {path.relative_to(vault.root).as_posix() for path in found if ".trash" not in path.parts} - {
        ".obsidian"
    }


def moved(vault: Vault, target: str) -> FolderMove:
    move = propose_folder_move(vault, "Projects", target)
    assert carry_out(vault, move, turn="t", title="Moved Projects")
    return move


def test_files_and_folders_go_and_every_link_follows(vault: Vault) -> None:
    events: list[VaultChanged] = []
    vault.subscribe(events.append)
    moved(vault, "Work/Things")
    now = files(vault)
    assert now["Work/Things/Idea.md"] == "[[Plan]] [up](../../Home.md) [beside](./Plan.md)\n"
    assert now["Home.md"] == "[[Idea]] and [[Plan]] and [a](Work/Things/Deep/pic.png)\n"
    assert '"Work/Things/Idea.md"' in now["Board.canvas"]
    assert now["Other.md"] == NOTES["Other.md"]
    assert folders(vault) == {"Work", "Work/Things", "Work/Things/Deep", "Work/Things/Empty"}
    gone_to = {old: new for change in events for old, new in change.moved.items()}
    assert gone_to["Projects/Deep/pic.png"] == "Work/Things/Deep/pic.png"
    assert len(gone_to) == 3
    vault.close()


def test_one_undo_of_the_journal_brings_all_files_back(vault: Vault) -> None:
    moved(vault, "Work")
    assert len(vault.journal.turns()) == 1
    vault.undo_last_turn()
    assert files(vault) == NOTES
    vault.close()


def test_taking_back_brings_empty_folders_back_too(vault: Vault) -> None:
    before = folders(vault)
    take_back(vault, moved(vault, "Work"), "t")
    assert files(vault) == NOTES
    assert folders(vault) == before
    vault.close()


def test_trash_takes_all_and_undo_brings_it_back(vault: Vault) -> None:
    before = folders(vault)
    move = propose_folder_trash(vault, "Projects")
    assert count_links_into(vault, move) == {"Home.md": 3, "Board.canvas": 1}
    reported: list[int] = []
    assert carry_out(vault, move, turn="t", title="Trashed", on_progress=reported.append)
    assert reported == [0, 1, 2]
    assert set(files(vault)) == {"Home.md", "Other.md", "Board.canvas"}
    assert (vault.root / ".trash/Projects/Deep/pic.png").is_file()
    assert folders(vault) == set()
    take_back(vault, move, "t")
    assert files(vault) == NOTES
    assert folders(vault) == before
    vault.close()


def test_a_failure_in_the_middle_changes_nothing(vault: Vault) -> None:
    move = propose_folder_move(vault, "Projects", "Work")
    (vault.root / "Work/Deep").mkdir(parents=True)
    (vault.root / "Work/Plan.md").write_text("came just now", encoding="utf-8")
    with pytest.raises(VaultError):
        carry_out(vault, move, turn="t", title="x")
    now = files(vault)
    assert now.pop("Work/Plan.md") == "came just now"
    assert now == NOTES
    vault.close()


def test_hidden_files_stay_and_that_is_said(vault: Vault) -> None:
    (vault.root / "Projects/.hidden").write_text("x", encoding="utf-8")
    assert not carry_out(vault, propose_folder_move(vault, "Projects", "Work"), turn="t", title="x")
    assert (vault.root / "Projects/.hidden").is_file()
    assert (vault.root / "Work/Plan.md").is_file()
    vault.close()


def test_an_empty_folder_moves_and_comes_back(vault: Vault) -> None:
    move = propose_folder_move(vault, "Projects/Empty", "Hollow")
    assert carry_out(vault, move, turn="t", title="x")
    assert "Hollow" in folders(vault)
    assert "Projects/Empty" not in folders(vault)
    take_back(vault, move, "t")
    assert "Hollow" not in folders(vault)
    assert "Projects/Empty" in folders(vault)
    vault.close()


def test_every_undo_brings_empty_folders_back_and_leaves_the_new_ones(vault: Vault) -> None:
    before = folders(vault)
    moved(vault, "Work/Things")
    after = folders(vault)
    for _ in range(2):
        vault.undo_last_turn()
        assert (files(vault), folders(vault)) == (NOTES, before)
        assert set(vault.names.folders) == before
        redo = vault.journal.last_undo()
        assert redo is not None
        vault.undo_turn(redo)
        assert folders(vault) == after
        assert set(vault.names.folders) == after
    vault.close()


def test_undo_keeps_what_was_put_into_the_new_folder_since(vault: Vault) -> None:
    moved(vault, "Work")
    (vault.root / "Work/Empty/mine.md").write_text("mine", encoding="utf-8")
    vault.undo_last_turn()
    assert files(vault) == NOTES | {"Work/Empty/mine.md": "mine"}
    assert {"Projects/Empty", "Work/Empty"} < folders(vault)
    assert "Work/Deep" not in folders(vault)
    vault.close()


def test_undo_of_a_trashed_folder_brings_empty_folders_back_too(vault: Vault) -> None:
    before = folders(vault)
    assert carry_out(vault, propose_folder_trash(vault, "Projects"), turn="t", title="x")
    vault.undo_last_turn()
    assert (files(vault), folders(vault)) == (NOTES, before)
    vault.close()


def test_trash_that_fails_in_the_middle_changes_nothing(vault: Vault) -> None:
    before = folders(vault)
    move = propose_folder_trash(vault, "Projects")
    (vault.root / "Projects/Plan.md").unlink()
    (vault.root / "Projects/Plan.md").mkdir()  # the last of its files cannot go
    with pytest.raises(VaultError):
        carry_out(vault, move, turn="t", title="x")
    assert files(vault) == {path: text for path, text in NOTES.items() if path != "Projects/Plan.md"}
    assert folders(vault) == before | {"Projects/Plan.md"}
    vault.close()


def test_only_the_case_of_a_folder_changes_and_undo_changes_it_back(vault: Vault) -> None:
    before = folders(vault)
    events: list[VaultChanged] = []
    vault.subscribe(events.append)
    assert check_folder_rename(vault, "Projects", "projects").path == "projects"
    assert not check_folder_rename(vault, "Projects", "projects").fault
    moved(vault, "projects")
    assert os.listdir(vault.root / "projects/Empty") == []
    assert "Projects" not in os.listdir(vault.root)
    assert set(files(vault)) == {path.replace("Projects/", "projects/") for path in NOTES}
    assert '"file":"projects/Idea.md"' in files(vault)["Board.canvas"]
    names = {path: path for path in NOTES}
    for change in events:
        names = {old: change.moved.get(new, new) for old, new in names.items()}
    assert set(names.values()) == set(files(vault))
    assert set(vault.names.paths) == set(files(vault)) - {".obsidian/app.json"}
    preview = vault.undo_preview(change.id for change in vault.journal.changes("t"))
    assert preview.plain, preview
    vault.undo_last_turn()
    assert (files(vault), folders(vault)) == (NOTES, before)
    assert vault.journal.last_turn() is None
    vault.close()


def test_the_case_of_an_empty_folder_changes(vault: Vault) -> None:
    move = propose_folder_move(vault, "Projects/Empty", "Projects/EMPTY")
    assert carry_out(vault, move, turn="t", title="x")
    assert "EMPTY" in os.listdir(vault.root / "Projects")
    assert "Empty" not in os.listdir(vault.root / "Projects")
    take_back(vault, move, "t")
    assert "Empty" in os.listdir(vault.root / "Projects")
    assert "EMPTY" not in os.listdir(vault.root / "Projects")
    vault.close()


def test_a_name_in_other_case_is_refused_while_another_folder_has_it(vault: Vault) -> None:
    (vault.root / "PROJECTS").mkdir()
    if len(os.listdir(vault.root / "PROJECTS")):
        pytest.skip("this disk does not tell case apart")
    for target in ("PROJECTS", "projects"):
        assert check_folder_rename(vault, "Projects", target).fault
        with pytest.raises(InvalidPathError):
            propose_folder_move(vault, "Projects", target)
    assert files(vault) == NOTES
    vault.close()


@pytest.mark.parametrize("target", ["Work", "projects"])
def test_what_macos_puts_into_folders_keeps_none_of_them(vault: Vault, target: str) -> None:
    for folder in ("Projects", "Projects/Deep", "Projects/Empty"):
        (vault.root / folder / ".DS_Store").write_text("x", encoding="utf-8")
    (vault.root / "Projects/.localized").touch()
    assert carry_out(vault, propose_folder_move(vault, "Projects", target), turn="t", title="x")
    assert folders(vault) == {target, f"{target}/Deep", f"{target}/Empty"}
    (vault.root / target / ".DS_Store").write_text("x", encoding="utf-8")
    vault.undo_last_turn()
    assert folders(vault) == {"Projects", "Projects/Deep", "Projects/Empty"}
    assert files(vault) == NOTES
    vault.close()


def test_what_macos_puts_beside_a_hidden_file_stays_with_it(vault: Vault) -> None:
    for name in (".DS_Store", ".hidden"):
        (vault.root / "Projects" / name).write_text("x", encoding="utf-8")
    assert not carry_out(vault, propose_folder_move(vault, "Projects", "Work"), turn="t", title="x")
    assert sorted(os.listdir(vault.root / "Projects")) == [".DS_Store", ".hidden"]
    vault.close()


def test_a_name_in_other_case_is_refused_where_a_hidden_file_would_stay_behind(vault: Vault) -> None:
    (vault.root / "Projects/Deep/.hidden").write_text("x", encoding="utf-8")
    with pytest.raises(InvalidPathError, match="hidden"):
        propose_folder_move(vault, "Projects", "projects")
    vault.close()


@pytest.mark.parametrize("target", ["Projects", "Projects/Inside", "Other.md", "../out", ".hidden"])
def test_a_target_that_cannot_be_is_refused(vault: Vault, target: str) -> None:
    with pytest.raises(InvalidPathError):
        propose_folder_move(vault, "Projects", target)
    found = check_folder_rename(vault, "Projects", target)
    assert found.fault or found.exists
    vault.close()


def test_a_file_that_changed_meanwhile_is_not_overwritten(vault: Vault) -> None:
    move = propose_folder_move(vault, "Projects", "Work")
    (vault.root / "Home.md").write_text("edited just now", encoding="utf-8")
    with pytest.raises(VaultError):
        carry_out(vault, move, turn="t", title="x")
    assert files(vault) == NOTES | {"Home.md": "edited just now"}
    assert hashlib.sha256((vault.root / "Projects/Idea.md").read_bytes()).hexdigest()
    vault.close()
