import asyncio

import pytest

from axon_desktop.agent.turn.interrupt import Interrupt
from axon_desktop.errors import CancellationError
from tests.waiting import forever


def test_request_breaks_into_the_wait() -> None:
    async def scene() -> None:
        interrupt = Interrupt()
        asyncio.get_running_loop().call_soon(interrupt.request)
        with pytest.raises(CancellationError):
            await interrupt.guard(forever)
        task = asyncio.current_task()
        assert task is not None
        assert task.cancelling() == 0
        await asyncio.sleep(0)

    asyncio.run(scene())


def test_nothing_starts_after_the_request() -> None:
    async def scene() -> None:
        interrupt = Interrupt()
        interrupt.request()
        with pytest.raises(CancellationError):
            await interrupt.guard(lambda: pytest.fail("started"))

    asyncio.run(scene())


@pytest.mark.parametrize("pass_on", [False, True])
def test_work_that_finishes_anyway_gives_its_result(pass_on: bool) -> None:
    async def stubborn() -> str:
        try:
            await forever()
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if pass_on and task is not None:  # as a write past its commit point does
                task.uncancel()
                task.cancel()
        return "done"

    async def scene() -> None:
        interrupt = Interrupt()
        asyncio.get_running_loop().call_soon(interrupt.request)
        assert await interrupt.guard(stubborn) == "done"
        await asyncio.sleep(0)  # the cancellation must not come later, somewhere else
        await asyncio.sleep(0)

    asyncio.run(scene())


def test_cancelling_from_outside_stays_a_cancellation() -> None:
    async def scene() -> None:
        async with asyncio.timeout(0):
            await Interrupt().guard(forever)

    with pytest.raises(TimeoutError):
        asyncio.run(scene())


def test_time_out_of_the_work_itself_passes() -> None:
    async def work() -> None:
        raise TimeoutError("its own")

    async def scene() -> None:
        await Interrupt().guard(work)

    with pytest.raises(TimeoutError, match="its own"):
        asyncio.run(scene())
