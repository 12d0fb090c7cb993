"""One tool call from wish to result: preview, approval, execution."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from axon_desktop.agent.approval import ApprovalRequest, Decision, trouble_of
from axon_desktop.agent.diff import LineDiff, compute_diff, compute_edit
from axon_desktop.agent.events import (
    Action,
    AgentEvent,
    ApprovalGiven,
    ApprovalRequested,
    Observation,
    ToolProgress,
)
from axon_desktop.agent.interrupt import Interrupt
from axon_desktop.agent.mentions import find_mentions
from axon_desktop.agent.running import RunningCall
from axon_desktop.agent.setup import TurnSetup
from axon_desktop.agent.taint import Taint, is_named
from axon_desktop.errors import CancellationError, JournalError, VaultError
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.tools import sandbox
from axon_desktop.tools.tool import Effect
from axon_desktop.vault.changes import Proposal

if TYPE_CHECKING:
    from axon_desktop.vault.record_trouble import RecordTrouble

_SHOWN_BYTES = 1_000_000
"""Largest file of which the text is shown before it goes to the trash."""
_AGAIN = (
    "Send the same call again as a block that begins with ```json:tool and holds "
    '{"tool": …, "params": {…}}: in that form it may run'
)
_KEEP = '; to add to the note, use create_note with "mode": "append", to change a part of it, edit_note'
_EDITED = "The user changed the text before it was written (- what you sent, + what stands there instead):"

_NO_DIFF = LineDiff()


class _Refused(Exception):  # noqa: N818 - no error: the way out of an approval
    """The call may not be done; the text is for the model."""


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
        self._request = request
        self._interrupt = interrupt
        self._turn_id = turn_id
        self._turn_text = turn_text
        self._round = round_
        self._ran = 0
        self._waited = 0.0
        """Seconds that the running call waited for approval."""
        self._approved: Proposal | None = None
        """What is to be written: as proposed, or as the user edited it."""
        self._edit: tuple[str, ...] = ()
        """What the user made of the proposed text, as diff lines."""

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
        diff = _NO_DIFF
        effect = self._setup.tools.effect(call.tool) or "external"
        try:
            proposal = await self._interrupt.guard(lambda: self._setup.tools.preview(call))
            self._approved, self._edit = proposal, ()
            if effect != "read":
                async for event in self._approve(call, proposal, effect):
                    yield event
                diff = await self._diff()
            if effect == "write":
                try:
                    result = await self._write(call)
                except JournalError as error:
                    async for event in self._approve(call, proposal, effect, trouble_of(error, proposal)):
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
        except (VaultError, _Refused) as error:
            result = ToolResult(False, error=str(error))
        except CancellationError:
            text = "Stopped by the user before it was done; nothing was written."
            if effect in ("command", "external"):
                text = "Stopped by the user; look at what it has done before you run it again."
            yield self.observe(index, call, ToolResult(False, error=text))
            raise
        elapsed = time.monotonic() - started - self._waited
        await self.take_words(call, result)
        yield self.observe(index, call, self._with_edit(result), elapsed, diff if result.success else _NO_DIFF)

    def _with_edit(self, result: ToolResult) -> ToolResult:
        """Return the result, with what the user made of the text."""
        if not (result.success and self._edit):
            return result
        return replace(result, data="\n".join((f"{result.data} {_EDITED}", *self._edit)))

    async def _write(self, call: ToolCall, *, unrecorded: bool = False) -> ToolResult:
        """Write what was approved; past its commit point it may not be given up, and it has no progress to tell.

        Raises:
            JournalError: it cannot be recorded, and was not said to be written all the same; nothing was changed.
        """
        return await self._interrupt.guard(
            lambda: self._setup.tools.execute(call, self._approved, unrecorded=unrecorded)
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

    async def _approve(
        self, call: ToolCall, proposal: Proposal | None, effect: Effect, trouble: RecordTrouble | None = None
    ) -> AsyncGenerator[AgentEvent, None]:
        """Return once the call may run, asking where the rules say so; with a `trouble` always.

        What it was already approved to be, with the user's edits, is what is asked about.
        """
        policy, asked_for = self._setup.policy, self._approved
        outside = await self._interrupt.guard(lambda: asyncio.to_thread(self._is_outside, proposal))
        ruling = policy.decide(call, asked_for, effect, outside=outside, unrecorded=trouble is not None)
        if ruling.answer == "deny":
            raise _Refused(ruling.text)
        if ruling.answer == "allow":
            return
        request = ApprovalRequest(
            call,
            asked_for,
            ruling.reasons,
            self._turn_text,
            effect,
            removed=await self._removed(proposal),
            caged=effect == "command" and await self._interrupt.guard(lambda: asyncio.to_thread(sandbox.works)),
            origins=self._taint.origins if outside else (),
            trouble=trouble,
        )
        yield ApprovalRequested(turn_id=self._turn_id, call=call)
        asked = time.monotonic()
        decision = await self._interrupt.guard(lambda: self._setup.approver.approve(request))
        self._waited += time.monotonic() - asked
        policy.remember(call, asked_for, decision, effect)
        yield ApprovalGiven(turn_id=self._turn_id, call=call, allowed=decision.allowed)
        if not decision.allowed:
            raise _Refused(_refusal(request, decision))
        edited = decision.edited
        if proposal is not None and edited is not None and edited != asked_for:
            self._approved = edited
            self._edit = await self._interrupt.guard(lambda: compute_edit(proposal, edited))

    def _is_outside(self, proposal: Proposal | None) -> bool:
        """Tell whether words that are not the user's may be behind a call; for a thread."""
        if not self._taint.origins or not self._setup.provider.invents:
            return False
        if proposal is None:
            return True
        mentioned = [mention.path for mention in find_mentions(self._request, self._setup.tools.vault)]
        touched = (proposal.path, proposal.target) if proposal.action == "move" else (proposal.path,)
        return not all(is_named(path, self._request, mentioned) for path in touched)

    async def _removed(self, proposal: Proposal | None) -> bytes | None:
        """Return the bytes of a file that is to go to the trash, for the user to see."""
        if proposal is None or proposal.action != "trash":
            return None
        read = partial(self._setup.tools.vault.read_attachment, proposal.path, _SHOWN_BYTES)
        with suppress(VaultError):
            return await self._interrupt.guard(lambda: asyncio.to_thread(read))
        return None

    async def _diff(self) -> LineDiff:
        approved = self._approved
        if approved is None:
            return _NO_DIFF
        return await self._interrupt.guard(lambda: compute_diff(approved))


def is_refusal(result: ToolResult) -> bool:
    """Tell whether a call was not allowed, and not only in the form in which it was sent."""
    error = result.error or ""
    return error.startswith("Not allowed: ") and _AGAIN not in error


def _refusal(request: ApprovalRequest, decision: Decision) -> str:
    proposal = request.proposal
    why = decision.note or "the user said no"
    if request.trouble and not decision.note:
        why += f", as it cannot be recorded and so not be undone: {request.trouble.details}"
    done = {"write": "changed", "move": "moved", "trash": "put into the trash"}
    what = f"{proposal.path} was not {done[proposal.action]}" if proposal else "nothing was run"
    then = _AGAIN if decision.resend else "Do not send this call again in this turn"
    if {"shrinks", "empties"}.intersection(request.reasons):
        then += _KEEP
    return f"Not allowed: {what}; {why}. {then}."
