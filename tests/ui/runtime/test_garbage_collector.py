"""Garbage collection and memory of the program."""

import asyncio
import gc
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.runtime.garbage_collector import (
    HEAPS,
    collect_garbage,
    give_memory_back,
    tune_interpreter,
)
from tests.waiting import PATIENCE

Run = Callable[[Coroutine[Any, Any, Any]], Any]

MUCH = 100_000
"""Number of objects that are collected in some 30 ms."""


@pytest.fixture
def tuned() -> Iterator[None]:
    thresholds, turns = gc.get_threshold(), sys.getswitchinterval()
    tune_interpreter()
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        sys.setswitchinterval(turns)


@pytest.mark.usefixtures("tuned")
def test_collection_takes_little_at_a_time() -> None:
    collected: list[int] = []
    find_focus: list[int] = []

    def called(phase: str, info: dict[str, int]) -> None:
        if phase == "stop":
            collected.append(info["collected"])
        elif info["generation"]:
            find_focus.append(len(gc.get_objects(0)) + len(gc.get_objects(1)))

    gc.callbacks.append(called)
    try:
        for _ in range(MUCH):
            loop: list[object] = []
            loop.append(loop)
        kept = [[number] for number in range(3 * MUCH)]
    finally:
        gc.callbacks.remove(called)
    assert len(kept) == 3 * MUCH
    assert max(collected) <= 20_000
    assert find_focus
    assert max(find_focus) <= 1.5 * MUCH


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system's library does it by itself")
def test_what_is_free_between_what_is_used_goes_back_to_the_system() -> None:
    blocks = [bytes(2_000) for _ in range(50_000)]
    del blocks[:-1]  # the last one keeps the heap from shrinking
    before = psutil.Process().memory_info().rss
    give_memory_back()
    assert before - psutil.Process().memory_info().rss > 50 << 20
    assert len(blocks) == 1


_THREADS = """
import ctypes, sys, threading
from axon_desktop.ui.runtime.garbage_collector import tune_interpreter

tune_interpreter()
all_there = threading.Barrier(24)
def work():
    kept = [bytes(2_000) for _ in range(100)]
    all_there.wait()
threads = [threading.Thread(target=work) for _ in range(24)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(libc.fopen(sys.argv[1].encode(), b"w"))
libc.malloc_info(0, file)
libc.fclose(file)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system's library does it by itself")
def test_threads_share_few_heaps(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", _THREADS, str(tmp_path / "heaps.xml")], check=True, timeout=PATIENCE)
    assert 1 <= (tmp_path / "heaps.xml").read_text().count("<heap nr=") <= HEAPS


_TIMER_IN_A_CYCLE = """
import asyncio, threading
from PySide6.QtCore import QCoreApplication, Qt, QTimer
from axon_desktop.ui.aio import Loop, spawn
from axon_desktop.ui.runtime.garbage_collector import collect_garbage

kept, destroyed = [], []

def leave_timer():
    timer = QTimer()
    timer.me = timer
    timer.destroyed.connect(lambda: destroyed.append(threading.get_ident()), Qt.ConnectionType.DirectConnection)
    timer.start(1)

def make_much():
    kept.extend([number] for number in range(300_000))

async def main():
    spawn(collect_garbage(), name="collect garbage")
    await asyncio.sleep(0)
    leave_timer()
    await asyncio.to_thread(make_much)
    while not destroyed:
        await asyncio.sleep(0)
    assert destroyed == [threading.get_ident()]

app = QCoreApplication([])
with asyncio.Runner(loop_factory=lambda: Loop(app)) as runner:
    runner.run(main())
"""


def test_timer_that_is_garbage_is_not_destroyed_by_another_thread() -> None:
    """Red, by a crash of the process, when Python collects garbage in the thread that creates objects."""
    run = subprocess.run(
        [sys.executable, "-c", _TIMER_IN_A_CYCLE], check=False, text=True, stderr=subprocess.PIPE, timeout=PATIENCE
    )
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.usefixtures("tuned")
def test_garbage_of_a_thread_is_collected_while_the_event_loop_sleeps(run_async: Run) -> None:
    """Red when it is collected only after something else wakes the loop, or not in the loop's thread."""

    class Thing:
        """Something in a cycle."""

        def __init__(self) -> None:
            self.me = self

    collected_in: list[int] = []
    is_collected = threading.Event()
    made: list[list[int]] = []

    def collected() -> None:
        collected_in.append(threading.get_ident())
        is_collected.set()

    def work() -> None:
        weakref.finalize(Thing(), collected)
        while not is_collected.wait(0.001) and len(made) < 10 * MUCH:
            made.extend([] for _ in range(200))

    async def main() -> None:
        collecting = spawn(collect_garbage(), name="collect garbage")
        await asyncio.sleep(0)
        assert not gc.isenabled()
        await asyncio.to_thread(work)
        collecting.cancel()
        await asyncio.wait([collecting])

    run_async(main())
    assert collected_in == [threading.get_ident()]
    assert len(made) < 10 * MUCH
    assert gc.isenabled()


@pytest.mark.usefixtures("tuned")
@pytest.mark.parametrize("is_there", [True, False], ids=["at work", "away"])
def test_everything_is_looked_at_only_while_nobody_is_there(
    run_async: Run, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    state = Qt.ApplicationState.ApplicationActive if is_there else Qt.ApplicationState.ApplicationInactive
    monkeypatch.setattr(QGuiApplication, "applicationState", lambda: state)
    generations: list[int] = []

    def called(phase: str, info: dict[str, int]) -> None:
        if phase == "stop":
            generations.append(info["generation"])

    async def main() -> None:
        collecting = spawn(collect_garbage(), name="collect garbage")
        await asyncio.sleep(0)
        gc.set_threshold(50, 1, 1)
        gc.callbacks.append(called)
        kept: list[list[int]] = []
        while len(generations) < 20:
            kept += [[] for _ in range(100)]
            await asyncio.sleep(0)
        gc.callbacks.remove(called)
        collecting.cancel()
        await asyncio.wait([collecting])

    run_async(main())
    assert {*generations} == ({0, 1} if is_there else {0, 1, 2})
