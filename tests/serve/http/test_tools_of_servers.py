"""The tools of the user's MCP servers over HTTP, under the same rules as in the window."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.mcp_host import server as server_module
from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.serve.http.api import Api
from axon_desktop.serve.http.reply_writer import ReplyWriter
from axon_desktop.serve.start import manager_maker
from axon_desktop.serve.tool_offer import ToolOffer
from axon_desktop.settings.settings import ToolRule
from tests.mcp_host.real_servers import python_program
from tests.mcp_host.scenes import agree, crude, processes, ready
from tests.mcp_host.scenes import running as host_running
from tests.serve.http.test_api import call
from tests.serve.test_http import TOKEN, running
from tests.serve.world import World

PICTURE = {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}


def use(
    world: World,
    folder: Path,
    servers: Sequence[ServerConfig],
    work: Callable[[httpx.AsyncClient], Awaitable[None]],
    rules: Sequence[ToolRule] = (),
) -> None:
    async def run() -> None:
        async with host_running(folder, *servers) as host:
            await ready(host)
            manager = manager_maker(world.vault)()
            manager.registry.attach(host)
            offer = ToolOffer(manager, lambda: ApprovalPolicy("apply", (), world.vault.id, rules))
            api = Api(offer, ReplyWriter(OfflineProvider(), offer), 10, host)
            transport = httpx.ASGITransport(api.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=60) as client:
                await work(client)

    asyncio.run(run())


async def run_all(client: httpx.AsyncClient, *calls: dict[str, Any]) -> list[dict[str, Any]]:
    answer = await client.post("/api/mcp/execute-tools", json={"calls": calls})
    results: list[dict[str, Any]] = answer.json()["results"]
    return results


def test_one_batch_of_the_vault_and_of_servers(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "_FIRST_DELAY", 60.0)  # one that has died stays away
    subprocess.run(["git", "init", "-q", str(world.root)], check=True)
    tools = tmp_path / "tools.json"
    listed = [{"name": name, "inputSchema": {"type": "object"}} for name in ("die", "echo", "picture", "write")]
    tools.write_text(json.dumps(listed))
    reading = ("get_current_time", "convert_time")
    servers = [
        ServerConfig(name="time", command=python_program("mcp-server-time"), reading=reading),
        ServerConfig(name="git", command=python_program("mcp-server-git")),
        crude("dead", "normal", tools, reading=("die",)),
        crude("far", "normal", tools, reading=("echo", "picture")),
    ]
    trace = tmp_path / "trace"

    async def work(client: httpx.AsyncClient) -> None:
        offered = {tool["name"]: tool for tool in (await client.get("/api/mcp/tools")).json()["tools"]}
        assert {"read_note", "time.convert_time", "git.git_status", "dead.die", "far.write"} <= offered.keys()
        assert [offered[name]["readOnly"] for name in ("far.echo", "far.write")] == [True, False]
        results = await run_all(
            client,
            call("read_note", path="Home"),
            call("time.get_current_time", timezone="Asia/Taipei"),
            call("git.git_status", repo_path=str(world.root)),
            call("dead.die", path=str(trace)),
            call("far.echo", text="hello"),
            call("far.nothing"),
            call("far.picture"),
            call("create_note", path="New", content="x"),
            call("time.convert_time", source_timezone="UTC", time="12:00", target_timezone="Asia/Tokyo"),
            call("list_folder", path=""),
        )
        assert [result["success"] for result in results] == [True] * 3 + [False, True, False] + [True] * 4
        assert "Asia/Taipei" in results[1]["content"][0]["text"]
        assert "the MCP server 'dead' went away" in results[3]["error"]
        assert results[4]["content"] == [{"type": "text", "text": "hello"}]
        assert results[5]["error"].startswith("Tool 'far.nothing' is not available")
        assert results[6]["content"] == [PICTURE]
        assert "21:00" in results[8]["content"][0]["text"]
        assert trace.read_text() == "called\n"

        later = {tool["name"]: tool for tool in (await client.get("/api/mcp/tools")).json()["tools"]}
        assert "the MCP server 'dead' went away" in later["dead.echo"]["unavailable"]
        assert "unavailable" not in later["far.echo"]
        gone, held = await run_all(
            client, call("dead.echo", text="x"), call("far.write", path=str(tmp_path / "no"), text="x")
        )
        assert "the MCP server 'dead' went away" in gone["error"]
        assert "it is a tool of another program and no rule allows it" in held["error"]

    use(world, tmp_path, servers, work, [ToolRule("git.git_status", True)])
    assert not (tmp_path / "no").exists()


def test_the_command_starts_what_was_agreed_to_and_ends_it(world: World, tmp_path: Path) -> None:
    tools = tmp_path / "listed.json"
    tools.write_text(json.dumps([{"name": "echo", "inputSchema": {"type": "object"}}]))
    agree(Path(world.environment["AXON_HOME"]), crude("far", "normal", tools, reading=("echo",)))
    with running(world, "serve", "--port", "0", "--provider", "offline") as (address, _):
        asked = {"toolName": "far.echo", "arguments": {"text": "hello"}}
        headers = {"Authorization": f"Bearer {TOKEN}"}
        answer = httpx.post(f"{address}/api/mcp/execute-tool", json=asked, headers=headers, timeout=60)
        assert answer.json() == {"success": True, "content": [{"type": "text", "text": "hello"}]}
        assert processes(str(tools))
    assert processes(str(tools)) == []
