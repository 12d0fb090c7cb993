from __future__ import annotations

import asyncio
import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QUrl
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from axon_desktop.options import parse_options
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.runtime.application import Application
from axon_desktop.ui.single_instance.client import Outcome, activation_token, hand_over
from axon_desktop.ui.single_instance.feature import OpenRequests, request_for
from axon_desktop.ui.single_instance.instance_lock import InstanceLock
from axon_desktop.ui.single_instance.raise_window import bring_to_front
from axon_desktop.ui.single_instance.request import MOST_BYTES, OpenRequest
from axon_desktop.ui.single_instance.server import RequestServer
from axon_desktop.ui.window.main_window import MainWindow
from tests.ui.chat_world import Run, until
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[3]
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and modes of files")


@pytest.fixture
def run_dir() -> Iterator[Path]:
    """A folder whose path is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="axon-") as folder:
        yield Path(folder)


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_dir: Path) -> Iterator[Callable[[], InstanceLock]]:
    """Create locks on one set of settings, as programs would."""
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(run_dir))
    made: list[InstanceLock] = []

    def make() -> InstanceLock:
        found = InstanceLock.of_user()
        assert found is not None
        made.append(found)
        return found

    yield make
    for each in made:
        each.release()


def test_wish_survives_its_way() -> None:
    request = OpenRequest("/tmp/保险库", "日记/今天.md", "obsidian://open?vault=a", "token")
    assert OpenRequest.from_line(request.to_line()) == request
    assert OpenRequest.from_line(b'{"vault": "", "later": "x"}\n') == OpenRequest()


@pytest.mark.parametrize(
    "line", [b"", b"[]", b"{", b'{"note": 1}', b"\xff", b'{"vault": "relative"}', b"[" * 90_000]
)
def test_what_is_no_wish_is_none(line: bytes) -> None:
    assert OpenRequest.from_line(line) is None


def test_one_program_holds_the_claim(claim: Callable[[], InstanceLock]) -> None:
    first, second = claim(), claim()
    assert first.take()
    assert not second.take()
    assert second.holder() == str(os.getpid())
    first.release()
    assert second.take()


@posix
def test_lock_and_socket_are_the_users_alone(claim: Callable[[], InstanceLock], qtbot: QtBot) -> None:
    first = claim()
    assert first.take()
    server = RequestServer(first)
    assert server.listening
    folder = Path(first.address).parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(Path(first.address).stat().st_mode) & 0o077 == 0
    server.close()


@posix
def test_folder_that_others_made_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    (tmp_path / "axon-desktop").symlink_to(other)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    found = InstanceLock.of_user()
    assert found is None or Path(found.address).parent not in (other, tmp_path / "axon-desktop")


def test_wish_reaches_who_listens(claim: Callable[[], InstanceLock], qtbot: QtBot) -> None:
    first = claim()
    assert first.take()
    server = RequestServer(first)
    with qtbot.waitSignal(server.requested) as heard:
        socket = QLocalSocket()
        socket.connectToServer(first.address)
        socket.write(OpenRequest(note="Home.md").to_line())
    assert heard.args == [OpenRequest(note="Home.md")]
    qtbot.waitUntil(lambda: socket.canReadLine())
    assert bytes(socket.readLine().data()) == b"taken\n"
    server.close()


def test_nonsense_is_not_heard(claim: Callable[[], InstanceLock], qtbot: QtBot) -> None:
    first = claim()
    assert first.take()
    server = RequestServer(first)
    heard: list[object] = []
    server.requested.connect(heard.append)
    for said in (b"nonsense\n", b"x" * (MOST_BYTES + 1)):
        socket = QLocalSocket()
        socket.connectToServer(first.address)
        socket.write(said)
        qtbot.waitUntil(partial(is_gone, socket))
    assert heard == []
    server.close()


def is_gone(socket: QLocalSocket) -> bool:
    return socket.state() == QLocalSocket.LocalSocketState.UnconnectedState


def test_socket_of_a_dead_program_is_replaced(claim: Callable[[], InstanceLock], qtbot: QtBot) -> None:
    first = claim()
    assert first.take()
    if sys.platform != "win32":
        Path(first.address).unlink(missing_ok=True)
        Path(first.address).touch()
    server = RequestServer(first)
    assert server.listening
    server.close()


def test_second_becomes_the_first_when_that_is_gone(claim: Callable[[], InstanceLock], qtbot: QtBot) -> None:
    assert hand_over(OpenRequest(), claim(), patience=1) is Outcome.FIRST


def test_silent_program_is_not_waited_for_long(claim: Callable[[], InstanceLock], qtbot: QtBot) -> None:
    first = claim()
    assert first.take()
    RequestServer(first)  # it listens, but its event loop does not run
    begun = time.monotonic()
    assert hand_over(OpenRequest(), claim(), patience=0.5) is Outcome.SILENT
    assert time.monotonic() - begun < 0.5 + PATIENCE


def test_token_of_the_desktop_is_passed_on() -> None:
    assert activation_token({"DESKTOP_STARTUP_ID": "x11"}) == "x11"
    assert activation_token({"XDG_ACTIVATION_TOKEN": "way", "DESKTOP_STARTUP_ID": "x11"}) == "way"
    assert activation_token({}) == ""


def test_command_line_names_folder_note_or_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    vault = tmp_path / "vault"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / "日记").mkdir()
    (vault / "日记" / "今天.md").touch()
    (tmp_path / "loose.md").touch()
    given = parse_options([str(vault / "日记" / "今天.md")])
    assert (given.vault, given.note, given.link) == (vault, "日记/今天.md", "")
    given = parse_options([str(vault), "--note", "Home"])
    assert (given.vault, given.note) == (vault, "Home")
    given = parse_options(["obsidian://open?vault=v&file=Home"])
    assert (given.vault, given.link) == (None, "obsidian://open?vault=v&file=Home")
    for wrong, words in (("loose.md", "is in no vault"), ("nowhere", "is not a folder")):
        with pytest.raises(SystemExit) as ended:
            parse_options([str(tmp_path / wrong)])
        assert ended.value.code == 2
        assert words in capsys.readouterr().err


@pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")
def test_wish_waits_until_no_dialog_is_open(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    fulfilled: list[OpenRequest] = []

    async def fulfil(request: OpenRequest) -> None:
        fulfilled.append(request)

    async def body() -> None:
        state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        Theme(qapp, "light")
        window = MainWindow(QIcon(), state)
        window.show()
        requests = OpenRequests(window, None, spawn(asyncio.sleep(0), name="opening"), fulfil)
        box = QMessageBox(window)
        spawn(ask(box), name="question")
        await until(box.isVisible)
        bring_to_front(window, "")
        requests.take(OpenRequest(note="A.md"))
        for _ in range(9):
            await asyncio.sleep(0)
        assert fulfilled == []
        box.reject()
        await until(lambda: fulfilled == [OpenRequest(note="A.md")])
        window.close_requested.emit()
        requests.take(OpenRequest(note="B.md"))
        for _ in range(9):
            await asyncio.sleep(0)
        assert len(fulfilled) == 1
        window.close_for_good()
        window.deleteLater()

    run_async(body())


# --- two real processes


class Programs:
    """Starts programs that share their settings, and ends the remaining ones."""

    def __init__(self, home: Path, run_dir: Path) -> None:
        self.home = home
        self.log = home / "said"
        home.mkdir()
        kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
        self._environ = {
            **kept, "QT_QPA_PLATFORM": "offscreen", "AXON_HOME": str(home), "PYTHONPATH": str(ROOT),
            "XDG_RUNTIME_DIR": str(run_dir),
        }  # fmt: skip
        self._running: list[subprocess.Popen[bytes]] = []

    def start(self, *arguments: str | Path) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            made = subprocess.Popen(
                [sys.executable, "-m", "axon_desktop", *map(str, arguments)],
                env=self._environ,
                cwd=self.home,
                stdout=log,
                stderr=log,
            )
        self._running.append(made)
        return made

    def end(self) -> None:
        for process in self._running:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.terminate()
        for process in self._running:
            process.wait(PATIENCE)

    def vault(self) -> str:
        """Return the vault that was opened last by the settings."""
        try:
            general = json.loads((self.home / "config" / "settings.json").read_text("utf-8"))["general"]
        except (OSError, ValueError, KeyError):
            return ""
        return str(general.get("last_vault", ""))

    def has_shown(self, note: str) -> bool:
        """Tell whether a note was the last one shown of some vault."""
        state = self.home / "config" / "window.ini"
        return state.exists() and f"={note}\n" in state.read_text("utf-8")

    def eventually(self, condition: Callable[[], bool]) -> None:
        try:
            wait_until(condition)
        except AssertionError as error:
            error.add_note(self.log.read_text("utf-8"))
            raise


@pytest.fixture
def programs(tmp_path: Path, run_dir: Path) -> Iterator[Programs]:
    made = Programs(tmp_path / "home", run_dir)
    yield made
    made.end()


def make_vault(folder: Path) -> Path:
    folder.mkdir()
    (folder / "Home.md").write_text(f"# {folder.name}\n", "utf-8")
    (folder / "Other.md").write_text("# Other\n", "utf-8")
    return folder


@posix
def test_second_start_hands_over_and_ends(programs: Programs, tmp_path: Path) -> None:
    """Until the first is killed: then the next start is the first, although the old socket is still there."""
    one, two = make_vault(tmp_path / "one"), make_vault(tmp_path / "two")
    first = programs.start(one)
    programs.eventually(lambda: programs.vault() == str(one))
    second = programs.start(two, "--note", "Other.md")
    assert second.wait(PATIENCE) == 0
    programs.eventually(lambda: programs.vault() == str(two))
    programs.eventually(lambda: programs.has_shown("Other.md"))
    third = programs.start("obsidian://open?vault=two&file=Home")
    assert third.wait(PATIENCE) == 0
    assert first.poll() is None
    first.send_signal(signal.SIGSTOP)
    fourth = programs.start(one)
    assert fourth.wait(PATIENCE) == 1
    said = programs.log.read_text("utf-8")
    assert f"process {first.pid}) but does not answer" in said
    first.kill()
    first.wait()
    fifth = programs.start(one)
    programs.eventually(lambda: programs.vault() == str(one))
    assert fifth.poll() is None
    assert "Traceback" not in said


@posix
def test_another_window_may_be_wanted(programs: Programs, tmp_path: Path) -> None:
    one, two = make_vault(tmp_path / "one"), make_vault(tmp_path / "two")
    first = programs.start(one)
    programs.eventually(lambda: programs.vault() == str(one))
    second = programs.start(two, "--new-window")
    programs.eventually(lambda: programs.vault() == str(two))
    assert first.poll() is None
    assert second.poll() is None


def test_what_the_system_asks_to_open_is_kept_until_it_is_taken(qapp: Application, tmp_path: Path) -> None:
    (tmp_path / "Vault" / ".obsidian").mkdir(parents=True)
    note = tmp_path / "Vault" / "Home, sweet.md"
    note.write_text("# Home")
    heard: list[bool] = []
    qapp.open_requested.connect(lambda: heard.append(True))

    QApplication.sendEvent(qapp, QFileOpenEvent(str(note)))
    QApplication.sendEvent(qapp, QFileOpenEvent(QUrl("obsidian://open?file=Home")))

    assert heard == [True, True]
    assert qapp.take_opened() == [str(note), "obsidian://open?file=Home"]
    assert qapp.take_opened() == []


def test_a_file_of_a_vault_is_a_note_of_it(tmp_path: Path) -> None:
    vault = tmp_path / "Vault"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / "Sub").mkdir()
    for file in (vault / "Sub" / "Note.md", tmp_path / "alone.md"):
        file.write_text("x")

    assert request_for(vault / "Sub" / "Note.md") == OpenRequest(str(vault), "Sub/Note.md")
    assert request_for(vault) == OpenRequest(str(vault))
    assert request_for(tmp_path / "alone.md") is None
    assert request_for(tmp_path / "gone.md") is None
