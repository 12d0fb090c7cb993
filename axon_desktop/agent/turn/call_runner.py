"""One tool call from wish to result: preview, approval, execution."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from msgspec.structs import replace

from axon_desktop.agent.approval.change_lines import LineDiff, compute_diff
from axon_desktop.agent.approval.round_approval import Asking, PlacedCall, Refused
from axon_desktop.agent.approval.taint import Taint
from axon_desktop.agent.events import (
    Action,
    AgentEvent,
    Observation,
    ToolProgress,
)
from axon_desktop.agent.setup import TurnSetup
from axon_desktop.agent.turn.interrupt import Interrupt
from axon_desktop.agent.turn.running_tool import RunningCall
from axon_desktop.errors import CancellationError, JournalError, VaultError
from axon_desktop.llm.messages import ToolCall, ToolResult

_EDITED = "The user changed the text before it was written (- what you sent, + what stands there instead):"

_NO_DIFF = LineDiff()


class CallRunner:
    """Runs the calls of one round, one by one; what is approved is what is written."""

    def __init__(
        self,
        setup: TurnSetup,
        interrupt: Interrupt,
        turn_id: str,
        turn_text: str,
        round_: int,
        *,
        taint: Taint,
        request: str,
    ) -> None:
        """Take the parts of the turn; `request` is all that the user has said in it."""
        self._setup = setup
        self._taint = taint
        self._interrupt = interrupt
        self._turn_id = turn_id
        self._round = round_
        self._ran = 0
        self._asking = Asking(setup, interrupt, turn_id, turn_text, taint=taint, request=request)

    async def run(
        self, index: int, call: ToolCall, later: Sequence[PlacedCall] = ()
    ) -> AsyncGenerator[AgentEvent, None]:
        """Yield the call's events, ending with its one observation.

        Writes among the `later` calls may be asked about together with this one.

        Raises:
            CancellationError: the turn was stopped; the observation came before.
        """
        self._interrupt.check()
        limit = self._setup.limits.calls_per_round
        if self._ran >= limit:
            text = f"Not run: only {limit} calls run per round. Send this call again in the next round."
            yield self.observe(index, call, ToolResult(False, error=text, kind="not_run"))
            return
        if (unfit := self._setup.tools.check(call)) is not None:
            yield self.observe(index, call, unfit)
            return
        self._ran += 1
        yield Action(turn_id=self._turn_id, round=self._round, index=index, call=call)
        started = time.monotonic()
        asking, diff = self._asking, _NO_DIFF
        effect = self._setup.tools.effect(call.tool) or "external"
        try:
            async for event in asking.approve(index, call, effect, later, room=limit - self._ran):
                yield event
            diff = await self._diff()
            if effect == "write":
                try:
                    result = await self._write(call)
                except JournalError as error:
                    async for event in asking.approve_unrecorded(index, call, error):
                        yield event
                    diff = await self._diff()
                    result = await self._write(call, unrecorded=True)
            else:
                tools = self._setup.tools
                running = RunningCall(lambda: tools.execute(call), call.tool, self._interrupt)
                async with aclosing(running.reports()) as reports:
                    async for report in reports:
                        yield ToolProgress(
                            turn_id=self._turn_id,
                            round=self._round,
                            index=index,
                            done=report.done,
                            total=report.total,
                            message=report.message,
                        )
                result = running.result
        except (VaultError, Refused) as error:
            result = ToolResult.of(error)
        except CancellationError:
            text = "Stopped by the user before it was done; nothing was written."
            if effect in ("command", "external"):
                text = "Stopped by the user; look at what it has done before you run it again."
            yield self.observe(index, call, ToolResult(False, error=text, kind="stopped"))
            raise
        elapsed = time.monotonic() - started - asking.waited
        await self.take_words(call, result)
        yield self.observe(index, call, self._with_edit(result), elapsed, diff if result.success else _NO_DIFF)

    def _with_edit(self, result: ToolResult) -> ToolResult:
        """Return the result, with what the user made of the text."""
        if not (result.success and self._asking.edit):
            return result
        return replace(result, data="\n".join((f"{result.data} {_EDITED}", *self._asking.edit)))

    async def _write(self, call: ToolCall, *, unrecorded: bool = False) -> ToolResult:
        """Write what was approved; past its commit point it may not be given up, and it has no progress to tell.

        Raises:
            JournalError: it cannot be recorded, and was not said to be written all the same; nothing was changed.
        """
        return await self._interrupt.guard(
            lambda: self._setup.tools.execute(call, self._asking.approved, unrecorded=unrecorded)
        )

    async def take_words(self, call: ToolCall, result: ToolResult) -> None:
        """Take note of whose words a result is; a write tells nothing new."""
        tools = self._setup.tools
        effect = tools.effect(call.tool)
        if effect != "write":
            foreign = effect == "command" or tools.is_foreign(call.tool)
            await asyncio.to_thread(self._taint.read_result, call, result, tools.vault, foreign=foreign)

    def observe(
        self, index: int, call: ToolCall, result: ToolResult, elapsed: float = 0.0, diff: LineDiff = _NO_DIFF
    ) -> Observation:
        """Make the observation that ends a call."""
        return Observation(
            turn_id=self._turn_id,
            round=self._round,
            index=index,
            call=call,
            result=result,
            elapsed=elapsed,
            diff=diff.lines,
            counts=(diff.added, diff.removed),
        )

    async def _diff(self) -> LineDiff:
        approved = self._asking.approved
        if approved is None:
            return _NO_DIFF
        return await self._interrupt.guard(lambda: compute_diff(approved))
