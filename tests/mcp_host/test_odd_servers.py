"""Servers that are odd in one way each: what is needed of them is used, else the true reason is given, once."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.mcp_host import server as server_module
from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.host import McpHost
from tests.mcp_host.scenes import call, make_keys, running, server, until

ODD = json.loads((Path(__file__).parents[1] / "data" / "odd_servers.json").read_text("utf-8"))
SERVERS = {row["why"]: row for row in ODD["servers"]}
PROGRAM = Path(__file__).with_name("odd_server.py")


def odd(row: dict[str, Any]) -> ServerConfig:
    return ServerConfig(name="s", command=sys.executable, args=("-S", "-E", str(PROGRAM), json.dumps(row)))


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "_FIRST_DELAY", 0.001)


def deaths(host: McpHost) -> int:
    return len([line for line in host.log("s") if "its program ended" in line])


@pytest.mark.parametrize("row", SERVERS.values(), ids=SERVERS)
def test_an_odd_server_is_used_as_far_as_it_can_be(tmp_path: Path, row: dict[str, Any]) -> None:
    async def scene() -> None:
        async with running(tmp_path, odd(row)) as host:
            await until(host, lambda: server(host, "s").state in ("ready", "failed"))
            status = server(host, "s")
            if "reason" in row:
                assert status.reason is not None
                assert (status.state, status.reason.code) == ("failed", row["reason"])
                assert row["words"] in str(status.reason)
                assert deaths(host) == (7 if row["reason"] == "exited" else 0)
                return
            assert status.state == "ready", status.reason
            assert [tool.name for tool in status.tools if tool.state == "on"] == row["on"]
            assert status.title == row.get("title", "s 1")
            assert deaths(host) == ("exits_on" in row)
            for name in row["on"]:
                assert (await call(host, f"s.{name}", x="y")).data == "done"

    asyncio.run(scene())


def test_a_malformed_tool_is_refused_by_itself() -> None:
    rows = ODD["tools"]
    result = asyncio.run(McpHost([], make_keys()).test(odd({"tools": [row["entry"] for row in rows]})))
    assert result.reason is None
    first, *others = result.tools
    assert (first.name, first.state) == ("good", "on")
    for row, tool in zip(rows, others, strict=True):
        assert tool.state == ("refused" if "refused" in row else "on"), row["why"]
        assert row.get("refused", "") in tool.reason, row["why"]
        assert tool.name.startswith("#") or tool.name in (row["why"], "good")


def test_how_a_server_is_met_is_remembered(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, odd(SERVERS["exits on the first question"])) as host:
            await until(host, lambda: server(host, "s").state == "ready")
            await host.restart("s")
            await until(host, lambda: server(host, "s").state == "ready")
            assert deaths(host) == 1

    asyncio.run(scene())


@pytest.mark.parametrize("why", ["exits on the first question", "a protocol that nobody knows"])
def test_the_test_of_a_server_comes_to_the_same(why: str) -> None:
    row = SERVERS[why]
    result = asyncio.run(McpHost([], make_keys()).test(odd(row)))
    assert (result.reason.code if result.reason else None) == row.get("reason")
    assert [tool.name for tool in result.tools] == row.get("on", [])
