"""Work in a thread that is not given up half done, whatever happens to the task that waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def run_uncancelled(work: Callable[[Callable[[], bool]], T]) -> T:
    """Run in a thread and wait for the outcome, also when this task is cancelled meanwhile; that then follows.

    Args:
        work: what is to be done; it is given what tells whether the task was cancelled while it only waited.
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
