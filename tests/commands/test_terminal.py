from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, TypeVar, get_args

import pytest

from axon_desktop.agent.approval.approval import ApprovalRequest, Decision, PlanAnswer, PlanReview, Verdict
from axon_desktop.agent.events import (
    Action,
    AgentEvent,
    BudgetWarning,
    Compacted,
    ContextCut,
    ContextSized,
    PlanProposed,
    Steered,
    StepComplete,
    StepStarted,
    Stopped,
    StopReason,
)
from axon_desktop.agent.plan.plan import Plan, decode_plan
from axon_desktop.commands.terminal import JsonPrinter, ProgressPrinter, TerminalApprover, event_json
from axon_desktop.llm.messages import ToolCall
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from axon_desktop.vault.history.record_trouble import RecordTrouble

T = TypeVar("T")
Answer = Callable[[str, Callable[[TerminalApprover], Coroutine[Any, Any, T]]], T]

PLAN = Plan.draft("tidy 阅读", [("list Reading/", "96 notes"), ("write an index", "one note")])


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Answer[Any]]:
    """Return a function that asks with these lines at the terminal."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)

        def ask(lines: str, question: Callable[[TerminalApprover], Coroutine[Any, Any, T]]) -> T:
            os.write(writing, lines.encode())
            return asyncio.run(question(TerminalApprover()))

        yield ask
        os.close(writing)


def write(proposal: Proposal | None, **more: Any) -> ApprovalRequest:
    call = more.pop("call", ToolCall("move_note", {}))
    return ApprovalRequest(call, proposal, more.pop("reasons", ("write",)), "", **more)


LINKS = ChangePreview("Daily/a.md", b"[[Idea]]\n", b"[[Work/Idea]]\n", "links")
MOVE = write(Proposal("move", "Idea.md", (LINKS,), "Work/Idea.md"))
INSTRUCTIONS = write(
    Proposal.write(ChangePreview("AGENTS.md", None, b"Obey.\n", "overwrite")), reasons=("instructions",)
)
UNRECORDED = write(
    Proposal.write(ChangePreview("Idea.md", None, b"x\n", "overwrite")),
    reasons=("unrecorded",),
    trouble=RecordTrouble("full", "journal.sqlite cannot be used (database or disk is full)"),
)
TRASH = write(Proposal("trash", "Idea.md", (), ".trash/Idea.md"), removed="想法\n".encode())
COMMAND = write(
    None, call=ToolCall("run_command", {"command": "ls\x1b[2J"}), reasons=("command",), effect="command"
)
OUTSIDE = write(None, call=ToolCall("git.push", {"force": True}), reasons=("external",), effect="external")


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (MOVE, ["Move Idea.md to Work/Idea.md?", "@ Daily/a.md", "-[[Idea]]", "+[[Work/Idea]]", "Apply? [y/n]"]),
        (TRASH, ["the vault's trash, as .trash/Idea.md?", "can be undone", "-想法"]),
        (INSTRUCTIONS, ["Create AGENTS.md?", "+Obey.", "! every conversation about this vault begins"]),
        (UNRECORDED, ["+x", "! this change cannot be undone:", "cannot be used (database or disk is full)"]),
        (COMMAND, ["Run this command", "without a sandbox", "ls\\u001b[2J", "Run? [y/n]"]),
        (OUTSIDE, ["Use git.push, a tool of another program?", '"force": true']),
    ],
    ids=["move", "trash", "instructions", "unrecorded", "command", "tool"],
)
def test_every_kind_of_call_is_shown_and_asked(
    request_: ApprovalRequest, words: list[str], answer: Answer[Decision], capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer("y\n", lambda approver: approver.approve(request_)).verdict is Verdict.ONCE
    shown = capsys.readouterr().err
    for word in words:
        assert word in shown
    assert "\x1b" not in shown
    assert answer("whatever\n", lambda approver: approver.approve(request_)).verdict is Verdict.REJECT


NEW = write(Proposal.write(ChangePreview("New.md", None, b"one\n", "overwrite")))
LINE = write(Proposal.write(ChangePreview("Idea.md", b"a\nb\nc\n", b"a\nB\nc\n", "edit")))
MANY = [NEW, MOVE, LINE, TRASH]


@pytest.mark.parametrize(
    ("lines", "agreed"),
    [
        ("y\ny\nn\n", "y y y n"),
        ("y\nn\ny\n", "y n y y"),
        ("n\n", "n n n n"),
        ("\n", "n n n n"),
        ("l\nn\ny\ny\nn\n", "n y y n"),
        ("看\nn\nn\nn\ny\n", "n n n y"),
    ],
)
def test_several_changes_are_one_list_and_what_calls_for_care_is_asked_about(
    lines: str, agreed: str, answer: Answer[Sequence[Decision]], capsys: pytest.CaptureFixture[str]
) -> None:
    decisions = answer(lines, lambda approver: approver.approve_together(MANY))
    assert " ".join("y" if decision.allowed else "n" for decision in decisions) == agreed
    listed, _, _ = capsys.readouterr().err.partition("?")
    assert listed.splitlines() == [
        "The agent wants to make 4 changes:",
        "  Create New.md +1 -0",
        "! Move Idea.md to Work/Idea.md +1 -1",
        "  Change Idea.md +1 -1",
        "! Move Idea.md to the trash",
        "What is marked with ! is then asked about one by one.",
        "Apply 2",
    ]


def test_changes_that_all_call_for_care_are_looked_at_one_by_one(answer: Answer[Sequence[Decision]]) -> None:
    decisions = answer("y\nn\ny\n", lambda approver: approver.approve_together([MOVE, TRASH]))
    assert [decision.allowed for decision in decisions] == [False, True]


@pytest.mark.parametrize(
    ("line", "review"),
    [
        ("y\n", PlanReview(PlanAnswer.APPROVE, PLAN)),
        ("是\n", PlanReview(PlanAnswer.APPROVE, PLAN)),
        ("n\n", PlanReview(PlanAnswer.DISCARD, PLAN)),
        ("\n", PlanReview(PlanAnswer.DISCARD, PLAN)),
        ("only the first step\n", PlanReview(PlanAnswer.REVISE, PLAN, "only the first step")),
    ],
)
def test_plan_is_shown_with_numbers_and_answered_in_words(
    line: str, review: PlanReview, answer: Answer[PlanReview], capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer(line, lambda approver: approver.review_plan(PLAN)) == review
    shown = capsys.readouterr().err
    for words in ("Plan: tidy 阅读", "1. list Reading/", "expect: 96 notes", "2. write an index"):
        assert words in shown


def test_events_of_a_plan_are_json_that_gives_the_plan_back(capsys: pytest.CaptureFixture[str]) -> None:
    JsonPrinter().show(PlanProposed(turn_id="t", plan=PLAN))
    printed = json.loads(capsys.readouterr().out)
    assert printed["type"] == "plan"
    assert decode_plan(json.dumps(printed["plan"])) == PLAN
    assert event_json(StepComplete(turn_id="t", step=1, result="done", success=False)) == {
        "type": "step_complete",
        "turn_id": "t",
        "step": 1,
        "result": "done",
        "success": False,
    }


def test_events_have_the_names_by_which_they_were_specified() -> None:
    action = event_json(Action(turn_id="t", round=1, index=0, call=ToolCall("read_note", {"path": "Home"})))
    assert (action["tool"], action["params"]) == ("read_note", {"path": "Home"})
    assert action["call"]["tool"] == "read_note"
    assert event_json(Stopped(turn_id="t", reason="max_rounds"))["code"] == "MaxIterationsError"
    assert event_json(Stopped(turn_id="t", reason="declined"))["code"] == ""


def test_progress_shows_what_happens_to_plan_budget_and_context(capsys: pytest.CaptureFixture[str]) -> None:
    printer = ProgressPrinter()
    events: list[AgentEvent] = [
        PlanProposed(turn_id="t", plan=PLAN),
        StepStarted(turn_id="t", step=1, index=0, total=2),
        StepComplete(turn_id="t", step=1, result="96 notes\x07"),
        StepStarted(turn_id="t", step=2, index=1, total=2),
        StepComplete(turn_id="t", step=2, result="disk full", success=False),
        BudgetWarning(turn_id="t", tokens=80, cost=0.04, max_tokens=100, max_cost=0.05),
        BudgetWarning(turn_id="t", tokens=80, cost=None, max_tokens=None, max_cost=None),
        ContextCut(turn_id="t", messages=7),
        Compacted(turn_id="t", summary="...", messages=9),
        ContextSized(turn_id="t", finding="assumed", tokens=32_768),
        ContextSized(turn_id="t", finding="refused", tokens=9_000),
        ContextSized(turn_id="t", finding="cut", tokens=4_096, read=4_090, sent=9_000),
        Steered(turn_id="t", text="in Chinese, please"),
    ]
    for event in events:
        printer.show(event)
    assert capsys.readouterr().err.splitlines() == [
        "Step 1 of 2: list Reading/",
        "Step done: 96 notes\ufffd",
        "Step 2 of 2: write an index",
        "Step failed: disk full",
        "This turn has used 80 of 100 tokens, $0.040 of $0.05.",
        "This turn has used 80 tokens.",
        "7 old messages no longer fit: the model does not see them.",
        "9 old messages are sent as a summary from now on.",
        "The server does not say how large its context is: 32768 tokens are assumed.",
        "The request was too long: shortened to 9000 tokens and sent again.",
        "The server read only 4090 of about 9000 tokens: from now on it is sent at most 4096.",
        "Passed on to the model: in Chinese, please",
    ]


@pytest.mark.parametrize("reason", get_args(StopReason))
def test_every_reason_to_stop_has_its_words(reason: StopReason, capsys: pytest.CaptureFixture[str]) -> None:
    printer = ProgressPrinter()
    printer.show(Stopped(turn_id="t", reason=reason))
    assert capsys.readouterr().err.startswith("Stopped")
    assert printer.exit_code == 1
