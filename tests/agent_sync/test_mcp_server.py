"""`axon agent-sync` as agents start it."""

import asyncio
import json
import os
import re
import subprocess
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from axon_desktop.agent_sync.clients.base import Answer
from axon_desktop.agent_sync.clients.mock import MockTaskManagerClient
from axon_desktop.agent_sync.mcp_server import SyncServer
from tests.agent_sync.calling import answer_in, call_tool
from tests.agent_sync.task_manager import ROOT, TaskManager
from tests.forking.command import forked
from tests.waiting import PATIENCE

both_eras = pytest.mark.parametrize("era", ["legacy", "2026-07-28"])
Era = Literal["legacy", "2026-07-28"]


def command() -> list[str]:
    return [*forked("axon_desktop.cli"), "agent-sync"]


def environment(tmp_path: Path, **variables: str) -> dict[str, str]:
    own = {"AXON_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}
    return {**os.environ, **own, **variables}


def with_agent(
    variables: Mapping[str, str], tmp_path: Path, work: Callable[[Client], Awaitable[None]], mode: Era = "legacy"
) -> None:
    """Let a real client talk to a server of its own; check that it had nothing to complain about."""
    program, *arguments = command()
    parameters = StdioServerParameters(command=program, args=arguments, env=environment(tmp_path, **variables))

    async def run(errors: Any) -> None:
        async with Client(stdio_client(parameters, errlog=errors), mode=mode) as client:
            await work(client)

    with (tmp_path / "stderr").open("w+") as errors:
        asyncio.run(run(errors))
        errors.seek(0)
        assert errors.read() == ""


@both_eras
def test_every_tool_reaches_the_task_manager(task_manager: TaskManager, tmp_path: Path, era: Era) -> None:
    async def work(client: Client) -> None:
        async def call(name: str, **arguments: Any) -> Answer:
            return answer_in(await client.call_tool(name, arguments))

        assert (await call("health_check"))["data"] == {"status": "ok"}
        assert (await call("update_execution_session", execution_id="e", session_id="s"))["success"]
        step_id = (await call("create_step", execution_id="e", step_name="look"))["data"]["step_id"]
        done = await call("update_step", execution_id="e", step_id=step_id, status="completed", message="seen")
        assert done["data"]["status"] == "completed"
        missing = await call("update_step", execution_id="e", step_id="no", status="failed")
        assert missing == {
            "success": False,
            "error": "There is no step no",
            "error_code": "NOT_FOUND",
            "status_code": 404,
        }

    with_agent({"TASK_MANAGER_URL": task_manager.url}, tmp_path, work, era)
    assert task_manager.refused == []
    assert task_manager.sessions == {"e": "s"}


def test_calls_wait_side_by_side(task_manager: TaskManager, tmp_path: Path) -> None:
    """A call that the Task Manager is slow to answer holds up no other one."""
    task_manager.gate.clear()

    async def work(client: Client) -> None:
        async with asyncio.TaskGroup() as group:
            calls = [group.create_task(client.call_tool("health_check", {})) for _ in range(3)]
            await asyncio.to_thread(task_manager.wait, 3)
            refused = answer_in(await client.call_tool("create_step", {"execution_id": "e"}))
            assert refused["error"].startswith("Invalid parameters")
            task_manager.gate.set()
        assert all(answer_in(call.result())["success"] for call in calls)

    with_agent({"TASK_MANAGER_URL": task_manager.url}, tmp_path, work)


def test_stdout_holds_nothing_but_protocol(tmp_path: Path) -> None:
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
    calls: list[tuple[str, Any]] = [
        ("initialize", hello),
        ("tools/list", {}),
        ("tools/call", {"name": "health_check", "arguments": {}}),
        ("tools/call", {"name": "create_step", "arguments": {"execution_id": 1}}),
        ("tools/call", {"name": "rm", "arguments": {}}),
        ("no/method", {}),
    ]
    lines = [
        {"jsonrpc": "2.0", "id": place, "method": method, "params": params}
        for place, (method, params) in enumerate(calls)
    ]
    lines.insert(1, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    run = subprocess.run(
        command(),
        input="garbage\n" + "".join(json.dumps(line) + "\n" for line in lines),
        env=environment(tmp_path, TASK_MANAGER_URL="http://127.0.0.1:9"),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    answers = {answer["id"]: answer for answer in map(json.loads, run.stdout.splitlines())}
    assert answers.keys() == {None, *range(len(calls))}
    assert answers[2]["result"]["structuredContent"] == {
        "success": False,
        "error": "Connection failed to http://127.0.0.1:9",
    }


def test_tools_over_http_want_the_token(task_manager: TaskManager, tmp_path: Path) -> None:
    token = "t" * 20
    variables = environment(tmp_path, TASK_MANAGER_URL=task_manager.url, AXON_SERVE_TOKEN=token)

    async def work(url: str) -> None:
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            assert answer_in(await client.call_tool("health_check", {}))["success"]
        async with httpx2.AsyncClient() as stranger:
            assert (await stranger.post(url, json={})).status_code == 401

    with subprocess.Popen([*command(), "--http", "0"], env=variables, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            found = re.search(r"http://\S+", server.stderr.readline())
            assert found is not None
            asyncio.run(work(found[0]))
        finally:
            server.terminate()
        assert server.wait(PATIENCE) == 0
        assert server.stderr.read() == ""


def test_instructions_say_where_the_ids_are() -> None:
    async def tools() -> dict[str, Any]:
        async with Client(SyncServer(MockTaskManagerClient()).server) as client:
            return {tool.name: tool for tool in (await client.list_tools()).tools}

    listed = asyncio.run(tools())
    assert [*listed] == ["update_execution_session", "create_step", "update_step", "health_check"]
    for name, tool in listed.items():
        assert ("NOVA_EXECUTION_ID" in tool.description) == (name != "health_check")
    assert listed["create_step"].input_schema["required"] == ["execution_id", "step_name"]
    assert listed["update_step"].input_schema["required"] == ["execution_id", "step_id"]


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("update_step", {"execution_id": "e", "step_id": "s"}, "Provide at least status or message to update"),
        (
            "create_step",
            {"execution_id": "e", "step_name": "s", "status": "done"},
            "Invalid status 'done'. Must be one of: running, completed, failed, skipped",
        ),
        ("update_step", {"execution_id": "e", "step_id": "s", "status": "failed"}, "Step s not found"),
        ("create_step", {"execution_id": "e", "step_name": ""}, "Invalid parameters: step_name"),
        ("health_check", {"deep": True}, "Invalid parameters: unknown parameter deep"),
        ("rm", {}, "Unknown tool 'rm'"),
    ],
)
def test_mistake_of_an_agent_is_answered(name: str, arguments: dict[str, Any], error: str) -> None:
    answer = call_tool(MockTaskManagerClient(), name, **arguments)
    assert answer["success"] is False
    assert answer["error"].startswith(error), answer


def test_null_stands_for_what_is_left_out() -> None:
    client = MockTaskManagerClient()
    answer = call_tool(client, "create_step", execution_id="e", step_name="s", message=None, status=None)
    assert answer["data"]["status"] == "running"
