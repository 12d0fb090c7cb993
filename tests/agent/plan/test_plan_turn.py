"""Plan mode as the user lives through it: made, reviewed, run, stopped, gone on with, changed."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import msgspec
import pytest

from axon_desktop.agent.approval.approval import PlanAnswer, PlanReview
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import (
    Action,
    AgentEvent,
    Answer,
    Cancelled,
    Error,
    PlanProposed,
    RoundStarted,
    StepComplete,
    StepStarted,
    Stopped,
    TurnStarted,
)
from axon_desktop.agent.plan.plan import Plan, decode_plan, encode_plan
from axon_desktop.errors import LLMConnectionError, PlanError
from axon_desktop.llm.messages import Delta, Message, TextDelta, ToolCall
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.vault import Vault
from tests.agent.scenes import (
    PlayedApprover,
    block,
    collect,
    discard,
    follow,
    make_engine,
    observations,
    send_back,
    types,
)
from tests.waiting import forever

READ = block("read_note", path="Home")


def steps(*names: str) -> list[dict[str, str]]:
    return [{"description": f"Do {name}", "expected_outcome": f"{name} is there"} for name in names]


def propose(*names: str, goal: str = "Tidy up") -> str:
    return block("propose_plan", goal=goal, steps=steps(*names))


def create(name: str) -> str:
    return block("create_note", path=name, content=name)


def statuses(plan: Plan | None) -> list[str]:
    assert plan is not None
    return [step.status for step in plan.steps]


def plan_mode(engine: AgentEngine, text: str = "tidy up") -> list[AgentEvent]:
    return asyncio.run(collect(engine, text, mode="plan"))


def finish(engine: AgentEngine, turn: AsyncGenerator[AgentEvent, None]) -> list[AgentEvent]:
    return asyncio.run(follow(engine, turn))


def test_plan_is_made_reviewed_and_run_in_order(vault: Vault) -> None:
    script = [READ, propose("A", "B"), create("A"), "A is made.", create("B"), "B is made. All is tidy."]
    provider = ScriptedProvider(script)
    approver = PlayedApprover()
    engine = make_engine(vault, provider, approver, mode="apply", limits=LimitSettings(confirm_round=100))
    events = plan_mode(engine)
    assert types(events) == [
        *("turn_started", "round_started", "thought", "action", "observation"),
        *("round_started", "thought", "observation", "plan", "plan"),
        *("plan", "step_started", "round_started", "thought", "action", "observation"),
        *("round_started", "thought", "step_complete", "plan"),
        *("plan", "step_started", "round_started", "thought", "action", "observation"),
        *("round_started", "thought", "step_complete", "plan", "answer"),
    ]
    plans = [event.plan for event in events if isinstance(event, PlanProposed)]
    assert [plan.status for plan in plans] == [
        *("draft", "approved", "executing", "executing", "executing", "completed")
    ]
    assert [statuses(plan) for plan in plans[2:]] == [
        ["running", "pending"],
        ["completed", "pending"],
        ["completed", "running"],
        ["completed", "completed"],
    ]
    done = [(event.step, event.result, event.success) for event in events if isinstance(event, StepComplete)]
    assert done == [(1, "A is made.", True), (2, "B is made. All is tidy.", True)]
    assert events[-1] == Answer(turn_id=events[0].turn_id, content="B is made. All is tidy.")
    assert [step.expected_outcome for step in approver.plans[0].steps] == ["A is there", "B is there"]
    assert (vault.root / "A.md").exists()
    assert (vault.root / "B.md").exists()
    assert engine.plan == plans[-1]
    assert [event.round for event in events if isinstance(event, RoundStarted)] == [1, 2, 3, 4, 5, 6]


def test_model_is_told_how_to_plan_and_what_each_step_is(vault: Vault) -> None:
    provider = ScriptedProvider([propose("A", "B"), "Done A.", "Done B."])
    plan_mode(make_engine(vault, provider))
    draft, first, second = [request.messages for request in provider.requests]
    assert draft[0].content == first[0].content == second[0].content  # the beginning keeps its bytes
    assert "propose_plan" not in draft[0].content
    assert draft[1].content.startswith("tidy up\n\n")
    assert '"expected_outcome"' in draft[1].content
    assert "Do step 1 of 2" in first[-1].content
    assert "1. [running] Do A (expected: A is there)" in first[-1].content
    assert "Do A\nExpected outcome: A is there" in first[-1].content
    assert "fail_step" in first[-1].content
    assert "last step" not in first[-1].content
    assert "1. [completed] Do A (expected: A is there)\n   Result: Done A." in second[-1].content
    assert "last step" in second[-1].content


def test_native_protocol_offers_the_tools_of_plan_mode_only_where_they_belong(vault: Vault) -> None:
    call = ToolCall("propose_plan", {"goal": "Tidy", "steps": steps("A")}, "p1")
    script: list[ScriptedReply] = [Message("assistant", "", None, (call,)), "Done.", "Hello."]
    provider = ScriptedProvider(script, native_tools=True)
    engine = make_engine(vault, provider)
    plan_mode(engine)
    asyncio.run(collect(engine, "hi"))
    offered = [[tool.name for tool in request.tools] for request in provider.requests]
    assert offered[0] == [*offered[2], "propose_plan"]
    assert offered[1] == [*offered[2], "fail_step"]
    assert "Schema of params" not in "".join(message.content for message in provider.requests[0].messages)


def test_user_may_edit_and_reorder_before_approving(vault: Vault) -> None:
    def edit(plan: Plan) -> PlanReview:
        first, second = plan.steps
        changed = msgspec.structs.replace(second, description="Do it my way")
        return PlanReview(
            PlanAnswer.APPROVE, msgspec.structs.replace(plan, steps=(changed, first), goal="My goal")
        )

    provider = ScriptedProvider([propose("A", "B"), "One.", "Two."])
    events = plan_mode(make_engine(vault, provider, PlayedApprover(reviews=[edit])))
    assert [(event.step, event.index) for event in events if isinstance(event, StepStarted)] == [(2, 0), (1, 1)]
    assert "Do it my way" in provider.requests[1].messages[-1].content
    assert "Goal: My goal" in provider.requests[1].messages[-1].content


def test_plan_sent_back_is_made_again_from_the_users_version(vault: Vault) -> None:
    def edit(plan: Plan) -> PlanReview:
        only = msgspec.structs.replace(plan, steps=plan.steps[:1])
        return PlanReview(PlanAnswer.REVISE, only, "also do C")

    provider = ScriptedProvider([propose("A", "B"), propose("A", "C"), "One.", "Two."])
    approver = PlayedApprover(reviews=[edit])
    engine = make_engine(vault, provider, approver)
    events = plan_mode(engine)
    asked = provider.requests[1].messages[-1].content
    assert "also do C" in asked
    assert "Do A" in asked
    assert "Do B" not in asked
    assert [[step.description for step in plan.steps] for plan in approver.plans] == [
        ["Do A", "Do B"],
        ["Do A", "Do C"],
    ]
    assert isinstance(events[-1], Answer)


def test_discarded_plan_ends_the_turn_and_is_gone(vault: Vault) -> None:
    engine = make_engine(vault, ScriptedProvider([propose("A")]), PlayedApprover(reviews=[discard]))
    events = plan_mode(engine)
    assert events[-1] == Stopped(turn_id=events[0].turn_id, reason="plan_discarded", rounds=1)
    assert engine.plan is None
    with pytest.raises(RuntimeError):
        engine.retry()


@pytest.mark.parametrize("fence", ["{}", "Here it is:\n\n```json\n{}\n```\n"])
def test_plan_as_plain_json_counts(vault: Vault, fence: str) -> None:
    text = msgspec.json.encode({"goal": "Tidy", "steps": steps("A")}).decode()
    approver = PlayedApprover()
    events = plan_mode(make_engine(vault, ScriptedProvider([fence.replace("{}", text), "Done."]), approver))
    assert [step.description for step in approver.plans[0].steps] == ["Do A"]
    assert isinstance(events[-1], Answer)


def test_prose_instead_of_a_plan_is_asked_about_once(vault: Vault) -> None:
    provider = ScriptedProvider(["I would begin with A.", "Which folder do you mean?"])
    approver = PlayedApprover()
    events = plan_mode(make_engine(vault, provider, approver))
    assert events[-1] == Answer(turn_id=events[0].turn_id, content="Which folder do you mean?")
    assert "propose_plan" in provider.requests[1].messages[-1].content
    assert approver.plans == []


@pytest.mark.parametrize(
    ("params", "problem"),
    [
        ({"goal": "g", "steps": [{"description": "a", "expected_outcome": " "}]}, "expected outcome"),
        ({"goal": "g", "steps": [{"description": "a"}]}, "expected_outcome is required"),
        ({"goal": "g", "steps": []}, "steps"),
        ({"goal": " ", "steps": steps("A")}, "goal"),
        ({"steps": steps("A")}, "goal is required"),
    ],
)
def test_incomplete_plan_is_an_error_that_the_model_reads(
    vault: Vault, params: dict[str, object], problem: str
) -> None:
    provider = ScriptedProvider([block("propose_plan", **params), propose("A"), "Done."])
    approver = PlayedApprover()
    events = plan_mode(make_engine(vault, provider, approver))
    first = observations(events)[0]
    assert (first.result.error or "").startswith("Invalid parameters: ")
    assert problem in (first.result.error or "")
    assert problem in provider.requests[1].messages[-1].content
    assert len(approver.plans) == 1


def test_calls_after_the_plan_in_the_same_reply_do_not_run(vault: Vault) -> None:
    engine = make_engine(vault, ScriptedProvider([propose("A") + create("X") + READ, "Done."]), mode="apply")
    events = plan_mode(engine)
    assert [event.result.success for event in observations(events)] == [True, False, False]
    assert not (vault.root / "X.md").exists()


def test_writes_of_a_step_are_still_asked_about(vault: Vault) -> None:
    approver = PlayedApprover()
    plan_mode(make_engine(vault, ScriptedProvider([propose("A"), create("A"), "Done."]), approver))
    assert [request.call.tool for request in approver.requests] == ["create_note"]


def test_failed_step_stops_the_plan_and_can_be_skipped_or_tried_again(vault: Vault) -> None:
    fail = block("fail_step", reason="There is no such note.")
    script = [propose("A", "B", "C"), "A done.", fail + create("X"), "B done after all.", fail, "C skipped."]
    engine = make_engine(vault, ScriptedProvider(script), mode="apply")
    events = plan_mode(engine)
    assert events[-1] == Stopped(turn_id=events[0].turn_id, reason="plan_failed", rounds=3)
    assert types(events)[-3:] == ["step_complete", "plan", "stopped"]
    failed = [event for event in events if isinstance(event, StepComplete)][-1]
    assert (failed.step, failed.result, failed.success) == (2, "There is no such note.", False)
    assert not (vault.root / "X.md").exists()
    plan = engine.plan
    assert plan is not None
    assert (plan.status, statuses(plan)) == ("failed", ["completed", "failed", "pending"])
    with pytest.raises(PlanError):
        engine.run_plan(plan)

    again = finish(engine, engine.run_plan(plan.with_step(2, "pending")))  # tried again; then C fails
    assert [event.step for event in again if isinstance(event, StepStarted)] == [2, 3]
    assert statuses(engine.plan) == ["completed", "completed", "failed"]

    assert engine.plan is not None
    end = finish(engine, engine.run_plan(engine.plan.with_step(3, "skipped")))
    assert not [event for event in end if isinstance(event, StepStarted)]
    assert end[-1] == Answer(turn_id=end[0].turn_id, content="C skipped.")
    assert engine.plan.status == "completed"
    with pytest.raises(PlanError):
        engine.run_plan(engine.plan)


def test_retry_after_a_failed_step_does_that_step_again(vault: Vault) -> None:
    script = [propose("A", "B"), "A done.", block("fail_step", reason="Busy."), "B done."]
    engine = make_engine(vault, ScriptedProvider(script))
    plan_mode(engine)
    events = finish(engine, engine.retry())
    assert [event.step for event in events if isinstance(event, StepStarted)] == [2]
    assert isinstance(events[-1], Answer)


def test_stop_leaves_the_step_pending_and_the_plan_goes_on_after_a_restart(vault: Vault) -> None:
    provider = ScriptedProvider([propose("A", "B"), "A done.", create("B"), "B done."])
    engine = make_engine(vault, provider, mode="apply")

    def stop(event: AgentEvent) -> None:
        if isinstance(event, Action):
            state = engine.get_state()
            assert (state.status, state.step, state.total) == ("executing", 2, 2)
            assert state.call == event.call
            engine.cancel()

    events = asyncio.run(collect(engine, "tidy up", stop, mode="plan"))
    assert types(events)[-3:] == ["observation", "plan", "cancelled"]
    assert not (vault.root / "B.md").exists()
    assert engine.plan is not None
    assert (engine.plan.status, statuses(engine.plan)) == ("executing", ["completed", "pending"])

    saved = decode_plan(encode_plan(engine.plan))
    later = ScriptedProvider([create("B"), "B done."])
    restarted = make_engine(vault, later, mode="apply", history=engine.history, plan=saved)
    assert restarted.plan == saved
    again = finish(restarted, restarted.run_plan(saved))
    assert again[0] == TurnStarted(turn_id=again[0].turn_id, text="Tidy up", mode="plan", resumed=True)
    assert [event.step for event in again if isinstance(event, StepStarted)] == [2]
    assert isinstance(again[-1], Answer)
    assert (vault.root / "B.md").exists()
    assert statuses(restarted.plan) == ["completed", "completed"]


def test_dropped_iterator_leaves_the_step_pending(vault: Vault) -> None:
    engine = make_engine(vault, ScriptedProvider([propose("A"), READ]))

    async def scene() -> None:
        async with aclosing(engine.process_message("tidy", "plan")) as events:
            async for event in events:
                if isinstance(event, Action):
                    break

    asyncio.run(scene())
    assert statuses(engine.plan) == ["pending"]
    assert engine.get_state().status == "idle"


def test_stop_during_the_review_keeps_the_draft(vault: Vault) -> None:
    class Slow(PlayedApprover):
        async def review_plan(self, plan: Plan) -> PlanReview:
            assert (engine.get_state().status, engine.get_state().plan) == ("planning", plan)
            engine.cancel()
            await forever()
            raise AssertionError

    engine = make_engine(vault, ScriptedProvider([propose("A")]), Slow())
    events = plan_mode(engine)
    assert isinstance(events[-1], Cancelled)
    saved = engine.plan
    assert saved is not None
    assert saved.status == "draft"
    approver = PlayedApprover()
    restarted = make_engine(vault, ScriptedProvider(["Done."]), approver, plan=saved)
    assert isinstance(finish(restarted, restarted.run_plan(saved))[-1], Answer)
    assert approver.plans == [saved]


def test_connection_lost_in_a_step_goes_on_with_that_step(vault: Vault) -> None:
    broken: list[Delta | Exception] = [TextDelta("Half "), LLMConnectionError("Gone.")]
    provider = ScriptedProvider([propose("A", "B"), create("A"), broken, "A done.", "B done."])
    engine = make_engine(vault, provider, mode="apply")
    events = plan_mode(engine)
    assert isinstance(events[-1], Error)
    assert statuses(engine.plan) == ["pending", "pending"]
    again = finish(engine, engine.process_message("tidy up", "plan"))  # the same words again: as Retry
    assert again[0].turn_id == events[0].turn_id
    assert [event.step for event in again if isinstance(event, StepStarted)] == [1, 2]
    assert isinstance(again[-1], Answer)
    assert "Something has been written" not in provider.requests[-1].messages[-1].content


def test_connection_lost_while_planning_goes_on_planning(vault: Vault) -> None:
    provider = ScriptedProvider([READ, LLMConnectionError("Gone."), propose("A"), "Done."])
    engine = make_engine(vault, provider)
    plan_mode(engine)
    assert isinstance(finish(engine, engine.retry())[-1], Answer)
    sent = [message for message in engine.history if "Until the user has approved" in message.content]
    assert len(sent) == 1


def test_stop_before_anything_was_asked_still_plans_when_it_goes_on(vault: Vault) -> None:
    provider = ScriptedProvider([propose("A"), "Done."])
    engine = make_engine(vault, provider)

    def stop_at_once(event: AgentEvent) -> None:
        if isinstance(event, TurnStarted):
            engine.cancel()

    events = asyncio.run(collect(engine, "Tidy up @Home", stop_at_once, mode="plan"))
    assert types(events) == ["turn_started", "cancelled"]
    assert isinstance(finish(engine, engine.retry())[-1], Answer)
    first = provider.requests[0].messages[-1].content
    assert "Until the user has approved" in first
    assert "Welcome." in first  # the mentioned note, which was not looked at before the stop


def test_revised_plan_keeps_what_is_finished(vault: Vault) -> None:
    script = [
        propose("A", "B"),
        "A done.",
        block("fail_step", reason="No."),
        propose("C", goal="New goal"),
        "C done.",
    ]
    approver = PlayedApprover()
    provider = ScriptedProvider(script)
    engine = make_engine(vault, provider, approver)
    plan_mode(engine)
    before = engine.plan
    assert before is not None
    events = finish(engine, engine.revise_plan(before, "do C instead of B"))
    asked = provider.requests[3].messages[-1].content
    assert "do C instead of B" in asked
    assert "[completed] Do A" in asked
    revised = approver.plans[-1]
    assert (revised.id, revised.status, revised.goal) == (before.id, "draft", "New goal")
    assert revised.steps[0] == before.steps[0]
    assert [step.description for step in revised.steps] == ["Do A", "Do C"]
    assert [event.step for event in events if isinstance(event, StepStarted)] == [3]
    assert isinstance(events[-1], Answer)


def test_rounds_are_limited_per_step(vault: Vault) -> None:
    reads: list[ScriptedReply] = [block("read_note", path="Home", limit=number) for number in range(1, 9)]
    provider = ScriptedProvider([propose("A", "B"), *reads[:2], "A.", *reads[2:4], "B."])
    engine = make_engine(vault, provider, limits=LimitSettings(max_rounds=3, confirm_round=100))
    assert isinstance(plan_mode(engine)[-1], Answer)

    provider = ScriptedProvider([propose("A"), *reads[:3], "A."])
    engine = make_engine(vault, provider, limits=LimitSettings(max_rounds=3, confirm_round=100))
    events = plan_mode(engine)
    assert events[-1] == Stopped(turn_id=events[0].turn_id, reason="max_rounds", rounds=4)
    assert statuses(engine.plan) == ["pending"]
    assert isinstance(finish(engine, engine.retry())[-1], Answer)


def test_step_that_is_only_announced_is_asked_about(vault: Vault) -> None:
    provider = ScriptedProvider([propose("A"), "I will create the note A.", create("A"), "A is made."])
    events = plan_mode(make_engine(vault, provider, mode="apply"))
    assert isinstance(events[-1], Answer)
    assert (vault.root / "A.md").exists()


def test_new_turn_takes_over_from_a_running_plan(vault: Vault) -> None:
    engine = make_engine(vault, ScriptedProvider([propose("A"), "Hello."]))

    async def scene() -> list[AgentEvent]:
        old = engine.process_message("tidy", "plan")
        async for event in old:
            if isinstance(event, StepStarted):
                break
        new = await collect(engine, "hi")
        rest = [event async for event in old]
        assert isinstance(rest[-1], Cancelled)
        return new

    assert isinstance(asyncio.run(scene())[-1], Answer)
    assert [message.content for message in engine.history[-2:]] == ["hi", "Hello."]
    assert statuses(engine.plan) == ["pending"]


def test_offline_provider_does_not_plan_and_changes_nothing(vault: Vault) -> None:
    events = plan_mode(make_engine(vault, OfflineProvider(), mode="apply"), "create note Inbox/Idea: hello")
    assert isinstance(events[-1], Answer)
    assert "planning needs a model" in events[-1].content
    assert not (vault.root / "Inbox").exists()


def test_plan_sent_back_without_a_plan_in_return_stays_a_draft(vault: Vault) -> None:
    provider = ScriptedProvider([propose("A"), "What do you mean?", "Please tell me."])
    engine = make_engine(vault, provider, PlayedApprover(reviews=[send_back("no")]))
    assert isinstance(plan_mode(engine)[-1], Answer)
    assert engine.plan is not None
    assert engine.plan.status == "draft"
