"""A loopback HTTP server that speaks DeepSeek's wire format, faults included.

    with DeepSeekServer() as server:
        server.script(Reply("Hello", reasoning="Hm."), Status(429, retry_after=1), Drop(), Reply("Again"))
        service = DeepSeekService(api_key=server.key, base_url=server.base_url)
        …
        assert server.requests[0].body["model"] == "deepseek-flash"
        assert server.wait_for_disconnects(1)

Each request takes the next step of the script; `GET /models` and `/user/balance` are answered beside it.
`strict=True` refuses what the real API refuses.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.llm.loopback import (
    Connection,
    Drop,
    LoopbackServer,
    Raw,
    Reply,
    Request,
    Stall,
    Status,
    Step,
    pieces_of,
    send_events,
)

__all__ = ["MODELS", "DeepSeekServer", "Drop", "Raw", "Reply", "Request", "Stall", "Status", "Step", "chunks_of"]

MODELS = ("deepseek-flash", "deepseek-v4-pro")


class DeepSeekServer(LoopbackServer):
    """DeepSeek as it answers chat completions."""

    balance = "110.00"
    """The balance of `/user/balance`, in yuan; "0.00" is an account that cannot ask."""

    def problem_of(self, request: Request) -> tuple[int, str] | None:
        return None if request.method == "GET" else find_problem(request)

    def answer(self, request: Request) -> Step | None:
        if request.method != "GET":
            return None
        match request.path:
            case "/models":
                models = [{"id": model, "object": "model", "owned_by": "deepseek"} for model in MODELS]
                found: dict[str, Any] = {"object": "list", "data": models}
            case "/user/balance":
                purse = {"currency": "CNY", "total_balance": self.balance}
                purse |= {"granted_balance": "0.00", "topped_up_balance": self.balance}
                found = {"is_available": float(self.balance) > 0, "balance_infos": [purse]}
            case _:
                return Status(404, "Not Found")
        return Raw(json.dumps(found).encode(), "application/json")

    async def play(self, connection: Connection, reply: Reply, request: Request) -> None:
        events = [f"data: {json.dumps(chunk, ensure_ascii=False)}" for chunk in chunks_of(reply)]
        await send_events(connection, reply, [*events, "data: [DONE]"] if reply.done else events)


def find_problem(request: Request) -> tuple[int, str] | None:
    """Return status and message for what DeepSeek refuses."""
    body = request.body
    if request.path not in ("/chat/completions", "/v1/chat/completions"):
        return 404, "Not Found"
    if body.get("model") not in MODELS:
        return 400, "Model Not Exist"
    thinking = body.get("thinking", {}).get("type", "enabled") == "enabled"
    if thinking and body.get("tool_choice") not in (None, "auto", "none"):
        return 400, "Thinking mode does not support this tool_choice"
    for tool in body.get("tools", []):
        if not re.fullmatch("[A-Za-z0-9_-]{1,64}", tool["function"]["name"]):
            return 400, f"Invalid function name: {tool['function']['name']}"
    problem = _find_message_problem(body.get("messages", []), thinking)
    return None if problem is None else (400, problem)


def _find_message_problem(messages: list[dict[str, Any]], thinking: bool) -> str | None:
    open_calls: list[str] = []
    for message in [*messages, {"role": "end", "content": ""}]:
        if not isinstance(message.get("content"), str):
            return "invalid type: content must be a string"
        if message["role"] == "tool":
            if message.get("tool_call_id") not in open_calls:
                return "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'"
            open_calls.remove(message["tool_call_id"])
        elif open_calls:
            return f"tool_call_ids did not have response messages: {open_calls}"
        elif calls := message.get("tool_calls"):
            if thinking and "reasoning_content" not in message:
                return "The reasoning_content in the thinking mode must be passed back to the API."
            open_calls = [call["id"] for call in calls]
    return None


def chunks_of(reply: Reply) -> Iterator[dict[str, Any]]:
    """Yield the reply's chunks as DeepSeek sends them."""

    def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        head = {"id": "a1b2", "object": "chat.completion.chunk", "created": 1763700000, "model": MODELS[0]}
        return {**head, "system_fingerprint": "fp", "choices": [choice], "usage": None}

    first: dict[str, Any] = {"role": "assistant", "content": None if reply.reasoning is not None else ""}
    yield chunk({**first, "reasoning_content": ""} if reply.reasoning is not None else first)
    for piece in pieces_of(reply.reasoning or "", reply):
        yield chunk({"content": None, "reasoning_content": piece})
    for piece in pieces_of(reply.content, reply):
        yield chunk(
            {"content": piece, "reasoning_content": None} if reply.reasoning is not None else {"content": piece}
        )
    for index, (tool, params) in enumerate(reply.calls):
        arguments = params if isinstance(params, str) else json.dumps(params, ensure_ascii=False)
        function = {"name": tool, "arguments": ""}
        yield chunk(
            {"tool_calls": [{"index": index, "id": f"call_{index}", "type": "function", "function": function}]}
        )
        for piece in pieces_of(arguments, reply):
            yield chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    yield chunk({"content": ""}, reply.finish or ("tool_calls" if reply.calls else "stop"))
    if reply.usage:
        usage = {
            "prompt_tokens": 20,
            "completion_tokens": 10,
            "total_tokens": 30,
            "prompt_tokens_details": {"cached_tokens": 8},
            "completion_tokens_details": {"reasoning_tokens": 4},
            "prompt_cache_hit_tokens": 8,
            "prompt_cache_miss_tokens": 12,
        }
        yield {**chunk({}), "choices": [], "usage": usage}
