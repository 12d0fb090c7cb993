"""A user of the whole program, for long_use.py: what people do in a day, and a clock that makes the day short.

Nothing is faked: the window, two vaults with their indexes, a loopback server that refuses what the true API
refuses, an MCP server, other programs that write. Only time is: `time.time` and `time.monotonic`, by which the
program tells how old something is, go on by many seconds between two rounds, and the pauses of the window (Qt's
timers that go off once) are over then. Timers of asyncio are not touched, nor is anything while a turn runs.
"""

from __future__ import annotations

import asyncio
import gc
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import psutil
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from axon_desktop.conversations.models import ConversationSummary
from axon_desktop.desktop import Desktop
from axon_desktop.llm.providers.openai_wire import ToolNames
from axon_desktop.options import parse_options
from axon_desktop.settings.keys import KeyStore
from axon_desktop.ui.bases.base_view import BaseView
from axon_desktop.ui.changes.changes_dialog import ChangesDialog
from axon_desktop.ui.quick_open.switcher import Switcher
from axon_desktop.ui.search.page import SearchPage
from axon_desktop.ui.session.chat_session import ChatSession
from axon_desktop.ui.window.workspace import Workspace
from axon_desktop.vault.search.found import Query
from bench.texts import markdown
from tests.llm.deepseek_server import DeepSeekServer, Reply
from tests.waiting import until

LOGS = 40
"""Notes that the agent writes to."""
SERVER_TOOL = "crude.echo"
CANVAS, BASE = "Board.canvas", "Table.base"
THREADS = 8
"""That the program's coroutines share, as in `app.py`."""
_CHANGED = 20
"""Files that another program changes at once."""
_READ = 200
"""Notes that are opened, in no order."""

EVERY = {
    "switch vault": 10,
    "new conversation": 3,
    "old conversation": 9,
    "edit": 5,
    "outside": 10,
    "undo": 4,
    "server": 3,
    "search": 3,
    "switcher": 3,
    "board": 6,
    "tab": 8,
    "changes": 10,
    "theme": 25,
    "come back": 5,
}
"""Rounds between two of each; all of them are done in the first round."""


@dataclass(frozen=True)
class Count:
    """What the program holds."""

    turn: int
    """Rounds so far."""
    hours: float
    """How long the program has been running by its own clock."""
    memory: float
    """Resident MB."""
    handles: int
    threads: int
    timers: int
    objects: int
    """Qt objects below the windows."""
    tasks: int
    processes: int
    """Children, and theirs."""


class Clock:
    """Lets time pass for whoever reads it from now on."""

    def __init__(self) -> None:
        self.passed = 0.0
        """Seconds that did not really pass."""
        self._real = {"time": time.time, "monotonic": time.monotonic}
        self._begun = time.monotonic()
        self._patches = ExitStack()
        for name in self._real:
            self._patches.enter_context(patch.object(time, name, lambda name=name: self._now(name)))

    def _now(self, name: str) -> float:
        return self._real[name]() + self.passed

    @property
    def hours(self) -> float:
        """Hours since it began, those that did not really pass too."""
        return (time.monotonic() - self._begun) / 3600

    def stop(self) -> None:
        """Tell the true time again."""
        self._patches.close()


class Day:
    """Uses the program."""

    def __init__(self, app: QApplication, server: DeepSeekServer, vaults: list[Path], clock: Clock) -> None:
        self.app = app
        self.clock = clock
        self.done: Counter[str] = Counter()
        """How often each thing was done."""
        self.desktop = Desktop(app, parse_options([str(vaults[0])]), KeyStore.from_environment())
        self._server = server
        self._vaults = vaults
        self._random = random.Random(1)

    async def start(self) -> asyncio.Future[int]:
        """Start the program and wait until the vault and the MCP server are there."""
        running = asyncio.ensure_future(self.desktop.run())
        await until(lambda: self.desktop.workspace is not None or running.done())
        await self._ready()
        await until(self._servers_are_ready)
        together = threading.Barrier(THREADS)  # the pool makes its threads when it needs them: now all of them
        await asyncio.gather(*(asyncio.to_thread(together.wait) for _ in range(THREADS)))
        return running

    def _servers_are_ready(self) -> bool:
        host = self.desktop.host
        return host is not None and [server.state for server in host.status()] == ["ready"]

    async def count(self, turn: int) -> Count:
        """Bring the program into the same state as always, and count."""
        for vault in reversed(self._vaults):
            await self._go_to(vault)
        self._session.new_conversation()
        await self._show("Note 0.md")
        self._server.requests.clear()
        self.desktop.window.status.clearMessage()
        await self._let_pauses_end()
        process = psutil.Process()
        seen: list[tuple[int, int, int]] = []
        for _ in range(4):  # some run, or are open, for a moment from time to time
            await asyncio.sleep(0.5)
            running = sum(isinstance(each, QTimer) and each.isActive() for each in self._objects())
            seen.append((process.num_fds(), process.num_threads(), running))
        gc.collect()
        handles, threads, timers = (min(some) for some in zip(*seen, strict=True))
        return Count(
            turn,
            round(self.clock.hours, 2),
            process.memory_info().rss / 2**20,
            handles,
            threads,
            timers,
            len(self._objects()),
            len(asyncio.all_tasks()),
            len(process.children(recursive=True)),
        )

    async def turn(self, number: int, seconds: float) -> None:
        """Ask once, do what people do besides, and let so many seconds pass."""
        if self._is_time("switch vault", number):
            await self._go_to(self._vaults[number // EVERY["switch vault"] % 2])
        if self._is_time("new conversation", number):
            self._session.new_conversation()
        await self._ask(number)
        await self._show(f"Note {self._random.randrange(_READ)}.md")
        body = self.desktop.window.preview.body
        bar = (body.editor.edit if body.shows_editor else body.view).verticalScrollBar()
        bar.setValue(bar.maximum())
        for name, do in (
            ("undo", self._undo),
            ("edit", self._edit),
            ("outside", self._change_outside),
            ("search", self._search),
            ("switcher", self._switch),
            ("board", self._open_boards),
            ("tab", self._open_and_close_tab),
            ("changes", self._look_at_changes),
            ("theme", self._change_theme),
            ("come back", self._come_back),
            ("old conversation", self._open_old),
        ):
            if self._is_time(name, number):
                await do(number)
        await self._let_pauses_end()
        self.clock.passed += seconds

    def _is_time(self, name: str, number: int) -> bool:
        due = number % EVERY[name] == 0
        self.done[name] += due
        return due

    # --- the program

    def _objects(self) -> list[QObject]:
        return [each for top in self.app.topLevelWidgets() for each in _tree(top)]

    @property
    def _workspace(self) -> Workspace:
        assert self.desktop.workspace is not None
        return self.desktop.workspace

    @property
    def _session(self) -> ChatSession:
        return self._workspace.session

    @property
    def _root(self) -> Path:
        return self._workspace.vault.root

    async def _ready(self) -> None:
        index = self._workspace.index
        await until(lambda: index.state.phase == "ready" and index.state.watch is not None)

    async def _let_pauses_end(self) -> None:
        """Let every pause of the window be over, as after minutes in which nobody did anything."""
        paused = [each for each in self._objects() if isinstance(each, QTimer)]
        paused = [timer for timer in paused if timer.isActive() and timer.isSingleShot()]
        pauses = [timer.interval() for timer in paused]
        for timer in paused:
            timer.setInterval(0)
        await asyncio.sleep(0.02)
        for timer, pause in zip(paused, pauses, strict=True):
            if isValid(timer):
                timer.setInterval(pause)

    # --- what people do

    async def _go_to(self, vault: Path) -> None:
        if self._root != vault:
            await self.desktop.open_vault(vault)
            await self._ready()

    async def _show(self, path: str) -> None:
        opened: list[str] = []
        preview = self.desktop.window.preview
        if preview.path == path:
            return
        preview.note_opened.connect(opened.append)
        preview.open_note(path)
        await until(lambda: path in opened)
        preview.note_opened.disconnect(opened.append)

    async def _ask(self, number: int) -> None:
        log = f"Log {number % LOGS}"
        written = {"path": log, "content": f"{number}\n", "mode": "append"}
        replies = [
            Reply("", reasoning="Which one? " * 20, calls=[("read_note", {"path": f"Note {number % 100}"})]),
            Reply("", reasoning="Write it down.", calls=[("create_note", written)]),
        ]
        if self._is_time("server", number):
            tool = ToolNames([SERVER_TOOL]).to_wire(SERVER_TOOL)
            replies.append(Reply("", reasoning="Ask.", calls=[(tool, {"text": f"round {number}"})]))
        self._server.play_now(*replies, Reply(markdown(1_500, seed=number), reasoning="Done.", piece=40))
        before = len(self._session.history)
        self._session.send(f"What is in note {number}? Write it to {log}.")
        await until(lambda: not self._session.running)
        last = self._session.history[-1]
        if last.role != "assistant" or not last.content.strip():
            sys.exit(f"round {number} has no answer: {last}")
        results = [message.content for message in self._session.history[before:] if message.role == "tool"]
        if len(results) != len(replies) or any(map(_has_failed, results)):
            sys.exit(f"round {number} went wrong: {results}")
        self.done["ask"] += 1

    async def _undo(self, number: int) -> None:
        """Undo what the agent has just written."""
        log = self._root / f"Log {number % LOGS}.md"
        assert log.read_text(encoding="utf-8").endswith(f"{number}\n")
        self.desktop.window.undo_requested.emit()
        await until(lambda: not log.read_text(encoding="utf-8").endswith(f"{number}\n"))

    async def _edit(self, number: int) -> None:
        """Type into the source of a note; it is saved by itself, when the pause after the last key is over."""
        preview = self.desktop.window.preview
        await self._show("Edited.md")
        preview.set_mode("source")
        editor = preview.body.editor
        await until(lambda: editor.path == "Edited.md" and preview.body.shows_editor)
        QTest.keyClicks(editor.edit, f"{number} ")
        assert editor.dirty
        await self._let_pauses_end()
        await until(lambda: editor.state.kind == "saved" and not editor.dirty)
        assert f"{number} " in (self._root / "Edited.md").read_text(encoding="utf-8")
        preview.set_mode("reading")
        await asyncio.sleep(0.02)

    async def _change_outside(self, number: int) -> None:
        for changed in range(_CHANGED):
            text = f"Changed in round {number}.\n\n#outside outside{number}\n"
            (self._root / f"Outside {changed}.md").write_text(text, encoding="utf-8")
        await until(lambda: self._finds(f"outside{number}", _CHANGED))

    def _finds(self, query: str, count: int) -> bool:
        finder = self._workspace.index.finder()
        return finder is not None and finder.find(Query(query, limit=1)).total == count

    async def _search(self, number: int) -> None:
        window = self.desktop.window
        query = f"word{number % 10}"
        window.search_in_vault(query)
        page = window.findChild(SearchPage)
        assert page is not None
        await until(lambda: page.results.results.notes and page.box.text() == query)
        window.show_panel_page("files")

    async def _switch(self, number: int) -> None:
        window = self.desktop.window
        window.menus.actions["file.go_to_note"].trigger()
        switcher = window.findChild(Switcher)
        assert switcher is not None
        name = f"Note {number % 100}"
        QTest.keyClicks(switcher.box, name)
        await until(lambda: _offers(switcher, name))
        QTest.keyClick(switcher.box, Qt.Key.Key_Return)
        await until(lambda: window.preview.path.startswith("Note "))

    async def _open_boards(self, _number: int) -> None:
        await self._show(CANVAS)
        await self._show(BASE)
        view = self.desktop.window.findChild(BaseView)
        assert view is not None
        await until(lambda: not view.searching)
        assert view.model.rowCount() > 0

    async def _open_and_close_tab(self, number: int) -> None:
        preview = self.desktop.window.preview
        before = len(preview.tabs.all)
        preview.open_note(f"Note {number % 100}.md", new_tab=True)
        await until(lambda: len(preview.tabs.all) == before + 1)
        preview.tabs.close(preview.tabs.index)
        assert len(preview.tabs.all) == before

    async def _look_at_changes(self, _number: int) -> None:
        self.desktop.window.menus.actions["agent.changes"].trigger()
        await until(lambda: self._changes())
        shown = self._changes()[0]
        await until(lambda: shown.changes.model.rowCount() > 0)
        shown.close()
        await until(lambda: not self._changes())

    def _changes(self) -> list[ChangesDialog]:
        return [top for top in self.app.topLevelWidgets() if isinstance(top, ChangesDialog) and top.isVisible()]

    async def _change_theme(self, _number: int) -> None:
        for theme in ("dark", "light"):
            self.desktop.window.theme_requested.emit(theme)
            await asyncio.sleep(0.02)

    async def _open_old(self, _number: int) -> None:
        """Go on with the oldest of the conversations that are offered."""
        keeper = self._workspace.keeper
        listed: list[Sequence[ConversationSummary]] = []
        opened: list[object] = []
        keeper.listed.connect(listed.append)
        keeper.opened.connect(opened.append)
        keeper.list_recent()
        await until(lambda: listed and listed[-1])
        keeper.open(listed[-1][-1].id)
        await until(lambda: opened)
        keeper.listed.disconnect(listed.append)
        keeper.opened.disconnect(opened.append)

    async def _come_back(self, _number: int) -> None:
        """Go away and come back after some minutes: the vault is looked at again."""
        self.app.sendEvent(self.desktop.window, QEvent(QEvent.Type.WindowDeactivate))
        self.app.sendEvent(self.desktop.window, QEvent(QEvent.Type.WindowActivate))
        await asyncio.sleep(0.02)


def _tree(parent: QObject) -> list[QObject]:
    """Return an object and all below it; what `findChildren` returns PySide keeps as long as the window."""
    return [parent, *(each for child in parent.children() for each in _tree(child))]


def _offers(switcher: Switcher, name: str) -> bool:
    chosen = switcher.list.chosen
    return chosen is not None and name in chosen.path


def _has_failed(result: str) -> bool:
    return result.startswith(("Not allowed", "Not run", "There is no tool", "Error"))
