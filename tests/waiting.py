"""How tests wait: for the thing itself, and with patience, since another program may have the processor.

A wait ends as soon as its condition holds, so a long limit costs nothing; it only says when something hangs. What
a piece of work costs is measured in the processor's time, which does not grow when the machine is busy. How soon
something is done is measured as the shortest of several times: others can make it longer, never shorter.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

PATIENCE = 300.0
"""Seconds until a wait fails; below the time limit of a test."""
_MEASUREMENTS = 8


async def until(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Let the loop run until the condition holds; what takes long is looked at less often."""
    begun = time.monotonic()
    while not condition():
        waited = time.monotonic() - begun
        assert waited < seconds, f"waited {seconds:g} s"
        await asyncio.sleep(min(0.002 + waited / 20, 0.02))


def wait_until(condition: Callable[[], object], seconds: float = PATIENCE, *, pause: float = 0.002) -> None:
    """Wait in a thread, or for another process, until the condition holds; `pause` is for one that is work."""
    begun = time.monotonic()
    while not condition():
        waited = time.monotonic() - begun
        assert waited < seconds, f"waited {seconds:g} s"
        time.sleep(max(pause, min(waited / 20, 0.05)))


async def turns(count: int = 50) -> None:
    """Let the loop and its threads do what they have to, so often: what does not come by then was not begun."""
    for _ in range(count):
        await asyncio.to_thread(_do_nothing)


def _do_nothing() -> None: ...


class Clock:
    """The clock of the program and of its event loops, which a test lets run ahead."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._ahead = 0.0
        real = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: real() + self._ahead)

    async def run_ahead(self, seconds: float) -> None:
        """Let time pass, and whoever waited for it act."""
        self._ahead += seconds
        await turns(10)


async def forever() -> Any:
    """Do nothing until it is cancelled."""
    await asyncio.Event().wait()


def shortest(measure: Callable[[], float], limit: float) -> float:
    """Return the shortest of several times in seconds, or the first that is below the limit."""
    best = measure()
    for _ in range(_MEASUREMENTS - 1):
        if best < limit:
            break
        best = min(best, measure())
    return best


@contextmanager
def work_below(seconds: float) -> Iterator[None]:
    """Check that what is done meanwhile costs this process less than so many seconds of the processor."""
    begun = time.process_time()
    yield
    took = time.process_time() - begun
    assert took < seconds, f"took {took:.3f} s of the processor"
