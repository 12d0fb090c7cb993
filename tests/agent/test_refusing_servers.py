"""A turn goes on where a server refuses a tool or function calling, and where a call comes in another form."""

import asyncio
import json
from pathlib import Path

import pytest

from axon_desktop.agent.events import Action, AgentEvent, Answer, Observation, Stopped, Thought, ToolsSetAside
from axon_desktop.llm.messages import ToolDefinition, ToolResult
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.tools import ToolManager
from axon_desktop.tools.tool import Tool
from axon_desktop.vault import Vault
from tests.agent.scenes import PlayedApprover, block, collect, make_engine
from tests.llm.loopback import Reply, Status
from tests.llm.openai_server import OpenAIServer
from tests.llm.talk import PATIENT, Sleeps

CALLS = dict(json.loads((Path(__file__).parents[1] / "data" / "refused_calls.json").read_text("utf-8")))
READ = (
    "<function=read_note>\n<parameter=path>\nHome\n</parameter>\n<parameter=limit>\n1\n</parameter>\n</function>"
)
WRITE = (
    "<tool_call>create_note\n<arg_key>path</arg_key>\n<arg_value>New</arg_value>\n"
    "<arg_key>content</arg_key>\n<arg_value>hi</arg_value>\n</tool_call>"
)


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "Home.md").write_text("one\ntwo\n", "utf-8")
    return Vault(tmp_path / "vault", data_dir=tmp_path / "data")


def run(vault: Vault, server: OpenAIServer, text: str, tools: ToolManager | None = None) -> list[AgentEvent]:
    provider = OpenAICompatibleProvider(server.base_url, server.model, limits=PATIENT, sleep=Sleeps())

    async def turn() -> list[AgentEvent]:
        try:
            return await collect(make_engine(vault, provider, tools=tools, mode="apply"), text)
        finally:
            await provider.aclose()

    return asyncio.run(turn())


def test_tool_of_a_server_that_is_refused_is_set_aside_with_a_notice(vault: Vault) -> None:
    async def work(params: dict[str, object]) -> ToolResult:
        return ToolResult(True, data="done")

    tools = ToolManager(vault)
    odd = ToolDefinition("clock.odd", "Odd.", {"type": "object", "properties": {}})
    tools.registry.register(Tool(definition=odd, run=work, effect="external"))
    with OpenAIServer(keyless=True) as server:
        server.script(Status(400, "Invalid schema for function 'clock_odd': no"), Reply("Hello"))
        events = run(vault, server, "hi", tools)
    (aside,) = [event for event in events if isinstance(event, ToolsSetAside)]
    assert aside.tools == ("clock.odd",)
    assert "no" in aside.words
    assert isinstance(events[-1], Answer)


def test_turn_goes_on_in_the_text_where_function_calling_is_refused(vault: Vault) -> None:
    with OpenAIServer(keyless=True) as server:
        server.script(
            Status(400, "this model does not support tools"),
            Reply(block("read_note", path="Home")),
            Reply("It says one and two."),
        )
        events = run(vault, server, "What does Home say?")
        offered = ["tools" in request.body for request in server.requests if request.method == "POST"]
        assert offered == [True, False, False]
    assert isinstance(events[-1], Answer)
    assert [event.call.tool for event in events if isinstance(event, Action)] == ["read_note"]


def test_call_in_other_markup_runs_if_it_reads_and_asks_if_it_writes(vault: Vault) -> None:
    approver = PlayedApprover()
    engine = make_engine(vault, ScriptedProvider([READ, WRITE, "Done."]), approver, mode="apply")
    events = asyncio.run(collect(engine, "make New of Home"))
    seen = [event for event in events if isinstance(event, Observation)]
    assert [(one.call.tool, one.result.success) for one in seen] == [("read_note", True), ("create_note", True)]
    assert seen[0].call.params == {"path": "Home", "limit": 1}
    assert [request.reasons for request in approver.requests] == [("near_miss",)]
    assert [event.content for event in events if isinstance(event, Thought)] == ["", "", "Done."]


def test_call_that_cannot_be_read_is_no_answer(vault: Vault) -> None:
    cut = "<function=create_note>\n<parameter=path>\nNew\n</parameter>\n<parameter=content>\nhalf"
    provider = ScriptedProvider([cut, "It did not work."])
    events = asyncio.run(collect(make_engine(vault, provider), "make New"))
    (failed,) = [event for event in events if isinstance(event, Observation)]
    assert (failed.result.error or "").startswith("Invalid JSON: ")
    assert events[-1] == Answer(turn_id=events[0].turn_id, content="It did not work.")


@pytest.mark.parametrize("reply", CALLS.values(), ids=CALLS)
def test_call_that_is_refused_before_it_runs_is_a_repetition_too(vault: Vault, reply: str) -> None:
    provider = ScriptedProvider([reply] * 5)
    events = asyncio.run(collect(make_engine(vault, provider), "make New"))
    end = events[-1]
    assert isinstance(end, Stopped)
    assert (end.reason, end.rounds) == ("repeated_call", 3)


def test_model_sees_the_native_call_that_could_not_be_read(vault: Vault) -> None:
    with OpenAIServer(keyless=True) as server:
        server.script(Reply(calls=[("read_note", '{"path": Home}')]), Reply("Sorry."))
        run(vault, server, "read Home")
        last = server.requests[-1].body["messages"][-1]
    assert '{"path": Home}' in last["content"]
    assert "Invalid JSON" in last["content"]
