"""A conversation with servers: approval, progress, stop, loss; and what is left of them in an old one."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from axon_desktop.agent.events import Action, AgentEvent, Answer, Cancelled, ToolProgress
from axon_desktop.llm.messages import Message, ToolCall
from axon_desktop.llm.provider import Provider
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.mcp_host.host import McpHost
from axon_desktop.mcp_host.on_demand import FIND_TOOLS, names_in
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault
from tests.agent.scenes import PlayedApprover, block, collect, discard, make_engine, observations
from tests.mcp_host.scenes import crude, ready, running, server, until
from tests.waiting import PATIENCE
from tests.waiting import until as until_so


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Home.md").write_text("Welcome.\n")
    vault = Vault(root, data_dir=tmp_path / "data")
    vault.open()
    yield vault
    vault.close()


def tools_of(vault: Vault, host: McpHost, history: tuple[Message, ...] = ()) -> ToolManager:
    manager = ToolManager(vault)
    manager.registry.attach(host.toolset_for_conversation(names_in(history)))
    return manager


async def turn(
    vault: Vault,
    host: McpHost,
    provider: Provider,
    approver: PlayedApprover | None = None,
    on_event: Callable[[AgentEvent], None] | None = None,
) -> list[AgentEvent]:
    engine = make_engine(vault, provider, approver, tools=tools_of(vault, host))
    return await collect(engine, "do it", on_event)


def test_a_server_is_asked_about_listed_and_used_beside_the_vault(vault: Vault, tmp_path: Path) -> None:
    reply = "".join(
        (
            block("crude.slow", seconds=0.4),
            block("crude.nothing"),
            block("nobody.echo", text="x"),
            block("crude.echo", text="said"),
            block("crude.echo", words="x"),
            block("read_note", path="Home"),
        )
    )
    approver = PlayedApprover()

    async def scene() -> list[AgentEvent]:
        async with running(tmp_path, crude(reading=("echo",))) as host:
            await ready(host)
            return await turn(vault, host, ScriptedProvider([reply, "Done."]), approver)

    events = asyncio.run(scene())
    slow, unknown, nobody, echo, wrong, note = (event.result for event in observations(events))
    assert (slow.data, echo.data) == ("slept", "said")
    assert note.success
    assert unknown.error == ("Tool 'crude.nothing' is not available: the MCP server 'crude' has no such tool")
    assert nobody.error == "Tool 'nobody.echo' is not available"
    assert "Invalid parameters" in (wrong.error or "")
    assert [(request.call.tool, request.effect) for request in approver.requests] == [("crude.slow", "external")]
    reported = [event for event in events if isinstance(event, ToolProgress)]
    assert reported[-1].done == reported[-1].total == 10
    assert [event.done for event in reported] == sorted({event.done for event in reported})
    assert sum(isinstance(event, Action) for event in events) == 3
    assert isinstance(events[-1], Answer)


def test_a_server_that_goes_away_leaves_a_reason_and_the_turn_goes_on(vault: Vault, tmp_path: Path) -> None:
    trace = tmp_path / "trace"

    async def scene() -> tuple[list[AgentEvent], float]:
        async with running(tmp_path, crude()) as host:
            await ready(host)
            replies = [
                block("crude.die", path=str(trace))
                + block("crude.echo", text="x")
                + block("read_note", path="Home"),
                "Done.",
            ]
            events = await turn(vault, host, ScriptedProvider(replies))
            begun = time.monotonic()
            await until(host, lambda: server(host).state == "ready")
            return events, time.monotonic() - begun

    events, seconds = asyncio.run(scene())
    died, gone, note = (event.result for event in observations(events))
    assert "went away during the call of crude.die" in (died.error or "")
    assert "it was not called again" in (died.error or "")
    assert trace.read_text() == "called\n"
    assert "Tool 'crude.echo' is not available: the MCP server 'crude'" in (gone.error or "")
    assert note.success
    assert isinstance(events[-1], Answer)
    assert seconds < PATIENCE


def test_while_planning_only_tools_that_the_user_trusts_to_read_are_called(vault: Vault, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    write = {"path": str(trace), "text": "planned"}
    steps = [{"description": "Write", "expected_outcome": "It is written"}]
    replies = [
        block("crude.write", **write) + block("crude.echo", text="read"),
        block("propose_plan", goal="Write", steps=steps),
    ]
    approver = PlayedApprover(reviews=[discard])

    async def scene() -> list[AgentEvent]:
        async with running(tmp_path, crude(reading=("echo",))) as host:
            await ready(host)
            engine = make_engine(vault, ScriptedProvider(replies), approver, tools=tools_of(vault, host))
            return await collect(engine, "plan it", mode="plan")

    refused, read, *_ = observations(asyncio.run(scene()))
    assert not refused.result.success
    assert read.result.data == "read"
    assert not trace.exists()
    assert approver.requests == []


def test_a_stopped_turn_cancels_at_the_server(vault: Vault, tmp_path: Path) -> None:
    async def scene() -> list[AgentEvent]:
        async with running(tmp_path, crude()) as host:
            await ready(host)
            provider = ScriptedProvider([block("crude.slow", seconds=2 * PATIENCE)])
            engine = make_engine(vault, provider, tools=tools_of(vault, host))

            def stop(event: AgentEvent) -> None:
                if isinstance(event, ToolProgress):
                    engine.cancel()

            begun = time.monotonic()
            events = await collect(engine, "wait", stop)
            assert time.monotonic() - begun < PATIENCE
            await until_so(lambda: "cancelled" in host.log("crude"))
            return events

    events = asyncio.run(scene())
    assert isinstance(events[-1], Cancelled)
    assert "Stopped by the user" in (observations(events)[0].result.error or "")


def test_the_limit_of_a_call_is_the_servers_own_unless_the_environment_says_otherwise(
    vault: Vault, tmp_path: Path
) -> None:
    async def slow(host: McpHost) -> str:
        provider = ScriptedProvider([block("crude.slow", seconds=60), "Done."])
        limits = LimitSettings(tool_timeout=50)  # the host's limits count for tools of servers
        engine = make_engine(vault, provider, limits=limits, tools=tools_of(vault, host))
        return observations(await collect(engine, "wait"))[0].result.error or ""

    async def scene() -> None:
        async with running(tmp_path, crude(timeout=0.2), call_timeout=0.4) as host:
            await ready(host)
            assert "longer than 0.2 s" in await slow(host)
            host.limits_all_calls = True
            assert "longer than 0.4 s" in await slow(host)

    asyncio.run(scene())


@pytest.mark.parametrize("native", [False, True])
def test_an_old_conversation_has_the_tools_that_it_found_in_the_same_order(
    vault: Vault, tmp_path: Path, native: bool
) -> None:
    listing = tmp_path / "tools.json"
    schema = {"type": "object", "properties": {"text": {"type": "string", "description": "Words. " * 20}}}
    listing.write_text(
        json.dumps([{"name": f"echo_{n}", "description": "Say. " * 30, "inputSchema": schema} for n in range(80)])
    )

    def say(number: int, tool: str, **params: object) -> str | Message:
        if not native:
            return block(tool, **params)
        return Message("assistant", "", tool_calls=(ToolCall(tool, dict(params), f"c{number}"),))

    async def scene() -> None:
        async with running(tmp_path, crude("far", "normal", listing)) as host:
            await ready(host)
            provider = ScriptedProvider(
                [
                    say(1, FIND_TOOLS, query="far.echo_9"),
                    say(2, FIND_TOOLS, query="far.echo_3"),
                    say(3, "far.echo_9", text="first"),
                    "Done.",
                ],
                native_tools=native,
            )
            tools = tools_of(vault, host)
            engine = make_engine(vault, provider, tools=tools, protocol="native" if native else "text")
            first = [tool.name for tool in tools.get_tool_definitions()]
            events = await collect(engine, "say it")
            assert observations(events)[-1].result.data == "first"
            before = [tool.name for tool in tools.get_tool_definitions()]
            assert before == [*first, "far.echo_9", "far.echo_3"]
            again = tools_of(vault, host, tuple(engine.history))
            assert [tool.name for tool in again.get_tool_definitions()] == before

    asyncio.run(scene())
