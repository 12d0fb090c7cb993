from __future__ import annotations

import asyncio
import ctypes
import struct
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QDialog

from axon_desktop import paths
from axon_desktop.agent.events import TERMINAL, AgentEvent, Cancelled
from axon_desktop.desktop import Desktop
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.options import parse_options
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.window.modal_close import ModalClose
from axon_desktop.ui.window.workspace import Workspace
from tests.waiting import until

Run = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

WRITE = '```json:tool\n{"tool": "create_note", "params": {"path": "Idea", "content": "x"}}\n```'


@pytest.fixture
def app(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> QApplication:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    vault = tmp_path / "MyVault"
    vault.mkdir()
    (vault / "Home.md").write_text("hello\n")
    return qapp


async def close_during(
    app: QApplication,
    vault: Path,
    provider: ScriptedProvider,
    reached: Callable[[Desktop, list[AgentEvent]], bool],
) -> tuple[int, list[AgentEvent]]:
    """Start the program, send a request, and close the window in the middle of the turn."""
    desktop = Desktop(app, parse_options([str(vault)]), KeyStore())
    running = asyncio.ensure_future(desktop.run())
    await until(lambda: desktop.workspace is not None or running.done())
    assert desktop.workspace is not None
    session = desktop.workspace.session
    events: list[AgentEvent] = []
    session.event_received.connect(events.append)
    session.reconfigure(Settings(), provider)
    session.send("do it")
    await until(lambda: reached(desktop, events))
    desktop.window.close()
    code = await running
    assert not desktop.window.isVisible()
    return code, events


def test_closing_stops_a_reply_that_is_being_written(app: QApplication, tmp_path: Path, run_async: Run) -> None:
    provider = ScriptedProvider(["many words " * 1000], pace=0.01)
    code, events = run_async(
        close_during(
            app,
            tmp_path / "MyVault",
            provider,
            lambda _, events: sum(event.type == "token" for event in events) > 3,
        )
    )
    assert code == 0
    assert isinstance(events[-1], Cancelled)
    assert sum(isinstance(event, TERMINAL) for event in events) == 1


def test_closing_while_a_write_is_asked_about_writes_nothing(
    app: QApplication, tmp_path: Path, run_async: Run
) -> None:
    def asking(desktop: Desktop, _events: list[AgentEvent]) -> bool:
        if not any(dialog.isVisible() for dialog in desktop.window.findChildren(QDialog)):
            for waiting in desktop.window.decisions.waiting:
                desktop.window.decisions.open(waiting)
            return False
        return True

    code, events = run_async(close_during(app, tmp_path / "MyVault", ScriptedProvider([WRITE, "done"]), asking))
    assert code == 0
    assert isinstance(events[-1], TERMINAL)
    assert [file.name for file in (tmp_path / "MyVault").iterdir()] == ["Home.md"]


def test_what_fails_at_the_end_keeps_no_window_open(app: QApplication, tmp_path: Path, run_async: Run) -> None:
    """A damaged journal, and a disk that accepts no conversation: the run ends as it should."""

    async def body() -> None:
        desktop = Desktop(app, parse_options([str(tmp_path / "MyVault")]), KeyStore())
        running = asyncio.ensure_future(desktop.run())
        await until(lambda: desktop.workspace is not None and desktop._mark is not None)
        assert desktop.workspace is not None
        store, data = await desktop.workspace.keeper.store(), desktop.workspace.vault.data_dir
        assert store is not None
        await store.close()  # later writes fail
        data.mkdir(parents=True, exist_ok=True)
        (data / "journal.sqlite").write_bytes(b"no database at all" * 100)
        desktop.window.close()
        assert await running == 0
        assert not desktop.window.isVisible()

    run_async(body())
    assert list((paths.data_dir() / "running").iterdir()) == []


def test_window_goes_before_what_takes_its_time(
    app: QApplication, tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        goes_on = asyncio.Event()
        close = Workspace.close

        async def close_late(workspace: Workspace) -> None:
            await goes_on.wait()
            await close(workspace)

        monkeypatch.setattr(Workspace, "close", close_late)
        desktop = Desktop(app, parse_options([str(tmp_path / "MyVault")]), KeyStore())
        running = asyncio.ensure_future(desktop.run())
        await until(lambda: desktop.workspace is not None)
        desktop.window.close()
        await until(lambda: not desktop.window.isVisible())
        assert not running.done()
        goes_on.set()
        assert await running == 0

    run_async(body())


def test_message_of_the_window_system_closes_a_blocked_window(qapp: QApplication) -> None:
    window = QDialog()
    closed: list[bool] = []
    listener = ModalClose(window, lambda: closed.append(True))

    def send(number: int, target: int) -> None:
        message = struct.pack("@PI", target, number)
        buffer = ctypes.create_string_buffer(message, 64)
        assert listener.nativeEventFilter(b"windows_generic_MSG", ctypes.addressof(buffer)) == (False, 0)

    send(0x0100, window.winId())  # a key
    send(0x0010, window.winId() + 1)
    assert not closed
    send(0x0010, window.winId())
    assert closed
    window.deleteLater()
