"""One run of the whole program for test_window.py, in a process of its own: what it does, counted; prints JSON.

    python -m tests.counting.whole_window build|count VAULT NOTE OTHER

`build` waits for the index and ends; `count` starts on what is there already, opens another note, gets a
change by another program, and rests.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TypedDict
from unittest.mock import patch

import PySide6.QtCore  # before qasync, which takes the binding that it finds  # noqa: F401
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from axon_desktop.desktop import Desktop
from axon_desktop.options import parse_options
from axon_desktop.settings.keys import KeyStore
from axon_desktop.ui import features
from axon_desktop.ui.runtime.qt_preload import NAMES
from axon_desktop.ui.window.main_window import MainWindow
from axon_desktop.ui.window.workspace import Workspace
from axon_desktop.vault.search.found import Query
from tests.counting.counters import Files, Sql, counted_calls, counted_files, counted_sql
from tests.ui.markdown_view.conftest import settled
from tests.waiting import until

REST = 3.0
"""Seconds in which nothing happens; also those after which what a change brings is surely over."""
_load_features = features.load_features
_LATE = "axon_desktop.ui.editor.live.drawn.drawn_groups"
"""What the window imports last, some seconds after a vault was opened."""


class Work(TypedDict):
    """What was done at a time."""

    opened: list[str]
    """Files and folders of the vault, by name."""
    listed: int
    """Folders."""
    calls: int
    """Of functions of the program in the window's thread."""
    most: list[tuple[str, int]]
    """Those that were called most."""
    statements: int
    """Of SQL, in any thread of this process; the index is written in another."""
    rows: int
    """Tens of instructions of SQLite's machine, which grow with the rows that it looks at."""


class Rest(TypedDict):
    """What is done while nothing happens."""

    timers: int
    """Timer events of the window's thread."""
    calls: int
    who: list[tuple[str, int]]
    """Which objects had timer events, which functions were called."""


class Found(TypedDict):
    """What a run found."""

    start: Work
    note: Work
    outside: Work
    rest: Rest
    unmade: list[str] | None
    """Classes of Qt that were not made yet when a thread began to import features; None if none did."""


class TimerEvents(QObject):
    """Counts by class of receiver."""

    def __init__(self) -> None:
        super().__init__()
        self.by_class: Counter[str] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Timer:
            self.by_class[f"{type(watched).__name__} {watched.objectName()}".strip()] += 1
        return False


def _unmade() -> list[str]:
    modules = {import_module(f"PySide6.{module}"): names.split() for module, names in NAMES.items()}
    return [name for qt, names in modules.items() for name in names if name in dir(qt) and name not in vars(qt)]


def _made() -> set[str]:
    modules = (import_module(f"PySide6.{module}") for module in NAMES)
    return {name for qt in modules for name, made in [*vars(qt).items()] if isinstance(made, type)}


def _nothing() -> Work:
    return Work(opened=[], listed=0, calls=0, most=[], statements=0, rows=0)


class Run:
    """The program while it is looked at."""

    def __init__(self, app: QApplication, vault: Path, note: str, sql: Sql) -> None:
        self._app = app
        self._sql = sql
        self._vault = vault
        self._note = note
        self.unmade: list[str] | None = None
        self._classes: set[str] = set()
        """Those of Qt that are there when threads begin to import."""
        self._made: Desktop | None = None
        self._running: asyncio.Future[int] | None = None

    @contextmanager
    def counted(self, work: Work) -> Iterator[Files]:
        """Count what is done meanwhile."""
        self._sql.reset()
        with counted_files() as files, counted_calls() as calls:
            yield files
        work["opened"] = sorted(files.opened_below(self._vault))
        work["listed"] = len(files.listed_below(self._vault))
        work["calls"], work["most"] = calls.all, calls.most(12)
        work["statements"], work["rows"] = len(self._sql.statements), self._sql.steps

    async def start(self) -> None:
        """Start, and wait until all is there."""
        options = parse_options([str(self._vault), "--note", self._note])
        desktop = self._made = Desktop(self._app, options, KeyStore())
        with patch.object(features, "load_features", self._load_features):
            running = self._running = asyncio.ensure_future(desktop.run())
            await until(lambda: desktop.workspace is not None or running.done())
        index = self._workspace.index
        await until(lambda: index.state.phase == "ready" and index.state.watch is not None)
        await until(lambda: _LATE in sys.modules)
        await until(self._is_calm)

    def _load_features(self) -> list[Callable[[MainWindow], object]]:
        """Load them as the program does, in a thread of its, and look first."""
        self.unmade, self._classes = _unmade(), _made()
        return _load_features()

    @property
    def _desktop(self) -> Desktop:
        assert self._made is not None
        return self._made

    @property
    def _workspace(self) -> Workspace:
        assert self._desktop.workspace is not None
        return self._desktop.workspace

    def _is_calm(self) -> bool:
        body = self._desktop.window.preview.body
        if body.shows_editor:
            drawn = body.editor.edit.note_looks.made_drawn
            return drawn is None or not drawn.at_work
        return body.made_view is not None and settled(body.made_view) and not body.made_view.at_work

    async def open_note(self, path: str) -> Work:
        """Open another note."""
        work = _nothing()
        opened: list[str] = []
        preview = self._desktop.window.preview
        preview.note_opened.connect(opened.append)
        with self.counted(work):
            preview.open_note(path)
            await until(lambda: opened)
            await asyncio.sleep(REST)  # what looks for links and headings is done too
        return work

    async def change_outside(self, path: str) -> Work:
        """Change a note as another program does."""
        work = _nothing()
        events: list[object] = []
        unsubscribe = self._workspace.vault.subscribe(events.append)
        place = self._vault / path
        text = place.read_text(encoding="utf-8")
        handle = os.open(place, os.O_WRONLY | os.O_TRUNC)
        with self.counted(work):
            os.write(handle, f"{text}\noutsideword\n".encode())
            os.close(handle)
            await until(lambda: events)
            await asyncio.sleep(REST)
        unsubscribe()
        await until(self._knows)
        return work

    def _knows(self) -> bool:
        finder = self._workspace.index.finder()
        return finder is not None and finder.find(Query("outsideword", limit=1)).total == 1

    async def rest(self) -> Rest:
        """Do nothing."""
        self._app.setCursorFlashTime(0)  # a caret may blink
        await asyncio.sleep(REST)
        timers = TimerEvents()
        self._app.installEventFilter(timers)
        with counted_calls() as calls:
            await asyncio.sleep(REST)
        self._app.removeEventFilter(timers)
        who = [*timers.by_class.most_common(8), *calls.most(8)]
        return Rest(timers=timers.by_class.total(), calls=calls.all, who=who)

    async def end(self) -> None:
        """Close the window."""
        if self.unmade is not None:
            self.unmade += sorted(_made() - self._classes)
        self._desktop.window.close()
        assert self._running is not None
        await self._running


async def count(run: Run, other: str) -> Found:
    """Count all of it."""
    start = _nothing()
    with run.counted(start):
        await run.start()
    opened = await run.open_note(other)
    rest = await run.rest()
    outside = await run.change_outside(other)
    await run.end()
    return Found(start=start, note=opened, outside=outside, rest=rest, unmade=run.unmade)


async def build(run: Run) -> None:
    """Only start and end."""
    await run.start()
    await run.end()


def main() -> None:
    """Run once; print what was counted."""
    kind, vault, note, other = sys.argv[1:]
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    with counted_sql() as sql, asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
        run = Run(app, Path(vault), note, sql)
        if kind == "build":
            runner.run(build(run))
        else:
            print(json.dumps(runner.run(count(run, other))))


if __name__ == "__main__":
    main()
