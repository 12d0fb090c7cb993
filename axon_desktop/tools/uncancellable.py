"""Uncancellable work: it runs to its end in a thread, whatever happens to the task that waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def run_uncancelled(work: Callable[[Callable[[], bool]], T]) -> T:
    """Run in a thread and wait for the outcome; a cancellation of this task takes effect only afterwards.

    Args:
        work: the work; it is given a function that returns whether the task was cancelled meanwhile.
    """
    cancelled = False
    future = asyncio.get_running_loop().run_in_executor(None, work, lambda: cancelled)
    while not future.done():
        try:
            await asyncio.wait([future])
        except asyncio.CancelledError:
            cancelled = True
    task = asyncio.current_task()
    if cancelled and task is not None:
        # The caller gets the outcome and is cancelled at its next await; the number of requests stays as it was.
        task.uncancel()
        task.cancel()
    return future.result()
