"""The trash that the desktops of Linux have, and the modes and attributes that a file takes there and back."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

import pytest

from axon_desktop.errors import StaleNoteError
from axon_desktop.vault.files import trash
from axon_desktop.vault.files.path_gateway import PathGateway
from tests.vault.files.test_trash import files, make_vault

if sys.platform != "linux":
    pytest.skip("the trash of the desktops there", allow_module_level=True)


@pytest.fixture
def home_trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the system's trash a folder of its own."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    return home / "Trash"


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


def test_note_that_is_open_for_writing_elsewhere_does_not_go(tmp_path: Path, home_trash: Path) -> None:
    for setting in ("local", "system"):
        (tmp_path / setting).mkdir()
        vault = make_vault(tmp_path / setting, {"Idea.md": b"i"}, setting)
        with (vault.root / "Idea.md").open("r+b"), pytest.raises(StaleNoteError, match="open for writing"):
            vault.apply_all(vault.propose_trash("Idea"), turn="t")
        assert files(vault.root) == {"Idea.md": b"i"}
        vault.close()
    assert not home_trash.exists()
