"""Nova Agent Sync as an MCP server: agents such as Claude Code and Cursor report what they do through it."""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
from collections.abc import Callable
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from axon_desktop import __version__
from axon_desktop.agent_sync import EXECUTION_VARIABLE
from axon_desktop.agent_sync.clients.base import Answer, TaskManagerClientBase, failed
from axon_desktop.agent_sync.tools import STATUSES, SyncTools
from axon_desktop.tools.validation import find_problem

_log = logging.getLogger(__name__)

_PARAMS = {
    "execution_id": f"The execution's id, available from the environment variable {EXECUTION_VARIABLE}",
    "session_id": "Your session's id as an agent, available through the skill tool",
    "step_name": "The step's name",
    "step_id": "The step's id, as create_step returned it",
    "message": "What the step is about, or what came of it",
    "status": f"The step's status, one of: {', '.join(STATUSES)}",
}
_MAY_BE_EMPTY = frozenset({"message", "status"})
"""Params that may be empty, or whose empty text the tool itself answers."""
_ANSWER: dict[str, Any] = {
    "type": "object",
    "properties": {
        "success": {"type": "boolean"},
        "message": {"type": "string", "description": "What was done"},
        "data": {"type": "object", "description": "The execution, step or health as it is now"},
        "error": {"type": "string", "description": "What went wrong"},
        "error_code": {"type": "string"},
        "status_code": {"type": "integer", "description": "HTTP status of the Task Manager's answer"},
    },
    "required": ["success"],
}
_INSTRUCTIONS = (
    "Reports what you are doing to the Task Manager. Your execution_id is in the environment variable "
    f"{EXECUTION_VARIABLE}. Call update_execution_session first, then create_step when you begin a piece of work "
    "and update_step when it is completed, failed or skipped. When a report fails, go on with your work."
)


class SyncServer:
    """Answers MCP clients; each call becomes one call of the Task Manager client, in a worker thread."""

    def __init__(self, client: TaskManagerClientBase) -> None:
        tools = SyncTools(client)
        self._functions: dict[str, Callable[..., Answer]] = {
            function.__name__: function
            for function in (
                tools.update_execution_session,
                tools.create_step,
                tools.update_step,
                tools.health_check,
            )
        }
        self._tools = {name: _describe(function) for name, function in self._functions.items()}
        self.server: Server[dict[str, Any]] = Server(
            "nova-agent-sync",
            version=__version__,
            title="Nova Agent Sync",
            description="Report an agent's session and steps to the Task Manager.",
            instructions=_INSTRUCTIONS,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
        )
        """The SDK's server, for a transport."""

    async def _list_tools(
        self, ctx: ServerRequestContext[Any, Any], params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=[*self._tools.values()])

    async def _call_tool(
        self, ctx: ServerRequestContext[Any, Any], params: CallToolRequestParams
    ) -> CallToolResult:
        answer = await asyncio.to_thread(self._run, params.name, params.arguments or {})
        return CallToolResult(
            content=[TextContent(text=json.dumps(answer, ensure_ascii=False))],
            structured_content=answer,
            is_error=not answer["success"],
        )

    def _run(self, name: str, arguments: dict[str, Any]) -> Answer:
        """Return the tool's answer; every error becomes one."""
        tool = self._tools.get(name)
        if tool is None:
            return failed(f"Unknown tool '{name}'. There are: {', '.join(self._tools)}")
        given = {param: value for param, value in arguments.items() if value is not None}
        if (problem := find_problem(tool.input_schema, given)) is not None:
            return failed(f"Invalid parameters: {problem}")
        try:
            return self._functions[name](**given)
        except Exception as error:  # noqa: BLE001 - the agent must read something, whatever a client does
            _log.exception("The tool %s failed", name)
            return failed(f"Internal error: {type(error).__name__}")


def _describe(function: Callable[..., Answer]) -> Tool:
    """Return a tool's description for agents: its signature as a schema, its docstring and its params in words."""
    params = inspect.signature(function).parameters
    names = [*params]
    needed = [name for name in names if params[name].default is inspect.Parameter.empty]
    lines = [inspect.getdoc(function) or ""]
    if names:
        lines += ["", "Args:"]
        lines += [f"    {name}: {_PARAMS[name]}{'' if name in needed else ' (optional)'}" for name in names]
    properties = {
        name: {"type": "string", "description": _PARAMS[name]}
        | ({} if name in _MAY_BE_EMPTY else {"minLength": 1})
        for name in names
    }
    name = function.__name__
    return Tool(
        name=name,
        title=name.replace("_", " ").capitalize(),
        description="\n".join(lines),
        input_schema={
            "type": "object",
            "properties": properties,
            "required": needed,
            "additionalProperties": False,
        },
        output_schema=_ANSWER,
        annotations=ToolAnnotations(
            read_only_hint=name == "health_check",
            destructive_hint=False,
            idempotent_hint=name != "create_step",
            open_world_hint=True,
        ),
    )
