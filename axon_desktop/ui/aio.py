"""Coroutines and timers in a Qt program: start one, await a dialog, cancel all.

There is one event loop in the process (`app.py` owns it), so there is one set of running tasks here. Slots are
plain methods that call `spawn`; event loops are never nested.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import Any, TypeVar, cast

from PySide6.QtCore import QObject, Qt, QTimer, QTimerEvent, Signal
from PySide6.QtWidgets import QDialog
from qasync import QEventLoop

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Loop(QEventLoop):  # type: ignore[misc]  # it has no types
    """qasync's loop, which releases a delayed call as soon as it is cancelled.

    qasync keeps it, with its context and a Qt timer, until its time has come: for minutes, and one for each piece
    of a streamed answer. And when a run ends, it gives every task one more step without a running loop: clean-up
    code then fails.
    """

    def __init__(self, app: QObject) -> None:
        super().__init__(app)
        self._later = _LaterCalls()

    def run_until_complete(self, future: Coroutine[Any, Any, T] | asyncio.Future[T]) -> T:
        """Run until the future is done; other tasks continue with the next run."""
        wanted = asyncio.ensure_future(future, loop=self)

        def stop(_: object) -> None:
            self.stop()

        wanted.add_done_callback(stop)
        try:
            self.run_forever()
        finally:
            wanted.remove_done_callback(stop)
        if not wanted.done():
            raise RuntimeError("Event loop stopped before Future completed.")
        return wanted.result()

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """Call after a delay in seconds, unless cancelled before."""
        if delay <= 0:
            return cast("asyncio.Handle", super().call_later(delay, callback, *args, context=context))
        call = _LaterCall(self.time() + delay, callback, args, self, context)
        self._later.add(call, delay)
        return call

    def close(self) -> None:
        """Cancel all delayed calls and close the loop."""
        super().close()
        self._later.clear()


class _LaterCalls(QObject):
    """The pending delayed calls, each with a Qt timer."""

    def __init__(self) -> None:
        super().__init__()
        self._calls: dict[int, _LaterCall] = {}

    def add(self, call: _LaterCall, delay: float) -> None:
        """Schedule a call after a delay in seconds."""
        call.calls, call.timer = self, self.startTimer(int(delay * 1000))
        self._calls[call.timer] = call

    def forget(self, call: _LaterCall) -> None:
        """Forget a call; after it was made, the number of its timer may be reused."""
        if self._calls.get(call.timer) is call:
            del self._calls[call.timer]
            self.killTimer(call.timer)

    def clear(self) -> None:
        """Forget all calls."""
        for call in list(self._calls.values()):
            self.forget(call)

    def timerEvent(self, event: QTimerEvent) -> None:
        """Make the call whose timer expired."""
        if call := self._calls.get(event.timerId()):
            self.forget(call)
            call._run()  # noqa: SLF001 - as every loop does


class _LaterCall(asyncio.TimerHandle):
    calls: _LaterCalls
    """The set that contains it."""
    timer: int
    """The id of its Qt timer."""

    def cancel(self) -> None:
        super().cancel()
        self.calls.forget(self)


class TaskFailures(QObject):
    """Reports failed tasks to the window."""

    task_failed = Signal(str, object)
    """(task name, exception), once for each spawned task that ended with an exception."""


failures = TaskFailures()
"""Where every spawned task reports; the window connects its error bar."""

# asyncio and qasync keep only weak references: one without another reference may be collected while running.
_running: set[asyncio.Task[Any]] = set()


def spawn(coro: Coroutine[Any, Any, T], *, name: str) -> asyncio.Task[T]:
    """Run a coroutine in the background; its failure is logged and reported once."""
    task = asyncio.get_running_loop().create_task(coro, name=name)
    _running.add(task)
    task.add_done_callback(_task_done)
    return task


def _task_done(task: asyncio.Task[Any]) -> None:
    _running.discard(task)
    if task.cancelled():
        return
    error = task.exception()
    if error is not None:
        _log.error("Task %s failed", task.get_name(), exc_info=error)
        failures.task_failed.emit(task.get_name(), error)


def run_program(main: Coroutine[Any, Any, int], make_loop: Callable[[], Loop], seconds: float) -> int:
    """Run the whole program, as the last thing in this process, and return its exit code.

    What hangs after that, such as a disk that does not respond, has this many seconds; then the process exits.
    By then all texts of notes are safe, but Python would wait for the hanging thread for ever.
    """
    code = 1
    with asyncio.Runner(loop_factory=make_loop) as runner:
        try:
            code = runner.run(main)
            return code
        finally:
            ending = threading.Timer(seconds, os._exit, [code])
            ending.daemon = True
            ending.start()


async def in_time(work: Coroutine[Any, Any, T], seconds: float, *, name: str = "in time") -> T | None:
    """Wait for a coroutine up to a time limit in seconds: then return None, and it continues in the background."""
    task = asyncio.get_running_loop().create_task(work, name=name)
    _running.add(task)
    try:
        await asyncio.wait([task], timeout=seconds)
        return task.result() if task.done() else None
    finally:
        if task.done():
            _running.discard(task)
        else:
            task.add_done_callback(_task_done)


async def apart(work: Callable[[], T]) -> T:
    """Run a function in a thread of its own: the shared ones may hang on a disk that does not respond."""
    thread = ThreadPoolExecutor(1)
    try:
        return await asyncio.get_running_loop().run_in_executor(thread, work)
    finally:
        thread.shutdown(wait=False)


async def ask(dialog: QDialog) -> int:
    """Show a window-modal dialog and return its result code.

    The dialog is deleted as soon as control returns to the event loop: read its values before the next `await`.
    Cancelling the task closes the dialog. Keys answer it by the rules of `DecisionKeys`, unless its attribute
    `no_decision` gives a reason against that.
    """
    from axon_desktop.ui.dialog_keys import hold_keys  # no dialog opens before the first paint

    hold_keys(dialog)
    answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def finished(result: int) -> None:
        if not answer.done():
            answer.set_result(result)

    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.finished.connect(finished)
    dialog.open()
    try:
        return await answer
    finally:
        dialog.finished.disconnect(finished)
        dialog.hide()
        dialog.deleteLater()


async def cancel_all(limit: float = 5.0) -> None:
    """Cancel every spawned task but the current one and wait up to `limit` seconds for their clean-up."""
    tasks = _running - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    if tasks:
        _, stuck = await asyncio.wait(tasks, timeout=limit)
        for task in stuck:
            _log.warning("Task %s did not stop within %g s", task.get_name(), limit)


def single_shot(parent: QObject, pause_ms: int, act: object) -> QTimer:
    """Return a timer that calls a slot once, when nobody has started it again for so long."""
    timer = QTimer(parent, singleShot=True, interval=pause_ms)
    timer.timeout.connect(act)
    return timer
