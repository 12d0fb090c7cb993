from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from axon_desktop.errors import (
    InvalidPathError,
    NoteNotFoundError,
    StaleNoteError,
    UndoConflictError,
    VaultError,
    WriteFailedError,
)
from axon_desktop.vault import Vault
from axon_desktop.vault.files import trash
from axon_desktop.vault.files.folder import Folder, sha256
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.history.changes import Proposal, VaultChanged
from tests.abilities import CAN_LINK


def make_vault(base: Path, notes: dict[str, bytes], setting: str | None = "local") -> Vault:
    root = base / "vault"
    root.mkdir(exist_ok=True)
    if setting is not None:
        (root / ".obsidian").mkdir()
        (root / ".obsidian/app.json").write_text(json.dumps({"trashOption": setting}))
    for path, data in notes.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        edit(root / path, data)
    return Vault(root, data_dir=base / "data")


def edit(file: Path, text: bytes) -> None:
    file.write_bytes(text)
    os.utime(file, (1e9, 1e9))  # as if it was a while ago: reading need not wait until the file settles


def files(root: Path) -> dict[str, bytes]:
    return {
        file.relative_to(root).as_posix(): file.read_bytes()
        for file in root.rglob("*")
        if file.is_file() and ".obsidian" not in file.parts
    }


@pytest.mark.parametrize("setting", ["local", "none"])
def test_vaults_own_trash_keeps_the_path_and_numbers_what_is_there(tmp_path: Path, setting: str) -> None:
    vault = make_vault(tmp_path, {"Sub/Idea.md": b"one", "Home.md": b"home"}, setting)
    assert vault.trash_target("Sub/Idea.md") == ".trash/Sub/Idea.md"
    for number, text in enumerate([b"one", b"two", b"three"], start=1):
        edit(vault.root / "Sub/Idea.md", text)
        proposal = vault.propose_trash("Sub/Idea")
        assert (proposal.action, proposal.path, proposal.changes) == ("trash", "Sub/Idea.md", ())
        (change,) = vault.apply_all(proposal, turn=f"t{number}")
        assert (change.kind, change.after_sha256, change.target) == ("trash", None, proposal.target)
    assert files(vault.root) == {
        ".trash/Sub/Idea.md": b"one",
        ".trash/Sub/Idea 2.md": b"two",
        ".trash/Sub/Idea 3.md": b"three",
        "Home.md": b"home",
    }
    vault.close()


def test_place_in_the_trash_that_was_taken_meanwhile_gets_a_number(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Idea.md": b"one"})
    proposal = vault.propose_trash("Idea")
    (vault.root / ".trash").mkdir()
    (vault.root / ".trash/Idea.md").write_bytes(b"older")
    (change,) = vault.apply_all(proposal, turn="t")
    assert change.target == ".trash/Idea 2.md"
    assert files(vault.root) == {".trash/Idea.md": b"older", ".trash/Idea 2.md": b"one"}
    vault.close()


def test_folder_and_file_of_one_name_find_room_in_the_trash(tmp_path: Path) -> None:
    notes = {".trash/Sub": b"was a file", ".trash/Idea.md/x": b"was a folder", "Sub/A.md": b"a", "Idea.md": b"i"}
    vault = make_vault(tmp_path, notes)
    assert vault.trash_target("Sub/A.md") == ".trash/A.md"
    assert vault.trash_target("Idea.md") == ".trash/Idea 2.md"


@pytest.mark.parametrize("outside", [True, False])
def test_trash_that_is_no_folder_of_the_vault_is_refused(tmp_path: Path, outside: bool) -> None:
    vault = make_vault(tmp_path, {"Idea.md": b"i"})
    if outside:
        (vault.root / ".trash").symlink_to(tmp_path)
    else:
        (vault.root / ".trash").write_bytes(b"")
    with pytest.raises(InvalidPathError):
        vault.propose_trash("Idea")


def test_undo_brings_bytes_and_mode_back_and_redo_takes_them_away(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Sub/pic.png": b"\x89PNG\x00\xff\r\n"})
    vault.names.scan()
    events: list[VaultChanged] = []
    vault.subscribe(events.append)
    file = vault.root / "Sub/pic.png"
    file.chmod(0o604)
    mode = stat.S_IMODE(file.stat().st_mode)
    (change,) = vault.apply_all(vault.propose_trash("Sub/pic.png"), turn="t")
    assert "Sub/pic.png" not in vault.names.paths
    (vault.root / "Sub").rmdir()
    undone = vault.undo_change(change.id)
    assert file.read_bytes() == b"\x89PNG\x00\xff\r\n"
    assert stat.S_IMODE(file.stat().st_mode) == mode
    assert "Sub/pic.png" in vault.names.paths
    assert vault.journal.change(change.id).undone
    redone = vault.undo_change(undone.id)
    assert not file.exists()
    assert not (vault.root / "Sub").exists()
    assert not vault.journal.change(change.id).undone
    assert (vault.root / ".trash/Sub/pic.png").read_bytes() == b"\x89PNG\x00\xff\r\n"
    vault.undo_change(redone.id)
    assert file.read_bytes() == b"\x89PNG\x00\xff\r\n"
    assert [event.paths for event in events] == [("Sub/pic.png",)] * 4
    vault.close()


def test_undo_does_not_replace_a_note_that_was_created_again(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Idea.md": b"i"})
    vault.apply_all(vault.propose_trash("Idea"), turn="t")
    edit(vault.root / "idea.md", b"new")
    with pytest.raises(UndoConflictError, match=r"(?i)idea\.md was created again"):
        vault.undo_turn("t")
    assert files(vault.root) == {"idea.md": b"new", ".trash/Idea.md": b"i"}
    vault.close()


def test_undo_writes_the_text_again_where_the_trash_was_emptied(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Idea.md": b"i"})
    vault.apply_all(vault.propose_trash("Idea"), turn="t")
    (vault.root / ".trash" / "Idea.md").unlink()
    vault.undo_turn("t")
    assert files(vault.root) == {"Idea.md": b"i"}
    vault.close()


def test_undo_leaves_a_changed_file_in_the_trash_and_writes_the_text_again(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Idea.md": b"i"})
    vault.apply_all(vault.propose_trash("Idea"), turn="t")
    (vault.root / ".trash" / "Idea.md").write_bytes(b"edited there")
    vault.undo_turn("t")
    assert files(vault.root) == {"Idea.md": b"i", ".trash/Idea.md": b"edited there"}
    vault.close()


def test_turn_of_move_edit_and_trash_is_undone_as_one(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Idea.md": b"i"})
    start = files(vault.root)
    vault.apply_all(Proposal("move", "Idea.md", (), "New/Thought.md", sha256(b"i")), turn="t")
    vault.apply(vault.preview("New/Thought", "more", "append"), turn="t")
    vault.apply_all(vault.propose_trash("New/Thought"), turn="t")
    undone = vault.undo_turn("t")
    assert files(vault.root) == start
    assert not (vault.root / "New").exists()
    vault.undo_turn(undone[0].turn)
    assert files(vault.root) == {".trash/New/Thought.md": b"imore"}
    vault.close()


class ComError(Exception):
    """As Windows' own calls fail; not an OSError."""

    strerror = "Not implemented."


@pytest.mark.parametrize("error", [ComError(), OSError(5, "refused")])
def test_whatever_the_systems_trash_fails_with_is_an_error_of_ours(
    tmp_path: Path, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: str) -> None:
        raise error

    monkeypatch.setattr("send2trash.send2trash", refuse)
    (tmp_path / "Idea.md").write_bytes(b"i")
    with PathGateway(tmp_path, handles=False).open_folder(()) as folder, pytest.raises(trash.SystemTrashError):
        trash.send_to_system("Idea.md", folder, "Idea.md")
    assert files(tmp_path) == {"Idea.md": b"i"}


def _link(file: Path) -> None:
    file.unlink()
    file.symlink_to("Other.md")


@pytest.mark.parametrize("setting", ["local", "system"])
@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda file: edit(file, b"mine"), id="edited"),
        pytest.param(lambda file: file.unlink(), id="deleted"),
        pytest.param(lambda file: (file.unlink(), file.mkdir()), id="folder"),
        *(
            [pytest.param(lambda file: (file.unlink(), file.symlink_to("Other.md")), id="link")]
            if CAN_LINK
            else []
        ),
    ],
)
def test_trash_after_a_change_by_another_program_is_refused(
    tmp_path: Path, spoil: Callable[[Path], object], setting: str
) -> None:
    vault = make_vault(tmp_path, {"Idea.md": b"i", "Other.md": b"o"}, setting)
    proposal = vault.propose_trash("Idea")
    spoil(vault.root / "Idea.md")
    left = files(vault.root)
    with pytest.raises(VaultError):
        vault.apply_all(proposal, turn="t")
    assert files(vault.root) == left
    assert not (vault.root / ".trash").exists()
    assert vault.journal.turns() == []
    vault.close()


def test_note_rewritten_right_before_it_goes_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = make_vault(tmp_path, {"Idea.md": b"i"})
    proposal = vault.propose_trash("Idea")
    real = Folder.rename_new

    def rival(self: Folder, source: str, target: str, into: Folder | None = None) -> None:
        if source == "Idea.md" and into is not None and into.parts == (".trash",):
            edit(vault.root / "Idea.md", b"mine")
        real(self, source, target, into)

    monkeypatch.setattr(Folder, "rename_new", rival)
    with pytest.raises(StaleNoteError, match="just now"):
        vault.apply_all(proposal, turn="t")
    assert files(vault.root) == {"Idea.md": b"mine"}
    assert not (vault.root / ".trash").exists()
    vault.close()


def test_huge_file_is_refused_with_what_to_do(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {})
    with (vault.root / "film.mp4").open("wb") as file:
        file.truncate(trash.MAX_BYTES + 1)
    with pytest.raises(WriteFailedError, match=r"film\.mp4 is larger than 100 MB.*file manager"):
        vault.propose_trash("film.mp4")


def test_what_is_not_there_or_not_in_the_vault_is_not_trashed(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Idea.md": b"i"})
    with pytest.raises(NoteNotFoundError, match=r"^File not found: Idee \(did you mean: Idea\.md\?\)"):
        vault.propose_trash("Idee")
    for path in ("../x", ".obsidian/app.json", ".trash/Idea.md"):
        with pytest.raises(InvalidPathError):
            vault.propose_trash(path)


def test_disk_that_refuses_leaves_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Folder, name: str) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    vault = make_vault(tmp_path, {"Idea.md": b"i"})
    proposal = vault.propose_trash("Idea")
    monkeypatch.setattr(Folder, "make_folder", refuse)
    with pytest.raises(WriteFailedError, match=r"Idea\.md: read-only file system"):
        vault.apply_all(proposal, turn="t")
    assert files(vault.root) == {"Idea.md": b"i"}
    vault.close()
