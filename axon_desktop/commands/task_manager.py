"""What the command line does with a Task Manager: `axon agent-sync`, and the reports of `axon ask`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from typing import TYPE_CHECKING, Any

from axon_desktop.agent_sync import EXECUTION_VARIABLE

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

    from axon_desktop.agent.events import AgentEvent


async def serve_stdio(source: int, target: int) -> None:
    """Offer the tools of Nova Agent Sync to the program that started us, until it closes our input."""
    from axon_desktop.serve.mcp.stdio import StdioTransport

    with _sync_server() as server:
        async with StdioTransport(source, target) as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())


async def serve_http(port: int, *, use_token: bool) -> None:
    """Offer them by Streamable HTTP on this machine, until a signal ends it."""
    from axon_desktop.serve.http.guard import RequestGuard, take_token
    from axon_desktop.serve.http.http_server import listen, open_port, port_of

    token, is_new = take_token() if use_token else (None, False)
    with open_port(port) as listening, _sync_server() as server:
        _print_status(f"http://127.0.0.1:{port_of(listening)}/mcp (Ctrl+C ends it)")
        if is_new:
            _print_status(f"the token of this run is {token}")
        await listen(RequestGuard(server.streamable_http_app(), port_of(listening), token), listening)


@contextmanager
def _sync_server() -> Iterator[Server[dict[str, Any]]]:
    from axon_desktop.agent_sync.clients.factory import create_task_manager_client
    from axon_desktop.agent_sync.mcp_server import SyncServer

    with closing(create_task_manager_client()) as client:
        yield SyncServer(client).server


@asynccontextmanager
async def reporting() -> AsyncIterator[Callable[[AgentEvent], None]]:
    """Give a callback that reports the events of a turn, if the environment names an execution."""
    execution_id = os.environ.get(EXECUTION_VARIABLE, "").strip()
    if not execution_id:
        yield lambda event: None
        return
    from axon_desktop.agent_sync.clients.factory import create_task_manager_client
    from axon_desktop.agent_sync.reporter import Reporter

    reporter = Reporter(create_task_manager_client, execution_id)
    try:
        yield reporter.take
    finally:
        await asyncio.to_thread(reporter.close)
        if dropped := reporter.state.dropped:
            why = f" ({reporter.state.reason})" if reporter.state.reason else ""
            _print_status(f"the Task Manager did not get {dropped} reports{why}")


def _print_status(text: str) -> None:
    print(f"axon: {text}", file=sys.stderr, flush=True)
