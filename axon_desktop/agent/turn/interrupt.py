"""The one way in which a turn is stopped from outside."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from axon_desktop.errors import N_, CancellationError

T = TypeVar("T")

_STOPPED = N_("Core", "The user stopped the turn.")


class Interrupt:
    """Breaks into whatever a turn is waiting for.

    Each wait runs inside a time limit that is set only when the user stops: no task of its own is needed, and no
    scope stays open while the turn's iterator is suspended, so the iterator may be dropped at any event.
    """

    def __init__(self) -> None:
        self.requested = False
        """Whether the user has stopped the turn."""
        self._scope: asyncio.Timeout | None = None

    def request(self) -> None:
        """Stop the turn; from the loop's thread."""
        if self.requested:
            return
        self.requested = True
        if self._scope is not None:
            self._scope.reschedule(asyncio.get_running_loop().time())

    def check(self) -> None:
        """Raise CancellationError once the turn is stopped."""
        if self.requested:
            raise CancellationError(_STOPPED)

    async def guard(self, start: Callable[[], Awaitable[T]]) -> T:
        """Call `start` and wait for its work, which is cancelled when the turn is stopped.

        Work that finishes in spite of being cancelled still gives its result: what was done must be reported.

        Raises:
            CancellationError: the turn is stopped; `start` was not called, or its work was cancelled.
        """
        self.check()
        scope = asyncio.timeout(None)
        task = asyncio.current_task()
        assert task is not None
        requests = task.cancelling()
        try:
            async with scope:
                self._scope = scope
                result = await start()
                if self.requested:
                    # Work that could not be cancelled leaves our cancellation for the next wait: take it here.
                    try:
                        await asyncio.sleep(0)
                    except asyncio.CancelledError:
                        if task.cancelling() > requests + 1:  # somebody else cancelled as well
                            raise
                return result
        except TimeoutError:
            if not scope.expired():
                raise
            raise CancellationError(_STOPPED) from None
        finally:
            self._scope = None
