"""Reports of a turn."""

import asyncio
from pathlib import Path

from axon_desktop.agent.events import (
    Action,
    AgentEvent,
    ApprovalGiven,
    Cancelled,
    Error,
    Observation,
    PlanProposed,
    StepComplete,
    StepStarted,
    Stopped,
    TurnStarted,
)
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.agent_sync.reports import ReportWriter, StepReport
from axon_desktop.errors import LLMRequestError, LLMServerError
from axon_desktop.llm.messages import ToolCall, ToolResult
from tests.agent_sync.scenes import REPORTED, planned_turn, tool_turn

READ = ToolCall("read_note", {"path": "Home"})


def written(*events: AgentEvent, writer: ReportWriter | None = None) -> list[StepReport]:
    writer = writer or ReportWriter()
    return [report for event in events for report in writer.write(event)]


def reported(reports: list[StepReport]) -> list[tuple[str, str, str]]:
    return [(report.name, report.status.value, report.message) for report in reports]


def begun(turn: str = "t", *, resumed: bool = False) -> TurnStarted:
    return TurnStarted(turn_id=turn, text="go", mode="react", resumed=resumed)


def action(index: int = 0, call: ToolCall = READ) -> Action:
    return Action(turn_id="t", round=1, index=index, call=call)


def over(index: int = 0, call: ToolCall = READ, error: str | None = None) -> Observation:
    result = ToolResult(error is None, "text of a note" if error is None else None, error)
    return Observation(turn_id="t", round=1, index=index, call=call, result=result, elapsed=0.0)


def test_plan_and_calls_of_a_real_turn_are_reported_in_order(tmp_path: Path) -> None:
    writer = ReportWriter()
    reports: list[StepReport] = []
    asyncio.run(planned_turn(tmp_path, lambda event: reports.extend(writer.write(event))))
    assert [(report.name, report.status.value) for report in reports] == REPORTED
    keys = [report.key for report in reports]
    assert len(set(keys)) == len(REPORTED) / 2
    ends = {report.name: report.message for report in reports}
    assert ends["Look around"] == "Looked."
    assert ends["create_note"] == "Inbox/Idea"
    assert ends["read_note"] == "File not found: Nowhere"


def test_nothing_of_a_note_is_reported() -> None:
    call = ToolCall("create_note", {"path": "A", "content": "my secret", "to": "B"})
    reports = written(begun(), action(call=call), over(call=call))
    assert reported(reports) == [("create_note", "running", "A → B"), ("create_note", "completed", "A → B")]


def test_error_is_reported_without_what_it_quotes() -> None:
    error = "Invalid parameters: edits.old is not in A; line 3 is nearest: my secret\nand more: of it"
    call = ToolCall("edit_note", {"path": "A", "edits": [{"old": "my secret"}]})
    reports = written(begun(), action(call=call), over(call=call, error=error))
    assert reported(reports)[-1] == ("edit_note", "failed", "Invalid parameters: A")
    failure = Error.of(LLMRequestError("Refused: my secret"), "t")
    assert reported(written(begun(), action(), failure))[-1] == ("read_note", "failed", "Refused")


def test_tool_of_another_program_is_reported_by_its_name_alone() -> None:
    call = ToolCall("mail.send", {"to": "mei@example.org", "path": "my secret"})
    for error, status in ((None, "completed"), ("my secret", "failed")):
        reports = written(begun(), action(call=call), over(call=call, error=error))
        assert reported(reports) == [("mail.send", "running", ""), ("mail.send", status, "")]


def test_refused_call_is_skipped() -> None:
    reports = written(begun(), action(), ApprovalGiven(turn_id="t", call=READ, allowed=False), over(error="no"))
    assert reported(reports)[-1] == ("read_note", "skipped", "no: Home")
    reports = written(begun(), action(), ApprovalGiven(turn_id="t", call=READ, allowed=True), over(error="no"))
    assert reported(reports)[-1] == ("read_note", "failed", "no: Home")


def test_call_that_never_ran_is_one_skipped_step() -> None:
    assert reported(written(begun(), over(call=ToolCall("", {}), error="Invalid JSON"))) == [
        ("tool call", "skipped", "Invalid JSON")
    ]


def test_plan_that_is_handed_in_is_no_step() -> None:
    assert written(begun(), over(call=ToolCall("propose_plan", {}))) == []


def test_what_runs_when_a_turn_ends_is_ended_too() -> None:
    cancelled = Cancelled(turn_id="t")
    failure = Error.of(LLMServerError("the model is gone"), "t")
    assert reported(written(begun(), action(), cancelled))[-1] == ("read_note", "skipped", "Home")
    assert reported(written(begun(), action(), failure))[-1] == ("read_note", "failed", "the model is gone")
    assert reported(written(begun(), action(), begun("u")))[-1] == ("read_note", "skipped", "Home")


def test_steps_that_a_failed_plan_does_not_come_to_are_skipped() -> None:
    plan = Plan.draft("Tidy", [("one", "1"), ("two", "2")])
    events: list[AgentEvent] = [
        begun(),
        PlanProposed(turn_id="t", plan=plan),
        StepStarted(turn_id="t", step=1, index=0, total=2),
        StepComplete(turn_id="t", step=1, result="no way", success=False),
        PlanProposed(turn_id="t", plan=plan.with_step(1, "failed").with_status("failed")),
        Stopped(turn_id="t", reason="plan_failed"),
    ]
    assert reported(written(*events)) == [
        ("one", "running", "1"),
        ("one", "failed", "no way"),
        ("two", "skipped", "2"),
    ]


def test_step_that_was_cut_off_is_the_same_step_when_the_turn_goes_on() -> None:
    plan = Plan.draft("Tidy", [("one", "1")])
    writer = ReportWriter()
    start = (PlanProposed(turn_id="t", plan=plan), StepStarted(turn_id="t", step=1, index=0, total=1))
    first = written(begun(), *start, action(), over(), Cancelled(turn_id="t"), writer=writer)
    second = written(begun(resumed=True), *start, action(), over(), writer=writer)
    assert [report.key for report in first] == [f"{plan.id}/1", "t/1/0", "t/1/0", f"{plan.id}/1"]
    assert [report.key for report in second] == [f"{plan.id}/1", "t+1/1/0", "t+1/1/0"]


def test_long_and_hidden_text_is_cut_and_cleaned() -> None:
    (report,) = written(begun(), action(call=ToolCall("x\u202e\ud800" * 200, {"path": "p" * 5_000})))
    assert (len(report.name), len(report.message)) == (200, 1_000)
    assert report.name.encode().decode().isprintable()


def test_turn_without_calls_reports_nothing() -> None:
    assert written(*tool_turn([])) == []
