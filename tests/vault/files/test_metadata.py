"""What macOS keeps beside a file's text, by calls of the system that are written down here: they were not run."""

from __future__ import annotations

import ctypes
import os
import sqlite3
import struct
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from axon_desktop.persistence import atomic_write
from axon_desktop.vault import Vault
from axon_desktop.vault.files import metadata
from axon_desktop.vault.history.schema import open_journal

fcntl = pytest.importorskip("fcntl")
TAGS, COMMENT = "com.apple.metadata:_kMDItemUserTags", "com.apple.metadata:kMDItemFinderComment"
ACCESS = b"!#acl 1\nuser:FFFFEEEE-DDDD-CCCC-BBBB-AAAA00000046:_www:70:allow:read\n"


class System:
    """The calls of macOS for one file, with their arguments as C gets them."""

    def __init__(self, attributes: dict[bytes, bytes], access: bytes | None) -> None:
        self.attributes, self.access = attributes, access
        self.calls: list[tuple[Any, ...]] = []
        self.freed: list[int] = []
        self._kept: dict[int, Any] = {}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            plain = [one.value if isinstance(one, ctypes.c_size_t) else one for one in arguments]
            self.calls.append((name, *plain))
            return getattr(self, f"do_{name}")(*plain)

        return call

    def pointer(self, value: Any) -> int:
        buffer = ctypes.create_string_buffer(value)
        self._kept[ctypes.addressof(buffer)] = buffer
        return ctypes.addressof(buffer)

    @staticmethod
    def fill(found: bytes, buffer: Any, size: int) -> int:
        if buffer is not None:
            assert size == len(found)
            ctypes.memmove(buffer, found, size)
        return len(found)

    def do_flistxattr(self, fd: int, buffer: Any, size: int, options: int) -> int:
        return self.fill(b"".join(name + b"\0" for name in self.attributes), buffer, size)

    def do_fgetxattr(self, fd: int, name: bytes, buffer: Any, size: int, position: int, options: int) -> int:
        return self.fill(self.attributes[name], buffer, size)

    def do_fsetxattr(self, *_: Any) -> int:
        return 0

    def do_acl_get_fd_np(self, fd: int, kind: int) -> int | None:
        return None if self.access is None else self.pointer(self.access)

    def do_acl_to_text(self, access: Any, length: Any) -> int:
        return self.pointer(ctypes.string_at(access))

    def do_acl_from_text(self, text: bytes) -> int:
        return self.pointer(text)

    def do_acl_set_fd_np(self, *_: Any) -> int:
        return 0

    def do_acl_free(self, pointer: Any) -> int:
        self.freed.append(pointer.value)
        return 0

    def do_fsetattrlist(self, *_: Any) -> int:
        return 0

    def of(self, name: str) -> list[tuple[Any, ...]]:
        return [call[1:] for call in self.calls if call[0] == name]

    @property
    def holds(self) -> set[int]:
        """What was handed out and not freed."""
        return self._kept.keys() - set(self.freed)


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> System:
    found = System({TAGS.encode(): b"bplist00 red", COMMENT.encode(): b"bplist00 words"}, ACCESS)
    monkeypatch.setattr(metadata, "IS_MAC", True)
    monkeypatch.setattr(metadata, "_library", lambda: found)
    return found


def test_tags_comment_and_access_list_of_a_note_go_to_the_new_file(system: System, tmp_path: Path) -> None:
    (tmp_path / "v").mkdir()
    (tmp_path / "v/Note.md").write_text("old")
    vault = Vault(tmp_path / "v", data_dir=tmp_path / "data")
    vault.apply(vault.preview("Note", "new", "overwrite"), turn="1")
    vault.close()
    assert [(name, value, size, *rest) for _, name, value, size, *rest in system.of("fsetxattr")] == [
        (TAGS.encode(), b"bplist00 red", 12, 0, 0),
        (COMMENT.encode(), b"bplist00 words", 14, 0, 0),
    ]
    assert system.of("acl_from_text") == [(ACCESS,)]
    assert (
        {kind for _, kind in system.of("acl_get_fd_np")}
        == {kind for *_, kind in system.of("acl_set_fd_np")}
        == {0x100}
    )
    assert not system.holds


def test_what_is_read_is_asked_for_by_its_size_first(system: System) -> None:
    assert metadata.read_attributes(7) == {
        TAGS: b"bplist00 red",
        COMMENT: b"bplist00 words",
        "system.acl": ACCESS,
    }
    first, second = system.of("flistxattr")
    assert first == (7, None, 0, 0)
    assert second[0::2] == (7, len(TAGS) + len(COMMENT) + 2)
    assert [call[:2] + call[3:] for call in system.of("fgetxattr")][:2] == [
        (7, TAGS.encode(), 0, 0, 0),
        (7, TAGS.encode(), 12, 0, 0),
    ]


def test_a_file_without_an_access_list_gets_none(system: System) -> None:
    system.access = None
    assert "system.acl" not in metadata.read_attributes(7)


def test_the_date_of_making_stays(system: System) -> None:
    old: Any = SimpleNamespace(st_birthtime=1700000000.25)
    metadata.keep_time_of_making(7, old)
    attributes = struct.pack("HHIIIII", 5, 0, 0x200, 0, 0, 0, 0)
    assert system.of("fsetattrlist") == [(7, attributes, struct.pack("qq", 1700000000, 250_000_000), 16, 0)]


def test_a_call_that_fails_is_passed_over(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(System, "do_fsetxattr", lambda *_: -1)
    monkeypatch.setattr(System, "do_fsetattrlist", lambda *_: -1)
    monkeypatch.setattr(System, "do_flistxattr", lambda *_: -1)
    metadata.write_attributes(7, {TAGS: b"red"})
    metadata.keep_time_of_making(7, SimpleNamespace(st_birthtime=1.0))  # type: ignore[arg-type]
    assert metadata.read_attributes(7) == {}


@pytest.mark.parametrize("refused", [False, True])
def test_a_note_and_its_folder_reach_the_disk_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: bool
) -> None:
    wholly, plainly = [], []
    real_control, real_sync = fcntl.fcntl, os.fsync

    def control(fd: int, command: int, *more: Any) -> Any:
        if command != 51:
            return real_control(fd, command, *more)
        wholly.append(os.path.basename(os.readlink(f"/proc/self/fd/{fd}")))
        if refused:
            raise OSError("not on this disk")
        return 0

    def sync(fd: int) -> None:
        plainly.append(fd)
        real_sync(fd)

    monkeypatch.setattr(atomic_write, "_WHOLLY", 51)
    monkeypatch.setattr(fcntl, "fcntl", control)
    monkeypatch.setattr(os, "fsync", sync)
    (tmp_path / "v").mkdir()
    vault = Vault(tmp_path / "v", data_dir=tmp_path / "data")
    vault.apply(vault.preview("Note", "new", "overwrite"), turn="1")
    vault.close()
    assert wholly[0].endswith(".tmp")
    assert "v" in wholly
    assert len(plainly) == (len(wholly) if refused else 0)


def test_the_journal_asks_for_the_same(tmp_path: Path) -> None:
    db: sqlite3.Connection = open_journal(tmp_path / "journal.db")
    assert db.execute("PRAGMA fullfsync").fetchone() == (1,)
    db.close()
