from __future__ import annotations

import errno
import json
import os
import stat
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

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

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the system's trash is looked into")


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


@pytest.fixture
def home_trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the system's trash a folder of its own."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    return home / "Trash"


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


@linux_only
def test_undo_brings_the_file_itself_back_with_its_mode_and_attributes(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, {"Sub/Idea.md": b"i"})
    note = vault.root / "Sub" / "Idea.md"
    note.chmod(0o600)
    os.setxattr(note, "user.color", b"red")
    was = note.stat()
    vault.apply_all(vault.propose_trash("Sub/Idea"), turn="t")
    (undone,) = vault.undo_turn("t")
    now = note.stat()
    assert (now.st_ino, now.st_mode, os.getxattr(note, "user.color")) == (was.st_ino, was.st_mode, b"red")
    assert not (vault.root / ".trash").exists()
    assert (undone.path, undone.target) == ("Sub/Idea.md", "Sub/Idea.md")
    vault.undo_turn(undone.turn)
    assert files(vault.root) == {".trash/Sub/Idea.md": b"i"}
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


@linux_only
def test_system_trash_takes_the_file_under_its_name(tmp_path: Path, home_trash: Path) -> None:
    vault = make_vault(tmp_path, {"Sub/Idea.md": b"i"}, None)
    proposal = vault.propose_trash("Sub/Idea")
    assert proposal.target == ""
    (change,) = vault.apply_all(proposal, turn="t")
    assert (change.kind, change.target) == ("trash", "")
    assert files(home_trash / "files") == {"Idea.md": b"i"}
    assert "Sub/Idea.md" in (home_trash / "info/Idea.md.trashinfo").read_text()
    assert files(vault.root) == {}
    vault.undo_turn("t")
    assert files(vault.root) == {"Sub/Idea.md": b"i"}
    vault.close()


@linux_only
@pytest.mark.parametrize("setting", ["local", "system"])
def test_undo_restores_mode_and_attributes_where_the_file_is_created_again(
    tmp_path: Path, home_trash: Path, setting: str
) -> None:
    vault = make_vault(tmp_path, {"Idea.md": b"i"}, setting)
    note = vault.root / "Idea.md"
    note.chmod(0o604)
    os.setxattr(note, "user.color", b"\x00red")
    vault.apply_all(vault.propose_trash("Idea"), turn="t")
    if setting == "local":
        (vault.root / ".trash/Idea.md").unlink()  # the user emptied it
    else:
        assert os.getxattr(home_trash / "files/Idea.md", "user.color") == b"\x00red"
    undone = vault.undo_turn("t")
    assert (stat.S_IMODE(note.stat().st_mode), os.getxattr(note, "user.color")) == (0o604, b"\x00red")
    redone = vault.undo_turn(undone[0].turn)
    assert not note.exists()
    vault.undo_turn(redone[0].turn)
    assert (stat.S_IMODE(note.stat().st_mode), os.getxattr(note, "user.color")) == (0o604, b"\x00red")
    vault.close()


@linux_only
def test_system_trash_takes_from_the_open_folder_whatever_its_path_leads_to_by_now(
    tmp_path: Path, home_trash: Path
) -> None:
    vault = make_vault(tmp_path, {"Sub/Idea.md": b"i"}, "system")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/Idea.md").write_bytes(b"not in the vault")
    with PathGateway(vault.root).open_folder(("Sub",)) as folder:
        (vault.root / "Sub").rename(vault.root / "Elsewhere")
        (vault.root / "Sub").symlink_to(tmp_path / "outside")
        trash.send_to_system("Sub/Idea.md", folder, "Idea.md")
    assert (tmp_path / "outside/Idea.md").read_bytes() == b"not in the vault"
    assert files(home_trash / "files") == {"Idea.md": b"i"}


@linux_only
def test_file_of_another_disk_goes_to_the_trash_of_that_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    other, home = Path("/dev/shm"), Path("/var/tmp")  # the tests themselves may be in memory
    if not os.access(other, os.W_OK) or other.stat().st_dev == home.stat().st_dev:
        pytest.skip("there is no other disk")
    monkeypatch.setenv("XDG_DATA_HOME", str(home / f"axon-{os.getpid()}"))
    home_trash = home / f"axon-{os.getpid()}" / "Trash"
    trashes = other / f".Trash-{os.getuid()}"
    with tempfile.TemporaryDirectory(dir=other, prefix="axon ") as folder:
        name = f"{Path(folder).name}.md"
        (Path(folder) / name).write_bytes(b"i")
        with PathGateway(Path(folder)).open_folder(()) as opened:
            trash.send_to_system(name, opened, name)
        taken, info = trashes / "files" / name, trashes / "info" / f"{name}.trashinfo"
        assert taken.read_bytes() == b"i"
        assert f"Path={quote(f'{Path(folder).name}/{name}')}\n" in info.read_text()
        taken.unlink()
        info.unlink()
    assert not home_trash.exists()


@linux_only
def test_system_trash_numbers_files_of_one_name(tmp_path: Path, home_trash: Path) -> None:
    vault = make_vault(tmp_path, {"A/Idea.md": b"a", "B/Idea.md": b"b"}, "system")
    for path in ("A/Idea", "B/Idea"):
        vault.apply_all(vault.propose_trash(path), turn=path)
    assert files(home_trash / "files") == {"Idea.md": b"a", "Idea 2.md": b"b"}
    assert sorted(file.name for file in (home_trash / "info").iterdir()) == [
        "Idea 2.md.trashinfo",
        "Idea.md.trashinfo",
    ]
    vault.close()


@linux_only
def test_system_trash_that_refuses_makes_way_for_the_vaults_own(tmp_path: Path, home_trash: Path) -> None:
    home_trash.write_bytes(b"no folder")
    vault = make_vault(tmp_path, {"Sub/Idea.md": b"i"}, "system")
    (change,) = vault.apply_all(vault.propose_trash("Sub/Idea"), turn="t")
    assert change.target == ".trash/Sub/Idea.md"
    assert files(vault.root) == {".trash/Sub/Idea.md": b"i"}
    assert [item.kind for item in vault.journal.changes("t")] == ["trash"]
    vault.undo_turn("t")
    assert (vault.root / "Sub/Idea.md").read_bytes() == b"i"
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


@pytest.mark.parametrize("setting", ["local", "system"])
@pytest.mark.parametrize(
    "spoil",
    [
        lambda file: edit(file, b"mine"),
        lambda file: file.unlink(),
        lambda file: (file.unlink(), file.mkdir()),
        lambda file: (file.unlink(), file.symlink_to("Other.md")),
    ],
    ids=["edited", "deleted", "folder", "link"],
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


@linux_only
def test_note_that_is_open_for_writing_elsewhere_does_not_go(tmp_path: Path, home_trash: Path) -> None:
    for setting in ("local", "system"):
        (tmp_path / setting).mkdir()
        vault = make_vault(tmp_path / setting, {"Idea.md": b"i"}, setting)
        with (vault.root / "Idea.md").open("r+b"), pytest.raises(StaleNoteError, match="open for writing"):
            vault.apply_all(vault.propose_trash("Idea"), turn="t")
        assert files(vault.root) == {"Idea.md": b"i"}
        vault.close()
    assert not home_trash.exists()


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
