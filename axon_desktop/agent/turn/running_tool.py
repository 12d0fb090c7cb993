"""A tool at work in a task of its own, so that it can be heard, and stopped, while it works."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
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
        self._news = asyncio.Event()
        token = report_progress.set(self._hear)
        self._task = asyncio.get_running_loop().create_task(self._run(work), name=f"tool {name}")
        report_progress.reset(token)
        self._task.add_done_callback(lambda _: self._news.set())

    @property
    def result(self) -> ToolResult:
        """What came of it, once `reports` has come to its end."""
        return self._task.result()

    async def _run(self, work: Callable[[], Coroutine[Any, Any, ToolResult]]) -> ToolResult:
        if self._interrupt.requested:  # between the making of the task and its first turn
            raise asyncio.CancelledError
        return await work()

    async def reports(self) -> AsyncGenerator[Progress, None]:
        """Yield what the tool says of its progress until it is over; however this ends, so does the tool.

        Raises:
            CancellationError: the turn was stopped before the tool was done.
        """
        try:
            while not self._task.done() or self._report is not None:
                await self._interrupt.guard(self._news.wait)
                self._news.clear()
                report, self._report = self._report, None
                if report is not None:
                    yield report
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

    def _hear(self, progress: Progress) -> None:
        self._report = progress
        self._news.set()

    async def _rest(self) -> None:
        await asyncio.wait([self._task], timeout=_PAUSE)
