"""What can be written where the record of changes cannot, and what undo makes of it afterwards."""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from axon_desktop.errors import JournalError, StaleNoteError, UndoConflictError, WriteFailedError
from axon_desktop.vault import Change, Vault
from axon_desktop.vault.files import atomic_rename as swap
from axon_desktop.vault.files.folder import Folder
from axon_desktop.vault.history.changes import ChangePreview, VaultChanged
from axon_desktop.vault.history.record_trouble import RecordTrouble
from axon_desktop.vault.moves.link_rewrite import propose_move
from tests.broken_records import BREAKS, broken

LONG = "".join(f"line {number}\n" for number in range(2000))


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    (tmp_path / "vault/.obsidian").mkdir(parents=True)
    (tmp_path / "vault/.obsidian/app.json").write_text('{"trashOption": "local"}')
    vault = Vault(tmp_path / "vault", data_dir=tmp_path / "data")
    write(vault, "Home", LONG)
    yield vault
    vault.close()


def write(vault: Vault, path: str, text: str, *, unrecorded: bool = False, turn: str = "t") -> Change:
    return vault.apply(vault.preview(path, text, "overwrite"), turn=turn, unrecorded=unrecorded)


def read(vault: Vault, name: str = "Home.md") -> str:
    return (vault.root / name).read_text()


def names_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("kind", BREAKS)
def test_nothing_is_written_unasked_and_the_error_says_why(vault: Vault, kind: str) -> None:
    before = names_in(vault.root)
    with broken(vault, kind), pytest.raises(JournalError) as caught:
        write(vault, "Home", LONG + "new\n")
    assert RecordTrouble.of(caught.value).kind == kind
    assert "cannot be" in RecordTrouble.of(caught.value).details
    assert read(vault) == LONG
    assert names_in(vault.root) == before


@pytest.mark.parametrize("kind", BREAKS)
@pytest.mark.parametrize("name", ["Home.md", "New/Deep/Note.md"])
def test_what_was_agreed_to_is_written_all_the_same(vault: Vault, kind: str, name: str) -> None:
    events: list[VaultChanged] = []
    vault.subscribe(events.append)
    turns = [turn.turn for turn in vault.journal.turns()]
    with broken(vault, kind):
        change = write(vault, name, LONG + "new\n", unrecorded=True)
    assert (change.recorded, change.path) == (False, name)
    assert [event.paths for event in events] == [(name,)]
    assert read(vault, name) == LONG + "new\n"
    assert [path for path in names_in(vault.root) if "axon" in path] == []
    assert [turn.turn for turn in vault.journal.turns()] == turns
    assert vault.journal.unsettled() == []


def test_mode_and_attributes_stay(vault: Vault) -> None:
    file = vault.root / "Home.md"
    file.chmod(0o640)
    try:
        os.setxattr(file, "user.mood", b"fine")
    except OSError as error:
        pytest.skip(f"no extended attributes here: {error}")
    with broken(vault):
        write(vault, "Home", "new " + LONG, unrecorded=True)
    assert file.stat().st_mode & 0o777 == 0o640
    assert os.getxattr(file, "user.mood") == b"fine"


def test_what_can_be_recorded_is_recorded_whatever_was_agreed_to(vault: Vault) -> None:
    change = write(vault, "Home", "new", unrecorded=True)
    assert change.recorded
    vault.undo_change(change.id)
    assert read(vault) == LONG


@pytest.mark.parametrize("kind", BREAKS)
def test_after_it_is_mended_changes_are_undone_again(vault: Vault, kind: str) -> None:
    with broken(vault, kind):
        write(vault, "Home", f"unrecorded\n{LONG}", unrecorded=True)
    write(vault, "Home", f"unrecorded\n{LONG}later\n", turn="later")
    vault.undo_turn("later")
    assert read(vault) == f"unrecorded\n{LONG}"


def test_undo_of_a_change_before_keeps_what_was_not_recorded(vault: Vault) -> None:
    write(vault, "Home", f"{LONG}recorded\n", turn="before")
    with broken(vault):
        write(vault, "Home", f"unrecorded\n{LONG}recorded\n", unrecorded=True)
    vault.undo_turn("before")
    assert read(vault) == f"unrecorded\n{LONG}"


def test_undo_does_not_go_over_what_was_not_recorded_in_the_same_lines(vault: Vault) -> None:
    write(vault, "Home", f"{LONG}recorded\n", turn="before")
    with broken(vault):
        write(vault, "Home", f"{LONG}unrecorded instead\n", unrecorded=True)
    with pytest.raises(UndoConflictError):
        vault.undo_turn("before")
    assert read(vault) == f"{LONG}unrecorded instead\n"


def test_more_than_one_text_is_never_done_without_a_record(vault: Vault) -> None:
    write(vault, "Other", "see [[Home]]\n")
    before = names_in(vault.root)
    proposals = [propose_move(vault, "Home.md", "Moved.md"), vault.propose_trash("Home")]
    for proposal in proposals:
        with broken(vault, "write_protected"), pytest.raises(JournalError):
            vault.apply_all(proposal, turn="t", unrecorded=True)
    assert names_in(vault.root) == before
    assert read(vault, "Other.md") == "see [[Home]]\n"


# Other programs and failing disks


def test_note_that_changed_meanwhile_is_left_alone(vault: Vault) -> None:
    preview = vault.preview("Home", LONG + "mine", "overwrite")
    (vault.root / "Home.md").write_text("theirs")
    with broken(vault), pytest.raises(StaleNoteError):
        vault.apply(preview, turn="t", unrecorded=True)
    assert read(vault) == "theirs"


def test_program_that_writes_in_the_moment_of_the_swap_keeps_its_text(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Callable[..., None] = Folder.exchange
    preview = vault.preview("Home", LONG + "mine", "overwrite")

    def late(self: Folder, temp: str, name: str, **named: bool) -> None:
        if read(vault) == LONG:
            (vault.root / "Home.md").write_text("theirs")
        real(self, temp, name, **named)

    monkeypatch.setattr(Folder, "exchange", late)
    with broken(vault), pytest.raises(StaleNoteError):
        vault.apply(preview, turn="t", unrecorded=True)
    assert read(vault) == "theirs"
    assert [path for path in names_in(vault.root) if "axon" in path] == []


def test_disk_that_refuses_leaves_nothing_behind(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: object, source: str, target: str, into: object = None) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    before = names_in(vault.root)
    with broken(vault, "write_protected"):
        monkeypatch.setattr(Folder, "rename_new", refuse)
        with pytest.raises(WriteFailedError, match="input/output error"):
            vault.apply(ChangePreview("New/Note.md", None, LONG.encode(), "overwrite"), turn="t", unrecorded=True)
    assert names_in(vault.root) == before
    assert not (vault.root / "New").exists()


def test_where_two_files_cannot_be_swapped_nothing_is_written(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(*_: object) -> None:
        raise swap.SwapUnsupportedError(errno.EINVAL, "no such rename")

    monkeypatch.setattr(swap, "exchange", unsupported)
    with broken(vault), pytest.raises(WriteFailedError, match="cannot be written safely here without a record"):
        write(vault, "Home", LONG + "new\n", unrecorded=True)
    assert read(vault) == LONG
    assert [path for path in names_in(vault.root) if "axon" in path] == []


def test_full_disk_is_known_as_one(tmp_path: Path) -> None:
    """The true thing: a data folder on a file system of its own that has no room."""
    data = tmp_path / "data"
    data.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", data], capture_output=True)
    if mounted.returncode:
        pytest.skip("no file system may be mounted here")
    try:
        (tmp_path / "vault").mkdir()
        vault = Vault(tmp_path / "vault", data_dir=data / "kept")
        write(vault, "Home", "old")
        with suppress(OSError), (data / "room").open("wb", buffering=0) as room:
            while room.write(bytes(4096)):
                pass
        with pytest.raises(JournalError) as caught:
            write(vault, "Home", LONG)
        assert RecordTrouble.of(caught.value).kind == "full"
        assert read(vault) == "old"
        assert not write(vault, "Home", LONG, unrecorded=True).recorded
        assert read(vault) == LONG
        (data / "room").unlink()
        later = write(vault, "Home", LONG + "later\n")
        vault.undo_change(later.id)
        assert read(vault) == LONG
        vault.close()
    finally:
        subprocess.run(["umount", data], check=True)
