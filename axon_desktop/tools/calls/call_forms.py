"""The JSON forms of a tool call, each turned into calls or into error texts that a model can act on."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, TypeAlias

from msgspec.structs import replace

from axon_desktop.llm.messages import JsonObject, ToolCall
from axon_desktop.tools.calls.call_json import balanced_end, decode

Item: TypeAlias = ToolCall | str
"""A call, or the error text of a broken one."""

_NAME_KEYS = ("tool", "name", "tool_name", "function_name", "function", "action")
_PARAM_KEYS = ("params", "arguments", "parameters", "args", "input", "tool_input", "action_input")
_LIST = re.compile(r'\ufeff?\s*\{\s*"tool_calls"\s*:\s*(\[)?')


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


def begins_list(text: str) -> bool:
    """Tell whether a text begins as {"tool_calls": … does."""
    return _LIST.match(text) is not None


def read_broken_list(text: str) -> list[Item]:
    """Read the calls of a {"tool_calls": … that is no JSON as a whole, and say what is wrong with it."""
    try:
        decode(text)
        why = "text follows the object"
    except ValueError as error:
        why = str(error)
    items: list[Item] = []
    start = _LIST.match(text)
    at = text.find("{", start.end()) if start is not None and start[1] else -1
    while at >= 0:
        end = balanced_end(text, at)
        value = decode_object(text[at:end])
        if value is None or isinstance(call := _read_call(value, "name", "arguments"), str):
            break
        items.append(call)
        following = text[end:].lstrip()
        at = text.find("{", end) if following.startswith(",") else -1
    return [*items, f"Invalid JSON: {why}"]


def read_near_miss(value: Any, names: Collection[str]) -> list[ToolCall]:
    """Read a call, or a list of calls; empty unless all name known tools."""
    if isinstance(value, dict) and "tool_calls" in value:
        items = read_list(value)
    else:
        items = [read_object(one) or "" for one in (value if isinstance(value, list) else [value])]
    calls = [replace(item, near_miss=True) for item in items if isinstance(item, ToolCall) and item.tool in names]
    return calls if len(calls) == len(items) else []


def read_object(value: Any, *, bare: bool = False) -> ToolCall | None:
    """Read a call whose name and arguments have any of their usual keys; `bare` may have no arguments."""
    if isinstance(value, dict) and isinstance(value.get("function"), dict):
        value = value["function"]
    if not isinstance(value, dict):
        return None
    name: Any = next((value[key] for key in _NAME_KEYS if key in value), None)
    params: Any = next((value[key] for key in _PARAM_KEYS if key in value), {} if bare else None)
    params = decode_object(params) if isinstance(params, str) else params
    return ToolCall(name, params, near_miss=True) if isinstance(name, str) and isinstance(params, dict) else None


def decode_any(text: str) -> Any:
    """Return the JSON value that `text` holds, None if it holds none."""
    try:
        return decode(text)
    except ValueError:
        return None


def decode_object(text: str) -> JsonObject | None:
    """Return the JSON object that `text` holds, None if it holds anything else."""
    value = decode_any(text)
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
