"""Whole lives of conversations, made up at random: whatever happens, every API takes the next request."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from random import Random

import pytest

from axon_desktop.agent.approval.approval import Decision, PlanAnswer, PlanReview, Verdict
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import AgentEvent, Observation, Steered
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.errors import LLMAuthError, LLMConnectionError, LLMError, PlanError
from axon_desktop.llm.messages import (
    Delta,
    Finished,
    FinishReason,
    LLMOptions,
    Message,
    TextDelta,
    ToolCall,
    ToolDefinition,
    Usage,
)
from axon_desktop.llm.providers.anthropic import AnthropicProvider
from axon_desktop.llm.providers.deepseek import DeepSeekService
from axon_desktop.llm.providers.openai import OpenAIProvider
from axon_desktop.llm.providers.openai_wire import tool_names
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.vault import Vault
from tests.agent.scenes import PlayedApprover, block, follow, make_engine
from tests.llm import anthropic_rules, openai_rules

LIVES = 120
OPENAI = OpenAIProvider(api_key="k")
DEEPSEEK = DeepSeekService(api_key="k")
CLAUDES = [AnthropicProvider(api_key="k", model=model) for model in ("claude-sonnet-5-5", "claude-haiku-4-5")]


class Whims(ScriptedProvider):
    """A model that does anything, and holds every request against the rules of all APIs."""

    def __init__(self, chance: Random) -> None:
        super().__init__([], context_window=chance.choice([7_000, 12_000, 100_000]))
        self._chance = chance
        self._native = chance.random() < 0.6

    @property
    def native_tools(self) -> bool:
        return self._native

    async def stream_complete(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition] = (), options: LLMOptions | None = None
    ) -> AsyncGenerator[Delta, None]:
        hold_against_rules(messages, tools)
        await asyncio.sleep(0)
        chance, fate = self._chance, self._chance.random()
        if fate < 0.08:
            raise chance.choice([LLMConnectionError("gone"), LLMAuthError("no")])
        calls = [self._call(f"id{chance.random()}") for _ in range(chance.randrange(4))]
        native = tuple(call for call in calls if tools and chance.random() < 0.8)
        text = chance.choice(["", "I look.", "已经 ok", "I have created it."])
        for call in calls:
            if call not in native:
                whole = chance.random() < 0.7
                text += "\n\n" + (block(call.tool, **call.params) if whole else "```json:tool\n{broken\n```\n")
        reasoning = chance.choice([None, "", "hm"])
        reason: FinishReason = "tool_calls" if native else "stop"
        if fate < 0.2:
            reason, native = chance.choice(["interrupted", "length", "content_filter"]), ()
        broken = ("Invalid JSON: x",) if chance.random() < 0.05 else ()
        for start in range(0, len(text), 7):
            yield TextDelta(text[start : start + 7])
        usage = Usage(500, 20) if chance.random() < 0.8 else None
        yield Finished(Message("assistant", text, reasoning, native), reason, usage, broken, "cut")

    def _call(self, call_id: str) -> ToolCall:
        chance = self._chance
        step = {"description": "Do it", "expected_outcome": "It is done"}
        return chance.choice(
            [
                ToolCall("read_note", {"path": chance.choice(["Home", "Long", "Nope"])}, call_id),
                ToolCall("create_note", {"path": f"New {chance.randrange(5)}", "content": call_id}, call_id),
                ToolCall("propose_plan", {"goal": "All", "steps": [step] * chance.randrange(3)}, call_id),
                ToolCall("fail_step", {"reason": "No way"}, call_id),
                ToolCall("other.tool", {"a": 1}, call_id),
            ]
        )


class Moods(PlayedApprover):
    """A user who says anything."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self._chance = chance
        self.approved = False

    async def approve(self, request: object) -> Decision:
        return Decision(self._chance.choice([Verdict.ONCE, Verdict.TURN, Verdict.REJECT]))

    async def review_plan(self, plan: Plan) -> PlanReview:
        answer = self._chance.choice(
            [PlanAnswer.APPROVE, PlanAnswer.APPROVE, PlanAnswer.REVISE, PlanAnswer.DISCARD]
        )
        self.approved = answer is PlanAnswer.APPROVE
        return PlanReview(answer, plan, self._chance.choice(["", "other words"]))


def hold_against_rules(messages: Sequence[Message], tools: Sequence[ToolDefinition]) -> None:
    names, options = tool_names(messages, tools), LLMOptions()
    assert openai_rules.find_body_problem(OPENAI._body(messages, tools, options, names)) is None
    for claude in CLAUDES:
        headers = {"content-type": "application/json", **claude._headers("k")}
        body = json.loads(json.dumps(claude._body(messages, tools, options, names)))
        assert anthropic_rules.find_problem(headers, body, may_prefill=False) is None
    body = DEEPSEEK._body(messages, tools, options, names)
    if body["thinking"]["type"] == "enabled":
        assert all("reasoning_content" in sent for sent in body["messages"] if sent.get("tool_calls"))
    roles = [message.role for message in messages]
    assert not any(role == after != "tool" for role, after in itertools.pairwise(roles))


async def live(chance: Random, vault: Vault) -> None:
    """Lead one conversation through turns, plans, stops, retries, words in between, and summaries."""
    user = Moods(chance)
    limits = LimitSettings(max_rounds=chance.choice([3, 10]), turn_tokens=chance.choice([None, 4_000]))
    engine = make_engine(vault, Whims(chance), user, limits=limits, mode=chance.choice(["ask", "apply"]))
    for _ in range(chance.randrange(2, 8)):
        try:
            await act(chance, engine, user)
        except (LLMError, PlanError, RuntimeError):
            continue  # the model gave no summary; nothing to run; nothing to continue


async def act(chance: Random, engine: AgentEngine, user: Moods) -> None:
    """Do one thing and see it through."""
    user.approved = False
    action = chance.choice(["react", "plan", "retry", "run", "compact"])
    planning = action == "plan"
    if action == "compact":
        await engine.compact()
        return
    if action == "run" and engine.plan is not None:
        planning = engine.plan.status == "draft"
        turn = engine.run_plan(engine.plan)
    elif action == "plan":
        turn = engine.process_message(f"plan it {chance.random()}", "plan")
    else:
        turn = engine.retry() if action == "retry" else engine.process_message("Read @Home, 你好")
    said: list[str] = []
    steered: list[str] = []
    left = chance.choice([0, 0, chance.randrange(1, 40)])

    def on_event(event: AgentEvent) -> None:
        nonlocal left
        left -= 1
        if isinstance(event, Steered):
            steered.append(event.text)
        if isinstance(event, Observation) and planning and not user.approved:
            assert event.result.change_id is None, "written while planning"
        if chance.random() < 0.03:
            said.append(f"by the way {chance.random()}")
            engine.steer(said[-1])
        if left == 0:
            engine.cancel()

    await follow(engine, turn, on_event)
    assert sorted([*steered, *engine.take_unsteered()]) == sorted(said)
    assert all(engine.history.count(Message("user", text)) == 1 for text in steered)


@pytest.mark.parametrize("part", range(4))
def test_any_life_of_a_conversation_stays_one_that_every_api_takes(part: int, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Home.md").write_text("home")
    (root / "Long.md").write_text("long " * 1_200)
    vault = Vault(root, data_dir=tmp_path / "data")
    for seed in range(part, LIVES, 4):
        asyncio.run(live(Random(seed), vault))
