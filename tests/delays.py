"""Delays what a busy machine delays, at random: `AXON_DELAYS=SEED pytest …`. Sleeping costs no processor.

Each test draws, from the seed and its name, what is slow in it: work in threads (function by function, so that one
overtakes another), children, the activation of a window that is shown. In some tests it is the event loop that is
late: much then comes at once, and times that somebody waits for have passed.

`AXON_DELAYS=3-late` or `3-slow` draws only one of the two. A test that fails under a seed fails, sooner or later,
on a busy machine: either it takes a moment for granted, or the program does.
"""

from __future__ import annotations

import asyncio
import functools
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from time import sleep  # tests may replace that of the module
from typing import Any

import pytest

_MOST_SECONDS = 4.0
"""What one test may sleep altogether."""
_SLOW, _LATE = 0.15, (0.02, 0.05, 0.12, 0.45, 0.7, 1.2, 2.1)


class Draw:
    """What is slow in one test."""

    def __init__(self, seed: str, test: str) -> None:
        self._seed = seed
        seed, _, kind = seed.partition("-")
        self._random = random.Random(f"{seed} {test}")
        self.is_late = kind == "late" or (not kind and self._random.random() < 0.3)
        """Whether it is the event loop that is late, and nothing else."""
        self._left = _MOST_SECONDS
        self._slow: dict[str, float] = {}

    def spend(self, seconds: float) -> float:
        """Take so much from what may be slept."""
        if seconds > self._left:
            return 0.0
        self._left -= seconds
        return seconds

    def of(self, name: str) -> float:
        """Return by how many seconds something is late this time: all that has this name, or nothing."""
        if self.is_late:
            return 0.0
        slow = self._slow.get(name)
        if slow is None:
            slow = self._slow[name] = self._random.choice((0.0, 0.0, 0.3, 1.0)) * _SLOW
        return self.spend(slow * self._random.uniform(0.3, 1.0)) if slow else 0.0

    def words(self) -> str:
        """Say what is slow."""
        slow = [f"{name} ({seconds:g} s)" for name, seconds in self._slow.items() if seconds]
        if self.is_late:
            slow = ["the event loop"]
        return f"{', '.join(slow) or 'nothing'} (seed {self._seed}, {self._left:.1f} s were left)"

    def step(self) -> float:
        """Return for how many seconds the event loop stands still in this turn."""
        if not self.is_late or self._random.random() > 0.04:
            return 0.0
        return self.spend(self._random.choice(_LATE))


_draw: list[Draw] = []
"""That of the running test."""


def stand_still() -> None:
    """Let a turn of the event loop be late."""
    if _draw:
        wait(_draw[-1].step())


def late(name: str) -> float:
    """Return by how many seconds something is late."""
    return _draw[-1].of(name) if _draw else 0.0


def wait(seconds: float) -> None:
    """Sleep."""
    if seconds:
        sleep(seconds)


def slowed(work: Callable[..., Any]) -> Callable[..., Any]:
    """Return the work, which begins late and whose end is heard of late."""
    inner = work
    while isinstance(inner, functools.partial):  # `to_thread` runs the work in a context
        inner = inner.args[0] if getattr(inner.func, "__name__", "") == "run" and inner.args else inner.func
    name = getattr(inner, "__qualname__", "") or type(inner).__name__
    if getattr(inner, "__module__", "") == "tests.waiting":
        return work
    before, after = late(f"{name} begins"), late(f"{name} ends")
    if not before and not after:
        return work

    def run(*args: Any, **kwargs: Any) -> Any:
        wait(before)
        try:
            return work(*args, **kwargs)
        finally:
            wait(after)

    return run


def slow_submit(submit: Callable[..., Any]) -> Callable[..., Any]:
    def slow(self: Any, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        return submit(self, slowed(work), *args, **kwargs)

    return slow


def _slow_thread(start: Callable[[threading.Thread], None]) -> Callable[[threading.Thread], None]:
    def slow(self: threading.Thread) -> None:
        if seconds := late(f"thread {self.name.rstrip('-0123456789_')}"):
            run = self.run

            def later() -> None:
                wait(seconds)
                run()

            self.run = later  # type: ignore[method-assign]
        start(self)

    return slow


def _slow_child(init: Callable[..., None]) -> Callable[..., None]:
    def slow(self: Any, args: Any, *more: Any, **kwargs: Any) -> None:
        is_plain = isinstance(args, list | tuple) and not more and not kwargs.get("shell")
        if is_plain and not kwargs.get("executable") and os.access(program := os.fspath(args[0]), os.X_OK):
            name = " ".join(str(part) for part in args if "." in str(part))
            if os.path.isabs(program) and (seconds := late(f"child {name}")):
                script = f'/bin/sleep {seconds:.3f}; exec "$@"'
                args = ["/bin/sh", "-c", script, "sh", *args]
        init(self, args, *more, **kwargs)

    return slow


def _late_turn(run_once: Callable[[Any], None]) -> Callable[[Any], None]:
    def slow(self: Any) -> None:
        stand_still()
        run_once(self)

    return slow


_PATCHES: tuple[tuple[Any, str, Callable[..., Any]], ...] = (
    (ThreadPoolExecutor, "submit", slow_submit),
    (threading.Thread, "start", _slow_thread),
    (subprocess.Popen, "__init__", _slow_child),
    (asyncio.base_events.BaseEventLoop, "_run_once", _late_turn),
)


def replace(*patches: tuple[Any, str, Callable[..., Any]]) -> None:
    for kind, name, make in patches:
        real = getattr(kind, name)
        setattr(kind, name, functools.wraps(real)(make(real)))


class Delays:
    """The plugin."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        replace(*_PATCHES)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Draw what is slow in a test."""
        if item.get_closest_marker("desktop"):
            return (yield)
        _draw[:] = [Draw(self._seed, item.nodeid)]
        try:
            return (yield)
        finally:
            _draw.clear()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        """Say what was slow, when a test fails."""
        if (qt := sys.modules.get("PySide6.QtWidgets")) is not None and qt.QApplication.instance():
            import_module("tests.delays_of_qt")
        try:
            yield
        finally:
            if _draw:
                item.add_report_section("call", "delays", _draw[-1].words())
