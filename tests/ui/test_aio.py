from __future__ import annotations

import asyncio
import gc
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any
from weakref import WeakSet

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.ui import aio
from tests.waiting import PATIENCE, forever, until

Run = Callable[[Coroutine[Any, Any, Any]], Any]


def test_spawned_task_runs_though_nobody_holds_it(run_async: Run) -> None:
    done = []

    async def work() -> None:
        waiting = asyncio.get_running_loop().create_future()
        QTimer.singleShot(20, lambda: waiting.set_result(None))
        await waiting
        done.append(True)

    async def main() -> None:
        finished = asyncio.Event()
        aio.spawn(work(), name="work").add_done_callback(lambda _: finished.set())
        gc.collect()
        await finished.wait()

    run_async(main())
    assert done == [True]


def test_limit_that_was_kept_leaves_nothing_behind(run_async: Run) -> None:
    class Asked:
        """The state of a task."""

    async def ask(asked: Asked) -> None:
        known.set(asked)
        async with asyncio.timeout(600):
            await asyncio.sleep(0)

    async def main() -> None:
        for _ in range(20):
            asked = Asked()
            left.add(asked)
            await aio.spawn(ask(asked), name="ask")
            del asked
        await asyncio.sleep(0)
        gc.collect()
        assert not len(left)

    known: ContextVar[Asked] = ContextVar("known")
    left: WeakSet[Asked] = WeakSet()
    run_async(main())


def test_later_calls_come_in_their_order_unless_cancelled(run_async: Run) -> None:
    async def main() -> list[int]:
        loop, done = asyncio.get_running_loop(), asyncio.Event()
        called: list[int] = []
        calls = [loop.call_later(0.03 - 0.01 * number, called.append, number) for number in range(4)]
        calls[1].cancel()
        calls[1].cancel()
        loop.call_later(0.06, done.set)
        await done.wait()
        calls[0].cancel()
        return called

    assert run_async(main()) == [3, 2, 0]


def test_call_that_was_made_takes_no_other_with_it_when_it_is_cancelled(run_async: Run) -> None:
    async def main() -> None:
        loop, done = asyncio.get_running_loop(), asyncio.Event()
        made = loop.call_later(0.001, done.set)
        await done.wait()
        other = loop.call_later(0.001, done.set)
        made.timer = other.timer  # type: ignore[attr-defined]  # Qt reuses the ids of timers
        made.cancel()
        done.clear()
        await asyncio.wait_for(done.wait(), PATIENCE)

    run_async(main())


def test_failed_later_call_is_reported_as_those_of_other_loops(run_async: Run) -> None:
    async def main() -> object:
        loop = asyncio.get_running_loop()
        reported: asyncio.Future[dict[str, Any]] = loop.create_future()
        loop.set_exception_handler(lambda _, context: reported.set_result(context))
        loop.call_later(0.001, int, "none")
        return (await reported)["exception"]

    assert isinstance(run_async(main()), ValueError)


def test_failed_task_is_logged_and_reported_once(run_async: Run, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[tuple[str, BaseException]] = []
    record = lambda name, error: heard.append((name, error))  # noqa: E731

    async def fail() -> None:
        raise ValueError("broken")

    async def main() -> None:
        aio.failures.task_failed.connect(record)
        await asyncio.wait([aio.spawn(fail(), name="reading")])
        await asyncio.sleep(0)
        aio.failures.task_failed.disconnect(record)

    with caplog.at_level(logging.ERROR):
        run_async(main())
    assert [(name, str(error)) for name, error in heard] == [("reading", "broken")]
    assert "reading" in caplog.text


def test_cancelled_task_is_no_failure(run_async: Run, qtbot: QtBot) -> None:
    async def main() -> None:
        with qtbot.assertNotEmitted(aio.failures.task_failed):
            task = aio.spawn(forever(), name="wait")
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])
            await asyncio.sleep(0)

    run_async(main())


def test_ask_returns_the_result_and_other_tasks_go_on(run_async: Run, qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()

    async def main() -> tuple[int, int]:
        ticks = 0
        dialog = QDialog(parent)

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0)
                ticks += 1
                if ticks == 5:
                    assert dialog.windowModality() is Qt.WindowModality.WindowModal
                    dialog.accept()

        ticking = aio.spawn(tick(), name="tick")
        result = await aio.ask(dialog)
        ticking.cancel()
        return result, ticks

    result, ticks = run_async(main())
    assert result == QDialog.DialogCode.Accepted.value
    assert ticks >= 5


def test_dialog_goes_away_when_the_asking_task_is_cancelled(run_async: Run, qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()

    async def main() -> bool:
        dialog = QDialog(parent)
        gone = asyncio.Event()
        dialog.destroyed.connect(gone.set)
        asking = aio.spawn(aio.ask(dialog), name="ask")
        await asyncio.sleep(0)
        visible = dialog.isVisible()
        asking.cancel()
        await gone.wait()
        return visible

    assert run_async(main()) is True


def test_cancel_all_waits_for_clean_up(run_async: Run) -> None:
    cleaned = []

    async def work() -> None:
        try:
            await forever()
        finally:
            await asyncio.sleep(0)
            cleaned.append(True)

    async def main() -> None:
        aio.spawn(work(), name="work")
        await asyncio.sleep(0)
        await aio.cancel_all()

    run_async(main())
    assert cleaned == [True]


def test_a_task_that_goes_on_when_a_run_ends_never_has_a_turn_without_its_loop(run_async: Run) -> None:
    """Fails if such a task cannot clean up because there is no running loop, and leaves a process behind, say."""
    loops: set[object] = set()

    async def work() -> None:
        while True:
            loops.add(asyncio._get_running_loop())
            await asyncio.sleep(0)

    async def main() -> None:
        aio.spawn(work(), name="work")
        await asyncio.sleep(0)

    run_async(main())
    assert len(loops) == 1
    assert None not in loops


def test_work_that_takes_too_long_goes_on_in_the_background(run_async: Run) -> None:
    async def body() -> None:
        go_on = asyncio.Event()

        async def fail() -> str:
            await go_on.wait()
            raise ValueError

        heard: list[str] = []
        aio.failures.task_failed.connect(lambda name, _error: heard.append(name))
        assert await aio.in_time(asyncio.sleep(0, "done"), 60, name="quick") == "done"
        with pytest.raises(ValueError, match="now"):
            await aio.in_time(_raise("now"), 60, name="passed to the caller")
        assert await aio.in_time(fail(), 0, name="slow") is None
        assert heard == []
        go_on.set()
        await until(lambda: heard)
        assert heard == ["slow"]

    run_async(body())


async def _raise(words: str) -> None:
    raise ValueError(words)


def test_work_apart_needs_none_of_the_threads_of_the_loop(run_async: Run) -> None:
    async def body() -> None:
        loop, busy = asyncio.get_running_loop(), threading.Event()
        loop.set_default_executor(ThreadPoolExecutor(1))
        waiting = asyncio.ensure_future(asyncio.to_thread(busy.wait))
        assert await aio.apart(threading.get_ident) != threading.get_ident()
        assert not waiting.done()
        busy.set()
        await waiting

    run_async(body())
