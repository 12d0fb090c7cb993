"""What `stream_events` promises of a turn: order, back pressure, errors, and an end whenever the reader goes."""

import asyncio
import contextlib
import gc
import weakref
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

import pytest

from axon_desktop.agent.events import AgentEvent, Token
from axon_desktop.agent.turn.event_stream import emit, stream_events


def token(content: str) -> Token:
    return Token(turn_id="turn", content=content)


async def read(
    events: AsyncGenerator[AgentEvent, None], on_event: Callable[[], object] = lambda: None
) -> list[str]:
    found = []
    async with aclosing(events):
        async for event in events:
            assert isinstance(event, Token)
            found.append(event.content)
            on_event()
    return found


def test_events_of_every_depth_come_in_order_and_none_before_it_is_asked_for() -> None:
    done: list[str] = []

    async def inner() -> None:
        await asyncio.sleep(0)
        await emit(token("b"))
        done.append("b")

    async def work() -> None:
        await emit(token("a"))
        done.append("a")
        await inner()
        await emit(token("c"))
        done.append("c")

    behind: list[int] = []
    seen = asyncio.run(read(stream_events(work), lambda: behind.append(len(done))))
    assert seen == ["a", "b", "c"]
    assert behind == [0, 1, 2]
    assert done == ["a", "b", "c"]


def test_nothing_runs_before_the_first_event_is_asked_for() -> None:
    async def work() -> None:
        pytest.fail("begun")

    async def scene() -> None:
        await stream_events(work).aclose()

    asyncio.run(scene())


def test_an_error_reaches_the_reader_after_the_events_before_it() -> None:
    async def work() -> None:
        await emit(token("a"))
        raise ValueError("broken")

    async def scene() -> None:
        events = stream_events(work)
        assert await anext(events) == token("a")
        with pytest.raises(ValueError, match="broken"):
            await anext(events)

    asyncio.run(scene())


def test_a_reader_that_goes_ends_the_work_and_waits_for_what_it_does_last() -> None:
    ended: list[str] = []

    async def work() -> None:
        try:
            await inner()
        finally:
            await asyncio.sleep(0)
            ended.append("outer")

    async def inner() -> None:
        try:
            await emit(token("a"))
        finally:
            await asyncio.sleep(0)
            ended.append("inner")

    async def scene() -> None:
        async with aclosing(stream_events(work)) as events:
            async for _ in events:
                break
        assert ended == ["inner", "outer"]

    asyncio.run(scene())


def test_an_event_while_the_reader_goes_is_a_fault() -> None:
    async def work() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await emit(token("a"))
        await emit(token("b"))

    async def scene() -> None:
        events = stream_events(work)
        await anext(events)
        with pytest.raises(RuntimeError, match="nobody reads"):
            await events.aclose()

    asyncio.run(scene())


def test_the_work_runs_in_the_task_of_its_reader_and_a_cancellation_arrives_where_it_waits() -> None:
    arrived: list[str] = []

    async def work() -> None:
        tasks.append(asyncio.current_task())
        await emit(token("a"))
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            arrived.append("innermost")
            raise

    async def scene() -> None:
        reader = asyncio.current_task()
        assert reader is not None
        loop = asyncio.get_running_loop()
        with pytest.raises(asyncio.CancelledError):
            await read(stream_events(work), lambda: [loop.call_soon(reader.cancel)])
        reader.uncancel()
        assert tasks == [reader]

    tasks: list[asyncio.Task[None] | None] = []
    asyncio.run(scene())
    assert arrived == ["innermost"]


def test_a_time_limit_between_two_events_holds() -> None:
    async def work() -> None:
        for content in "ab":
            await emit(token(content))
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.001):
                    await asyncio.Event().wait()

    assert asyncio.run(read(stream_events(work))) == ["a", "b"]


def test_outside_of_a_stream_nothing_can_be_emitted() -> None:
    async def scene() -> None:
        await emit(token("lost"))

    with pytest.raises(RuntimeError, match="bad yield"):
        asyncio.run(scene())


@pytest.mark.parametrize("leave", ["error", "early"])
def test_no_garbage_is_left_for_a_collector(leave: str) -> None:
    class Held:
        pass

    async def work(held: Held) -> None:
        await emit(token("a"))
        raise ValueError(str(held))

    async def scene() -> weakref.ref[Held]:
        held = Held()
        events = stream_events(lambda: work(held))
        await anext(events)
        if leave == "early":
            await events.aclose()
        else:
            with contextlib.suppress(ValueError):
                await anext(events)
        return weakref.ref(held)

    gc.disable()
    try:
        assert asyncio.run(scene())() is None
    finally:
        gc.enable()
