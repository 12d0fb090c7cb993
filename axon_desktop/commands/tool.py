"""`axon tool`: one tool, run by the user."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import uuid
from contextlib import nullcontext
from typing import TYPE_CHECKING

from axon_desktop.commands import DONE, FAILED
from axon_desktop.commands.open_vault import load_settings, open_search, open_vault
from axon_desktop.errors import VaultError

if TYPE_CHECKING:
    from axon_desktop.llm.messages import JsonObject, ToolResult


def tool(options: argparse.Namespace) -> int:
    """Run one tool and print its result."""
    from axon_desktop.llm.messages import ToolResult

    try:
        params = _params(sys.stdin.read() if options.params == "-" else options.params)
    except ValueError as error:
        result = ToolResult(False, error=str(error))
    else:
        result = _run_tool(options, params)
    print(json.dumps(result.to_json(), ensure_ascii=False))
    return DONE if result.success else FAILED


def _run_tool(options: argparse.Namespace, params: JsonObject) -> ToolResult:
    from axon_desktop.llm.messages import ToolCall, ToolResult
    from axon_desktop.settings.settings import effective_limits
    from axon_desktop.tools import ToolManager

    settings = load_settings()
    limits = effective_limits(settings)
    try:
        with (
            open_vault(options.vault) as vault,
            open_search(vault, at_once=True) if options.name == "search_notes" else nullcontext() as search,
        ):
            manager = ToolManager(
                vault, timeout=limits.tool_timeout, commands=settings.safety.commands, search=search
            )
            manager.begin_turn(uuid.uuid4().hex, f"axon tool {options.name}", origin="command")
            return asyncio.run(manager.execute(ToolCall(options.name, params)))
    except VaultError as error:
        return ToolResult.of(error)


def _params(text: str) -> JsonObject:
    from axon_desktop.tools.calls.call_json import decode

    try:
        params = decode(text)
    except ValueError as error:
        raise ValueError(f"Invalid JSON: {error}") from error
    if not isinstance(params, dict):
        raise ValueError("Invalid parameters: a JSON object is needed")  # noqa: TRY004 - one kind for the caller
    return params
