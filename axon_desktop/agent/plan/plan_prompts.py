"""The words for the model while a plan is made and run; all text stands in resources/prompts/plan.toml."""

from __future__ import annotations

import json
from functools import cache

from axon_desktop.agent.plan.plan import Plan, PlanStep
from axon_desktop.llm.messages import JsonObject, ToolDefinition
from axon_desktop.llm.prompts import describe_tool, fill, prompt_words

PROPOSE_PLAN = "propose_plan"
FAIL_STEP = "fail_step"

_MOST_STEPS = 50
_RESULT_SHOWN = 400
"""Characters of a finished step's result that are shown in the plan."""


def say(key: str, **values: str) -> str:
    """Return one of the texts."""
    return fill(prompt_words("plan.toml")[key], **values).strip("\n")


@cache
def propose_plan_tool() -> ToolDefinition:
    """Return the tool by which the model hands in a plan."""
    fields = {name: {"type": "string", "description": say(name)} for name in ("description", "expected_outcome")}
    steps = {"type": "array", "description": say("steps"), "minItems": 1, "maxItems": _MOST_STEPS}
    steps["items"] = _object(fields)
    parameters = _object({"goal": {"type": "string", "description": say("goal")}, "steps": steps})
    return ToolDefinition(PROPOSE_PLAN, say("propose_plan"), parameters)


@cache
def fail_step_tool() -> ToolDefinition:
    """Return the tool by which the model says that a step cannot be done."""
    parameters = _object({"reason": {"type": "string", "description": say("reason")}})
    return ToolDefinition(FAIL_STEP, say("fail_step"), parameters)


def draft_message(base: Plan | None, *, native: bool) -> str:
    """Ask for a plan, or for another version of `base`."""
    example = {"goal": "GOAL", "steps": [{"description": "WHAT IS DONE", "expected_outcome": "HOW ONE SEES IT"}]}
    call = _how_to_call(propose_plan_tool(), example, native=native)
    return say("draft", call=call) if base is None else say("revise", call=call, plan=show_plan(base))


def step_message(plan: Plan, step: PlanStep, *, native: bool) -> str:
    """Ask for one step of an approved plan."""
    steps = plan.steps
    is_last = all(other.status in ("completed", "skipped") for other in steps if other.id != step.id)
    return say(
        "step",
        plan=show_plan(plan),
        number=str(steps.index(step) + 1),
        total=str(len(steps)),
        step=show_step(step),
        call=_how_to_call(fail_step_tool(), {"reason": "WHY"}, native=native),
        last=prompt_words("plan.toml")["last"] if is_last else "",
    )


def closing_message(plan: Plan) -> str:
    """Ask for an account of a plan that is over."""
    return say("closing", plan=show_plan(plan))


def show_step(step: PlanStep) -> str:
    """Return what is to be done in a step."""
    return say("step_text", description=step.description, outcome=step.expected_outcome)


def show_plan(plan: Plan) -> str:
    """Return the goal and the steps with their states, and in short what came of them."""
    lines = [f"Goal: {plan.goal}"]
    for number, step in enumerate(plan.steps, 1):
        lines.append(f"{number}. [{step.status}] {step.description} (expected: {step.expected_outcome})")
        if step.result:
            lines.append(f"   Result: {' '.join(step.result.split())[:_RESULT_SHOWN]}")
    return "\n".join(lines)


def _how_to_call(tool: ToolDefinition, example: JsonObject, *, native: bool) -> str:
    if native:
        return say("call_natively", tool=tool.name) + "."
    call = json.dumps({"tool": tool.name, "params": example})
    return say("call_by_text", description=describe_tool(tool), example=call)


def _object(properties: JsonObject) -> JsonObject:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
