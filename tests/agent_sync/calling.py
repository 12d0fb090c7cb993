"""Calling the tools as an agent does: through a real MCP client."""

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

from anyio.from_thread import start_blocking_portal
from mcp import Client
from mcp_types import CallToolResult, TextContent

from axon_desktop.agent_sync.clients.base import Answer, TaskManagerClientBase
from axon_desktop.agent_sync.mcp_server import SyncServer

Call = tuple[str, dict[str, Any]]


def call_tools(client: TaskManagerClientBase, calls: Sequence[Call]) -> list[Answer]:
    """Return the answers of a server in this process, in order."""

    async def run() -> list[Answer]:
        async with Client(SyncServer(client).server) as agent:
            return [answer_in(await agent.call_tool(name, arguments)) for name, arguments in calls]

    return asyncio.run(run())


def call_tool(client: TaskManagerClientBase, name: str, **arguments: Any) -> Answer:
    return call_tools(client, [(name, arguments)])[0]


class _Exchangeable:
    """Stands for another Task Manager client in each call."""

    client: TaskManagerClientBase

    def __getattr__(self, name: str) -> object:
        return getattr(self.client, name)


Ask = Callable[[TaskManagerClientBase, Call], Answer]


@contextmanager
def connected_agent() -> Iterator[Ask]:
    """Give a function that calls a tool over one connection for all calls, which costs a tenth of one for each."""
    chosen = _Exchangeable()
    server = SyncServer(cast(TaskManagerClientBase, chosen)).server
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(server)) as agent:

        def ask(client: TaskManagerClientBase, call: Call) -> Answer:
            chosen.client = client
            return answer_in(portal.call(agent.call_tool, *call))

        yield ask


def answer_in(result: CallToolResult) -> Answer:
    """Return the answer, having looked whether it says the same in all its forms."""
    (block,) = result.content
    assert isinstance(block, TextContent)
    answer: Answer = json.loads(block.text)
    assert result.structured_content == answer
    assert result.is_error is not answer["success"]
    return answer
