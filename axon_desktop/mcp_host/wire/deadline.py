"""Time limits of calls, which are paused while the user is asked something."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager


class Deadlines:
    """The running calls of one server."""

    def __init__(self) -> None:
        self._running: dict[asyncio.Timeout, asyncio.Event] = {}
        """With an event that is set when the call is over."""

    def __bool__(self) -> bool:
        return bool(self._running)

    @asynccontextmanager
    async def limit(self, seconds: float) -> AsyncGenerator[None, None]:
        """Run a call.

        Raises:
            TimeoutError: it took too long.
        """
        async with asyncio.timeout(seconds) as deadline:
            over = self._running[deadline] = asyncio.Event()
            try:
                yield
            finally:
                del self._running[deadline]
                over.set()

    async def wait_for_running(self) -> None:
        """Wait until the calls that run now are over or stopped."""
        for over in [*self._running.values()]:
            await over.wait()

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Pause the limits of all running calls: which of them a question belongs to is not known."""
        now = asyncio.get_running_loop().time()
        left = {deadline: when - now for deadline in self._running if (when := deadline.when()) is not None}
        for deadline in left:
            deadline.reschedule(None)
        try:
            yield
        finally:
            now = asyncio.get_running_loop().time()
            for deadline, seconds in left.items():
                if deadline in self._running and not deadline.expired():
                    deadline.reschedule(now + seconds)
