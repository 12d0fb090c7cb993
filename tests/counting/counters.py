"""What a piece of work costs, counted: calls, instructions, files, SQL, memory.

A count is the same on a quick machine and on a busy one, so its bound can be tight. Each test does the same work
on something small and on something large and compares the two: only what is seen or changed may differ.
"""

from __future__ import annotations

import os
import re
import sqlite3
import sys
import threading
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from unittest.mock import patch

import pytest

import axon_desktop
from axon_desktop.ui.runtime import import_hook as quick_imports

_PACKAGE = str(Path(axon_desktop.__file__).parent) + os.sep
_IMPORT_HOOK = vars(quick_imports)["_ignore"].__code__
"""Is called by each import, which on a busy machine comes during other work; `test_start` counts imports."""
_SQL_STEP = 10
"""Instructions of SQLite's machine between two counts."""
_COMMENT = re.compile(r"^--")

Weigh = Mapping[str, Callable[[Mapping[str, Any]], int]]
"""By a function's qualified name, what its arguments weigh."""


class Calls:
    """The calls of the program's functions, and those that these made of functions written in C."""

    def __init__(self, weigh: Weigh) -> None:
        self._weigh = weigh
        self._open = True
        self._threads: dict[int, tuple[Counter[str], Counter[str], Counter[str]]] = {}
        """By thread, so that no two add to one number: calls, calls of C, weights."""
        self._names: dict[CodeType, str | None] = {}

    def profile(self, frame: FrameType, event: str, argument: Any) -> None:
        """Count one event of the interpreter."""
        if not self._open:
            sys.setprofile(None)
            return
        if event not in ("call", "c_call"):
            return
        code = frame.f_code
        name = self._names.get(code, "")
        if name == "":
            ours = code.co_filename.startswith(_PACKAGE) and code is not _IMPORT_HOOK
            name = self._names[code] = code.co_qualname if ours else None
        if name is None:
            return
        calls, of_c, weights = self._mine()
        if event == "c_call":
            of_c[getattr(argument, "__qualname__", "?")] += 1
            return
        calls[name] += 1
        weigh = self._weigh.get(name)
        if weigh is not None:
            weights[name] += weigh(frame.f_locals)

    def _mine(self) -> tuple[Counter[str], Counter[str], Counter[str]]:
        thread = threading.get_ident()
        if thread not in self._threads:
            self._threads[thread] = Counter(), Counter(), Counter()
        return self._threads[thread]

    def stop(self) -> None:
        """Count no more; threads that began meanwhile stop at their next call."""
        self._open = False

    def __getitem__(self, name: str) -> int:
        """Return how often a function of the program was called, by its qualified name."""
        return self._sum(0)[name]

    def c(self, name: str) -> int:
        """Return how often the program called a function written in C."""
        return self._sum(1)[name]

    def weight(self, name: str) -> int:
        """Return what the arguments of a function weighed, all calls together."""
        return self._sum(2)[name]

    def by_thread(self, thread: int) -> Counter[str]:
        """Return a copy of the calls that one thread has made so far, by name."""
        return Counter(self._threads[thread][0]) if thread in self._threads else Counter()

    @property
    def all(self) -> int:
        """All calls of the program's functions."""
        return self._sum(0).total()

    @property
    def all_with_c(self) -> int:
        """The same, with the functions written in C that they called."""
        return self.all + self._sum(1).total()

    def most(self, count: int = 15) -> list[tuple[str, int]]:
        """Return the functions that were called most, for a message that says where it goes."""
        return self._sum(0).most_common(count)

    def _sum(self, kind: int) -> Counter[str]:
        total: Counter[str] = Counter()
        for counts in [*self._threads.values()]:
            total.update(counts[kind])
        return total


@contextmanager
def counted_calls(weigh: Weigh | None = None) -> Iterator[Calls]:
    """Count calls in this thread and in those that begin meanwhile."""
    calls = Calls(weigh or {})
    before = sys.getprofile()
    threading.setprofile(calls.profile)
    sys.setprofile(calls.profile)
    try:
        yield calls
    finally:
        sys.setprofile(before)
        threading.setprofile(before)
        calls.stop()


@dataclass
class Instructions:
    """The interpreter's instructions in the program's functions."""

    count: int = 0
    by_name: Counter[str] = field(default_factory=Counter)
    """By qualified name, for a message that says where they go."""


@contextmanager
def counted_instructions() -> Iterator[Instructions]:
    """Count the interpreter's instructions in functions of the program that begin in this thread."""
    found = Instructions()

    def step(frame: FrameType, event: str, _argument: Any) -> Callable[..., Any]:
        if event == "opcode":
            found.count += 1
            found.by_name[frame.f_code.co_qualname] += 1
        return step

    def enter(frame: FrameType, _event: str, _argument: Any) -> Callable[..., Any] | None:
        if not frame.f_code.co_filename.startswith(_PACKAGE):
            return None
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        return step

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield found
    finally:
        sys.settrace(before)


@dataclass
class Files:
    """What was opened and listed, by any thread of this process."""

    opened: list[str] = field(default_factory=list)
    listed: list[str] = field(default_factory=list)

    def opened_below(self, folder: Path) -> list[str]:
        """Return what was opened in a folder; the program opens files by a name and the handle of a folder."""
        return _below(folder, self.opened)

    def listed_below(self, folder: Path) -> list[str]:
        """Return what was listed in a folder; the interpreter lists others to find its modules."""
        return _below(folder, self.listed)


def _below(folder: Path, names: Iterable[str]) -> list[str]:
    """Return names without a place, and the places below a folder as they are seen from it."""
    inner = [name for name in names if not os.path.isabs(name) or name.startswith(str(folder))]
    return [os.path.relpath(name, folder) if os.path.isabs(name) else name for name in inner]


_listening: list[Files] = []
_hooked: list[bool] = []


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if not _listening or event not in ("open", "os.scandir", "os.listdir"):
        return
    place = arguments[0] if arguments else None
    if isinstance(place, str | bytes | os.PathLike):
        for files in _listening:
            (files.opened if event == "open" else files.listed).append(os.fsdecode(place))
    elif isinstance(place, int) and event != "open":
        for files in _listening:
            files.listed.append(f"handle {place}")


@contextmanager
def counted_files() -> Iterator[Files]:
    """Record every file that is opened and every folder that is listed."""
    if not _hooked:  # a hook stays for as long as the process lives
        _hooked.append(True)
        sys.addaudithook(_hear)
    files = Files()
    _listening.append(files)
    try:
        yield files
    finally:
        _listening.remove(files)


class Sql:
    """What SQLite was asked, by every connection that was made since."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        """As they ran, each row of many on its own."""
        self.steps = 0
        """Instructions of SQLite's machine, in tens: they grow with the rows that are looked at."""

    def watch(self, db: sqlite3.Connection) -> None:
        """Count for a connection from now on."""
        db.set_trace_callback(self._ask)
        db.set_progress_handler(self._step, _SQL_STEP)

    def _ask(self, statement: str) -> None:
        if not _COMMENT.match(statement):  # what a trigger does
            self.statements.append(statement)

    def _step(self) -> int:
        self.steps += 1
        return 0

    def reset(self) -> None:
        """Start again."""
        self.statements.clear()
        self.steps = 0


@contextmanager
def counted_sql() -> Iterator[Sql]:
    """Count for all connections that are made meanwhile, for as long as they live."""
    found, connect = Sql(), sqlite3.connect

    def watched(*arguments: Any, **options: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*arguments, **options)
        found.watch(db)
        return db

    with patch.object(sqlite3, "connect", watched):
        yield found


@pytest.fixture
def sql() -> Iterator[Sql]:
    """Count for all connections that a test makes."""
    with counted_sql() as found:
        yield found


@dataclass
class Memory:
    """What Python's allocator gave out."""

    peak: int = 0
    """Bytes above what there was at the beginning, at the worst moment."""
    left: int = 0
    """Bytes above what there was, at the end."""


@contextmanager
def counted_memory() -> Iterator[Memory]:
    """Count what is allocated meanwhile."""
    found = Memory()
    tracemalloc.start()
    try:
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        yield found
        now, peak = tracemalloc.get_traced_memory()
        found.peak, found.left = peak - before, now - before
    finally:
        tracemalloc.stop()
