"""One run for servers.py and growth: the whole program, idle, with servers that start, with calls; prints JSON.

python -m bench.window_with_servers SERVERS
"""

from __future__ import annotations

import asyncio
import sys
import time
from typing import TypedDict

from PySide6.QtWidgets import QApplication

from axon_desktop.llm.messages import Message, ToolCall
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.host import McpHost
from bench.gaps import GapProbe
from bench.measure import SAMPLE_VAULT
from bench.usable import Program, run_in_window, until

_SETTLE = 3.0
"""Seconds in which the vault is read, and what is shown is laid out."""
_IDLE = 4.0
_AFTER = 1.0
_CALLS = 40
"""Of each server, each beside one of every other server."""
_TURNS = 10
_NOTE = "Home.md"


class Found(TypedDict):
    """What a run found; gaps in milliseconds."""

    idle: list[float]
    starting: list[float]
    starting_work: list[float]
    """CPU of the window's own thread in each gap."""
    started_cpu: float
    """Seconds of CPU that all threads of the window used until all servers were ready, the start included."""
    calling: list[float]
    calling_work: list[float]
    seconds: float
    """Until the last one was ready."""
    round_cpu: float
    """Seconds of CPU of all threads for a turn with one call of a tool of our own."""
    round_own: float
    """Of the window's thread."""


async def run(app: QApplication) -> Found:
    """Run the program and return the gaps of its event loop."""
    servers = int(sys.argv[1])
    program = Program(app, str(SAMPLE_VAULT), _NOTE)
    usable = await program.usable()
    await program.ready()
    await asyncio.sleep(_SETTLE)
    probe = GapProbe()
    probe.start()
    await asyncio.sleep(_IDLE)
    idle = probe.stop()
    host = program.desktop.host
    assert host is not None
    begun, used = time.perf_counter(), time.process_time()
    probe.start()
    await _start(host, servers)
    seconds, cpu = time.perf_counter() - begun, time.process_time() - used
    starting, starting_work = probe.stop(), probe.work
    await asyncio.sleep(_AFTER)
    probe.start()
    await _call(host, servers)
    calling, calling_work = probe.stop(), probe.work
    round_cpu, round_own = await _play_turns(program)
    await program.close()
    return {
        "idle": idle,
        "starting": starting,
        "starting_work": starting_work,
        "started_cpu": usable.cpu + cpu,
        "calling": calling,
        "calling_work": calling_work,
        "seconds": seconds,
        "round_cpu": round_cpu,
        "round_own": round_own,
    }


async def _start(host: McpHost, servers: int) -> None:
    command = ("-m", "axon_desktop.cli", "mcp", "--vault", str(SAMPLE_VAULT))
    configs = [ServerConfig(name=f"s{n}", command=sys.executable, args=command) for n in range(servers)]
    await host.apply(configs, {config.name for config in configs})
    await until(lambda: all(server.state == "ready" for server in host.status()))


async def _call(host: McpHost, servers: int) -> None:
    """Call one tool of every server at once, again and again."""
    tools = [tool for tool in host.tools() if tool.name.endswith("read_note")]
    if len(tools) != servers:
        sys.exit(f"{len(tools)} of {servers} servers offer read_note")
    for _ in range(_CALLS):
        results = await asyncio.gather(*(tool.run({"path": _NOTE}) for tool in tools if tool.run is not None))
        for result in results:
            if not result.success:
                sys.exit(f"a server answered: {result.error}")
        await asyncio.sleep(0)


async def _play_turns(program: Program) -> tuple[float, float]:
    """Ask a model that needs no time, which reads one note; return what a turn costs, without the first."""
    session = program.workspace.session
    replies = []
    for number in range(_TURNS + 1):
        call = ToolCall("read_note", {"path": _NOTE}, f"call-{number}")
        replies += [Message("assistant", "", tool_calls=(call,)), Message("assistant", "It is read.")]
    session.reconfigure(session.settings, ScriptedProvider(replies, native_tools=True))
    used, own = 0.0, 0.0
    for number in range(_TURNS + 1):
        if number == 1:
            used, own = time.process_time(), time.thread_time()
        session.send("Read the note.")
        await until(lambda: not session.running, every=0.01)
    if session.history[-1].content != "It is read.":
        sys.exit(f"the turn ended with {session.history[-1]}")
    return (time.process_time() - used) / _TURNS, (time.thread_time() - own) / _TURNS


if __name__ == "__main__":
    run_in_window(run)
