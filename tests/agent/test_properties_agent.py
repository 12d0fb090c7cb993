"""The seed's properties of ReAct, plans and streaming, on a real vault, in every form of calls."""

from collections.abc import AsyncGenerator, Callable, Sequence
from itertools import chain, repeat

import msgspec
from hypothesis import example, given, settings
from hypothesis import strategies as st

from axon_desktop.agent.approval.approval import PlanAnswer, PlanReview
from axon_desktop.agent.events import (
    Action,
    AgentEvent,
    Answer,
    Cancelled,
    Observation,
    PlanProposed,
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
from tests.agent.scenes import FORMS, PlayedApprover, Stage, make_engine, say, shown
from tests.agent.scripts import CALLS

MANY = settings(max_examples=100, deadline=None)
LIMITS = LimitSettings(confirm_round=100, max_rounds=5, calls_per_round=3)
WORDS = st.text("abc 一二\n", max_size=12)
CANCEL_AT = st.none() | st.integers(0, 40)
FORM = st.sampled_from(FORMS)

GOOD = st.sampled_from(
    [
        ToolCall("read_note", {"path": "Home"}),
        ToolCall("read_note", {"path": "no/such"}),
        ToolCall("read_note", {"path": "../outside"}),
        ToolCall("list_folder", {"path": ""}),
        ToolCall("find_notes", {"pattern": "*"}),
        ToolCall("create_note", {"path": "Inbox/Idea", "content": "new\n", "mode": "append"}),
    ]
)
"""Calls that run, whatever comes of them."""
UNFIT = st.sampled_from(
    [
        ToolCall("read_note", {"pfad": 1}),
        ToolCall("create_note", {"path": "a"}),
        ToolCall("list_folder", {"path": 3}),
    ]
)
UNKNOWN = st.builds(
    ToolCall,
    st.sampled_from(
        [
            "no_such_tool",
            "READ_NOTE",
            "read_notes",
            "read-note",
            "vault.read_note",
            "notes.list",
            "read_note ",
            "run_command",
        ]
    ),
    st.sampled_from([{}, {"path": "Home"}]),
)
"""Calls of tools that there are not, some of them nearly."""


def played(events: Sequence[AgentEvent]) -> list[tuple[str, object]]:
    """Return the thoughts, actions and observations of a turn in short."""
    found: list[tuple[str, object]] = []
    for event in events:
        match event:
            case Thought():
                found.append(("thought", event.content))
            case Action() | Observation():
                found.append((event.type, (event.index, event.call.tool, event.call.params)))
    return found


@MANY
@given(
    rounds=st.lists(st.tuples(WORDS, st.lists(GOOD | GOOD | UNFIT | UNKNOWN, min_size=1, max_size=3)), max_size=2),
    form=FORM,
    cancel_at=CANCEL_AT,
)
def test_thought_comes_before_action_and_observation_after_it(
    stage: Stage, rounds: list[tuple[str, list[ToolCall]]], form: str, cancel_at: int | None
) -> None:
    """Feature: vscode-agent, Property 2: ReAct steps follow thought, action, observation

    Validates: Requirements 2.1, 2.2
    """
    tools = ToolManager(stage.vault)
    script: list[ScriptedReply] = [*(say(text, *calls, form=form) for text, calls in rounds), "The end."]
    provider = ScriptedProvider(script, native_tools=form == "native")
    engine = make_engine(stage.vault, provider, mode="apply", limits=LIMITS, tools=tools)
    events = stage.play(engine, "go", cancel_at)
    expected: list[tuple[str, object]] = []
    for text, calls in rounds:
        expected.append(("thought", shown(text, form)))
        for index, call in enumerate(calls):
            named = (index, call.tool, call.params)
            expected += [("action", named)] * (tools.check(call) is None) + [("observation", named)]
    expected.append(("thought", "The end."))
    steps = played(events)
    if isinstance(events[-1], Answer):
        assert steps == expected
    else:  # stopped: so far the same, and what was begun has its observation
        assert isinstance(events[-1], Cancelled)
        kinds = [step if step[0] != "thought" else "thought" for step in steps]
        assert kinds == [step if step[0] != "thought" else "thought" for step in expected][: len(kinds)]
        assert not steps or steps[-1][0] != "action"


@MANY
@given(calls=st.lists(GOOD | UNKNOWN | UNKNOWN, min_size=1, max_size=3), form=FORM)
def test_every_action_is_of_a_tool_that_there_is(stage: Stage, calls: list[ToolCall], form: str) -> None:
    """Feature: vscode-agent, Property 3: Actions name registered tools

    Validates: Requirements 2.3
    """
    tools = ToolManager(stage.vault)
    names = {definition.name for definition in tools.get_tool_definitions()}
    provider = ScriptedProvider([say("First.", *calls, form=form), "The end."], native_tools=form == "native")
    engine = make_engine(stage.vault, provider, mode="apply", limits=LIMITS, tools=tools)
    events = stage.play(engine, "go")
    acted = [event.call.tool for event in events if isinstance(event, Action)]
    assert acted == [call.tool for call in calls if call.tool in names]
    observed = [event for event in events if isinstance(event, Observation)]
    assert [event.call.tool for event in observed] == [call.tool for call in calls]
    for event in observed:
        if event.call.tool not in names:
            assert event.result.error == f"Tool '{event.call.tool}' is not available"


ANSWERS = st.text("abc 一二\n`{}[]#*|", max_size=24).filter(lambda text: bool(text.strip()))


@MANY
@given(
    rounds=st.lists(st.lists(CALLS, min_size=1, max_size=2), max_size=3),
    words=WORDS,
    final=ANSWERS,
    form=FORM,
    broken=st.sampled_from([None, None, None, 0, 1]),
)
def test_turn_that_succeeds_ends_with_its_answer(
    stage: Stage, rounds: list[list[ToolCall]], words: str, final: str, form: str, broken: int | None
) -> None:
    """Feature: vscode-agent, Property 4: A successful ReAct turn ends with an answer

    Validates: Requirements 2.5
    """
    script: list[ScriptedReply] = [say(words, *calls, form=form) for calls in rounds]
    script.append(final)
    if broken is not None and broken < len(script):
        script[broken] = LLMConnectionError("gone")
    provider = ScriptedProvider(script, native_tools=form == "native")
    engine = make_engine(stage.vault, provider, mode="apply", limits=LIMITS)
    events = stage.play(engine, "go")
    if broken is not None and broken < len(script):
        assert not isinstance(events[-1], Answer)
        return
    if isinstance(events[-1], Stopped):
        assert events[-1].reason == "repeated_call"
        return
    assert events[-1] == Answer(turn_id=events[0].turn_id, content=final)
    assert sum(isinstance(event, Answer) for event in events) == 1
    assert engine.history[-1].content == final
    assert len(provider.requests) == len(script)


FIELDS = st.sampled_from(["do it", "it is done", "做", " a\n", "b", "", " ", "\n\t", "\u3000"])
FULL_FIELDS = st.sampled_from(["do it", "it is done", "做", " a\n", "."])
STEPS = st.lists(
    st.fixed_dictionaries({"description": FULL_FIELDS, "expected_outcome": FULL_FIELDS})
    | st.fixed_dictionaries({}, optional={"description": FIELDS, "expected_outcome": FIELDS}),
    max_size=3,
)


@MANY
@given(steps=STEPS, as_json=st.booleans(), form=FORM)
@example(
    steps=[{"description": "a", "expected_outcome": "b"}, {"description": "c", "expected_outcome": "\n"}],
    as_json=False,
    form="native",
)
@example(
    steps=[{"description": "a", "expected_outcome": "b"}, {"description": " ", "expected_outcome": "d"}],
    as_json=True,
    form="blocks",
)
def test_every_step_of_a_plan_says_what_is_done_and_what_comes_of_it(
    stage: Stage, steps: list[dict[str, str]], as_json: bool, form: str
) -> None:
    """Feature: vscode-agent, Property 5: Plan steps have a description and an expected outcome

    Validates: Requirements 3.2
    """
    params: JsonObject = {"goal": "goal", "steps": steps}
    if as_json:
        proposal: ScriptedReply = msgspec.json.encode(params).decode()
    else:
        proposal = say("My plan.", ToolCall("propose_plan", params), form=form)
    approver = PlayedApprover()
    done = ["Done."] * len(steps)
    provider = ScriptedProvider([proposal, *done, "No plan.", "No plan."], native_tools=form == "native")
    engine = make_engine(stage.vault, provider, approver, limits=LIMITS)
    events = stage.play(engine, lambda: engine.process_message("go", "plan"))
    plans = [event.plan for event in events if isinstance(event, PlanProposed)] + approver.plans
    for plan in plans:
        assert [(step.description, step.expected_outcome) for step in plan.steps] == [
            (step["description"].strip(), step["expected_outcome"].strip()) for step in steps
        ]
        assert all(step.description.strip() and step.expected_outcome.strip() for step in plan.steps)
    whole = bool(steps) and all(
        step.get("description", "").strip() and step.get("expected_outcome", "").strip() for step in steps
    )
    assert bool(plans) == whole


BEHAVIOURS = st.lists(
    st.sampled_from(["say", "read", "unknown", "broken", "lost", "fail"]), min_size=1, max_size=2
)


def _behave(kinds: Sequence[str], form: str) -> list[ScriptedReply]:
    """Return the replies of a step: these rounds, then the words that end it, unless something else does."""
    script: list[ScriptedReply] = []
    for kind in kinds:
        match kind:
            case "say":
                break
            case "read":
                script.append(say("", ToolCall("read_note", {"path": "Home"}), form=form))
            case "unknown":
                script.append(say("", ToolCall("no_such_tool", {}), form=form))
            case "broken":
                script.append("```json:tool\n{\n```\n")
            case "lost":
                script.append(LLMConnectionError("gone"))
            case _:
                script.append(say("", ToolCall("fail_step", {"reason": "no"}), form=form))
                return script
    return [*script, "step over"]


@MANY
@given(
    order=st.integers(1, 3).flatmap(lambda size: st.permutations(range(1, size + 1))),
    behaviours=st.lists(BEHAVIOURS, min_size=3, max_size=3),
    form=FORM,
    cancels=st.lists(CANCEL_AT, max_size=3),
)
def test_steps_run_in_their_order_each_to_its_end(
    stage: Stage, order: list[int], behaviours: list[list[str]], form: str, cancels: list[int | None]
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
    propose = say("", ToolCall("propose_plan", {"goal": "goal", "steps": steps}), form=form)
    script = [propose, *(reply for kinds in behaviours for reply in _behave(kinds, form))]
    approver = PlayedApprover(reviews=[reorder, reorder])
    provider = ScriptedProvider(chain(script, repeat("step over")), native_tools=form == "native")
    engine = make_engine(stage.vault, provider, approver, limits=LIMITS)

    turns = chain(cancels, repeat(None))
    runs = [stage.play(engine, lambda: engine.process_message("go", "plan"), next(turns))]
    while not isinstance(runs[-1][-1], Answer) and len(runs) < 20:
        runs.append(stage.play(engine, engine.retry, next(turns)))
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
                case StepComplete(step=step, success=success, result=result):
                    assert started == step
                    assert result.strip() == ("step over" if success else "no")
                    started = None
                    finished += [step] if success else []
        if started is not None:  # cut off in the middle: it is to be done again
            last = [event.plan for event in run if isinstance(event, PlanProposed)][-1]
            assert {step.id: step.status for step in last.steps}[started] == "pending"
            assert not isinstance(run[-1], Answer)
    assert isinstance(runs[-1][-1], Answer)
    if engine.plan is not None or not any(at is not None for at in cancels):  # else the plan was never made
        assert finished == order
        assert engine.plan is not None
        assert engine.plan.status == "completed"
        assert {step.status for step in engine.plan.steps} == {"completed"}


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


@MANY
@given(
    plan=half_done_plans(),
    new=st.lists(st.integers(0, 9), min_size=1, max_size=4),
    meddling=st.sampled_from(["none", "drop", "rewrite", "reopen", "reverse"]),
    send_back=st.booleans(),
    form=FORM,
)
def test_changing_a_plan_leaves_finished_steps_as_they_are(
    stage: Stage, plan: Plan, new: list[int], meddling: str, send_back: bool, form: str
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
    propose = say("", ToolCall("propose_plan", {"goal": "other goal", "steps": steps}), form=form)
    reviews = [meddle(PlanAnswer.REVISE)] * send_back + [meddle(PlanAnswer.APPROVE)]
    script = [propose] * (1 + send_back) + ["step over"] * len(new)
    approver = PlayedApprover(reviews=reviews)
    provider = ScriptedProvider(script, native_tools=form == "native")
    engine = make_engine(stage.vault, provider, approver, limits=LIMITS, plan=plan)
    events = stage.play(engine, lambda: engine.revise_plan(plan, "change it"))
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
    text = st.text(min_size=1, max_size=8) | st.sampled_from([" ", "\n", "a ", "```", "{", "中", "\r", "<think>"])
    return st.lists(st.builds(TextDelta, text) | st.builds(ReasoningDelta, text), max_size=8)


@MANY
@given(deltas=pieces(), called=st.booleans(), form=FORM)
def test_tokens_come_as_they_arrive_and_make_up_the_reply(
    stage: Stage, deltas: list[Delta | Exception], called: bool, form: str
) -> None:
    """Feature: vscode-agent, Property 15: Tokens are passed on as they arrive

    Validates: Requirements 10.1
    """
    text = "".join(delta.text for delta in deltas if isinstance(delta, TextDelta))
    calls = (ToolCall("read_note", {"path": "Home"}, "c"),) if called else ()
    reply = [*deltas, Finished(Message("assistant", text, None, calls), "tool_calls" if called else "stop")]
    provider = WatchedProvider([reply, "The end."], native_tools=form == "native")
    engine = make_engine(stage.vault, provider, limits=LIMITS)
    seen: list[str] = []

    def watch(event: AgentEvent) -> None:
        if isinstance(event, Token):
            seen.append(event.content)
            assert len(seen) == provider.sent

    events = stage.play(engine, "go", watch=watch)
    first = next((at for at, event in enumerate(events) if isinstance(event, Thought)), len(events))
    assert "".join(event.content for event in events[:first] if isinstance(event, Token)) == text


@MANY
@given(
    texts=st.lists(
        st.text(st.characters(exclude_characters="`{<~", codec="utf-8"), min_size=1, max_size=8)
        | st.sampled_from(["\n", "a\n", "\r\n", " ", "b  ", "\n\n", "\t", "`", "{", "<b>", "中\n", "c\r"]),
        min_size=1,
        max_size=8,
    ),
    stop_after=st.integers(1, 8),
    before=st.booleans(),
    form=FORM,
)
@example(texts=["a part", " of it\n", "\n"], stop_after=3, before=False, form="blocks")
def test_stopped_reply_keeps_the_part_that_came(
    stage: Stage, texts: list[str], stop_after: int, before: bool, form: str
) -> None:
    """Feature: vscode-agent, Property 16: A stopped reply keeps its part

    Validates: Requirements 10.3
    """
    stop_after = min(stop_after, len(texts))
    reading = [say("", ToolCall("read_note", {"path": "Home"}), form=form)] if before else []
    reply: list[Delta | Exception] = [TextDelta(text) for text in texts]
    provider = ScriptedProvider([*reading, reply], native_tools=form == "native")
    engine = make_engine(stage.vault, provider, limits=LIMITS)
    seen: list[str] = []

    def watch(event: AgentEvent) -> None:
        if isinstance(event, Token) and len(provider.requests) == 1 + before:
            seen.append(event.content)
            if len(seen) == stop_after:
                engine.cancel()

    events = stage.play(engine, "go", watch=watch)
    part = "".join(texts[:stop_after])
    assert events[-1] == Cancelled(turn_id=events[0].turn_id, partial=part)
    if part.strip():
        assert engine.history[-1] == Message("assistant", part)
