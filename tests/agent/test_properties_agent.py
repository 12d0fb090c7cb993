"""The seed's properties of ReAct, plans and streaming, on a real vault, in both protocols."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from itertools import count

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.agent.approval.approval import PlanAnswer, PlanReview
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import (
    TERMINAL,
    Action,
    AgentEvent,
    Answer,
    Cancelled,
    Observation,
    PlanProposed,
    RoundStarted,
    StepComplete,
    StepStarted,
    Stopped,
    Thought,
    Token,
)
from axon_desktop.agent.plan.plan import Plan, PlanStep
from axon_desktop.errors import LLMConnectionError
from axon_desktop.llm.messages import (
    Delta,
    Finished,
    JsonObject,
    LLMOptions,
    Message,
    ReasoningDelta,
    TextDelta,
    ToolCall,
    ToolDefinition,
)
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault
from tests.agent.scenes import PlayedApprover, block, check_history, make_engine
from tests.agent.scripts import CALLS, replies

LIMITS = LimitSettings(confirm_round=100, max_rounds=5, calls_per_round=3)
WORDS = st.text(st.sampled_from("abc 一二\n"), max_size=12)
CANCEL_AT = st.none() | st.integers(0, 40)

_ids = count(1)


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    folder = tmp_path_factory.mktemp("agent")
    (folder / "vault").mkdir()
    (folder / "vault" / "Home.md").write_text("# Home\n")
    vault = Vault(folder / "vault", data_dir=folder / "data")
    yield vault
    vault.close()


def say(text: str, *calls: ToolCall, native: bool) -> Message:
    """Return a reply with these calls in the protocol's form."""
    if native:
        named = tuple(ToolCall(call.tool, call.params, f"n{next(_ids)}") for call in calls)
        return Message("assistant", text, None, named)
    return Message("assistant", f"{text}\n" + "".join(block(call.tool, **call.params) for call in calls))


def play(
    engine: AgentEngine,
    begin: Callable[[], AsyncGenerator[AgentEvent, None]],
    cancel_at: int | None = None,
    watch: Callable[[AgentEvent], None] = lambda event: None,
) -> list[AgentEvent]:
    """Run a turn to its end, stopping it at that event, and return the events."""

    async def scene() -> list[AgentEvent]:
        events: list[AgentEvent] = []
        async with aclosing(begin()) as turn:
            async for event in turn:
                events.append(event)
                watch(event)
                if len(events) - 1 == cancel_at:
                    engine.cancel()
        return events

    events = asyncio.run(scene())
    check_history(engine.history)
    assert [isinstance(event, TERMINAL) for event in events].count(True) == 1
    assert isinstance(events[-1], TERMINAL)
    return events


@settings(max_examples=120, deadline=None)
@given(script=st.lists(replies(), max_size=5), native=st.booleans(), cancel_at=CANCEL_AT)
def test_thought_comes_before_action_and_observation_after_it(
    vault: Vault, script: list[ScriptedReply], native: bool, cancel_at: int | None
) -> None:
    """Feature: vscode-agent, Property 2: ReAct steps follow thought, action, observation

    Validates: Requirements 2.1, 2.2
    """
    engine = make_engine(vault, ScriptedProvider(script, native_tools=native), mode="apply", limits=LIMITS)
    events = play(engine, lambda: engine.process_message("go"), cancel_at)
    thought = False
    acting: ToolCall | None = None
    for event in events:
        match event:
            case RoundStarted():
                assert acting is None
                thought = False
            case Thought():
                assert not thought
                assert acting is None
                thought = True
            case Action(call=call):
                assert thought
                assert acting is None
                acting = call
            case Observation(call=call):
                assert thought
                assert acting is None or acting == call
                acting = None
            case _ if isinstance(event, TERMINAL):
                assert acting is None
            case _:
                pass


@settings(max_examples=120, deadline=None)
@given(script=st.lists(replies(), max_size=5), native=st.booleans(), cancel_at=CANCEL_AT)
def test_every_action_is_of_a_tool_that_there_is(
    vault: Vault, script: list[ScriptedReply], native: bool, cancel_at: int | None
) -> None:
    """Feature: vscode-agent, Property 3: Actions name registered tools

    Validates: Requirements 2.3
    """
    tools = ToolManager(vault)
    names = {definition.name for definition in tools.get_tool_definitions()}
    provider = ScriptedProvider(
        [say("First.", ToolCall("no_such_tool", {}), native=native), *script], native_tools=native
    )
    engine = make_engine(vault, provider, mode="apply", limits=LIMITS, tools=tools)
    events = play(engine, lambda: engine.process_message("go"), cancel_at)
    assert {event.call.tool for event in events if isinstance(event, Action)} <= names


@settings(max_examples=120, deadline=None)
@given(
    rounds=st.lists(st.lists(CALLS, min_size=1, max_size=3), max_size=4),
    words=st.lists(WORDS, min_size=5, max_size=5),
    native=st.booleans(),
    broken=st.none() | st.integers(0, 4),
)
def test_turn_that_succeeds_ends_with_its_answer(
    vault: Vault, rounds: list[list[ToolCall]], words: list[str], native: bool, broken: int | None
) -> None:
    """Feature: vscode-agent, Property 4: A successful ReAct turn ends with an answer

    Validates: Requirements 2.5
    """
    final = f"{words[-1]} the end"
    script: list[ScriptedReply] = [
        say(text, *calls, native=native) for text, calls in zip(words, rounds, strict=False)
    ]
    script.append(final)
    if broken is not None and broken < len(script):
        script[broken] = LLMConnectionError("gone")
    engine = make_engine(vault, ScriptedProvider(script, native_tools=native), mode="apply", limits=LIMITS)
    events = play(engine, lambda: engine.process_message("go"))
    if broken is not None and broken < len(script):
        assert not isinstance(events[-1], Answer)
        return
    if isinstance(events[-1], Stopped):
        assert events[-1].reason == "repeated_call"
        return
    assert events[-1] == Answer(turn_id=events[0].turn_id, content=final)
    assert engine.history[-1].content == final


FIELDS = st.sampled_from(["do it", "it is done", "做", "", " ", "\n\t"])
STEPS = st.lists(
    st.fixed_dictionaries({}, optional={"description": FIELDS, "expected_outcome": FIELDS}), max_size=4
)


@settings(max_examples=120, deadline=None)
@given(steps=STEPS, as_json=st.booleans(), native=st.booleans())
def test_every_step_of_a_plan_says_what_is_done_and_what_comes_of_it(
    vault: Vault, steps: list[dict[str, str]], as_json: bool, native: bool
) -> None:
    """Feature: vscode-agent, Property 5: Plan steps have a description and an expected outcome

    Validates: Requirements 3.2
    """
    params: JsonObject = {"goal": "goal", "steps": steps}
    if as_json:
        proposal: ScriptedReply = msgspec.json.encode(params).decode()
    else:
        proposal = say("My plan.", ToolCall("propose_plan", params), native=native)
    approver = PlayedApprover()
    done = ["Done."] * len(steps)
    provider = ScriptedProvider([proposal, *done, "No plan.", "No plan."], native_tools=native)
    engine = make_engine(vault, provider, approver, limits=LIMITS)
    events = play(engine, lambda: engine.process_message("go", "plan"))
    plans = [event.plan for event in events if isinstance(event, PlanProposed)] + approver.plans
    for plan in plans:
        assert plan.steps
        for step in plan.steps:
            assert step.description.strip()
            assert step.expected_outcome.strip()
    whole = bool(steps) and all(
        step.get("description", "").strip() and step.get("expected_outcome", "").strip() for step in steps
    )
    assert bool(plans) == whole


BEHAVIOURS = st.lists(
    st.sampled_from(["say", "read", "unknown", "broken", "lost", "fail"]), min_size=1, max_size=3
)


def _behave(kinds: Sequence[str], native: bool) -> list[ScriptedReply]:
    """Return the replies of a step: these rounds, then the words that end it, unless something else does."""
    script: list[ScriptedReply] = []
    for kind in kinds:
        match kind:
            case "say":
                break
            case "read":
                script.append(say("", ToolCall("read_note", {"path": "Home"}), native=native))
            case "unknown":
                script.append(say("", ToolCall("no_such_tool", {}), native=native))
            case "broken":
                script.append("```json:tool\n{\n```\n")
            case "lost":
                script.append(LLMConnectionError("gone"))
            case _:
                script.append(say("", ToolCall("fail_step", {"reason": "no"}), native=native))
                return script
    return [*script, "step over"]


@settings(max_examples=120, deadline=None)
@given(
    order=st.integers(1, 4).flatmap(lambda size: st.permutations(range(1, size + 1))),
    behaviours=st.lists(BEHAVIOURS, min_size=4, max_size=4),
    native=st.booleans(),
    cancels=st.lists(CANCEL_AT, max_size=3),
)
def test_steps_run_in_their_order_each_to_its_end(
    vault: Vault, order: list[int], behaviours: list[list[str]], native: bool, cancels: list[int | None]
) -> None:
    """Feature: vscode-agent, Property 6: An approved plan runs in order

    Validates: Requirements 3.3
    """

    def reorder(plan: Plan) -> PlanReview:
        steps = {step.id: step for step in plan.steps}
        return PlanReview(
            PlanAnswer.APPROVE, msgspec.structs.replace(plan, steps=tuple(steps[number] for number in order))
        )

    steps = [{"description": f"step {number}", "expected_outcome": "ok"} for number in sorted(order)]
    propose = say("", ToolCall("propose_plan", {"goal": "goal", "steps": steps}), native=native)
    script = [propose, *(reply for kinds in behaviours for reply in _behave(kinds, native)), *["step over"] * 8]
    approver = PlayedApprover(reviews=[reorder, reorder])
    engine = make_engine(vault, ScriptedProvider(script, native_tools=native), approver, limits=LIMITS)

    turns = iter([*cancels, *[None] * 20])
    events = play(engine, lambda: engine.process_message("go", "plan"), next(turns))
    runs = [events]
    while not isinstance(events[-1], Answer) and len(runs) < 20:
        events = play(engine, engine.retry, next(turns))
        runs.append(events)
    finished: list[int] = []
    for run in runs:
        started: int | None = None
        for event in run:
            match event:
                case StepStarted(step=step, index=index):
                    assert started is None
                    assert order[index] == step
                    assert finished == order[:index]
                    started = step
                case StepComplete(step=step, success=success):
                    assert started == step
                    started = None
                    finished += [step] if success else []
                case Observation() | RoundStarted():
                    pass
        if started is not None:  # cut off in the middle: it is to be done again
            last = [event.plan for event in run if isinstance(event, PlanProposed)][-1]
            assert {step.id: step.status for step in last.steps}[started] == "pending"
            assert not isinstance(run[-1], Answer)
    if engine.plan is not None and isinstance(events[-1], Answer) and engine.plan.status == "completed":
        assert finished == order


@st.composite
def half_done_plans(draw: st.DrawFn) -> Plan:
    statuses = draw(
        st.lists(st.sampled_from(["completed", "pending", "failed", "skipped"]), min_size=1, max_size=5)
    )
    steps = [(f"old {number}", f"outcome {number}") for number in range(len(statuses))]
    plan = Plan.draft("goal", steps).with_status("executing")
    for step, status in zip(plan.steps, statuses, strict=True):
        plan = plan.with_step(step.id, status, f"result {step.id}" if status != "pending" else None)  # type: ignore[arg-type]
    return plan


@settings(max_examples=120, deadline=None)
@given(
    plan=half_done_plans(),
    new=st.lists(st.integers(0, 9), min_size=1, max_size=4),
    meddling=st.sampled_from(["none", "drop", "rewrite", "reopen", "reverse"]),
    send_back=st.booleans(),
    native=st.booleans(),
)
def test_changing_a_plan_leaves_finished_steps_as_they_are(
    vault: Vault, plan: Plan, new: list[int], meddling: str, send_back: bool, native: bool
) -> None:
    """Feature: vscode-agent, Property 7: Changing a plan preserves finished work

    Validates: Requirements 3.5
    """
    finished = tuple(step for step in plan.steps if step.status == "completed")

    def meddle(answer: PlanAnswer) -> Callable[[Plan], PlanReview]:
        def review(proposed: Plan) -> PlanReview:
            done = [step for step in proposed.steps if step.status == "completed"]
            rest = [step for step in proposed.steps if step.status != "completed"]
            changes: dict[str, list[PlanStep]] = {
                "none": [*done, *rest],
                "drop": rest,
                "rewrite": [msgspec.structs.replace(step, description="other") for step in done] + rest,
                "reopen": [msgspec.structs.replace(step, status="pending") for step in done] + rest,
                "reverse": [*rest, *reversed(done)],
            }
            return PlanReview(answer, msgspec.structs.replace(proposed, steps=tuple(changes[meddling])), "note")

        return review

    steps = [{"description": f"new {number}", "expected_outcome": "ok"} for number in new]
    propose = say("", ToolCall("propose_plan", {"goal": "other goal", "steps": steps}), native=native)
    reviews = [meddle(PlanAnswer.REVISE)] * send_back + [meddle(PlanAnswer.APPROVE)]
    script = [propose] * (1 + send_back) + ["step over"] * len(new)
    approver = PlayedApprover(reviews=reviews)
    provider = ScriptedProvider(script, native_tools=native)
    engine = make_engine(vault, provider, approver, limits=LIMITS, plan=plan)
    events = play(engine, lambda: engine.revise_plan(plan, "change it"))
    versions = [event.plan for event in events if isinstance(event, PlanProposed)]
    assert versions
    for version in [*versions, *approver.plans]:
        assert version.steps[: len(finished)] == finished
    assert isinstance(events[-1], Answer)
    assert [step.description for step in versions[-1].steps[len(finished) :]] == [f"new {n}" for n in new]


class WatchedProvider(ScriptedProvider):
    """Counts the pieces of text that it has sent."""

    sent = 0

    async def stream_complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolDefinition] = (),
        options: LLMOptions | None = None,
    ) -> AsyncGenerator[Delta, None]:
        async for delta in super().stream_complete(messages, tools, options):
            self.sent += isinstance(delta, TextDelta)
            yield delta


def pieces() -> st.SearchStrategy[list[Delta | Exception]]:
    text = st.builds(TextDelta, st.text(min_size=1, max_size=8))
    return st.lists(text | st.builds(ReasoningDelta, st.text(min_size=1, max_size=5)), max_size=12)


@settings(max_examples=120, deadline=None)
@given(deltas=pieces(), called=st.booleans(), native=st.booleans())
def test_tokens_come_as_they_arrive_and_make_up_the_reply(
    vault: Vault, deltas: list[Delta | Exception], called: bool, native: bool
) -> None:
    """Feature: vscode-agent, Property 15: Tokens are passed on as they arrive

    Validates: Requirements 10.1
    """
    text = "".join(delta.text for delta in deltas if isinstance(delta, TextDelta))
    calls = (ToolCall("read_note", {"path": "Home"}, "c"),) if called else ()
    reply = [*deltas, Finished(Message("assistant", text, None, calls), "tool_calls" if called else "stop")]
    provider = WatchedProvider([reply, "The end."], native_tools=native)
    engine = make_engine(vault, provider, limits=LIMITS)
    seen: list[str] = []

    def watch(event: AgentEvent) -> None:
        if isinstance(event, Token):
            seen.append(event.content)
            assert len(seen) == provider.sent

    events = play(engine, lambda: engine.process_message("go"), watch=watch)
    first = next((at for at, event in enumerate(events) if isinstance(event, Thought)), len(events))
    assert "".join(event.content for event in events[:first] if isinstance(event, Token)) == text


@settings(max_examples=120, deadline=None)
@given(
    texts=st.lists(
        st.text(st.characters(exclude_characters="`{<~", codec="utf-8"), min_size=1, max_size=8), min_size=1
    ),
    stop_after=st.integers(1, 12),
    before=st.booleans(),
    native=st.booleans(),
)
def test_stopped_reply_keeps_the_part_that_came(
    vault: Vault, texts: list[str], stop_after: int, before: bool, native: bool
) -> None:
    """Feature: vscode-agent, Property 16: A stopped reply keeps its part

    Validates: Requirements 10.3
    """
    stop_after = min(stop_after, len(texts))
    reading = [say("", ToolCall("read_note", {"path": "Home"}), native=native)] if before else []
    reply: list[Delta | Exception] = [TextDelta(text) for text in texts]
    provider = ScriptedProvider([*reading, reply], native_tools=native)
    engine = make_engine(vault, provider, limits=LIMITS)
    seen: list[str] = []

    def watch(event: AgentEvent) -> None:
        if isinstance(event, Token) and len(provider.requests) == 1 + before:
            seen.append(event.content)
            if len(seen) == stop_after:
                engine.cancel()

    events = play(engine, lambda: engine.process_message("go"), watch=watch)
    part = "".join(texts[:stop_after])
    assert events[-1] == Cancelled(turn_id=events[0].turn_id, partial=part)
    if part.strip():
        assert engine.history[-1] == Message("assistant", part)
