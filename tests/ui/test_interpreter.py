"""Python's garbage collector, as the window has it."""

import gc
import sys
from collections.abc import Iterator

import pytest

from axon_desktop.ui.interpreter import tune_interpreter

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
