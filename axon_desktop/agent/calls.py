"""One tool call from wish to result: preview, approval, execution."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from dataclasses import replace

from axon_desktop.agent.approval import ApprovalRequest, Decision
from axon_desktop.agent.diff import compute_diff
from axon_desktop.agent.events import Action, AgentEvent, ApprovalGiven, ApprovalRequested, Observation
from axon_desktop.agent.interrupt import Interrupt
from axon_desktop.agent.setup import TurnSetup
from axon_desktop.errors import CancellationError, VaultError
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.vault.changes import ChangePreview


class _Refused(Exception):  # noqa: N818 - no error: the way out of an approval
    """The write may not be done; the text is for the model."""


class CallRunner:
    """Runs the calls of one round, one by one; what is approved is what is written."""

    def __init__(self, setup: TurnSetup, interrupt: Interrupt, turn_id: str, turn_text: str, round_: int) -> None:
        self._setup = setup
        self._interrupt = interrupt
        self._turn_id = turn_id
        self._turn_text = turn_text
        self._round = round_
        self._ran = 0
        self._waited = 0.0
        """Seconds that the running call waited for approval."""
        self._approved: ChangePreview | None = None
        self._edited = False

    async def run(self, index: int, call: ToolCall) -> AsyncGenerator[AgentEvent, None]:
        """Yield the call's events, ending with its one observation.

        Raises:
            CancellationError: the turn was stopped; the observation came before.
        """
        self._interrupt.check()
        limit = self._setup.limits.calls_per_round
        if self._ran >= limit:
            text = f"Not run: only {limit} calls run per round. Send this call again in the next round."
            yield self.observe(index, call, ToolResult(False, error=text))
            return
        if (unfit := self._setup.tools.check(call)) is not None:
            yield self.observe(index, call, unfit)
            return
        self._ran += 1
        yield Action(turn_id=self._turn_id, round=self._round, index=index, call=call)
        started = time.monotonic()
        self._waited = 0.0
        diff: tuple[str, ...] = ()
        try:
            preview = await self._interrupt.guard(lambda: self._setup.tools.preview(call))
            self._approved, self._edited = preview, False
            if preview is not None:
                async for event in self._approve(call, preview):
                    yield event
                diff = await self._diff()
            result = await self._interrupt.guard(lambda: self._setup.tools.execute(call, self._approved))
        except (VaultError, _Refused) as error:
            result = ToolResult(False, error=str(error))
        except CancellationError:
            text = "Stopped by the user before it was done; nothing was written."
            yield self.observe(index, call, ToolResult(False, error=text))
            raise
        elapsed = time.monotonic() - started - self._waited
        if result.success and self._edited:
            result = replace(result, data=f"{result.data} The user changed the text before it was written.")
        yield self.observe(index, call, result, elapsed, diff if result.success else ())

    def observe(
        self, index: int, call: ToolCall, result: ToolResult, elapsed: float = 0.0, diff: tuple[str, ...] = ()
    ) -> Observation:
        """Make the observation that ends a call."""
        return Observation(
            turn_id=self._turn_id,
            round=self._round,
            index=index,
            call=call,
            result=result,
            elapsed=elapsed,
            diff=diff,
        )

    async def _approve(self, call: ToolCall, preview: ChangePreview) -> AsyncGenerator[AgentEvent, None]:
        """Return once the write may be done, asking where the rules say so."""
        policy = self._setup.policy
        ruling = policy.decide(call, preview)
        if ruling.answer == "deny":
            raise _Refused(ruling.text)
        if ruling.answer == "allow":
            return
        request = ApprovalRequest(call, preview, ruling.reasons, self._turn_text)
        yield ApprovalRequested(turn_id=self._turn_id, call=call)
        asked = time.monotonic()
        decision = await self._interrupt.guard(lambda: self._setup.approver.approve(request))
        self._waited = time.monotonic() - asked
        policy.remember(call, preview, decision)
        yield ApprovalGiven(turn_id=self._turn_id, call=call, allowed=decision.allowed)
        if not decision.allowed:
            raise _Refused(_refusal(preview, decision))
        if decision.edited is not None and decision.edited != preview.after:
            self._approved, self._edited = replace(preview, after=decision.edited), True

    async def _diff(self) -> tuple[str, ...]:
        approved = self._approved
        if approved is None:
            return ()
        return await self._interrupt.guard(lambda: compute_diff(approved))


def _refusal(preview: ChangePreview, decision: Decision) -> str:
    why = decision.note or "the user said no"
    return f"Not allowed: {preview.path} was not changed; {why}. Do not send this call again in this turn."
