"""A running tool in a task of its own, so that its progress is seen, and it can be stopped, while it works."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from axon_desktop.agent.turn.interrupt import Interrupt
from axon_desktop.errors import CancellationError
from axon_desktop.llm.messages import ToolResult
from axon_desktop.tools.tool import Progress, report_progress

_PAUSE = 0.05
"""Seconds between two reports that are handed on; of those that come meanwhile only the newest is."""
_LAST = 1.0
"""Seconds for a tool that will not be stopped, when nobody is there any more to wait for it."""


class RunningCall:
    """One call of a tool that writes nothing: its task may be cancelled at any time."""

    def __init__(
        self, work: Callable[[], Coroutine[Any, Any, ToolResult]], name: str, interrupt: Interrupt
    ) -> None:
        self._interrupt = interrupt
        self._report: Progress | None = None
        self._changed = asyncio.Event()
        token = report_progress.set(self._on_progress)
        self._task = asyncio.get_running_loop().create_task(self._run(work), name=f"tool {name}")
        report_progress.reset(token)
        self._task.add_done_callback(lambda _: self._changed.set())

    async def _run(self, work: Callable[[], Coroutine[Any, Any, ToolResult]]) -> ToolResult:
        if self._interrupt.requested:  # between the making of the task and its first turn
            raise asyncio.CancelledError
        return await work()

    async def finish(self, on_progress: Callable[[Progress], Awaitable[None]]) -> ToolResult:
        """Report the tool's progress until it is over, and return its result; however this ends, so does the tool.

        Raises:
            CancellationError: the turn was stopped before the tool was done.
        """
        try:
            while not self._task.done() or self._report is not None:
                await self._interrupt.guard(self._changed.wait)
                self._changed.clear()
                report, self._report = self._report, None
                if report is not None:
                    await on_progress(report)
                    await self._interrupt.guard(self._rest)
        except CancellationError:
            self._task.cancel()
            await asyncio.wait([self._task])
            if self._task.cancelled():
                raise
        finally:
            if not self._task.done():
                self._task.cancel()
                await asyncio.wait([self._task], timeout=_LAST)
        return self._task.result()

    def _on_progress(self, progress: Progress) -> None:
        self._report = progress
        self._changed.set()

    async def _rest(self) -> None:
        await asyncio.wait([self._task], timeout=_PAUSE)
