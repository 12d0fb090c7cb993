"""Before a plan is approved nothing is changed: refused by the program, in every form of a call."""

import asyncio
import hashlib
import sys
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from axon_desktop.agent.events import Action, AgentEvent, Answer
from axon_desktop.llm.messages import JsonObject, Message, ToolCall, ToolDefinition, ToolResult
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.tools import ToolManager
from axon_desktop.tools.tool import Tool
from axon_desktop.vault import Vault
from tests.agent.scenes import PlayedApprover, block, collect, discard, make_engine, observations, types

SERVER = Path(__file__).with_name("diary_server.py")
DIARY = "diary.write_entry"
STEPS = [{"description": "Write", "expected_outcome": "It is written"}]
PROPOSE = ToolCall("propose_plan", {"goal": "Write", "steps": STEPS}, "plan")


def hash_vault(root: Path) -> str:
    """Return a hash over every path below the vault, its bytes and its time."""
    found = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        content = path.read_bytes() if path.is_file() else b""
        found.update(f"{path.relative_to(root)} {path.stat().st_mtime_ns} {len(content)}\n".encode() + content)
    return found.hexdigest()


PARAMS: dict[str, JsonObject] = {
    "create_note": {"path": "Home", "content": "gone"},
    "edit_note": {"path": "Home", "edits": [{"old": "Welcome.", "new": "gone"}]},
    "move_note": {"path": "Home", "to": "Away"},
    "trash_note": {"path": "Home"},
    DIARY: {"text": "gone"},
}


async def diary_tool(client: Client) -> Tool:
    """Offer the server's tool as the host of MCP servers does: of an effect that nobody knows."""
    (found,) = (await client.list_tools()).tools

    async def run(params: JsonObject) -> ToolResult:
        result = await client.call_tool(found.name, params)
        return ToolResult(not result.is_error, data=str(result.content))

    schema = {**found.input_schema, "additionalProperties": False}
    return Tool(definition=ToolDefinition(DIARY, found.description or "", schema), run=run, effect="external")


@pytest.mark.parametrize("native", [False, True])
def test_no_tool_changes_anything_while_planning(vault: Vault, tmp_path: Path, native: bool) -> None:
    log = tmp_path / "diary.log"
    log.write_text("begun\n")
    before = hash_vault(vault.root)
    approver = PlayedApprover(reviews=[discard])

    async def scene() -> tuple[list[ToolCall], list[AgentEvent], ScriptedProvider]:
        server = StdioServerParameters(command=sys.executable, args=[str(SERVER), str(log)])
        async with Client(server) as client:
            tools = ToolManager(vault)
            tools.registry.register(await diary_tool(client))
            writing = [tool.name for tool in tools.registry.list() if tool.effect != "read"]
            assert set(writing) == set(PARAMS)
            calls = [ToolCall(name, PARAMS[name], f"c{index}") for index, name in enumerate(writing)]
            assert all(tools.check(call) is None for call in calls)
            one_by_one: list[ScriptedReply] = [
                Message("assistant", "", None, (call,)) if native else block(call.tool, **call.params)
                for call in calls
            ]
            plan: ScriptedReply = (
                Message("assistant", "", None, (PROPOSE,)) if native else block(PROPOSE.tool, **PROPOSE.params)
            )
            provider = ScriptedProvider([*one_by_one, plan], native_tools=native)
            limits = LimitSettings(max_rounds=50, confirm_round=100)
            engine = make_engine(vault, provider, approver, mode="apply", tools=tools, limits=limits)
            events = await collect(engine, "change everything", mode="plan")

            # The same calls are real: the diary's one, without a plan, is written down.
            once = block(DIARY, text="once")
            engine = make_engine(vault, ScriptedProvider([once, "Done."]), tools=tools)
            assert log.read_text() == "begun\n"
            assert isinstance((await collect(engine, "write"))[-1], Answer)
            assert log.read_text() == "begun\nonce\n"
            return calls, events, provider

    calls, events, provider = asyncio.run(scene())
    assert hash_vault(vault.root) == before
    assert vault.journal.turns(10) == []
    assert approver.requests == []
    assert "action" not in types(events)

    seen = observations(events)[: len(calls)]
    assert [event.call.tool for event in seen] == [call.tool for call in calls]
    for event in seen:
        assert event.call.id
        assert (event.result.error or "").startswith(f"Not allowed while planning: {event.call.tool}")
    assert len({event.call.id for event in seen}) == len(calls)
    if native:
        assert [event.call.id for event in seen] == [call.id for call in calls]
        answered = {
            message.tool_call_id: message.content
            for request in provider.requests
            for message in request.messages
            if message.role == "tool"
        }
        assert all(answered[call.id].startswith("Not allowed while planning") for call in calls)


@pytest.mark.parametrize(
    "reply",
    [
        '```json\n{"name": "create_note", "arguments": {"path": "X", "content": "x"}}\n```',
        '{"tool_calls": [{"name": "create_note", "arguments": {"path": "X", "content": "x"}}]}',
        block("read_note", path="Home") + block("create_note", path="X", content="x"),
    ],
)
def test_no_form_of_a_call_gets_through(vault: Vault, reply: str) -> None:
    plan = block(PROPOSE.tool, **PROPOSE.params)
    before = hash_vault(vault.root)
    approver = PlayedApprover(reviews=[discard])
    engine = make_engine(vault, ScriptedProvider([reply, plan + reply, plan]), approver, mode="apply")
    events = asyncio.run(collect(engine, "write", mode="plan"))
    assert hash_vault(vault.root) == before
    refused = [event.result for event in observations(events) if event.call.tool == "create_note"]
    assert refused
    assert not any(result.success for result in refused)
    assert all(event.call.tool == "read_note" for event in events if isinstance(event, Action))


def test_reading_tools_work_while_planning(vault: Vault) -> None:
    script = [
        block("read_note", path="Home"),
        block("list_folder", path=""),
        block(PROPOSE.tool, **PROPOSE.params),
    ]
    events = asyncio.run(collect(make_engine(vault, ScriptedProvider([*script, "Done."])), "look", mode="plan"))
    assert [event.result.success for event in observations(events)] == [True, True, True]
