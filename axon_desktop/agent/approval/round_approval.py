"""Approval of the calls of one round, as far as the rules require it; several writes in one question."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from axon_desktop.agent.approval.approval import ApprovalRequest, Decision, trouble_of
from axon_desktop.agent.approval.change_lines import compute_edit
from axon_desktop.agent.approval.taint import Taint, is_named
from axon_desktop.agent.context.mentions import find_mentions
from axon_desktop.agent.context.repetition import call_key
from axon_desktop.agent.events import ApprovalGiven, ApprovalRequested
from axon_desktop.agent.setup import TurnSetup
from axon_desktop.agent.turn.event_stream import emit
from axon_desktop.agent.turn.interrupt import Interrupt
from axon_desktop.errors import AxonError, ErrorKind, JournalError, Text, VaultError
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.tools.shell import sandbox
from axon_desktop.tools.tool import Effect
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import Proposal

if TYPE_CHECKING:
    from axon_desktop.vault.history.record_trouble import RecordTrouble

PlacedCall: TypeAlias = tuple[int, ToolCall]
"""A call with its place in the round, from 0."""

_SHOWN_BYTES = 1_000_000
"""Largest file of which the text is shown before it goes to the trash."""
_AGAIN = (
    "Send the same call again as a block that begins with ```json:tool and holds "
    '{"tool": …, "params": {…}}: in that form it may run'
)
_KEEP = '; to add to the note, use create_note with "mode": "append", to change a part of it, edit_note'


class Refused(AxonError):  # noqa: N818 - no error: the way out of an approval
    """The call may not be done; the text is for the model."""

    kind: ErrorKind = "not_allowed"

    def __init__(self, text: str, *, resend: bool = False) -> None:
        """Take the text, and whether the call may be sent again in another form."""
        super().__init__(text)
        if resend:
            self.kind = "resend"


class _EarlierAnswer(NamedTuple):
    """An answer that was given before the turn of its call has come."""

    request: ApprovalRequest
    decision: Decision

    def covers(self, proposal: Proposal | None, request: ApprovalRequest | None) -> bool:
        """Tell whether it holds for what the call has turned out to do, and for what there is to ask about it."""
        asked = self.request
        return proposal == asked.proposal and (request is None or {*request.reasons} <= {*asked.reasons})


class RoundApproval:
    """Lets calls pass, or asks about them; what the user has agreed to is `approved`."""

    def __init__(
        self,
        setup: TurnSetup,
        interrupt: Interrupt,
        turn_id: str,
        turn_text: str,
        *,
        taint: Taint,
        request: str,
    ) -> None:
        """Take the parts of the turn; `request` is all that the user has asked for in it."""
        self._proposed: Proposal | None = None
        self.approved: Proposal | None = None
        """What the call at work is to do: as proposed, or as the user edited it."""
        self.edit: tuple[str, ...] = ()
        """What the user made of the proposed text, as diff lines."""
        self.waited = 0.0
        """Seconds that the call at work waited for an answer."""
        self._setup = setup
        self._interrupt = interrupt
        self._turn_id = turn_id
        self._turn_text = turn_text
        self._taint = taint
        self._said = request
        self._given: dict[int, _EarlierAnswer] = {}
        """By the place of the call."""

    async def approve(
        self, index: int, call: ToolCall, effect: Effect, later: Sequence[PlacedCall], *, room: int
    ) -> None:
        """Work out what a call would do, and return once it may do so, asking where the rules say so.

        An answer that was given before holds if the call turns out to be what was asked about; a no holds in any
        case. Where a question has to be put, it is also about those writes among the `later` calls that can be
        foreseen; there is `room` in the round for so many calls.

        Raises:
            Refused: the rules or the user said no.
            VaultError: the write is not possible.
        """
        self._proposed = self.approved = None
        self.edit, self.waited = (), 0.0
        given = self._given.pop(index, None)
        if given is not None and not given.decision.allowed:
            await emit(self._take(*given))
            raise Refused(_refusal(*given), resend=given.decision.resend)
        proposal = await self._interrupt.guard(lambda: self._setup.tools.preview(call))
        self._proposed = self.approved = proposal
        if effect == "read":
            return
        request = await self._request(call, proposal, effect)
        if given is not None and given.covers(proposal, request):
            request, decision = given
        elif request is None:
            return
        else:
            others = await self._foresee(request, later, room) if given is None else {}
            await emit(ApprovalRequested(turn_id=self._turn_id, call=call, together=1 + len(others)))
            decision = await self._ask(request, others)
        await emit(self._take(request, decision))
        await self._keep(request, decision)

    async def approve_unrecorded(self, index: int, call: ToolCall, error: JournalError) -> None:
        """Ask whether what is `approved`, with the user's edits, is to be written though it cannot be recorded.

        Raises:
            JournalError: it is more than one text: that is never done without its record.
            Refused: the rules or the user said no.
        """
        request = await self._request(call, self.approved, "write", trouble=trouble_of(error, self.approved))
        assert request is not None, "a trouble is always asked about"
        await emit(ApprovalRequested(turn_id=self._turn_id, call=call))
        decision = await self._ask(request, {})
        await emit(self._take(request, decision))
        await self._keep(request, decision)

    async def _ask(self, request: ApprovalRequest, others: dict[int, ApprovalRequest]) -> Decision:
        """Put the question; what is answered for others waits until their turn comes."""
        approver, asked = self._setup.approver, time.monotonic()
        if others:
            every = [request, *others.values()]
            decision, *rest = await self._interrupt.guard(lambda: approver.approve_together(every))
            for (index, other), answer in zip(others.items(), rest, strict=True):
                self._given[index] = _EarlierAnswer(other, answer)
        else:
            decision = await self._interrupt.guard(lambda: approver.approve(request))
        self.waited += time.monotonic() - asked
        return decision

    def _take(self, request: ApprovalRequest, decision: Decision) -> ApprovalGiven:
        """Keep what an answer means for later calls; return its event."""
        self._setup.policy.remember(request.call, request.proposal, decision, request.effect)
        return ApprovalGiven(turn_id=self._turn_id, call=request.call, allowed=decision.allowed)

    async def _keep(self, request: ApprovalRequest, decision: Decision) -> None:
        """Keep what is to be done."""
        if not decision.allowed:
            raise Refused(_refusal(request, decision), resend=decision.resend)
        proposed, edited = self._proposed, decision.edited
        if proposed is not None and edited is not None and edited != request.proposal:
            self.approved = edited
            self.edit = await self._interrupt.guard(lambda: compute_edit(proposed, edited))

    async def _foresee(
        self, request: ApprovalRequest, later: Sequence[PlacedCall], room: int
    ) -> dict[int, ApprovalRequest]:
        """Return what is to be asked about the writes to come, each worked out on what those before it will leave.

        What cannot be foreseen, would fail or is forbidden is left for its turn.
        """
        tools, found = self._setup.tools, dict[int, ApprovalRequest]()
        writes = self._writes(request, later, room)
        if request.proposal is None or not writes:
            return found
        ahead = tools.look_ahead()
        proposal: Proposal | None = request.proposal
        for index, call in [(-1, request.call), *writes]:
            try:
                if index >= 0:
                    preview = partial(tools.preview, call, ahead)
                    proposal = await self._interrupt.guard(preview)
                    asked = await self._request(call, proposal, "write", vault=ahead.vault)
                    if asked is not None and proposal is not None:
                        found[index] = asked
                if proposal is not None:
                    await self._interrupt.guard(partial(ahead.take, proposal))
            except (VaultError, Refused):
                continue
        return found

    def _writes(self, request: ApprovalRequest, later: Sequence[PlacedCall], room: int) -> list[PlacedCall]:
        """Return the later writes that will run, up to where something else may change files.

        A call that is there already is left for its turn: it is not offered again after a no to the first.
        """
        tools, writes = self._setup.tools, dict[str, PlacedCall]()
        for index, call in later:
            effect = tools.effect(call.tool)
            if not room or request.effect != "write" or effect in ("command", "external"):
                break
            if tools.check(call) is not None:
                continue
            room -= 1
            if effect == "write" and index not in self._given:
                writes.setdefault(call_key(call), (index, call))
        writes.pop(call_key(request.call), None)
        return [*writes.values()]

    async def _request(
        self,
        call: ToolCall,
        proposal: Proposal | None,
        effect: Effect,
        *,
        vault: Vault | None = None,
        trouble: RecordTrouble | None = None,
    ) -> ApprovalRequest | None:
        """Return what the user is to be asked, None if the call may run without; with a `trouble` never.

        The `vault` is where the proposal was worked out, if not on the vault as it is.

        Raises:
            Refused: the rules forbid it.
        """
        outside = await self._interrupt.guard(lambda: asyncio.to_thread(self._is_outside, proposal))
        ruling = self._setup.policy.decide(call, proposal, effect, outside=outside, unrecorded=trouble is not None)
        if ruling.answer == "deny":
            raise Refused(ruling.text)
        if ruling.answer == "allow":
            return None
        return ApprovalRequest(
            call,
            proposal,
            ruling.reasons,
            self._turn_text,
            effect,
            removed=await self._removed(proposal, vault or self._setup.tools.vault),
            sandboxed=effect == "command"
            and await self._interrupt.guard(lambda: asyncio.to_thread(sandbox.works)),
            origins=self._taint.origins if outside else (),
            trouble=trouble,
        )

    def _is_outside(self, proposal: Proposal | None) -> bool:
        """Tell whether words that are not the user's may be behind a call; for a thread."""
        if not self._taint.origins or not self._setup.provider.invents:
            return False
        if proposal is None:
            return True
        mentioned = [mention.path for mention in find_mentions(self._said, self._setup.tools.vault)]
        touched = (proposal.path, proposal.target) if proposal.action == "move" else (proposal.path,)
        return not all(is_named(path, self._said, mentioned) for path in touched)

    async def _removed(self, proposal: Proposal | None, vault: Vault) -> bytes | None:
        """Return the bytes of a file that is to go to the trash, for the user to see."""
        if proposal is None or proposal.action != "trash":
            return None
        read = partial(vault.read_attachment, proposal.path, _SHOWN_BYTES)
        with suppress(VaultError):
            return await self._interrupt.guard(lambda: asyncio.to_thread(read))
        return None


def is_refusal(result: ToolResult) -> bool:
    """Tell whether a call was not allowed, and not only in the form in which it was sent."""
    return result.kind == "not_allowed"


def _refusal(request: ApprovalRequest, decision: Decision) -> Text:
    """Return the message to the model about a refusal; `refusal` is what a person reads of it."""
    proposal = request.proposal
    why = decision.note or "the user said no"
    if request.trouble and not decision.note:
        why += f", as it cannot be recorded and so not be undone: {request.trouble.details}"
    done = {"write": "changed", "move": "moved", "trash": "put into the trash"}
    what = f"{proposal.path} was not {done[proposal.action]}" if proposal else "nothing was run"
    then = _AGAIN if decision.resend else "Do not send this call again in this turn"
    if {"shrinks", "empties"}.intersection(request.reasons):
        then += _KEEP
    return Text("{refusal} {then}.", refusal=f"Not allowed: {what}; {why}.", then=then)
