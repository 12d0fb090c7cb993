"""The two tasks of plan mode: making a plan, during which nothing can be changed, and doing one of its steps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from axon_desktop.agent.plan.plan import Plan, PlanStep
from axon_desktop.agent.plan.plan_prompts import (
    FAIL_STEP,
    PROPOSE_PLAN,
    fail_step_tool,
    propose_plan_tool,
    say,
    show_step,
)
from axon_desktop.agent.turn.tasks import Task
from axon_desktop.errors import InvalidParametersError, PlanError, Text
from axon_desktop.llm.messages import JsonObject, ToolCall, ToolDefinition, ToolResult
from axon_desktop.llm.prompts import ReminderKind
from axon_desktop.tools.calls.call_forms import decode_object
from axon_desktop.tools.tool import Effect
from axon_desktop.tools.validation import find_problem

if TYPE_CHECKING:
    from axon_desktop.agent.small_models.reply_checks import ReplyChecks

_FENCE = re.compile(r"```(?:json)?[ \t]*\n(.*?)\n[ \t]*```", re.DOTALL)


class Drafting(Task):
    """The making of a plan: over when the model has handed one in, or asks the user instead."""

    kind: ReminderKind = "draft"
    tools: tuple[ToolDefinition, ...] = (propose_plan_tool(),)

    def __init__(self, request: str, base: Plan | None, *, doubts: bool) -> None:
        super().__init__(request, doubts=doubts)
        self.plan: Plan | None = None
        """The plan that was handed in."""
        self._base = base
        """The plan that is being revised, if any."""

    @property
    def over(self) -> bool:
        """Whether there is a plan, or an answer instead of one."""
        return self.plan is not None or self.reply is not None

    def judge(self, call: ToolCall, effect: Effect | None) -> ToolResult | None:
        """Take the plan, and refuse everything that does not only read."""
        if self.plan is not None:
            return ToolResult(False, error=say("already_handed_in"), kind="not_run")
        if call.tool == PROPOSE_PLAN:
            try:
                self.plan = _read_plan(call.params, self._base)
            except PlanError as error:
                return ToolResult.of(InvalidParametersError(error.text))
            return ToolResult(True, data=say("handed_in"))
        if effect not in ("read", None):
            return ToolResult(
                False,
                error=Text("{refusal} {then}", refusal=say("refused", tool=call.tool), then=say("refused_then")),
            )
        return None

    def take_reply(self, text: str, *, first: bool, wrote: bool) -> str | None:
        """Take a plan that came as plain JSON, or ask for one, but only once: the reply may be a question."""
        found = _find_plan(text)
        problem = ""
        if found is not None:
            try:
                self.plan = _read_plan(found, self._base)
            except PlanError as error:
                problem = str(error)
            else:
                return None
        if self._doubts:
            self._doubts = False
            return say("broken_plan", problem=problem) if problem else say("no_plan")
        self.reply = text
        return None


class StepTask(Task):
    """One step of an approved plan: over when the model says that it is done, or that it cannot be done."""

    kind: ReminderKind = "step"
    tools: tuple[ToolDefinition, ...] = (fail_step_tool(),)

    def __init__(self, step: PlanStep, *, doubts: bool, checks: ReplyChecks | None = None) -> None:
        super().__init__(show_step(step), doubts=doubts, checks=checks)
        self.failure: str | None = None
        """Why the step cannot be done, in the model's words."""

    @property
    def over(self) -> bool:
        """Whether the step is done or has failed."""
        return self.failure is not None or self.reply is not None

    def judge(self, call: ToolCall, effect: Effect | None) -> ToolResult | None:
        """Take the failure; nothing runs after it."""
        if self.failure is not None:
            return ToolResult(False, error=say("step_over"), kind="not_run")
        if call.tool != FAIL_STEP:
            return None
        problem = find_problem(fail_step_tool().parameters, call.params)
        if problem is not None:
            return ToolResult.of(InvalidParametersError(problem))
        self.failure = call.params["reason"]
        return ToolResult(True, data=say("step_failed"))


def _read_plan(params: JsonObject, base: Plan | None) -> Plan:
    """Make the plan that the model describes; finished steps of `base` stay.

    Raises:
        PlanError: it is no plan; the text says what is wrong.
    """
    problem = find_problem(propose_plan_tool().parameters, params)
    if problem is not None:
        raise PlanError(problem)
    goal: str = params["goal"].strip()
    if not goal:
        raise PlanError("goal must not be empty")
    pairs = [(step["description"].strip(), step["expected_outcome"].strip()) for step in params["steps"]]
    try:
        plan = Plan.draft(goal, pairs)
        if base is None:
            return plan
        used = max((step.id for step in base.steps), default=0)
        steps = [msgspec.structs.replace(step, id=used + step.id) for step in plan.steps]
    except ValueError as error:
        raise PlanError(str(error)) from error
    return msgspec.structs.replace(base.revised(steps), goal=goal, status="draft")


def _find_plan(text: str) -> JsonObject | None:
    """Return the JSON object with a goal and steps that is the reply, or stands in a fence of it."""
    for candidate in (text.strip(), *(match[1] for match in _FENCE.finditer(text))):
        value = decode_object(candidate)
        if value is not None and {"goal", "steps"} <= value.keys():
            return value
    return None
