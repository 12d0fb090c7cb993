import asyncio

import pytest

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
from axon_desktop.agent.approval.headless_approvers import ApproveAll, ApproveNone
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.llm.messages import ToolCall, Usage
from axon_desktop.vault.history.changes import ChangePreview, Proposal

PROPOSAL = Proposal.write(ChangePreview("a.md", b"text", b"", "overwrite"))


def _ask(approver: ApproveAll | ApproveNone, *reasons: AskReason) -> Decision:
    request = ApprovalRequest(ToolCall("create_note", {}), PROPOSAL, reasons, "do it")
    return asyncio.run(approver.approve(request))


def test_approve_all_lets_ordinary_writes_pass() -> None:
    assert _ask(ApproveAll(), "write").allowed


@pytest.mark.parametrize(
    ("reason", "word"),
    [
        ("near_miss", "form"),
        ("empties", "empty"),
        ("shrinks", "half"),
        ("instructions", "every conversation"),
        ("command", "runs a program"),
        ("external", "no rule"),
    ],
)
def test_approve_all_refuses_what_always_asks_with_its_reason(reason: AskReason, word: str) -> None:
    decision = _ask(ApproveAll(), reason)
    assert decision.verdict is Verdict.REJECT
    assert word in decision.note


def test_approve_none_refuses_every_write() -> None:
    assert not _ask(ApproveNone(), "write").allowed


def test_plan_runs_where_changes_are_approved_and_only_there() -> None:
    plan = Plan.draft("tidy", [("list", "a list")])
    assert asyncio.run(ApproveAll().review_plan(plan)) == PlanReview(PlanAnswer.APPROVE, plan)
    assert asyncio.run(ApproveNone("no one").review_plan(plan)) == PlanReview(PlanAnswer.DISCARD, plan, "no one")


def test_only_who_approves_of_all_goes_on_after_some_rounds() -> None:
    summary = RoundSummary(5, (), Usage())
    assert asyncio.run(ApproveAll().confirm_round(summary)) is RoundAnswer.CONTINUE_TURN
    assert asyncio.run(ApproveNone().confirm_round(summary)) is RoundAnswer.STOP
