"""A tool reports progress and can be stopped at work: its progress stands between the call and its result."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing

import pytest

from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import Action, AgentEvent, Cancelled, Observation, ToolProgress
from axon_desktop.llm.messages import JsonObject, ToolCall, ToolDefinition, ToolResult
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.tools import ToolManager
from axon_desktop.tools.notes.look_ahead import LookAhead
from axon_desktop.tools.tool import Effect, Progress, Tool, report_progress
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import Proposal
from tests.agent.scenes import block, collect, make_engine, observations
from tests.waiting import PATIENCE

Run = Callable[[JsonObject], Awaitable[ToolResult]]


def engine_with(vault: Vault, run: Run, effect: Effect = "external") -> AgentEngine:
    """Return an engine whose model calls the tool once."""
    manager = ToolManager(vault)
    definition = ToolDefinition("far.work", "Works.", {"type": "object"})
    manager.registry.register(Tool(definition=definition, run=run, effect=effect))
    provider = ScriptedProvider([block("far.work"), "Done."])
    return make_engine(vault, provider, tools=manager)


def progress(events: list[AgentEvent]) -> list[float]:
    return [event.done for event in events if isinstance(event, ToolProgress)]


@pytest.mark.parametrize("effect", ["external", "read"])
def test_progress_stands_between_call_and_result_in_order(vault: Vault, effect: Effect) -> None:
    seen_by_reader = asyncio.Event()
    late: list[Callable[[Progress], None]] = []

    async def work(params: JsonObject) -> ToolResult:
        report = report_progress.get()
        late.append(report)
        for step in range(1, 4):
            seen_by_reader.clear()
            report(Progress(step, 3, f"step {step}"))
            await seen_by_reader.wait()
        report(Progress(4, 3, "the last word"))
        return ToolResult(True, "worked")

    def on_event(event: AgentEvent) -> None:
        if isinstance(event, ToolProgress):
            seen_by_reader.set()
        elif isinstance(event, Observation):
            late[0](Progress(99))  # a server that does not know when to be silent

    events = asyncio.run(collect(engine_with(vault, work, effect), "work", on_event))
    assert progress(events) == [1, 2, 3, 4]
    reported = [event for event in events if isinstance(event, ToolProgress)]
    (action,) = (event for event in events if isinstance(event, Action))
    assert {(event.round, event.index) for event in reported} == {(action.round, action.index)}
    assert (reported[0].total, reported[0].message) == (3, "step 1")
    assert observations(events)[0].result.data == "worked"


def test_a_flood_of_progress_is_thinned_and_its_end_is_told(vault: Vault) -> None:
    async def work(params: JsonObject) -> ToolResult:
        report = report_progress.get()
        for step in range(20_000):
            report(Progress(step))
            if step % 100 == 0:
                await asyncio.sleep(0)
        return ToolResult(True, "worked")

    events = asyncio.run(collect(engine_with(vault, work), "work"))
    assert 0 < len(progress(events)) < 1000
    assert progress(events)[-1] == 19_999
    assert progress(events) == sorted(progress(events))


def test_a_stopped_turn_ends_the_tool_and_what_it_gave_in_spite_of_that_is_told(vault: Vault) -> None:
    ended: list[str] = []

    def working(stubborn: bool) -> Run:
        async def work(params: JsonObject) -> ToolResult:
            report_progress.get()(Progress(1))
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                ended.append("cancelled")
                if not stubborn:
                    raise
            return ToolResult(True, "done all the same")

        return work

    for stubborn in (False, True):
        engine = engine_with(vault, working(stubborn))

        def stop(event: AgentEvent, engine: AgentEngine = engine) -> None:
            if isinstance(event, ToolProgress):
                engine.cancel()

        events = asyncio.run(asyncio.wait_for(collect(engine, "work", stop), PATIENCE))
        assert isinstance(events[-1], Cancelled)
        (seen,) = observations(events)
        assert seen.result.success is stubborn
        if not stubborn:
            assert "look at what it has done" in (seen.result.error or "")
    assert ended == ["cancelled", "cancelled"]


def test_a_turn_that_nobody_reads_on_ends_its_tool(vault: Vault) -> None:
    ended: list[bool] = []

    async def work(params: JsonObject) -> ToolResult:
        report_progress.get()(Progress(1))
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)
        return ToolResult(True)

    async def scene() -> None:
        async with aclosing(engine_with(vault, work).process_message("work")) as turn:
            async for event in turn:
                if isinstance(event, ToolProgress):
                    break
        assert ended == [True]

    asyncio.run(asyncio.wait_for(scene(), PATIENCE))


def test_stop_just_before_a_tool_begins_keeps_it_from_it(vault: Vault) -> None:
    begun: list[JsonObject] = []

    async def work(params: JsonObject) -> ToolResult:
        begun.append(params)
        return ToolResult(True, "worked")

    class StoppedThen(ToolManager):
        async def preview(self, call: ToolCall, ahead: LookAhead | None = None) -> Proposal | None:
            asyncio.get_running_loop().call_soon(engine.cancel)
            return await super().preview(call, ahead)

    manager = StoppedThen(vault)
    definition = ToolDefinition("far.work", "Works.", {"type": "object"})
    manager.registry.register(Tool(definition=definition, run=work, effect="read"))
    engine = make_engine(vault, ScriptedProvider([block("far.work"), "Done."]), tools=manager)
    events = asyncio.run(collect(engine, "work"))
    assert isinstance(events[-1], Cancelled)
    assert not begun
