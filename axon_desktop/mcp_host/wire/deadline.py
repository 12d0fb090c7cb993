"""The time that a call may take, in which a user who is asked something does not count."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager


class Deadlines:
    """The running calls of one server."""

    def __init__(self) -> None:
        self._running: dict[asyncio.Timeout, asyncio.Event] = {}
        """With what is set when the call is over."""

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

    async def outlast(self) -> None:
        """Return when the calls that run now are over, also by being stopped."""
        for over in [*self._running.values()]:
            await over.wait()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Stop the clocks of all running calls: which of them a question belongs to is not told."""
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
