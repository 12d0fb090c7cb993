"""The events of a turn as one async iterator, which is written where they happen by `await emit(event)`."""

from __future__ import annotations

import asyncio
import types
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import suppress
from typing import Any

from axon_desktop.agent.events import AgentEvent


@types.coroutine
def emit(event: AgentEvent) -> Generator[AgentEvent, None, None]:
    """Give an event to the reader of the turn, and continue when the next one is asked for.

    For code that `stream_events` runs, at any depth but in its task: asyncio refuses it elsewhere. Like a `yield`,
    it must not be awaited inside a time limit or `Interrupt.guard`.
    """
    yield event


async def stream_events(work: Callable[[], Coroutine[Any, Any, None]]) -> AsyncGenerator[AgentEvent, None]:
    """Yield what `work` emits, as if each `emit` were a `yield` here.

    The work runs in the reader's task, and only while the next event is waited for. Its errors are the reader's.
    Closing the iterator cancels the work at the `emit` where it waits, and waits for its end.

    Raises:
        RuntimeError: the work emitted an event after the iterator was closed.
    """
    running = work()
    while (event := await _run_to_event(running)) is not None:
        try:
            yield event
        except BaseException:
            with suppress(asyncio.CancelledError):
                if await _run_to_event(running, asyncio.CancelledError()) is not None:
                    raise RuntimeError("An event was emitted that nobody reads.") from None
            raise


@types.coroutine
def _run_to_event(
    running: Coroutine[Any, Any, None], thrown: BaseException | None = None
) -> Generator[Any, Any, AgentEvent | None]:
    """Run up to the next event, None at the end; whatever else is awaited on the way is left to the event loop."""
    answer: Any = None
    while True:
        try:
            awaited = running.send(answer) if thrown is None else running.throw(thrown)
        except StopIteration:
            return None
        finally:
            answer = thrown = None  # else an error and this frame hold each other
        if isinstance(awaited, AgentEvent):
            return awaited
        try:
            answer = yield awaited
        except BaseException as error:  # noqa: BLE001 - such as a cancellation, for whoever waits
            thrown = error
