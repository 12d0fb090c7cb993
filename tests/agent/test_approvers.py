import asyncio

import pytest

from axon_desktop.agent.approval import ApprovalRequest, AskReason, Decision, RoundAnswer, RoundSummary, Verdict
from axon_desktop.agent.approvers import ApproveAll, ApproveNone
from axon_desktop.llm.messages import ToolCall, Usage
from axon_desktop.vault.changes import ChangePreview

PREVIEW = ChangePreview("a.md", b"text", b"", "overwrite")


def _ask(approver: ApproveAll | ApproveNone, *reasons: AskReason) -> Decision:
    request = ApprovalRequest(ToolCall("create_note", {}), PREVIEW, reasons, "do it")
    return asyncio.run(approver.approve(request))


def test_approve_all_lets_ordinary_writes_pass() -> None:
    assert _ask(ApproveAll(), "write").allowed


@pytest.mark.parametrize(
    ("reason", "word"), [("near_miss", "form"), ("empties", "empty"), ("shrinks", "half"), ("journal", "journal")]
)
def test_approve_all_refuses_what_always_asks_with_its_reason(reason: AskReason, word: str) -> None:
    decision = _ask(ApproveAll(), reason)
    assert decision.verdict is Verdict.REJECT
    assert word in decision.note


def test_approve_none_refuses_every_write() -> None:
    assert not _ask(ApproveNone(), "write").allowed


def test_both_go_on_with_the_rounds() -> None:
    summary = RoundSummary(5, (), Usage())
    for approver in (ApproveAll(), ApproveNone()):
        assert asyncio.run(approver.confirm_round(summary)) is RoundAnswer.CONTINUE_TURN
