"""The JSON forms of a tool call, each turned into calls or into error texts that a model can act on."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeAlias

from axon_desktop.llm.messages import JsonObject, ToolCall
from axon_desktop.tools.calls.call_json import decode

Item: TypeAlias = ToolCall | str
"""A call, or the error text of a broken one."""


def read_block(text: str) -> Item:
    """Read the content of a `json:tool` block: {"tool": …, "params": {…}}."""
    try:
        value = decode(text)
    except ValueError as error:
        return f"Invalid JSON: {error}"
    return _read_call(value, "tool", "params")


def read_list(value: JsonObject) -> list[Item]:
    """Read {"tool_calls": [{"name": …, "arguments": {…}}, …]}."""
    calls = value["tool_calls"]
    if not isinstance(calls, list):
        return ["Invalid parameters: tool_calls must be a list"]
    return [_read_call(call, "name", "arguments") for call in calls]


def read_near_miss(value: JsonObject, names: Collection[str]) -> list[ToolCall]:
    """Read {tool or name, params or arguments}, or a list of calls; empty unless all name known tools."""
    if "tool_calls" in value:
        items = read_list(value)
    else:
        name = "tool" if "tool" in value else "name"
        items = [_read_call(value, name, "params" if "params" in value else "arguments")]
    calls = [
        ToolCall(item.tool, item.params, near_miss=True)
        for item in items
        if isinstance(item, ToolCall) and item.tool in names
    ]
    return calls if len(calls) == len(items) else []


def decode_object(text: str) -> JsonObject | None:
    """Return the JSON object that `text` holds, None if it holds anything else."""
    try:
        value = decode(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _read_call(value: Any, name: str, params: str) -> Item:
    if not isinstance(value, dict):
        return f'Invalid JSON: a call must be an object with "{name}" and "{params}"'
    for field in (name, params):
        if field not in value:
            return f"Missing required field: {field}"
    if not isinstance(value[name], str):
        return f"Invalid parameters: {name} must be a string"
    given = decode_object(value[params]) if isinstance(value[params], str) else value[params]
    if not isinstance(given, dict):
        return f"Invalid parameters: {params} must be an object"
    return ToolCall(value[name], given)
