"""Events of turns, and turns of a real engine on a scripted model."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

from axon_desktop.agent.approval.headless_approvers import ApproveAll
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import Action, AgentEvent, Answer, Observation, TurnStarted
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault


def block(tool: str, **params: Any) -> str:
    return f"```json:tool\n{json.dumps({'tool': tool, 'params': params})}\n```\n"


STEPS = ["Look around", "Write the note", "Say what was done"]
_PLAN = [{"description": step, "expected_outcome": f"{step}!"} for step in STEPS]
PLANNED = [
    block("propose_plan", goal="Tidy", steps=_PLAN),
    block("list_folder", path=""),
    "Looked.",
    block("create_note", path="Inbox/Idea", content="x") + block("read_note", path="Nowhere"),
    "Wrote.",
    "Said.",
]
"""A model's replies in a turn with a plan of three steps."""
REPORTED = [
    ("Look around", "running"),
    ("list_folder", "running"),
    ("list_folder", "completed"),
    ("Look around", "completed"),
    ("Write the note", "running"),
    ("create_note", "running"),
    ("create_note", "completed"),
    ("read_note", "running"),
    ("read_note", "failed"),
    ("Write the note", "completed"),
    ("Say what was done", "running"),
    ("Say what was done", "completed"),
]
"""The reports that the Task Manager must get."""


async def planned_turn(folder: Path, take: Callable[[AgentEvent], None]) -> list[AgentEvent]:
    """Run that turn on an empty vault and hand over its events."""
    vault = Vault(folder)
    vault.open()
    engine = AgentEngine(
        ScriptedProvider(PLANNED),
        ToolManager(vault),
        ApproveAll(),
        policy=ApprovalPolicy("apply"),
        limits=LimitSettings(),
    )
    seen = []
    try:
        async with aclosing(engine.process_message("tidy up", "plan")) as events:
            async for event in events:
                take(event)
                seen.append(event)
    finally:
        vault.close()
    assert isinstance(seen[-1], Answer), seen[-1]
    return seen


def tool_turn(calls: Iterable[str], turn: str = "turn") -> Iterator[AgentEvent]:
    """Yield the events of a turn that reads these notes; a name with a ! in it is not found."""
    yield TurnStarted(turn_id=turn, text="go", mode="react")
    for index, path in enumerate(calls):
        call = ToolCall("read_note", {"path": path})
        yield Action(turn_id=turn, round=1, index=index, call=call)
        result = ToolResult(False, error=f"File not found: {path}") if "!" in path else ToolResult(True, "secret")
        yield Observation(turn_id=turn, round=1, index=index, call=call, result=result, elapsed=0.0)
    yield Answer(turn_id=turn, content="done")
