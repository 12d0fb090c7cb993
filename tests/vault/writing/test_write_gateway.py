from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.errors import (
    InvalidPathError,
    JournalError,
    StaleNoteError,
    VaultError,
    WriteFailedError,
)
from axon_desktop.vault import Vault
from axon_desktop.vault.files import atomic_rename as swap
from axon_desktop.vault.files.folder import Folder
from axon_desktop.vault.history.changes import ChangePreview, VaultChanged
from axon_desktop.vault.history.records import Intent
from tests.abilities import CAN_LINK, CAN_PIPE, ODD_NAME
from tests.vault.kills import FILE_CALLS


def make_vault(base: Path, **notes: bytes) -> Vault:
    root = base / "vault"
    root.mkdir(exist_ok=True)
    for name, data in notes.items():
        (root / f"{name}.md").write_bytes(data)
    return Vault(root, data_dir=base / "data")


def names_in(folder: Path) -> list[str]:
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*"))


def write(vault: Vault, path: str, content: str, mode: Any = "overwrite", turn: str = "t") -> int:
    return vault.apply(vault.preview(path, content, mode), turn=turn, title="test").id


def test_new_note_gets_exact_bytes_folders_and_no_other_file(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    write(vault, "Inbox/Deep/Idea", "\ufeffone\r\ntwo\rthree\n\n")
    assert (vault.root / "Inbox/Deep/Idea.md").read_bytes() == b"\xef\xbb\xbfone\r\ntwo\rthree\n\n"
    assert names_in(vault.root) == ["Inbox", "Inbox/Deep", "Inbox/Deep/Idea.md"]
    assert vault.read("Inbox/Deep/Idea").text == "\ufeffone\r\ntwo\rthree\n\n"
    vault.close()


def test_append_adds_to_what_is_there_and_makes_what_is_missing(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, Home=b"old")
    write(vault, "Home", "new", "append")
    write(vault, "Empty", "", "append")
    assert (vault.root / "Home.md").read_bytes() == b"oldnew"
    assert (vault.root / "Empty.md").read_bytes() == b""
    vault.close()


def test_mode_attributes_and_owner_stay(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, Home=b"old")
    file = vault.root / "Home.md"
    file.chmod(0o640)
    os.setxattr(file, "user.tag", b"red")
    write(vault, "Home", "new")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert os.getxattr(file, "user.tag") == b"red"
    assert names_in(vault.root) == ["Home.md"]
    vault.close()


def test_new_note_obeys_the_umask(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    old = os.umask(0o027)
    try:
        write(vault, "Home", "new")
    finally:
        os.umask(old)
    assert stat.S_IMODE((vault.root / "Home.md").stat().st_mode) == 0o640
    vault.close()


def test_read_only_note_is_not_written(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, Home=b"old")
    (vault.root / "Home.md").chmod(0o444)
    with pytest.raises(WriteFailedError, match="read-only"):
        write(vault, "Home", "new")
    assert (vault.root / "Home.md").read_bytes() == b"old"
    vault.close()


def _link_out(file: Path) -> None:
    file.unlink()
    file.symlink_to("/etc/passwd")


def _make_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda file: file.write_bytes(b"rival"), id="edited"),
        pytest.param(lambda file: file.unlink(), id="deleted"),
        pytest.param(lambda file: (file.unlink(), file.mkdir()), id="folder"),
        *([pytest.param(_link_out, id="link out")] if CAN_LINK else []),
        *([pytest.param(_make_pipe, id="pipe")] if CAN_PIPE else []),
    ],
)
def test_write_after_a_change_by_another_program_is_refused(
    tmp_path: Path, spoil: Callable[[Path], object]
) -> None:
    vault = make_vault(tmp_path, Home=b"old")
    preview = vault.preview("Home", "new", "overwrite")
    spoil(vault.root / "Home.md")
    left = names_in(vault.root)
    with pytest.raises(VaultError):
        vault.apply(preview, turn="t")
    assert names_in(vault.root) == left
    assert vault.journal.turns() == []
    vault.close()


def test_new_note_does_not_replace_one_that_came_meanwhile(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    preview = vault.preview("Home", "new", "overwrite")
    (vault.root / "Home.md").write_bytes(b"rival")
    with pytest.raises(StaleNoteError, match=r"^Failed to write file: Home\.md exists by now"):
        vault.apply(preview, turn="t")
    assert (vault.root / "Home.md").read_bytes() == b"rival"
    vault.close()


def at_swap(
    monkeypatch: pytest.MonkeyPatch, method: str, act: Callable[[], object], *, after: bool = False
) -> None:
    """Let another program act right before or after the first call of a folder's method."""
    real = getattr(Folder, method)
    calls: list[int] = []

    def hooked(self: Folder, *args: str, **named: bool) -> None:
        first = not calls
        calls.append(1)
        if first and not after:
            act()
        real(self, *args, **named)
        if first and after:
            act()

    monkeypatch.setattr(Folder, method, hooked)


def save_by_rename(file: Path, text: bytes) -> None:
    temp = file.parent.parent / "rival.tmp"
    temp.write_bytes(text)
    temp.replace(file)


def test_rival_that_saves_right_before_the_swap_keeps_its_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault(tmp_path, Home=b"old")
    file = vault.root / "Home.md"
    preview = vault.preview("Home", "new", "overwrite")
    at_swap(monkeypatch, "exchange", lambda: save_by_rename(file, b"rival"))
    with pytest.raises(StaleNoteError):
        vault.apply(preview, turn="t")
    assert file.read_bytes() == b"rival"
    assert names_in(vault.root) == ["Home.md"]
    vault.close()


def test_rival_that_saves_again_while_its_text_is_put_back_keeps_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault(tmp_path, Home=b"old")
    file = vault.root / "Home.md"
    preview = vault.preview("Home", "new", "overwrite")
    at_swap(monkeypatch, "exchange", lambda: save_by_rename(file, b"second"), after=True)
    at_swap(monkeypatch, "exchange", lambda: save_by_rename(file, b"first"))
    with pytest.raises(StaleNoteError):
        vault.apply(preview, turn="t")
    assert file.read_bytes() == b"second"
    assert [vault.journal.text(item.sha256) for item in vault.journal.rescued()] == [b"first"]
    assert names_in(vault.root) == ["Home.md"]
    vault.close()


def test_rival_that_deletes_the_note_during_the_swap_gets_its_way_or_the_old_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault(tmp_path, Home=b"old")
    preview = vault.preview("Home", "new", "overwrite")
    at_swap(monkeypatch, "exchange", (vault.root / "Home.md").unlink)
    with pytest.raises(StaleNoteError, match="is gone"):
        vault.apply(preview, turn="t")
    assert names_in(vault.root) == []
    vault.close()


def test_note_that_is_open_for_writing_elsewhere_is_left_alone(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, Home=b"old")
    preview = vault.preview("Home", "new", "overwrite")
    with (vault.root / "Home.md").open("r+b") as rival:
        with pytest.raises(VaultError, match=r"open for writing in another program|another program has it open"):
            vault.apply(preview, turn="t")
        rival.write(b"rival")
    assert (vault.root / "Home.md").read_bytes() == b"rival"
    vault.apply(ChangePreview("Home.md", b"rival", b"new", "overwrite"), turn="t")
    vault.close()


def test_late_text_of_a_rival_is_rescued_where_writers_cannot_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swap, "writer_holds", lambda fd: None)
    monkeypatch.setattr("axon_desktop.vault.writing.displaced._BLIND_GRACE", 0.0)
    vault = make_vault(tmp_path, Home=b"old")
    preview = vault.preview("Home", "new", "overwrite")
    with (vault.root / "Home.md").open("r+b") as rival:
        vault.apply(preview, turn="t")
        rival.write(b"late rival")
    vault.open()
    assert [(item.path, vault.journal.text(item.sha256)) for item in vault.journal.rescued()] == [
        ("Home.md", b"late rival")
    ]
    assert (vault.root / "Home.md").read_bytes() == b"new"
    assert names_in(tmp_path / "data" / "held") == []
    vault.close()


def test_late_text_is_rescued_also_when_data_is_on_another_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other_disk(self: Folder, name: str, target: str) -> None:
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))

    monkeypatch.setattr(swap, "writer_holds", lambda fd: None)
    monkeypatch.setattr(Folder, "move_out", other_disk)
    vault = make_vault(tmp_path, Home=b"old")
    with (vault.root / "Home.md").open("r+b") as rival:
        write(vault, "Home", "new")
        rival.write(b"late rival")
    monkeypatch.setattr("axon_desktop.vault.writing.displaced._BLIND_GRACE", 0.0)
    vault.open()
    assert [vault.journal.text(item.sha256) for item in vault.journal.rescued()] == [b"late rival"]
    assert names_in(vault.root) == ["Home.md"]
    vault.close()


@pytest.mark.parametrize("call", ["exchange", "rename_new"])
def test_writing_works_without_the_special_renames(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def unsupported(*args: object) -> None:
        raise swap.SwapUnsupportedError(errno.EINVAL, "no such rename")

    monkeypatch.setattr(swap, call, unsupported)
    vault = make_vault(tmp_path)
    write(vault, "Home", "one")
    with pytest.raises(StaleNoteError):
        vault.apply(ChangePreview("Home.md", None, b"x", "overwrite"), turn="t")
    write(vault, "Home", "two")
    with pytest.raises(StaleNoteError):
        vault.apply(ChangePreview("Home.md", b"one", b"x", "overwrite"), turn="t")
    assert (vault.root / "Home.md").read_bytes() == b"two"
    assert names_in(vault.root) == ["Home.md"]
    vault.undo_last_turn()
    assert names_in(vault.root) == []
    vault.close()


class KilledError(BaseException):
    """Ends a write as a kill does: nothing cleans up."""


@pytest.mark.parametrize(
    "missing", [("exchange",), ("exchange", "rename_new"), ("exchange", "rename_new", "link")]
)
@pytest.mark.parametrize("existing", [True, False], ids=["modify", "create"])
def test_a_kill_between_the_steps_of_a_slower_way_leaves_the_old_or_the_new_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, existing: bool, missing: list[str]
) -> None:
    def unsupported(*args: object) -> None:
        raise swap.SwapUnsupportedError(errno.EINVAL, "no such rename")

    def no_links(*args: object, **kwargs: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    for call in missing:
        if call == "link":
            monkeypatch.setattr(os, "link", no_links)
        else:
            monkeypatch.setattr(swap, call, unsupported)
    for number in range(100):
        (tmp_path / str(number)).mkdir()
        vault = make_vault(tmp_path / str(number))
        write(vault, "First", "opens the journal")
        if existing:
            write(vault, "Home", "old")
        left = number
        killed = False

        def wrap(real: Callable[..., Any]) -> Callable[..., Any]:
            def call(*args: Any, **kwargs: Any) -> Any:
                nonlocal left, killed
                left -= 1
                if left == -1 or killed:
                    killed = True
                    raise KilledError
                return real(*args, **kwargs)

            return call

        with monkeypatch.context() as patch:
            for name in ("replace", "rename", "unlink", "link", "fsync"):
                patch.setattr(os, name, wrap(getattr(os, name)))
            with suppress(KilledError):
                write(vault, "Home", "new")
        again = Vault(vault.root, data_dir=vault.data_dir)
        again.open()
        text = (vault.root / "Home.md").read_bytes() if (vault.root / "Home.md").exists() else None
        assert text in (b"new", b"old" if existing else None), number
        assert not [name for name in names_in(vault.root) if ".axon-" in name], number
        again.close()
        if not killed:
            assert text == b"new"
            assert number > 1
            return
    pytest.fail("the write never ran through")


class Fault:
    """Lets the file call with this number fail, or it and all that follow."""

    def __init__(self, number: int, error: int, *, lasting: bool = False) -> None:
        self.left = number
        self.error = error
        self.lasting = lasting
        self.happened = False

    def wrap(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            self.left -= 1
            if self.left == -1 or (self.lasting and self.left < 0):
                self.happened = True
                raise OSError(self.error, os.strerror(self.error))
            return real(*args, **kwargs)

        return call


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EACCES])
@pytest.mark.parametrize("existing", [True, False], ids=["modify", "create"])
def test_every_failing_call_leaves_the_old_or_the_new_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, existing: bool, error: int
) -> None:
    """Fail the first, second, third … file call of a write, until a write runs through without a fault."""
    for number in range(200):
        (tmp_path / str(number)).mkdir()
        vault = make_vault(tmp_path / str(number))
        path = "Home.md" if existing else "Sub/Deep/Home.md"
        write(vault, "First", "opens the journal")
        if existing:
            write(vault, "Home", "old")
        preview = vault.preview(path, "new", "overwrite")
        fault = Fault(number, error)
        with monkeypatch.context() as patch:
            for name in (*FILE_CALLS, "stat"):
                patch.setattr(os, name, fault.wrap(getattr(os, name)))
            try:
                vault.apply(preview, turn="fault")
                written = True
            except VaultError:
                written = False
        file = vault.root / path
        text = file.read_bytes() if file.exists() else None
        assert text == (b"new" if written else b"old" if existing else None), number
        vault.close()
        again = Vault(vault.root, data_dir=vault.data_dir)
        again.open()
        assert (file.read_bytes() if file.exists() else None) == text
        assert not [name for name in names_in(vault.root) if ".axon-" in name], number
        if not written and not existing:
            assert names_in(vault.root) == ["First.md"]
        assert bool(again.journal.changes("fault")) == written
        again.close()
        if not fault.happened:
            assert number > 10
            return
    pytest.fail("the write never ran through")


def test_disk_that_is_away_in_the_middle_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the Nth call on nothing works, the vault's own folder neither; what was done is settled afterwards."""
    unsure = 0
    for number in range(200):
        (tmp_path / str(number)).mkdir()
        vault = make_vault(tmp_path / str(number))
        write(vault, "Home", "old")
        preview = vault.preview("Home", "new", "overwrite")
        fault = Fault(number, errno.EIO, lasting=True)
        refusal = ""
        with monkeypatch.context() as patch:
            for name in (*FILE_CALLS, "stat"):
                patch.setattr(os, name, fault.wrap(getattr(os, name)))
            try:
                vault.apply(preview, turn="fault")
            except VaultError as error:
                refusal = str(error)
        vault.close()
        again = Vault(vault.root, data_dir=vault.data_dir)
        again.open()
        text = (vault.root / "Home.md").read_bytes()
        assert text in (b"old", b"new"), number
        assert bool(again.journal.changes("fault")) == (text == b"new"), number
        assert not [name for name in names_in(vault.root) if ".axon-" in name], number
        if refusal and text == b"new":
            assert "can be said when the disk works again" in refusal, number
            unsure += 1
        assert refusal or text == b"new", number
        again.close()
        if not fault.happened:
            break
    assert unsure > 0
    assert number > 10


class Killed(BaseException):
    """Stands for SIGKILL: nothing that would clean up gets to work."""


class Kill(Fault):
    """Lets the file call with this number, and all that follow, never return."""

    def wrap(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                self.happened = True
                raise Killed
            return real(*args, **kwargs)

        return call


@pytest.mark.parametrize("what", ["modify", "create", "undo of create", "undo of modify"])
def test_death_at_every_call_leaves_the_old_or_the_new_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    for number in range(200):
        (tmp_path / str(number)).mkdir()
        vault = make_vault(tmp_path / str(number))
        write(vault, "First", "opens the journal")
        path = "Sub/Deep/Home.md"
        if what != "create":
            write(vault, path, "old", turn="old")
        if what == "undo of modify":
            write(vault, path, "older", turn="last")
        start = states(vault.root)
        preview = vault.preview(path, "new", "overwrite")
        kill = Kill(number, 0)
        with monkeypatch.context() as patch:
            for name in (*FILE_CALLS, "stat"):
                patch.setattr(os, name, kill.wrap(getattr(os, name)))
            for name in ("exchange", "rename_new"):
                patch.setattr(swap, name, kill.wrap(getattr(swap, name)))
            with suppress(Killed):
                if what.startswith("undo"):
                    vault.undo_last_turn()
                else:
                    vault.apply(preview, turn="new")
        vault.journal.close()
        again = Vault(vault.root, data_dir=vault.data_dir)
        again.open()
        ends = {"modify": "new", "create": "new", "undo of create": None, "undo of modify": "old"}
        end = dict(start)
        if ends[what] is None:
            end = {"First.md": start["First.md"]}
            # Only the two folders may be left, when death came between the note and them.
            assert {name: text for name, text in states(vault.root).items() if text is not None} in (
                end,
                {name: text for name, text in start.items() if text is not None},
            ), number
        else:
            end |= {"Sub": None, "Sub/Deep": None, path: ends[what]}
            assert states(vault.root) in (start, end), number
        again.close()
        if not kill.happened:
            assert states(vault.root) == end
            assert number > 10
            return
    pytest.fail("the write never ran through")


def states(root: Path) -> dict[str, str | None]:
    return {
        file.relative_to(root).as_posix(): None if file.is_dir() else file.read_text() for file in root.rglob("*")
    }


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows who has a file open")
def test_note_that_is_just_being_rewritten_survives_a_kill_after_the_swap(tmp_path: Path) -> None:
    """Swapped and killed; both files were opened by other programs, and the old one is empty at this moment."""
    vault = make_vault(tmp_path, Home=b"a rival saved this")
    temp = f".axon-{vault.journal.id}-0011223344556677.tmp"
    vault.journal.begin(
        Intent(
            turn="t",
            title="",
            origin="agent",
            path="Home.md",
            place="Home.md",
            before=b"old",
            after=b"new",
            mode=0o644,
            folders=(),
            temp=temp,
        )
    )
    with (vault.root / temp).open("wb") as rival:
        vault.open()
        rival.write(b"the rival's text")
    assert names_in(vault.root) == ["Home.md"]
    assert [file.read_bytes() for file in (tmp_path / "data" / "held").iterdir()] == [b"the rival's text"]
    vault.close()


def test_displaced_files_are_dropped_when_their_time_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault(tmp_path, Home=b"old")
    write(vault, "Home", "new")
    assert len(names_in(tmp_path / "data" / "held")) == 1
    for grace in ("_GRACE", "_BLIND_GRACE"):
        monkeypatch.setattr(f"axon_desktop.vault.writing.displaced.{grace}", 0.0)
    vault.close()
    assert names_in(tmp_path / "data" / "held") == []
    assert vault.journal.rescued() == []
    vault.close()


def test_journal_that_cannot_be_written_stops_the_write(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, Home=b"old")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "journal.sqlite").write_bytes(b"this is no database" * 100)
    with pytest.raises(JournalError, match=r"journal\.sqlite"):
        write(vault, "Home", "new")
    assert (vault.root / "Home.md").read_bytes() == b"old"
    assert names_in(vault.root) == ["Home.md"]


def test_name_rules_bind_new_names_only(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, **{ODD_NAME: b"old"})
    write(vault, ODD_NAME, "new")
    assert (vault.root / f"{ODD_NAME}.md").read_bytes() == b"new"
    with pytest.raises(InvalidPathError):
        vault.preview("other: name", "x", "overwrite")
    vault.close()


def test_listeners_are_called_for_every_change_until_they_unsubscribe(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    events: list[VaultChanged] = []
    leave = vault.subscribe(events.append)
    write(vault, "Home", "one")
    vault.undo_last_turn()
    leave()
    write(vault, "Home", "two")
    assert [(event.paths, event.origin) for event in events] == [(("Home.md",), "agent"), (("Home.md",), "undo")]
    vault.close()


def test_threads_that_write_one_note_lose_nothing(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, Log=b"")
    wrong: list[VaultError] = []

    def add(number: int) -> None:
        for step in range(10):
            while True:
                try:
                    write(vault, "Log", f"{number}.{step}\n", "append")
                    break
                except StaleNoteError as error:
                    wrong.append(error)

    threads = [threading.Thread(target=add, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = (vault.root / "Log.md").read_text().split()
    assert sorted(lines) == sorted(f"{number}.{step}" for number in range(4) for step in range(10))
    vault.close()


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
def test_system_calls_of_a_write_come_in_the_safe_order(tmp_path: Path) -> None:
    vault = make_vault(tmp_path, Home=b"old")
    write(vault, "Warm", "up")
    vault.close()
    script = (
        "import sys; from pathlib import Path; from axon_desktop.vault import Vault\n"
        "vault = Vault(sys.argv[1], data_dir=Path(sys.argv[2]))\n"
        "vault.apply(vault.preview('Home', 'new text', 'overwrite'), turn='t'); vault.close()\n"
    )
    log = tmp_path / "calls"
    calls = "trace=openat,write,pwrite64,fsync,fdatasync,renameat2,read,renameat,rename,unlink,unlinkat"
    done = subprocess.run(
        [
            *("strace", "-f", "-y", "-s", "40", "-e", calls, "-o", log),
            *(sys.executable, "-c", script, vault.root, vault.data_dir),
        ],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    if b"PTRACE" in done.stderr or b"ptrace" in done.stderr:
        pytest.skip("tracing is not allowed here")
    assert done.returncode == 0, done.stderr
    temp = r"\.axon-[0-9a-f]{8}-[0-9a-f]{16}\.tmp"
    order = [
        r"(pwrite64|write)\(\d+<[^>]*journal\.sqlite-wal>",  # the intent
        r"(fsync|fdatasync)\(\d+<[^>]*journal\.sqlite-wal>",
        rf"openat\(\d+<[^>]*vault>, \"{temp}\", O_WRONLY\|O_CREAT\|O_EXCL",
        rf"write\(\d+<[^>]*{temp}>, \"new text\"",
        rf"fsync\(\d+<[^>]*{temp}>",
        rf"renameat2\(\d+<[^>]*vault>, \"{temp}\", \d+<[^>]*vault>, \"Home\.md\", RENAME_EXCHANGE",
        rf"openat\(\d+<[^>]*vault>, \"{temp}\", O_RDONLY",
        rf"read\(\d+<[^>]*{temp}>, \"old\"",
        r"fsync\(\d+<[^>]*vault>",
        r"(pwrite64|write)\(\d+<[^>]*journal\.sqlite-wal>",  # the outcome
        rf"rename(at)?\(.*{temp}.*held",
    ]
    text = log.read_text()
    at = 0
    for step in order:
        found = re.compile(step).search(text, at)
        assert found, f"{step} is missing after\n{text[max(0, at - 600) : at]}"
        at = found.end()
