"""The whole program in a window, with servers, a scripted model, and a user who allows all calls."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from unittest.mock import patch

import psutil
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit

from axon_desktop.agent.events import TERMINAL, AgentEvent, Observation, ToolProgress
from axon_desktop.desktop import Desktop
from axon_desktop.errors import SettingsError
from axon_desktop.llm.messages import JsonObject, Message, ToolCall
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.mcp_host.host import McpHost
from axon_desktop.mcp_host.status import ServerState
from axon_desktop.options import load_settings, parse_options
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import MeaningSettings, Settings
from axon_desktop.ui.approval.tool_dialog import ToolApproval
from axon_desktop.ui.session.chat_session import ChatSession
from axon_desktop.ui.tabs.tab import Mode
from tests.ui.decisions_world import be_eager
from tests.waiting import PATIENCE, until

_IDS = count()
_NO_MEANING = MeaningSettings(encoder="off")
"""Encoding takes a process of its own."""


def calls(*wanted: tuple[str, JsonObject]) -> Message:
    """Return a reply that calls tools natively."""
    made = (ToolCall(tool, params, f"call-{next(_IDS)}") for tool, params in wanted)
    return Message("assistant", "", tool_calls=tuple(made))


@dataclass
class ServersWindow:
    """The running program."""

    desktop: Desktop
    replies: deque[ScriptedReply]
    provider: ScriptedProvider
    events: list[AgentEvent] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)
    """Texts and arguments of each question, as the dialogs show them."""

    @property
    def session(self) -> ChatSession:
        assert self.desktop.workspace is not None
        return self.desktop.workspace.session

    @property
    def host(self) -> McpHost:
        assert self.desktop.host is not None
        return self.desktop.host

    def state(self, name: str) -> ServerState:
        return next(server.state for server in self.host.status() if server.name == name)

    def process_of(self, mark: str) -> psutil.Process:
        """Return the server's own process, not the one that supervises it."""
        found = []
        for process in psutil.Process().children(recursive=True):
            line = " ".join(process.cmdline())
            if "launcher" not in line and process.environ().get("AXON_MARK") == mark:
                found.append(process)
        return found[0]

    async def turn(
        self, text: str, *replies: ScriptedReply, during: Callable[[AgentEvent], None] | None = None
    ) -> list[AgentEvent]:
        """Send a request, and return the events up to the end of the turn."""
        before = len(self.events)
        self.replies.extend(replies)
        if during is not None:
            self.session.event_received.connect(during)
        self.session.send(text)
        await until(lambda: any(isinstance(event, TERMINAL) for event in self.events[before:]), 120)
        await until(lambda: not self.session.running)
        if during is not None:
            self.session.event_received.disconnect(during)
        return self.events[before:]

    async def allow(self) -> None:
        """Allow each call once, as soon as it is asked about."""
        while True:
            await until(lambda: any(map(_is_asking, QApplication.topLevelWidgets())), 3600)
            shown = next(widget for widget in QApplication.topLevelWidgets() if _is_asking(widget))
            assert isinstance(shown, ToolApproval)
            words = " ".join(label.text() for label in shown.findChildren(QLabel))
            arguments = shown.findChild(QPlainTextEdit)
            self.asked.append((words, arguments.toPlainText() if arguments is not None else ""))
            shown.apply_button.click()
            await until(partial(_has_closed, shown))


def _is_asking(widget: object) -> bool:
    return isinstance(widget, ToolApproval) and widget.isVisible() and widget.apply_button.isEnabled()


def _has_closed(shown: ToolApproval) -> bool:
    return shown not in QApplication.topLevelWidgets() or not shown.isVisible()


def results(events: Sequence[AgentEvent]) -> list[Observation]:
    return [event for event in events if isinstance(event, Observation)]


def progress(events: Sequence[AgentEvent]) -> list[ToolProgress]:
    return [event for event in events if isinstance(event, ToolProgress)]


@asynccontextmanager
async def window_with(
    app: QApplication,
    vault: Path,
    settings: Settings | None = None,
    mode: Mode = "reading",
    meaning: MeaningSettings = _NO_MEANING,
) -> AsyncIterator[ServersWindow]:
    """Run the program on a vault, with notes that open in a mode; it is closed within its time limit."""
    desktop = Desktop(app, parse_options([str(vault)]), KeyStore())
    with patch("axon_desktop.desktop.load_settings", partial(_load_settings, mode, meaning)):
        running = asyncio.ensure_future(desktop.run())
        await until(lambda: desktop.workspace is not None or running.done())
    replies: deque[ScriptedReply] = deque()
    provider = ScriptedProvider(iter(replies.popleft, object()), native_tools=True)
    window = ServersWindow(desktop, replies, provider)
    window.session.event_received.connect(window.events.append)
    be_eager(desktop.window.decisions)
    window.session.reconfigure(settings or Settings(), provider)
    allowing = asyncio.ensure_future(window.allow())
    try:
        await until(lambda: all(server.state != "connecting" for server in window.host.status()))
        yield window
    finally:
        allowing.cancel()
        begun = time.monotonic()
        desktop.window.close()
        assert await running == 0
        assert time.monotonic() - begun < PATIENCE
        assert not [p for p in psutil.Process().children(recursive=True) if "AXON_MARK" in _environment(p)]


def _load_settings(mode: Mode, meaning: MeaningSettings, report: Callable[[SettingsError], None]) -> Settings:
    settings = load_settings(report)
    settings.general.default_mode = mode
    settings.meaning = meaning
    return settings


def _environment(process: psutil.Process) -> dict[str, str]:
    try:
        return process.environ()
    except psutil.Error:
        return {}
