"""Words said while a turn runs reach the model with the next results, and stop nothing."""

import asyncio

import pytest

from axon_desktop.agent.events import Action, AgentEvent, Answer, Observation, Steered, StepStarted, Thought
from axon_desktop.llm.messages import Message, ToolCall
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.vault import Vault
from tests.agent.scenes import block, collect, make_engine, observations, types

CALLS = (ToolCall("read_note", {"path": "Home"}, "c1"), ToolCall("list_folder", {"path": ""}, "c2"))
READ = block("read_note", path="Home")


@pytest.mark.parametrize("native", [False, True])
def test_words_come_after_the_results_of_the_round(vault: Vault, native: bool) -> None:
    both: ScriptedReply = (
        Message("assistant", "", None, CALLS)
        if native
        else "".join(block(call.tool, **call.params) for call in CALLS)
    )
    more: ScriptedReply = Message(
        "assistant", "", None, (ToolCall("read_note", {"path": "Home", "limit": 1}, "c3"),)
    )
    provider = ScriptedProvider([both, more, "好的。"], native_tools=native)
    engine = make_engine(vault, provider)

    def say(event: AgentEvent) -> None:
        if isinstance(event, Action) and event.call.tool == "read_note" and event.round == 1:
            engine.steer("in Chinese, please")
            engine.steer("and short")

    events = asyncio.run(collect(engine, "look", say))
    assert types(events)[3:9] == ["action", "observation", "action", "observation", "steered", "steered"]
    assert [event.text for event in events if isinstance(event, Steered)] == ["in Chinese, please", "and short"]
    assert all(event.result.success for event in observations(events))  # nothing was stopped
    said = provider.requests[1].messages
    assert said[-1].role == "user"
    assert said[-1].content.endswith("in Chinese, please\n\nand short")
    if native:
        assert [message.tool_call_id for message in said[-3:-1]] == ["c1", "c2"]
    assert "in Chinese, please" in provider.requests[2].messages[-1].content  # a part of the request from now on
    assert engine.take_unsteered() == []
    assert isinstance(events[-1], Answer)


def test_words_that_come_too_late_are_given_back(vault: Vault) -> None:
    engine = make_engine(vault, ScriptedProvider([READ, "Done."]))

    def say(event: AgentEvent) -> None:
        if isinstance(event, Thought) and event.calls == 0:
            engine.steer("wait")

    events = asyncio.run(collect(engine, "look", say))
    assert isinstance(events[-1], Answer)
    assert "steered" not in types(events)
    assert engine.take_unsteered() == ["wait"]
    assert engine.take_unsteered() == []
    assert "wait" not in [message.content for message in engine.history]


def test_words_before_a_stop_are_given_back(vault: Vault) -> None:
    engine = make_engine(vault, ScriptedProvider([READ]))

    def say(event: AgentEvent) -> None:
        if isinstance(event, Action):
            engine.steer("too late")
            engine.cancel()

    asyncio.run(collect(engine, "look", say))
    assert engine.take_unsteered() == ["too late"]


def test_words_reach_the_model_in_the_steps_of_a_plan(vault: Vault) -> None:
    steps = [{"description": name, "expected_outcome": "ok"} for name in ("First", "Second")]
    script = [block("propose_plan", goal="Go", steps=steps), READ, "One.", "Two."]
    provider = ScriptedProvider(script)
    engine = make_engine(vault, provider)

    def say(event: AgentEvent) -> None:
        if isinstance(event, Observation) and event.call.tool == "read_note":
            engine.steer("mind the gap")
        if isinstance(event, Thought) and event.content == "One.":
            engine.steer("faster")

    events = asyncio.run(collect(engine, "go", say, mode="plan"))
    assert [event.text for event in events if isinstance(event, Steered)] == ["mind the gap", "faster"]
    assert provider.requests[2].messages[-1].content.endswith("mind the gap")
    assert provider.requests[3].messages[-1].content.endswith("faster")
    assert len([event for event in events if isinstance(event, StepStarted)]) == 2
    assert isinstance(events[-1], Answer)
