"""What the tests of this room share: an engine on a real vault, a played approver, and the order of events."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Sequence
from contextlib import aclosing
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from axon_desktop.agent.approval.approval import (
    ApprovalRequest,
    Decision,
    PlanAnswer,
    PlanReview,
    RoundAnswer,
    RoundSummary,
    SafetyMode,
    Verdict,
)
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import TERMINAL, AgentEvent, AgentMode, Observation, TurnStarted
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.llm.messages import Message, ToolCall
from axon_desktop.llm.provider import Provider
from axon_desktop.settings.settings import FolderRule, LimitSettings, Protocol
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault

T = TypeVar("T")

ONCE = Decision(Verdict.ONCE)
REJECT = Decision(Verdict.REJECT)


def approve(plan: Plan) -> PlanReview:
    return PlanReview(PlanAnswer.APPROVE, plan)


def discard(plan: Plan) -> PlanReview:
    return PlanReview(PlanAnswer.DISCARD, plan)


def send_back(note: str) -> Callable[[Plan], PlanReview]:
    return lambda plan: PlanReview(PlanAnswer.REVISE, plan, note)


class PlayedApprover:
    """Gives the answers of a script, then `ONCE`, `CONTINUE` and `approve`; keeps what it was asked."""

    def __init__(
        self,
        decisions: Iterable[Decision] = (),
        rounds: Iterable[RoundAnswer] = (),
        reviews: Iterable[Callable[[Plan], PlanReview]] = (),
    ) -> None:
        self.requests: list[ApprovalRequest] = []
        self.rounds_asked: list[list[ToolCall]] = []
        """The calls of each question that was about several."""
        self.summaries: list[RoundSummary] = []
        self.plans: list[Plan] = []
        self._decisions = iter(decisions)
        self._rounds = iter(rounds)
        self._reviews = iter(reviews)

    async def approve(self, request: ApprovalRequest) -> Decision:
        self.requests.append(request)
        return next(self._decisions, ONCE)

    async def approve_together(self, requests: Sequence[ApprovalRequest]) -> Sequence[Decision]:
        self.rounds_asked.append([request.call for request in requests])
        return [await self.approve(request) for request in requests]

    async def review_plan(self, plan: Plan) -> PlanReview:
        self.plans.append(plan)
        return next(self._reviews, approve)(plan)

    async def confirm_round(self, summary: RoundSummary) -> RoundAnswer:
        self.summaries.append(summary)
        return next(self._rounds, RoundAnswer.CONTINUE)


def make_engine(
    vault: Vault,
    provider: Provider,
    approver: PlayedApprover | None = None,
    *,
    mode: SafetyMode = "ask",
    rules: Sequence[FolderRule] = (),
    limits: LimitSettings | None = None,
    protocol: Protocol = "auto",
    tools: ToolManager | None = None,
    history: Sequence[Message] = (),
    plan: Plan | None = None,
) -> AgentEngine:
    return AgentEngine(
        provider,
        tools or ToolManager(vault),
        approver or PlayedApprover(),
        policy=ApprovalPolicy(mode, rules, vault.id),
        limits=limits or LimitSettings(),
        protocol=protocol,
        history=history,
        plan=plan,
    )


class Stage:
    """A vault and an event loop for all examples of a property."""

    def __init__(self, folder: Path) -> None:
        (folder / "vault").mkdir()
        (folder / "vault" / "Home.md").write_text("# Home\n")
        self.vault = Vault(folder / "vault", data_dir=folder / "data")
        self._runner = asyncio.Runner()

    def play(
        self,
        engine: AgentEngine,
        begin: Callable[[], AsyncGenerator[AgentEvent, None]] | str,
        cancel_at: int | None = None,
        watch: Callable[[AgentEvent], None] = lambda event: None,
    ) -> list[AgentEvent]:
        """Run a turn, or the one of a request, to its end, stopping it at that event, and return the events."""

        async def scene() -> list[AgentEvent]:
            events: list[AgentEvent] = []
            async with aclosing(engine.process_message(begin) if isinstance(begin, str) else begin()) as turn:
                async for event in turn:
                    events.append(event)
                    watch(event)
                    if len(events) - 1 == cancel_at:
                        engine.cancel()
            return events

        events = self.run(scene())
        check_history(engine.history)
        assert [isinstance(event, TERMINAL) for event in events].count(True) == 1
        assert isinstance(events[-1], TERMINAL)
        return events

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(work)

    def close(self) -> None:
        self._runner.close()
        self.vault.close()


def block(tool: str, **params: Any) -> str:
    """Return a tool call of the text protocol."""
    return f"```json:tool\n{json.dumps({'tool': tool, 'params': params}, ensure_ascii=False)}\n```\n"


FORMS = ("blocks", "native", "tool_calls")
"""How calls come: in the text protocol's blocks, natively, or as one JSON object that is the whole reply."""
_ids = count(1)


def say(text: str, *calls: ToolCall, form: str) -> Message:
    """Return a reply with these calls in a form."""
    if form == "native":
        named = tuple(ToolCall(call.tool, call.params, f"n{next(_ids)}") for call in calls)
        return Message("assistant", text, None, named)
    if form == "tool_calls":
        listed = [{"name": call.tool, "arguments": call.params} for call in calls]
        return Message("assistant", json.dumps({"tool_calls": listed, "message": text}))
    return Message("assistant", f"{text}\n" + "".join(block(call.tool, **call.params) for call in calls))


def shown(text: str, form: str) -> str:
    """Return what `say` shows beside the calls."""
    return f"{text}\n" if form == "blocks" else text


async def collect(
    engine: AgentEngine,
    text: str,
    on_event: Callable[[AgentEvent], None] | None = None,
    *,
    mode: AgentMode = "react",
) -> list[AgentEvent]:
    """Run a turn and return its events, checked for their order."""
    return await follow(engine, engine.process_message(text, mode), on_event)


async def follow(
    engine: AgentEngine,
    turn: AsyncGenerator[AgentEvent, None],
    on_event: Callable[[AgentEvent], None] | None = None,
) -> list[AgentEvent]:
    """Read a turn to its end and return its events, checked for their order."""
    found = []
    async with aclosing(turn) as events:
        async for event in events:
            found.append(event)
            if on_event is not None:
                on_event(event)
    check_order(found)
    check_history(engine.history)
    return found


def observations(events: Iterable[AgentEvent]) -> list[Observation]:
    return [event for event in events if isinstance(event, Observation)]


def types(events: Iterable[AgentEvent]) -> list[str]:
    return [event.type for event in events if event.type not in ("token", "reasoning")]


_LETTERS = {
    "turn_started": "T",
    "continue_requested": "q",
    "continue_given": "g",
    "round_started": "R",
    "token": "t",
    "reasoning": "t",
    "queued": "t",
    "retrying": "t",
    "tools_set_aside": "t",
    "usage": "U",
    "budget_warning": "W",
    "steered": "V",
    "context_cut": "X",
    "compacted": "X",
    "context_size": "X",
    "plan": "N",
    "step_started": "S",
    "step_complete": "C",
    "thought": "H",
    "action": "A",
    "approval_requested": "p",
    "approval_given": "P",
    "tool_progress": "r",
    "observation": "O",
    "answer": "Z",
    "error": "Z",
    "cancelled": "Z",
    "stopped": "Z",
}
_ROUND = r"X*(?:qg)?R[tX]*U?W?X*H(?:O|A(?:p?P)?(?:pP)?r*O|A(?:p?P)?pO)*V*"
_REACT = re.compile(rf"T(?:{_ROUND})*X*(?:qg?)?Z")
_PLAN = re.compile(rf"T(?:{_ROUND}|N|NSV*|CN|(?<=N)V+)*X*(?:qg?)?N?Z")


def check_order(events: Sequence[AgentEvent]) -> None:
    """Hold the events of a turn against the order that agent/events.py promises."""
    letters = "".join(_LETTERS[event.type] for event in events)
    assert isinstance(events[0], TurnStarted)
    order = _REACT if events[0].mode == "react" else _PLAN
    assert order.fullmatch(letters), letters
    assert re.fullmatch("(SC)*S?", re.sub("[^SC]", "", letters)), letters
    assert isinstance(events[-1], TERMINAL)
    assert len({event.turn_id for event in events}) == 1


def check_history(history: Sequence[Message]) -> None:
    """Every native call has exactly one result, right after its message, and nothing else is a tool message."""
    waiting: list[str] = []
    for message in history:
        if message.role == "tool":
            assert message.tool_call_id in waiting
            waiting.remove(message.tool_call_id or "")
        else:
            assert not waiting
            waiting = [call.id for call in message.tool_calls]
    assert not waiting
