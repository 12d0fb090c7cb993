"""Requests in the format of OpenAI's chat completions.

The bytes depend on nothing but the conversation and the tools in their order, so that prefix caches of providers
hit.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence

from axon_desktop.llm.messages import JsonObject, Message, ToolCall, ToolDefinition
from axon_desktop.llm.tool_schemas import plain_schema

EMPTY_RESULT = "(no output)"
LOST_RESULT = "(no result: this call was not run)"
EMPTY_REPLY = "(no text)"
REASONING_FIELD = "reasoning_content"

_WIRE_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


class ToolNames:
    """Maps tool names one to one to names that providers allow: no dot, at most 64 characters."""

    def __init__(self, names: Iterable[str]) -> None:
        self._to_wire: dict[str, str] = {}
        known = sorted(set(names))
        taken = {name for name in known if _WIRE_NAME.fullmatch(name)}
        for name in known:
            wire = name if name in taken else _sanitize(name, taken)
            taken.add(wire)
            self._to_wire[name] = wire
        self._from_wire = {wire: name for name, wire in self._to_wire.items()}

    def to_wire(self, name: str) -> str:
        """Return the name to send."""
        return self._to_wire[name]

    def from_wire(self, name: str) -> str:
        """Return the tool's own name; a name that nobody offered stays as it is."""
        return self._from_wire.get(name, name)


def _sanitize(name: str, taken: set[str]) -> str:
    wire = re.sub(r"[^A-Za-z0-9_-]", "_", name)
    if wire and len(wire) <= 64 and wire not in taken:
        return wire
    return f"{wire[:55]}_{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:8]}"


def tool_names(messages: Sequence[Message], tools: Sequence[ToolDefinition]) -> ToolNames:
    """Return the mapping for a request: the offered tools, and those that the conversation has used."""
    used = (call.tool for message in messages for call in message.tool_calls)
    return ToolNames([*(tool.name for tool in tools), *used])


def encode_body(body: JsonObject) -> bytes:
    """Return the request's bytes; lone surrogates (from odd file names) become question marks."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def wire_tools(tools: Sequence[ToolDefinition], names: ToolNames, *, strict: bool = False) -> list[JsonObject]:
    """Return the tools in their order: one that comes later is sent after those that were sent before."""
    return [
        {
            "type": "function",
            "function": {
                "name": names.to_wire(tool.name),
                "description": tool.description,
                "parameters": plain_schema(tool.parameters, strict=strict),
            },
        }
        for tool in tools
    ]


def wire_messages(messages: Sequence[Message], names: ToolNames, *, reasoning: bool) -> list[JsonObject]:
    """Return the conversation; content is always a string, and every call is followed by its result.

    Servers answer 400 to a call without a result. A call has none when the turn was stopped before it ran, so the
    result says that. Nor do they accept a reply with neither text nor calls, which one with broken calls may be.
    `reasoning` sends the thinking text back.
    """
    wire: list[JsonObject] = []
    open_calls: list[str] = []
    for message in messages:
        if message.role == "tool":
            call_id = message.tool_call_id or ""
            if call_id in open_calls:
                open_calls.remove(call_id)
                wire.append(_tool_message(call_id, message.content or EMPTY_RESULT))
            else:  # it has no call: the text is worth more than the form
                _close(wire, open_calls)
                wire.append({"role": "user", "content": message.content or EMPTY_RESULT})
            continue
        _close(wire, open_calls)
        item: JsonObject = {"role": message.role, "content": message.content}
        if message.role == "assistant":
            if reasoning and message.reasoning is not None:
                item[REASONING_FIELD] = message.reasoning
            if message.tool_calls:
                item["tool_calls"] = [_wire_call(call, names) for call in message.tool_calls]
                open_calls = [call.id for call in message.tool_calls]
            elif not message.content:
                item["content"] = EMPTY_REPLY
        wire.append(item)
    _close(wire, open_calls)
    return wire


def _close(wire: list[JsonObject], open_calls: list[str]) -> None:
    wire.extend(_tool_message(call_id, LOST_RESULT) for call_id in open_calls)
    open_calls.clear()


def _tool_message(call_id: str, content: str) -> JsonObject:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def _wire_call(call: ToolCall, names: ToolNames) -> JsonObject:
    arguments = json.dumps(call.params, ensure_ascii=False)
    return {
        "id": call.id,
        "type": "function",
        "function": {"name": names.to_wire(call.tool), "arguments": arguments},
    }
