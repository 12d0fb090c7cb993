"""Files that other programs have open: on Windows nobody can rename or remove them, unless they are shared."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from axon_desktop.errors import NoteNotFoundError, VaultError, WriteFailedError
from axon_desktop.vault import Vault
from axon_desktop.vault.files import windows_files
from axon_desktop.vault.files.folder import Folder
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.windows_files import insist, patience
from tests.vault.kills import Put, copy_of, die_at, was_stopped

only_windows = pytest.mark.skipif(sys.platform != "win32", reason="only Windows refuses")


class HeldError(OSError):
    """A refusal of Windows, as Python reports it."""

    def __init__(self, number: int) -> None:
        super().__init__(13, "refused")
        self.winerror = number


class Refusing:
    """A call of the system that is refused some times; so often the clock goes on by half a second."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, number: int, times: int) -> None:
        self.number, self.left, self.now = number, times, 0.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        monkeypatch.setattr(time, "sleep", self.go_on)

    def go_on(self, _seconds: float) -> None:
        self.now += 0.5

    def __call__(self) -> str:
        if self.left:
            self.left -= 1
            raise HeldError(self.number)
        return "done"


@pytest.mark.parametrize("number", [5, 32, 33, 1175, 1176, 1177])
def test_who_writes_waits_a_second_for_another_program(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with patience():
        assert insist(Refusing(monkeypatch, number, 2)) == "done"
        with pytest.raises(HeldError):
            insist(Refusing(monkeypatch, number, 9))


def test_nobody_else_waits_and_for_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(HeldError):
        insist(Refusing(monkeypatch, 32, 1))
    with patience(), pytest.raises(HeldError):
        insist(Refusing(monkeypatch, 112, 1))


def test_only_the_thread_that_writes_is_patient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    (tmp_path / "vault").mkdir()
    vault = Vault(tmp_path / "vault", data_dir=tmp_path / "data")
    real = Folder.rename_new

    def rename_new(folder: Folder, source: str, target: str, into: Folder | None = None) -> None:
        other = threading.Thread(target=lambda: seen.append(windows_files._patient.depth))
        other.start()
        other.join()
        seen.append(windows_files._patient.depth)
        real(folder, source, target, into)

    monkeypatch.setattr(Folder, "rename_new", rename_new)
    vault.apply(vault.preview("Note.md", "text", "overwrite"), turn="1")
    assert [*seen, windows_files._patient.depth] == [0, 1, 0]


@only_windows
def test_readers_of_ours_stop_no_write(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    vault = Vault(tmp_path / "vault", data_dir=tmp_path / "data")
    vault.apply(vault.preview("Note.md", "x" * 100_000, "overwrite"), turn="0")
    done = threading.Event()

    def read() -> None:
        gateway = PathGateway(vault.root)
        while not done.is_set():
            with suppress(NoteNotFoundError):  # ReplaceFileW has a moment without a file of this name
                gateway.read(("Note.md",))

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    try:
        for number in range(40):
            vault.apply(vault.preview("Note.md", f"{number}" * 50_000, "overwrite"), turn=str(number))
    finally:
        done.set()
        for reader in readers:
            reader.join()
    assert (vault.root / "Note.md").read_text(encoding="utf-8") == "39" * 50_000


@only_windows
def test_an_open_note_can_be_renamed_and_removed_by_others(tmp_path: Path) -> None:
    (tmp_path / "Note.md").write_bytes(b"text")
    with PathGateway(tmp_path).open_folder(()) as folder, folder.open_file("Note.md") as fd:
        (tmp_path / "Note.md").rename(tmp_path / "Other.md")
        (tmp_path / "Other.md").unlink()
        assert os.read(fd, 10) == b"text"


@only_windows
def test_what_another_program_holds_open_is_said_clearly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "vault").mkdir()
    vault = Vault(tmp_path / "vault", data_dir=tmp_path / "data")
    vault.apply(vault.preview("Note.md", "old", "overwrite"), turn="1")
    monkeypatch.setattr(windows_files, "_PATIENCE", 0.05)
    with (vault.root / "Note.md").open("rb"), pytest.raises(WriteFailedError, match="another program has it open"):
        vault.apply(vault.preview("Note.md", "new", "overwrite"), turn="2")
    vault.apply(vault.preview("Note.md", "new", "overwrite"), turn="3")
    assert sorted(path.name for path in vault.root.iterdir()) == ["Note.md"]


def edit_of(vault: Vault) -> None:
    vault.apply(vault.preview("Note.md", "new", "overwrite"), turn="new")


def undo_of(vault: Vault) -> None:
    vault.undo_turn("old")


class HalfDone:
    """ReplaceFileW that always fails after the note has left its name, as Windows says it may."""

    def __init__(self, number: int) -> None:
        self.number, self.times = number, 0

    def ReplaceFileW(self, target: str, _temp: str, backup: str, *_rest: object) -> int:
        import ctypes

        self.times += 1
        os.rename(target, backup)
        ctypes.set_last_error(self.number)  # type: ignore[attr-defined]
        return 0


@only_windows
@pytest.mark.parametrize("act", [edit_of, undo_of])
@pytest.mark.parametrize("number", [1176, 1177])
def test_a_note_has_its_name_after_the_start_that_follows_a_replacement_cut_off_anywhere(
    number: int, act: Callable[[Vault], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From each of 25 calls of the system on none is done any more, so that also the way back is cut off."""
    monkeypatch.setattr(windows_files, "_PATIENCE", 0.05)
    (tmp_path / "before/vault").mkdir(parents=True)
    before = Vault(tmp_path / "before/vault", data_dir=tmp_path / "before/data")
    for turn in ("older", "old"):
        before.apply(before.preview("Note.md", turn, "overwrite"), turn=turn)
    before.close()
    replaced = killed = 0
    for last in range(25):
        base, half_done = copy_of(before, tmp_path / str(last)), HalfDone(number)

        def plant(put: Put, last: int = last, half_done: HalfDone = half_done) -> None:
            put(windows_files, "kernel32", half_done)
            die_at(last, put)

        with suppress(VaultError):
            killed += was_stopped(base, act, plant)
        replaced += half_done.times
        again = Vault(base / "vault", data_dir=base / "data")
        again.open()
        assert {path.name: path.read_bytes() for path in again.root.iterdir()} == {"Note.md": b"old"}, last
        again.close()
    assert replaced
    assert killed


@pytest.mark.parametrize("number", [123, 161, 206])
def test_a_name_that_no_file_can_have_is_not_there(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Home.md").write_bytes(b"home")

    def refuse(*_: object, **__: object) -> os.stat_result:
        raise HeldError(number)

    with Folder.root(str(tmp_path), handles=False) as folder:
        monkeypatch.setattr(os, "stat", refuse)
        assert folder.stat("[[Home|here]].md") is None


@only_windows
def test_notes_in_folders_of_any_depth_are_read_written_and_undone(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    vault = Vault(tmp_path / "vault", data_dir=tmp_path / "data")
    path = "/".join(["a folder with a rather long name"] * 10) + "/Note.md"
    vault.apply(vault.preview(path, "old", "overwrite"), turn="1")
    vault.apply(vault.preview(path, "new", "overwrite"), turn="2")
    assert vault.read(path).text == "new"
    vault.undo_turn("2")
    assert vault.read(path).text == "old"
    vault.undo_turn("1")
    assert vault.list_folder("") == []
