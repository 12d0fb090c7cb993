"""What Anthropic's Messages API refuses, as far as its documentation and SDK tell (November 2026)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

VERSION = "2023-06-01"
BINDING_BETA = "thinking-binding-controls-2026-08-01"
FIELDS = frozenset(
    [
        "model",
        "max_tokens",
        "system",
        "messages",
        "tools",
        "tool_choice",
        "stream",
        "temperature",
        "top_p",
        "top_k",
        "stop_sequences",
        "thinking",
        "output_config",
        "metadata",
        "cache_control",
        "service_tier",
        "container",
    ]
)
BLOCKS = {
    "text": {"type", "text", "cache_control", "citations"},
    "thinking": {"type", "thinking", "signature"},
    "redacted_thinking": {"type", "data"},
    "tool_use": {"type", "id", "name", "input", "cache_control", "caller"},
    "tool_result": {"type", "tool_use_id", "content", "is_error", "cache_control"},
    "server_tool_use": {"type", "id", "name", "input"},
    "web_search_tool_result": {"type", "tool_use_id", "content"},
}
THINKING = ("thinking", "redacted_thinking")
KINDS = {
    "claude-opus-5-5": {"adaptive"},
    "claude-sonnet-5-5": {"adaptive", "between_tools"},
    "claude-haiku-5-5": {"adaptive", "disabled"},
    "claude-opus-5": {"adaptive", "disabled"},
    "claude-opus-4-7": {"adaptive"},
    "claude-opus-4-6": {"adaptive", "enabled", "disabled"},
    "claude-haiku-4-5": {"enabled", "disabled"},
}
"""Kinds of thinking that each model takes."""
ON_BY_DEFAULT = frozenset({"claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5", "claude-opus-5"})
BOUND = frozenset({"claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"})
"""Models whose thinking is valid only after the very conversation that it was made in."""
SAMPLING = frozenset({"claude-opus-4-6", "claude-haiku-4-5"})
"""Models that take a temperature."""
LONGEST = {"claude-haiku-4-5": 64_000}
NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
CALL_ID = re.compile(r"[a-zA-Z0-9_-]+")


def is_thinking(body: dict[str, Any]) -> bool:
    """Say whether the model thinks for this request."""
    kind = body.get("thinking", {}).get("type")
    return kind in ("adaptive", "enabled") or (kind is None and body["model"] in ON_BY_DEFAULT)


def find_problem(headers: dict[str, str], body: dict[str, Any], *, may_prefill: bool) -> str | None:
    """Return what is wrong with a request, before its thinking is compared with what was sent."""
    problems = [*_of_head(headers, body)]
    if not problems:
        problems = [
            *_of_thinking(headers, body),
            *_of_tools(body),
            *_of_turns(body["messages"], may_prefill=may_prefill),
        ]
    if not problems:
        problems = [*_of_calls(body)]
    return problems[0] if problems else None


def _of_head(headers: dict[str, str], body: dict[str, Any]) -> Iterator[str]:
    if headers.get("anthropic-version") != VERSION:
        yield "anthropic-version: header is required"
    if not headers.get("content-type", "").startswith("application/json"):
        yield "content-type must be application/json"
    for field in sorted(body.keys() - FIELDS):
        yield f"{field}: Extra inputs are not permitted"
    if body.get("model") not in KINDS:
        yield f"model: {body.get('model')}"
        return
    limit = body.get("max_tokens")
    if not isinstance(limit, int) or limit < 1:
        yield "max_tokens: Field required"
    elif limit > LONGEST.get(body["model"], 128_000):
        yield f"max_tokens: {limit} > {LONGEST.get(body['model'], 128_000)}"
    if not isinstance(body.get("messages"), list) or not body["messages"]:
        yield "messages: at least one message is required"
    if "system" in body and not (isinstance(body["system"], str) and body["system"].strip()):
        yield "system: text content blocks must be non-empty"
    for stop in body.get("stop_sequences", []):
        if not stop.strip():
            yield "stop_sequences: each stop sequence must contain non-whitespace"


def _of_thinking(headers: dict[str, str], body: dict[str, Any]) -> Iterator[str]:
    model, thinking = body["model"], body.get("thinking")
    if thinking is not None:
        kind = thinking.get("type")
        if kind not in KINDS[model]:
            yield f'"thinking.type.{kind}" is not supported for this model.'
        allowed = {
            "adaptive": {"type", "display", "block_binding"},
            "enabled": {"type", "display", "budget_tokens"},
        }
        for field in sorted(thinking.keys() - allowed.get(kind, {"type"})):
            yield f"thinking.{field}: Extra inputs are not permitted"
        if kind == "enabled" and not 1024 <= thinking.get("budget_tokens", 0) < body["max_tokens"]:
            yield "thinking.budget_tokens: must be at least 1024 and less than max_tokens"
        if "block_binding" in thinking and BINDING_BETA not in headers.get("anthropic-beta", ""):
            yield "thinking.block_binding: requires the beta header"
    if "temperature" in body:
        if not 0 <= body["temperature"] <= 1:
            yield "temperature: range: 0..1"
        if model not in SAMPLING or (is_thinking(body) and body["temperature"] != 1):
            yield "temperature may not be set for this model, or when thinking is enabled"
    if is_thinking(body) and body.get("tool_choice", {}).get("type", "auto") not in ("auto", "none"):
        yield "Thinking may not be enabled when tool_choice forces tool use."


def _of_tools(body: dict[str, Any]) -> Iterator[str]:
    names = [tool.get("name", "") for tool in body.get("tools", [])]
    for tool in body.get("tools", []):
        if not NAME.fullmatch(tool.get("name", "")):
            yield f"tools.name: String should match pattern: {tool.get('name')}"
        if tool.get("input_schema", {}).get("type") != "object":
            yield "tools.input_schema.type: Field required"
        if extra := tool.keys() - {"name", "description", "input_schema", "cache_control"}:
            yield f"tools: Extra inputs are not permitted: {sorted(extra)}"
    if len(names) != len(set(names)):
        yield "tools: Tool names must be unique."


def _of_turns(turns: Iterable[dict[str, Any]], *, may_prefill: bool) -> Iterator[str]:
    before = "assistant"
    for number, turn in enumerate(turns):
        where = f"messages.{number}"
        if turn.keys() != {"role", "content"} or turn["role"] not in ("user", "assistant"):
            yield f"{where}: malformed"
            return
        if turn["role"] == before:
            yield f"{where}: roles must alternate, and the first must be user"
        before = turn["role"]
        if not isinstance(turn["content"], list) or not turn["content"]:
            yield f"{where}: all messages must have non-empty content"
            return
        for block in turn["content"]:
            yield from _of_block(where, turn["role"], block)
        if turn["content"][-1]["type"] in THINKING:
            yield f"{where}: The final block in an assistant message cannot be `thinking`."
    if before == "assistant" and not may_prefill:
        yield "This model does not support assistant message prefill."


def _of_block(where: str, role: str, block: dict[str, Any]) -> Iterator[str]:
    kind = block.get("type", "")
    if kind not in BLOCKS or block.keys() - BLOCKS[kind]:
        yield f"{where}: unknown block or field: {sorted(block)}"
    elif (kind == "tool_result") != (role == "user") and kind != "text":
        yield f"{where}: {kind} blocks cannot be in {role} messages"
    elif kind == "text" and not block["text"].strip():
        yield f"{where}: text content blocks must contain non-whitespace text"
    elif kind == "thinking" and not block.get("signature"):
        yield f"{where}: thinking.signature: Field required"
    elif kind == "tool_use":
        if not CALL_ID.fullmatch(block["id"]) or not NAME.fullmatch(block["name"]):
            yield f"{where}: tool_use.id or name: String should match pattern"
        if not isinstance(block["input"], dict):
            yield f"{where}: tool_use.input: Input should be a valid dictionary"
    elif kind == "tool_result" and block.get("is_error") and not block.get("content"):
        yield f"{where}: content cannot be empty if `is_error` is true"


def _of_calls(body: dict[str, Any]) -> Iterator[str]:
    seen: set[str] = set()
    open_calls: set[str] = set()
    for number, turn in enumerate(body["messages"]):
        kinds = [block["type"] for block in turn["content"]]
        if turn["role"] == "user":
            results = [block["tool_use_id"] for block in turn["content"] if block["type"] == "tool_result"]
            if kinds[: len(results)] != ["tool_result"] * len(results):
                yield f"messages.{number}: tool_result blocks must come first"
            if set(results) - open_calls or len(results) != len(set(results)):
                yield f"messages.{number}: unexpected `tool_use_id` found in `tool_result` blocks"
            if open_calls - set(results):
                yield f"messages.{number}: `tool_use` ids were found without `tool_result` blocks: {open_calls}"
            open_calls = set()
        else:
            ids = [block["id"] for block in turn["content"] if block["type"] == "tool_use"]
            if len(ids) != len(set(ids)) or seen & set(ids):
                yield f"messages.{number}: `tool_use` ids must be unique"
            seen |= set(ids)
            open_calls = set(ids)
    if seen and not body.get("tools"):
        yield "Requests which include `tool_use` or `tool_result` blocks must define tools"
    if body.get("thinking", {}).get("type") == "enabled":
        yield from _of_turn_start(body["messages"])


def _of_turn_start(turns: list[dict[str, Any]]) -> Iterator[str]:
    """Find a turn with calls that thinking did not begin."""
    start = 0
    for number, turn in enumerate(turns):
        if turn["role"] == "user" and all(block["type"] != "tool_result" for block in turn["content"]):
            start = number
    for turn in turns[start:]:
        if turn["role"] == "assistant":
            if turn["content"][0]["type"] not in THINKING:
                yield "Expected `thinking` or `redacted_thinking`, but found something else."
            return


def prefix_of(body: dict[str, Any], turn: int) -> str:
    """Return what stands before a turn, as one text to compare."""
    return json.dumps([body.get("system"), body.get("tools"), body["messages"][:turn]], sort_keys=True)
