"""Approvers for when no person can be asked."""

from __future__ import annotations

from collections.abc import Sequence

from axon_desktop.agent.approval.approval import (
    ApprovalRequest,
    AskReason,
    Decision,
    PlanAnswer,
    PlanReview,
    RoundAnswer,
    RoundSummary,
    Verdict,
)
from axon_desktop.agent.plan.plan import Plan

_HELD: dict[AskReason, str] = {
    "near_miss": "the call was not in the tool protocol's form",
    "empties": "it would empty a note",
    "shrinks": "it would remove more than half of a note",
    "instructions": "it changes the instructions that every conversation about this vault begins with",
    "executable": "it adds code to a note that other programs would run",
    "hidden": "it adds characters that nobody sees",
    "outside": "words that are not the user's were read before, and the user did not name what it changes",
    "command": "it runs a program",
    "external": "it is a tool of another program and no rule allows it",
    "unrecorded": "the record of changes cannot be written and it could not be undone",
}


class ApproveAll:
    """Lets ordinary writes pass and refuses, with its reason, what needs a person."""

    async def approve(self, request: ApprovalRequest) -> Decision:
        """Answer for one call."""
        held = [_HELD[reason] for reason in request.reasons if reason in _HELD]
        if held:
            trouble = f" ({request.trouble.details})" if request.trouble else ""
            note = (
                f"a person must approve this because {' and '.join(held)}{trouble}, and nobody can be asked here"
            )
            return Decision(Verdict.REJECT, note=note, resend=request.reasons == ("near_miss",))
        return Decision(Verdict.ONCE)

    async def approve_together(self, requests: Sequence[ApprovalRequest]) -> Sequence[Decision]:
        """Answer for several calls, as for each of them."""
        return [await self.approve(request) for request in requests]

    async def review_plan(self, plan: Plan) -> PlanReview:
        """Approve it: each write of its steps is still judged on its own."""
        return PlanReview(PlanAnswer.APPROVE, plan)

    async def confirm_round(self, summary: RoundSummary) -> RoundAnswer:
        """Continue up to the limit of rounds."""
        return RoundAnswer.CONTINUE_TURN


class ApproveNone:
    """Refuses every write that would have to be asked about; reading continues."""

    def __init__(self, note: str = "") -> None:
        self._note = note

    async def approve(self, request: ApprovalRequest) -> Decision:
        """Refuse one call."""
        return Decision(Verdict.REJECT, note=self._note)

    async def approve_together(self, requests: Sequence[ApprovalRequest]) -> Sequence[Decision]:
        """Refuse several calls."""
        return [await self.approve(request) for request in requests]

    async def review_plan(self, plan: Plan) -> PlanReview:
        """Discard it: nobody can be asked."""
        return PlanReview(PlanAnswer.DISCARD, plan, self._note)

    async def confirm_round(self, summary: RoundSummary) -> RoundAnswer:
        """Stop: each further round costs, and nobody agrees to it."""
        return RoundAnswer.STOP
