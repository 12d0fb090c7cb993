"""A loopback HTTP server that speaks Anthropic's Messages, faults included.

    with AnthropicServer() as server:
        server.script(Reply("Hello", reasoning="Hm."), refusal(529, "overloaded_error"), Drop(), Blocks(…))
        provider = AnthropicProvider(api_key=server.key, base_url=server.base_url)
        …
        assert server.problems == []

It is strict from the start: what the true API refuses is answered with 400. Thinking must come back exactly as it
was sent, signature and place included.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.llm.anthropic_rules import (
    BOUND,
    KINDS,
    THINKING,
    find_problem,
    is_thinking,
    prefix_of,
)
from tests.llm.loopback import Connection, LoopbackServer, Raw, Reply, Request, Step, pieces_of, send_events

USAGE = {"input_tokens": 12, "cache_creation_input_tokens": 5, "cache_read_input_tokens": 3, "output_tokens": 1}


@dataclass(frozen=True)
class Blocks(Reply):
    """A reply by its blocks; thinking is signed by the server."""

    blocks: Sequence[dict[str, Any]] = field(default=())
    stop_details: dict[str, Any] | None = None


def thinking(text: str) -> dict[str, Any]:
    return {"type": "thinking", "thinking": text, "signature": _sign(text)}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def call(name: str, params: Any, call_id: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": call_id, "name": name, "input": params}


def refusal(
    code: int, kind: str, message: str = "no", *, retry_after: float | None = None, details: Any = None
) -> Raw:
    """Return a refusal in Anthropic's shape."""
    error = {"type": kind, "message": message, **({"details": details} if details else {})}
    headers = {"request-id": "req_1", **({} if retry_after is None else {"retry-after": str(retry_after)})}
    body = json.dumps({"type": "error", "error": error, "request_id": "req_1"}).encode()
    return Raw(body, "application/json", code, headers)


def _sign(words: str) -> str:
    return "Sig+" + hashlib.sha256(words.encode()).hexdigest()[:24] + "=="


class AnthropicServer(LoopbackServer):
    """Anthropic as it answers Messages."""

    def __init__(self) -> None:
        super().__init__(strict=True)
        self.pages = [sorted(KINDS)]
        """The models of `GET /v1/models`, page by page."""
        self._sent: list[tuple[str, str, list[dict[str, Any]]]] = []  # model, prefix and blocks of each reply
        self._paused = False

    def lacks_key(self, request: Request) -> bool:
        return request.headers.get("x-api-key") != self.key

    def problem_of(self, request: Request) -> tuple[int, str] | None:
        if self.lacks_key(request):
            return 401, f"invalid x-api-key {request.headers.get('x-api-key')}"
        if request.method == "GET":
            return None
        if request.path != "/v1/messages":
            return 404, "Not Found"
        problem = find_problem(request.headers, request.body, may_prefill=self._paused)
        problem = problem or self._find_thinking_problem(request.body)
        return None if problem is None else (400, problem)

    def _find_thinking_problem(self, body: dict[str, Any]) -> str | None:
        drops = body.get("thinking", {}).get("block_binding", {}).get("prefix_mismatch_behavior") == "drop_block"
        signed = {block.get("signature") for *_, blocks in self._sent for block in blocks}
        for number, turn in enumerate(body["messages"]):
            blocks = turn["content"]
            for block in blocks:
                if block["type"] == "thinking" and (
                    block["signature"] not in signed or block["signature"] != _sign(block["thinking"])
                ):
                    return f"messages.{number}: Invalid `signature` in `thinking` block"
            ids = {block["id"] for block in blocks if block["type"] == "tool_use"}
            for model, prefix, sent in self._sent:
                if not ids & {block["id"] for block in sent if block["type"] == "tool_use"}:
                    continue
                wanted = [block for block in sent if block["type"] != "text" or block["text"].strip()]
                if model != body["model"] or not is_thinking(body):
                    wanted = [block for block in wanted if block["type"] not in THINKING]
                if blocks != wanted:
                    return f"messages.{number}: thinking blocks cannot be modified, and must remain in place"
                if body["model"] in BOUND and not drops and prefix_of(body, number) != prefix:
                    return f"messages.{number}: The block is bound to a different conversation."
        return None

    def answer(self, request: Request) -> Step | None:
        if request.method != "GET":
            return None
        after = request.path.partition("after_id=")[2]
        at = next((number + 1 for number, page in enumerate(self.pages) if page[-1] == after), 0)
        entries = [{"type": "model", "id": model, "display_name": model} for model in self.pages[at]]
        found = {"data": entries, "has_more": at + 1 < len(self.pages), "last_id": self.pages[at][-1]}
        return Raw(json.dumps(found).encode(), "application/json")

    async def play(self, connection: Connection, reply: Reply, request: Request) -> None:
        blocks = blocks_of(reply)
        prefix = prefix_of(request.body, len(request.body["messages"]))
        self._sent.append((request.body["model"], prefix, blocks))
        self._paused = reply.finish == "pause_turn"
        await send_events(connection, reply, [_event(event) for event in events_of(reply, request.body["model"])])


def _event(event: dict[str, Any]) -> str:
    return f"event: {event['type']}\ndata: {json.dumps(event, ensure_ascii=False)}"


def blocks_of(reply: Reply) -> list[dict[str, Any]]:
    """Return the reply's blocks in the order in which they are sent."""
    if isinstance(reply, Blocks):
        return list(reply.blocks)
    blocks = [thinking(reply.reasoning)] if reply.reasoning is not None else []
    blocks += [text(reply.content)] if reply.content else []
    return [*blocks, *(call(tool, params, f"toolu_{number}") for number, (tool, params) in enumerate(reply.calls))]


def events_of(reply: Reply, model: str = "claude-sonnet-5-5") -> Iterator[dict[str, Any]]:
    """Yield the reply's events as Anthropic sends them."""
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": []}
    usage = USAGE if reply.usage else {}
    yield {"type": "message_start", "message": {**message, "stop_reason": None, "usage": usage}}
    blocks = blocks_of(reply)
    for index, block in enumerate(blocks):
        head, deltas = _pieces(block, reply)
        yield {"type": "content_block_start", "index": index, "content_block": head}
        if index == 0:
            yield {"type": "ping"}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    called = any(block["type"] == "tool_use" for block in blocks)
    details = reply.stop_details if isinstance(reply, Blocks) else None
    stop = {"stop_reason": reply.finish or ("tool_use" if called else "end_turn"), "stop_sequence": None}
    totals = {"output_tokens": 20, "output_tokens_details": {"thinking_tokens": 7}} if reply.usage else {}
    yield {"type": "message_delta", "delta": {**stop, "stop_details": details}, "usage": totals}
    if reply.done:
        yield {"type": "message_stop"}


def _pieces(block: dict[str, Any], reply: Reply) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return how a block starts, and its deltas."""
    match block["type"]:
        case "text":
            deltas = [{"type": "text_delta", "text": piece} for piece in pieces_of(block["text"], reply)]
            return {**block, "text": ""}, deltas
        case "thinking":
            deltas = [
                {"type": "thinking_delta", "thinking": piece} for piece in pieces_of(block["thinking"], reply)
            ]
            deltas.append({"type": "signature_delta", "signature": block["signature"]})
            return {**block, "thinking": "", "signature": ""}, deltas
        case "tool_use" | "server_tool_use":
            params = block["input"]
            written = params if isinstance(params, str) else json.dumps(params, ensure_ascii=False)
            pieces = pieces_of("" if params == {} else written, reply)
            deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in ["", *pieces]]
            return {**block, "input": {}}, deltas
    return block, []
