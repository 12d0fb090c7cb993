"""What a piece of work costs in this thread: its CPU time, and the calls that it makes, which no noise changes."""

from __future__ import annotations

import cProfile
import pstats
import time
from collections.abc import Awaitable, Callable
from typing import TypedDict


class Cost(TypedDict):
    """The mean of one piece of work."""

    own: float
    """Milliseconds of CPU of this thread."""
    cpu: float
    """Milliseconds of CPU of all threads of this process."""
    calls: float
    """Of functions, Python's and C's, in this thread; counted in a further pass, since counting slows down."""


async def cost_of(work: Callable[[int], Awaitable[object]], times: int) -> Cost:
    """Do a piece of work so often that its cost can be told; it is given the number of the pass."""
    await work(0)
    own, cpu = time.thread_time(), time.process_time()
    for number in range(1, times + 1):
        await work(number)
    own, cpu = time.thread_time() - own, time.process_time() - cpu
    profile = cProfile.Profile()
    profile.enable()
    for number in range(times + 1, 2 * times + 1):
        await work(number)
    profile.disable()
    calls = pstats.Stats(profile).total_calls  # type: ignore[attr-defined]
    return {"own": own * 1000 / times, "cpu": cpu * 1000 / times, "calls": calls / times}
