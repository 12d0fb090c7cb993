"""Hosts with real servers for the tests of this room."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil

from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.mcp_host.config.approvals import Approvals
from axon_desktop.mcp_host.config.config import ServerConfig, save_configs
from axon_desktop.mcp_host.elicitation import Elicit, decline
from axon_desktop.mcp_host.host import McpHost
from axon_desktop.mcp_host.status import ServerStatus
from axon_desktop.settings.keys import KeyStore
from axon_desktop.tools.tool import Tool
from tests.forking.command import forked
from tests.waiting import PATIENCE

CRUDE = Path(__file__).with_name("crude_server.py")


def crude(name: str = "crude", mode: str = "normal", *files: Path, **options: Any) -> ServerConfig:
    return ServerConfig(
        name=name, command=sys.executable, args=("-S", "-E", str(CRUDE), mode, *map(str, files)), **options
    )


def polite(name: str = "polite", **options: Any) -> ServerConfig:
    program, *arguments = forked("tests.mcp_host.polite_server")
    folder = str(CRUDE.parents[2])  # where `python -m` finds it, since a server does not get our PYTHONPATH
    return ServerConfig(name=name, command=program, args=(*arguments, "stdio"), cwd=folder, **options)


def agree(home: Path, *configs: ServerConfig) -> None:
    """Set servers up in the program's home as a user has done who has seen their commands."""
    save_configs(configs, home / "config" / "mcp.json")
    approvals = Approvals(home / "data" / "mcp-pins.json")
    approvals.load()
    for config in configs:
        approvals.confirm(config)
    approvals.save()


class MemoryBackend:
    """A key store of the system that lives as long as the test."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[username]


def make_keys() -> KeyStore:
    return KeyStore(backend=MemoryBackend())


@asynccontextmanager
async def running(
    folder: Path, *configs: ServerConfig, elicit: Elicit = decline, **options: Any
) -> AsyncIterator[McpHost]:
    """Run a host whose servers the user has just agreed to."""
    host = McpHost([], make_keys(), elicit=elicit, approvals=Approvals(folder / "approvals.json"), **options)
    host.start()
    try:
        await host.apply(configs, {config.name for config in configs})
        yield host
    finally:
        await host.close()


async def until(host: McpHost, holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until a condition holds, checked at each change of the host."""
    news = asyncio.Event()
    unsubscribe = host.subscribe(news.set)
    try:
        async with asyncio.timeout(seconds):
            while not holds():
                news.clear()
                await news.wait()
    except TimeoutError as error:
        states = [
            (status.name, status.state, str(status.reason), host.log(status.name)[-5:]) for status in host.status()
        ]
        raise AssertionError(f"still not so: {states}") from error
    finally:
        unsubscribe()


async def ready(host: McpHost) -> None:
    await until(host, lambda: all(server.state == "ready" for server in host.status()))


def server(host: McpHost, name: str = "crude") -> ServerStatus:
    return next(status for status in host.status() if status.name == name)


def find_tool(host: McpHost, name: str) -> Tool:
    return next(tool for tool in host.tools() if tool.name == name)


async def call(host: McpHost, name: str, **params: Any) -> ToolResult:
    run = find_tool(host, name).run
    assert run is not None
    return await run(ToolCall(name, params).params)


def processes(mark: str) -> list[psutil.Process]:
    """Return the living processes whose command line holds the mark."""
    return [
        process
        for process in psutil.process_iter(["cmdline", "status"])
        if process.info["status"] != psutil.STATUS_ZOMBIE and mark in " ".join(process.info["cmdline"] or [])
    ]
