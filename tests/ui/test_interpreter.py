"""Python and its memory, as the window has them."""

import gc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from axon_desktop.ui.interpreter import HEAPS, give_memory_back, tune_interpreter

MUCH = 100_000
"""Objects that can be looked at in some 30 ms."""


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
    looked_at: list[int] = []

    def called(phase: str, info: dict[str, int]) -> None:
        if phase == "stop":
            collected.append(info["collected"])
        elif info["generation"]:
            looked_at.append(len(gc.get_objects(0)) + len(gc.get_objects(1)))

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
    assert looked_at
    assert max(looked_at) <= 1.5 * MUCH


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
from axon_desktop.ui.interpreter import tune_interpreter

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
    subprocess.run([sys.executable, "-c", _THREADS, str(tmp_path / "heaps.xml")], check=True, timeout=60)
    assert 1 <= (tmp_path / "heaps.xml").read_text().count("<heap nr=") <= HEAPS
