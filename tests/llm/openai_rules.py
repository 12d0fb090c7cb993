"""What OpenAI's API and its strictest look-alikes answer with 400: every rule that a request can break."""

from __future__ import annotations

import json
import re
from typing import Any

_FIELDS = {"model", "messages", "tools", "tool_choice", "parallel_tool_calls", "stream", "stream_options"}
_FIELDS |= {"temperature", "top_p", "max_tokens", "max_completion_tokens", "stop", "seed", "n"}
_FIELDS |= {"response_format", "reasoning_effort"}
_MESSAGE_FIELDS: dict[str, frozenset[str]] = {
    "system": frozenset({"role", "content", "name"}),
    "user": frozenset({"role", "content", "name"}),
    "assistant": frozenset({"role", "content", "name", "tool_calls", "refusal"}),
    "tool": frozenset({"role", "content", "tool_call_id"}),
}
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LONGEST_ID = 40


def find_body_problem(body: dict[str, Any], further_message_fields: frozenset[str] = frozenset()) -> str | None:
    """Return what is wrong with a request; `further_message_fields` are a look-alike's own."""
    if unknown := set(body) - _FIELDS:
        return f"Unrecognized request argument supplied: {min(unknown)}"
    if "stream_options" in body and not body.get("stream"):
        return "The 'stream_options' parameter is only allowed when 'stream' is enabled."
    if "max_tokens" in body and "max_completion_tokens" in body:
        return "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported."
    for name in ("max_tokens", "max_completion_tokens"):
        if name in body and (not isinstance(body[name], int) or body[name] < 1):
            return f"Invalid '{name}'"
    if not 0 <= body.get("temperature", 0) <= 2:
        return "Invalid 'temperature'"
    if "stop" in body and not 1 <= len(body["stop"]) <= 4:
        return "Invalid 'stop': array too long or too short"
    return _find_tool_problem(body) or _find_message_problem(body.get("messages"), further_message_fields)


def _find_tool_problem(body: dict[str, Any]) -> str | None:
    if "tools" not in body:
        lonely = {"tool_choice", "parallel_tool_calls"} & set(body)
        return f"'{min(lonely)}' is only allowed when 'tools' are specified." if lonely else None
    names = [tool["function"]["name"] for tool in body["tools"]]
    if not names:
        return "[] is too short - 'tools'"
    if len(set(names)) < len(names):
        return "Tool names must be unique."
    for tool in body["tools"]:
        if tool["type"] != "function" or not _NAME.fullmatch(tool["function"]["name"]):
            return "Invalid 'tools[0].function.name': string does not match pattern '^[a-zA-Z0-9_-]+$'."
        if tool["function"]["parameters"].get("type") != "object":
            return "Invalid schema for function: schema must be of type object"
    return None


def _find_message_problem(messages: Any, further: frozenset[str]) -> str | None:
    if not isinstance(messages, list) or not messages:
        return "'messages' must contain at least one message"
    open_calls: list[str] = []
    for number, message in enumerate([*messages, {"role": "user", "content": ""}]):
        role = message.get("role")
        if role not in _MESSAGE_FIELDS:
            return f"Invalid value: '{role}'. Supported values are: 'system', 'assistant', 'user' and 'tool'."
        if unknown := set(message) - _MESSAGE_FIELDS[role] - further:
            return f"Additional properties are not allowed ('{min(unknown)}' was unexpected) - 'messages.{number}'"
        if role == "tool":
            if message.get("tool_call_id") not in open_calls:
                return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'."
            open_calls.remove(message["tool_call_id"])
        elif open_calls:
            return f"'tool_call_ids' did not have response messages: {', '.join(open_calls)}"
        if role == "assistant":
            problem = _find_assistant_problem(message)
            open_calls = [call["id"] for call in message.get("tool_calls", [])]
        else:
            problem = None if isinstance(message.get("content"), str) else f"{role} content must be a string"
        if problem:
            return f"Invalid 'messages[{number}]': {problem}"
    return None


def _find_assistant_problem(message: dict[str, Any]) -> str | None:
    content = message.get("content")
    if content is not None and not isinstance(content, str):
        return "content must be a string"
    if "tool_calls" not in message:
        return None if content else "assistant content may be empty only with tool_calls"
    if not message["tool_calls"]:
        return "[] is too short - 'tool_calls'"
    ids = [call.get("id") for call in message["tool_calls"]]
    if not all(isinstance(call_id, str) and 0 < len(call_id) <= _LONGEST_ID for call_id in ids):
        return f"id of a tool call must have 1 to {_LONGEST_ID} characters"
    if len(set(ids)) < len(ids):
        return "Duplicate value for 'tool_call_id'"
    for call in message["tool_calls"]:
        if call.get("type") != "function" or not _NAME.fullmatch(call["function"]["name"]):
            return "Invalid function call"
        try:
            arguments = json.loads(call["function"]["arguments"])
        except (TypeError, ValueError):
            arguments = None
        if not isinstance(arguments, dict):
            return "invalid tool call arguments"
    return None
