"""Reports of Axon's own turns to a Task Manager: one step for each step of a plan and for each tool call.

Of a call its tool, the paths that it names and the kind of its error go out, never what a note holds; of a tool of
another program its name alone; of a plan's step its description, what was expected of it and the model's account.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from axon_desktop.agent.events import (
    TERMINAL,
    Action,
    AgentEvent,
    ApprovalGiven,
    Error,
    Observation,
    PlanProposed,
    StepComplete,
    StepStarted,
    TurnStarted,
)
from axon_desktop.agent.plan.plan import Plan, PlanStep
from axon_desktop.agent_sync.clients.base import StepStatus
from axon_desktop.llm.messages import ToolCall
from axon_desktop.text.visible import visible

_MAX_NAME = 200
_MAX_MESSAGE = 1_000
_PATHS = ("path", "folder", "to")
"""Params of the vault's tools that name notes and folders."""
_NO_TOOL = "tool call"


@dataclass(frozen=True, slots=True)
class StepReport:
    """The whole state of a step, so that the next report makes up for one that was lost."""

    key: str
    """Our id of it: `<plan>/<step>` or `<turn>/<round>/<call>`; a turn that continues adds `+1` to its id."""
    name: str
    message: str
    status: StepStatus = StepStatus.RUNNING


class ReportWriter:
    """Turns the events of turns, in their order, into reports."""

    def __init__(self) -> None:
        self._turn = ""
        self._resumed = 0
        """How often this turn went on again: its rounds are then counted from 1 again."""
        self._plan: Plan | None = None
        self._running: dict[str, StepReport] = {}
        self._call = ""
        """Key of the call that was begun last."""
        self._refused = False
        """Whether the user said no to it."""

    def write(self, event: AgentEvent) -> Iterator[StepReport]:
        """Yield the reports that follow from this event."""
        match event:
            case TurnStarted():
                yield from self._break_off(StepStatus.SKIPPED, "")  # of a turn whose end never came
                self._plan = None
                self._resumed = self._resumed + 1 if event.resumed and event.turn_id == self._turn else 0
                self._turn = event.turn_id
            case Action():
                self._call, self._refused = self._key(event), False
                yield self._begin(_of_call(self._call, event.call))
            case ApprovalGiven():
                self._refused = not event.allowed
            case Observation():
                yield from self._observe(event)
            case PlanProposed():
                self._plan = event.plan
            case StepStarted() if (step := self._step(event.step)) is not None:
                yield self._begin(step)
            case StepComplete() if (step := self._step(event.step)) is not None:
                status = StepStatus.COMPLETED if event.success else StepStatus.FAILED
                yield self._end(step, status, event.result)
            case Error():
                yield from self._break_off(StepStatus.FAILED, _kind(event.message))
            case _ if isinstance(event, TERMINAL):
                yield from self._break_off(StepStatus.SKIPPED, "")
                yield from self._skip_rest()

    def _observe(self, event: Observation) -> Iterator[StepReport]:
        key, error = self._key(event), _of_error(event.call, event.result.error or "")
        if (report := self._running.get(key)) is None:
            if not event.result.success:  # it never ran
                yield self._end(_of_call(key, event.call), StepStatus.SKIPPED, error)
        elif event.result.success:
            yield self._end(report, StepStatus.COMPLETED)
        else:
            refused = self._refused and key == self._call
            yield self._end(report, StepStatus.SKIPPED if refused else StepStatus.FAILED, error)

    def _break_off(self, status: StepStatus, why: str) -> Iterator[StepReport]:
        """End what was running when the turn ended."""
        for report in [*self._running.values()]:
            yield self._end(report, status, why)

    def _skip_rest(self) -> Iterator[StepReport]:
        """Skip the steps that a failed plan has not reached."""
        if self._plan is not None and self._plan.status == "failed":
            for step in self._plan.steps:
                if step.status == "pending":
                    yield self._end(_of_step(self._plan, step), StepStatus.SKIPPED)
        self._plan = None

    def _step(self, number: int) -> StepReport | None:
        if self._plan is None:
            return None
        return next((_of_step(self._plan, step) for step in self._plan.steps if step.id == number), None)

    def _begin(self, report: StepReport) -> StepReport:
        self._running[report.key] = report
        return report

    def _end(self, report: StepReport, status: StepStatus, result: str = "") -> StepReport:
        """Return the report of the end; a result replaces the earlier message."""
        self._running.pop(report.key, None)
        return replace(report, status=status, message=_tidy(result, _MAX_MESSAGE) or report.message)

    def _key(self, event: Action | Observation) -> str:
        turn = f"{event.turn_id}+{self._resumed}" if self._resumed else event.turn_id
        return f"{turn}/{event.round}/{event.index}"


def _of_call(key: str, call: ToolCall) -> StepReport:
    return StepReport(key, _tidy(call.tool, _MAX_NAME) or _NO_TOOL, _tidy(_paths(call), _MAX_MESSAGE))


def _paths(call: ToolCall) -> str:
    """Return what a call names in the vault; params of other programs' tools may be anything."""
    if _is_foreign(call):
        return ""
    return " → ".join(path for name in _PATHS if isinstance(path := call.params.get(name), str) and path)


def _of_error(call: ToolCall, error: str) -> str:
    """Return what kind of error a call had, and where; words of other programs may be anything."""
    kind = "" if _is_foreign(call) else _kind(error)
    return ": ".join(part for part in (kind, _paths(call)) if part)


def _kind(error: str) -> str:
    """Return the beginning of an error, without its details: they may quote a note, or what the user wrote."""
    return error.partition("\n")[0].partition(":")[0]


def _is_foreign(call: ToolCall) -> bool:
    """Tell whether it is a call of another program's tool: only their names have a dot."""
    return "." in call.tool


def _of_step(plan: Plan, step: PlanStep) -> StepReport:
    return StepReport(
        f"{plan.id}/{step.id}",
        _tidy(step.description, _MAX_NAME),
        _tidy(step.expected_outcome, _MAX_MESSAGE),
    )


def _tidy(text: str, limit: int) -> str:
    """Return the text without what cannot be sent or seen, cut where it is long."""
    text = visible(text.strip())
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
