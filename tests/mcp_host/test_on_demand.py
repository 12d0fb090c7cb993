"""Many tools: little is sent, and what is needed is found."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from axon_desktop.llm.context_size.tokens import UNKNOWN_VOCABULARY, estimate_messages
from axon_desktop.llm.messages import ToolCall, ToolDefinition, ToolResult
from axon_desktop.mcp_host.on_demand import FIND_TOOLS, ConversationTools, find_matching
from axon_desktop.tools import ToolManager
from axon_desktop.tools.tool import Tool
from axon_desktop.vault import Vault
from tests.mcp_host.scenes import crude, ready, running

PARAMS = {
    "type": "object",
    "properties": {
        "owner": {"type": "string", "description": "The owner of the repository, by name or number."},
        "options": {"type": "object", "properties": {"page": {"type": "integer"}, "sort": {"type": "string"}}},
    },
    "required": ["owner"],
}


class Shelf:
    """A source of many tools that note their calls."""

    def __init__(self, servers: int, each: int) -> None:
        self.version = 1
        self.always: set[str] = set()
        self.called: list[str] = []
        self.kept = [
            self._make(f"server{server}.tool_{number}") for server in range(servers) for number in range(each)
        ]

    def _make(self, name: str) -> Tool:
        async def run(params: dict[str, object]) -> ToolResult:
            self.called.append(name)
            return ToolResult(True, data="done")

        text = f"Does what {name} does, with the many words that servers spend on each of their tools. " * 3
        return Tool(definition=ToolDefinition(name, text, PARAMS), run=run, effect="external")

    def add(self, name: str, description: str) -> None:
        tool = self._make(name)
        self.kept.append(
            Tool(definition=ToolDefinition(name, description, PARAMS), run=tool.run, effect="external")
        )
        self.version += 1

    def tools(self) -> Sequence[Tool]:
        return self.kept

    def always_loaded(self, tool: str) -> bool:
        return tool in self.always

    def why_unavailable(self, name: str) -> str:
        return "its server went away" if name == "gone.tool" else ""


def names(tools: ConversationTools) -> list[str]:
    return [tool.name for tool in tools.tools()]


async def use(tools: ConversationTools, name: str, **params: object) -> ToolResult:
    run = next(tool for tool in tools.tools() if tool.name == name).run
    assert run is not None
    return await run(dict(params))


def tokens(tools: Sequence[ToolDefinition]) -> int:
    return estimate_messages((), tools, UNKNOWN_VOCABULARY)


def test_few_tools_are_sent_in_full() -> None:
    shelf = Shelf(2, 5)
    assert names(ConversationTools(shelf)) == [tool.name for tool in shelf.kept]


def test_of_200_tools_the_first_request_carries_little(tmp_path: Path) -> None:
    shelf = Shelf(10, 20)
    (tmp_path / "vault").mkdir()
    vault = Vault(tmp_path / "vault", data_dir=tmp_path / "data")
    manager = ToolManager(vault)
    manager.registry.attach(ConversationTools(shelf))
    sent = manager.get_tool_definitions()
    assert tokens([tool.definition for tool in shelf.kept]) > 20_000
    assert [tool.name for tool in sent][-1] == FIND_TOOLS
    assert tokens(sent[-1:]) < 2000
    assert tokens(sent) < 5000
    assert all(tool.name.partition(".")[2] in sent[-1].description for tool in shelf.kept)
    vault.close()


def test_a_tool_that_is_needed_is_found_and_called(tmp_path: Path) -> None:
    shelf = Shelf(10, 20)
    shelf.add("weather.get_forecast", "Tell how the weather will be in a city.")
    (tmp_path / "vault").mkdir()
    vault = Vault(tmp_path / "vault", data_dir=tmp_path / "data")
    manager = ToolManager(vault)
    tools = ConversationTools(shelf)
    manager.registry.attach(tools)

    async def scene() -> None:
        early = await manager.execute(ToolCall("weather.get_forecast", {"owner": "x"}))
        assert not early.success
        assert tools.why_unavailable("weather.get_forecast") == "look it up with find_tools first"
        assert tools.why_unavailable("gone.tool") == "its server went away"
        before = names(tools)
        found = await manager.execute(ToolCall(FIND_TOOLS, {"query": "weather forecasts"}))
        assert json.dumps(PARAMS) in (found.data or "")
        assert names(tools) == [*before, "weather.get_forecast"]
        assert (await manager.execute(ToolCall("weather.get_forecast", {"owner": "x"}))).data == "done"
        assert shelf.called == ["weather.get_forecast"]
        more = await manager.execute(ToolCall(FIND_TOOLS, {"query": "server3.tool_7"}))
        assert "## server3.tool_7\n" in (more.data or "")
        assert names(tools)[: len(before) + 1] == [
            *before,
            "weather.get_forecast",
        ]  # what was sent stays before it
        nothing = await manager.execute(ToolCall(FIND_TOOLS, {"query": "zzzz"}))
        assert not nothing.success

    asyncio.run(scene())
    vault.close()


def test_every_conversation_has_its_own_tools() -> None:
    shelf = Shelf(10, 20)
    one, other = ConversationTools(shelf), ConversationTools(shelf)
    asyncio.run(use(one, FIND_TOOLS, query="server1.tool_1"))
    assert "server1.tool_1" in names(one)
    assert names(other) == [FIND_TOOLS]
    again = ConversationTools(shelf, one.loaded)
    assert names(again) == names(one)


def test_tools_that_were_called_stay_when_others_come() -> None:
    shelf = Shelf(1, 10)
    tools = ConversationTools(shelf)
    asyncio.run(use(tools, "server0.tool_3", owner="x"))
    for number in range(100):
        shelf.add(f"new.tool_{number}", "Does something else, with so many words. " * 3)
    assert names(tools) == [FIND_TOOLS, "server0.tool_3"]


def test_some_tools_are_always_sent() -> None:
    shelf = Shelf(10, 20)
    shelf.always = {"server4.tool_4"}
    assert names(ConversationTools(shelf)) == [FIND_TOOLS, "server4.tool_4"]


def test_words_find_tools_by_name_description_and_nearly() -> None:
    shelf = Shelf(1, 3)
    shelf.add("git.git_log", "Shows the commit history.")
    shelf.add("git.git_status", "Shows the state of the working tree.")
    shelf.add("files.readTextFile", "Read a file.")

    def first(query: str) -> str:
        return find_matching(query, shelf.kept)[0].name

    assert first("commits") == "git.git_log"
    assert first("working tree state") == "git.git_status"
    assert first("git_log") == "git.git_log"
    assert first("read a text file") == "files.readTextFile"
    assert first("statsu") == "git.git_status"
    assert find_matching("", shelf.kept) == []


def test_real_servers_are_loaded_on_demand(tmp_path: Path) -> None:
    listing = tmp_path / "tools.json"
    schema = {"type": "object", "properties": {"text": {"type": "string", "description": "Words. " * 20}}}
    listing.write_text(
        json.dumps([{"name": f"echo_{n}", "description": "Say. " * 30, "inputSchema": schema} for n in range(20)])
    )

    async def scene() -> None:
        configs = [crude(f"s{number}", "normal", listing) for number in range(3)]
        async with running(tmp_path, *configs) as host:
            await ready(host)
            assert len(host.tools()) == 60
            tools = host.toolset_for_conversation()
            assert names(tools) == [FIND_TOOLS]
            await use(tools, FIND_TOOLS, query="s1.echo_7")
            assert (await use(tools, "s1.echo_7", text="found")).data == "found"

    asyncio.run(scene())


def test_importing_the_host_does_not_import_the_sdk() -> None:
    """Nor do the servers that it makes: a thread imports it, since that takes over a second."""
    code = (
        "import sys, axon_desktop.mcp_host.host, axon_desktop.mcp_host.config.importing\n"
        "import axon_desktop.mcp_host.server\n"
        "heavy = {'mcp', 'httpx2', 'pydantic', 'anyio', 'jsonschema', 'rapidfuzz'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
