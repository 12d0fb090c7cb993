"""One tool call from request to result: preview, approval, execution."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from msgspec.structs import replace

from axon_desktop.agent.approval.change_lines import LineDiff, compute_diff
from axon_desktop.agent.approval.round_approval import PlacedCall, Refused, RoundApproval
from axon_desktop.agent.approval.taint import Taint
from axon_desktop.agent.events import (
    Action,
    Observation,
    ToolProgress,
)
from axon_desktop.agent.setup import TurnSetup
from axon_desktop.agent.turn.event_stream import emit
from axon_desktop.agent.turn.interrupt import Interrupt
from axon_desktop.agent.turn.running_tool import RunningCall
from axon_desktop.errors import CancellationError, JournalError, VaultError
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.tools.tool import Progress

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
        """Take the parts of the turn; `request` is all that the user has asked for in it."""
        self.begun: list[ToolCall] = []
        """The calls that were approved, or are being asked about; not those that could not run."""
        self._setup = setup
        self._taint = taint
        self._interrupt = interrupt
        self._turn_id = turn_id
        self._round = round_
        self._approval = RoundApproval(setup, interrupt, turn_id, turn_text, taint=taint, request=request)

    async def run(self, index: int, call: ToolCall, later: Sequence[PlacedCall] = ()) -> Observation:
        """Emit the call's events, and return the one observation that ends them, also when the turn is stopped.

        Writes among the `later` calls may be asked about together with this one.

        Raises:
            CancellationError: the turn was stopped before the call began.
        """
        self._interrupt.check()
        limit = self._setup.limits.calls_per_round
        if len(self.begun) >= limit:
            text = f"Not run: only {limit} calls run per round. Send this call again in the next round."
            return self.observe(index, call, ToolResult(False, error=text, kind="not_run"))
        if (unfit := self._setup.tools.check(call)) is not None:
            return self.observe(index, call, unfit)
        self.begun.append(call)
        await emit(Action(turn_id=self._turn_id, round=self._round, index=index, call=call))
        started = time.monotonic()
        approval, diff = self._approval, _NO_DIFF
        effect = self._setup.tools.effect(call.tool) or "external"
        try:
            await approval.approve(index, call, effect, later, room=limit - len(self.begun))
            diff = await self._diff()
            if effect == "write":
                try:
                    result = await self._write(call)
                except JournalError as error:
                    await approval.approve_unrecorded(index, call, error)
                    diff = await self._diff()
                    result = await self._write(call, unrecorded=True)
            else:
                tools = self._setup.tools
                running = RunningCall(lambda: tools.execute(call), call.tool, self._interrupt)
                result = await running.finish(lambda progress: self._report(index, progress))
        except (VaultError, Refused) as error:
            result = ToolResult.of(error)
        except CancellationError:
            text = "Stopped by the user before it was done; nothing was written."
            if effect in ("command", "external"):
                text = "Stopped by the user; look at what it has done before you run it again."
            return self.observe(index, call, ToolResult(False, error=text, kind="stopped"))
        elapsed = time.monotonic() - started - approval.waited
        await self.track_source(call, result)
        return self.observe(index, call, self._with_edit(result), elapsed, diff if result.success else _NO_DIFF)

    async def _report(self, index: int, progress: Progress) -> None:
        await emit(
            ToolProgress(
                turn_id=self._turn_id,
                round=self._round,
                index=index,
                done=progress.done,
                total=progress.total,
                message=progress.message,
            )
        )

    def _with_edit(self, result: ToolResult) -> ToolResult:
        """Return the result, with what the user made of the text."""
        if not (result.success and self._approval.edit):
            return result
        return replace(result, data="\n".join((f"{result.data} {_EDITED}", *self._approval.edit)))

    async def _write(self, call: ToolCall, *, unrecorded: bool = False) -> ToolResult:
        """Write what was approved; past its commit point it may not be cancelled, and it reports no progress.

        Raises:
            JournalError: it cannot be recorded, and nobody agreed to that; nothing was changed.
        """
        return await self._interrupt.guard(
            lambda: self._setup.tools.execute(call, self._approval.approved, unrecorded=unrecorded)
        )

    async def track_source(self, call: ToolCall, result: ToolResult) -> None:
        """Take note of whose text a result is; a write brings nothing new."""
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
        approved = self._approval.approved
        if approved is None:
            return _NO_DIFF
        return await self._interrupt.guard(lambda: compute_diff(approved))
