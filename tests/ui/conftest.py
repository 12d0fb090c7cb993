"""Qt fixtures: no screen is needed, and coroutines run on the same kind of loop as the program's."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.aio import Loop
from axon_desktop.ui.look.theme import in_force
from axon_desktop.ui.meaning import window_meaning
from tests.forking.workers import forked_workers, real_workers
from tests.waiting import PATIENCE

__all__ = ["forked_workers", "real_workers"]

T = TypeVar("T")
_MILLISECONDS = round(PATIENCE * 1000)


class PatientBot(QtBot):
    """A bot with the timeouts of all tests."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = _MILLISECONDS) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = _MILLISECONDS, **more: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitActive(self, widget: QWidget, *, timeout: int = _MILLISECONDS) -> Any:
        """Wait at the end for the window itself: Qt calls a dialog active while the window below it is."""

        @contextmanager
        def active() -> Iterator[None]:
            yield
            self.waitUntil(widget.isActiveWindow, timeout=timeout)

        return active()

    def waitExposed(self, widget: Any, *, timeout: int = _MILLISECONDS) -> Any:
        return super().waitExposed(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """Return the bot of pytest-qt with longer timeouts."""
    return PatientBot(request)


class _NoTimers(QObject):
    """Lets no timer act: once the loop has ended, as the program has then, what it begins fails."""

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        return event.type() == QEvent.Type.Timer


_no_timers = _NoTimers()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """Let no timer act between a test and the end of its windows, which on a busy machine lasts longer."""
    try:
        return (yield)
    finally:
        if (app := QApplication.instance()) is not None:
            app.installEventFilter(_no_timers)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Let timers act again, which fixtures may need to end: pytest-qt has done its events."""
    if (app := QApplication.instance()) is not None:
        app.removeEventFilter(_no_timers)


@pytest.fixture(autouse=True)
def _no_window_outlives_its_test() -> Iterator[None]:
    """Delete the windows that a test has left, then reset the style.

    Thousands of them make each change of the style sheet last seconds, and their timers fire in later tests.
    """
    yield
    app = QApplication.instance()
    if isinstance(app, QApplication):
        for widget in app.topLevelWidgets():
            if widget.parent() is None:
                widget.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        if app.styleSheet():
            app.setStyleSheet("")
    in_force.colors = LIGHT


@pytest.fixture(scope="session", autouse=True)
def _nothing_is_encoded() -> None:
    """Let no window encode its notes by itself: that takes a process, and no test waits for it."""
    window_meaning._REST_MS = 86_400_000


@pytest.fixture(scope="module", autouse=True)
def _kept_for_good() -> Iterator[None]:
    """Exclude what a module leaves (imports, caches) from garbage collection.

    Each run of a coroutine ends with a collection, which would take longer from module to module.
    """
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture
def run_async(qapp: QApplication) -> Callable[[Coroutine[Any, Any, T]], T]:
    """Return a function that runs one coroutine on a fresh Qt event loop."""

    def run(coroutine: Coroutine[Any, Any, T]) -> T:
        qapp.setQuitOnLastWindowClosed(False)
        try:
            with asyncio.Runner(loop_factory=lambda: Loop(qapp)) as runner:
                return runner.run(coroutine)
        finally:
            # The loop's own timers are QObjects: collecting them later in a worker thread causes warnings.
            gc.collect(0)

    return run
