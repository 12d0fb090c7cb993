"""DialogApprover: asks the user by a card that waits in the conversation and a dialog over the window."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QWidget

from axon_desktop.agent.approval.approval import (
    ApprovalRequest,
    Decision,
    PlanReview,
    RoundAnswer,
    RoundSummary,
    Verdict,
)
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.ui.approval.dialog import ApprovalDialog
from axon_desktop.ui.approval.move_dialog import MoveApproval, TrashApproval
from axon_desktop.ui.approval.review.review_dialog import ReviewDialog
from axon_desktop.ui.approval.review.review_rows import Compared, compare_all
from axon_desktop.ui.approval.rounds_dialog import RoundsDialog
from axon_desktop.ui.approval.tool_dialog import CommandApproval, ToolApproval
from axon_desktop.ui.approval.write_dialog import WriteApproval
from axon_desktop.ui.decisions.decisions import Decisions
from axon_desktop.ui.decisions.pending import Pending, PendingKind
from axon_desktop.ui.decisions.wording import words_of_call, words_of_calls, words_of_plan, words_of_rounds
from axon_desktop.ui.diff.rows import Diff


class DialogApprover:
    """Queues each question in `Decisions`, so that nobody who is typing is interrupted."""

    def __init__(self, decisions: Decisions) -> None:
        """Take the queue of waiting questions."""
        self._decisions = decisions

    async def approve(self, request: ApprovalRequest) -> Decision:
        """Ask about one call; texts are compared in a thread."""
        diffs = await asyncio.to_thread(compare_all, request)
        words = words_of_call(request, diffs)
        kind: PendingKind = "change"
        if request.proposal is None:
            kind = "command" if request.effect == "command" else "tool"
        pending = Pending[Decision](
            kind,
            words,
            lambda window: approval_dialog(request, diffs, window),
            _decision,
            at_card=(Decision(Verdict.ONCE), Decision(Verdict.REJECT)) if words.lines else None,
        )
        return await self._decisions.ask(pending)

    async def approve_together(self, requests: Sequence[ApprovalRequest]) -> Sequence[Decision]:
        """Ask about several calls in one list; texts are compared in a thread."""
        compared = await asyncio.to_thread(lambda: [*map(Compared.of, requests)])
        pending = Pending[Sequence[Decision]](
            "change",
            words_of_calls(requests, [one.diffs for one in compared]),
            lambda window: ReviewDialog(compared, approval_dialog, window),
            _decisions,
            count=len(requests),
        )
        return await self._decisions.ask(pending)

    async def review_plan(self, plan: Plan) -> PlanReview:
        """Ask about a plan."""
        from axon_desktop.ui.approval.plan_dialog import PlanDialog

        def read(dialog: QDialog) -> PlanReview:
            assert isinstance(dialog, PlanDialog)
            return dialog.review

        pending = Pending[PlanReview]("plan", words_of_plan(plan), lambda window: PlanDialog(plan, window), read)
        return await self._decisions.ask(pending)

    async def confirm_round(self, summary: RoundSummary) -> RoundAnswer:
        """Ask whether the turn continues."""

        def read(dialog: QDialog) -> RoundAnswer:
            assert isinstance(dialog, RoundsDialog)
            return dialog.answer

        pending = Pending[RoundAnswer](
            "round",
            words_of_rounds(summary),
            lambda window: RoundsDialog(summary, window),
            read,
        )
        return await self._decisions.ask(pending)


def _decision(dialog: QDialog) -> Decision:
    assert isinstance(dialog, ApprovalDialog)
    return dialog.decision


def _decisions(dialog: QDialog) -> Sequence[Decision]:
    assert isinstance(dialog, ReviewDialog)
    return dialog.decisions


def approval_dialog(request: ApprovalRequest, diffs: list[Diff], parent: QWidget | None = None) -> ApprovalDialog:
    """Return the dialog that fits the kind of call."""
    proposal = request.proposal
    if proposal is None:
        kind = CommandApproval if request.effect == "command" else ToolApproval
        return kind(request, parent)
    match proposal.action:
        case "move":
            return MoveApproval(request, proposal, diffs, parent)
        case "trash":
            return TrashApproval(request, proposal, diffs[0], parent)
        case "write":
            return WriteApproval(request, proposal.changes[0], diffs[0], parent)
