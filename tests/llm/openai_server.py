"""A loopback HTTP server of OpenAI's chat completions, and of its look-alikes: each quirk is a switch.

    with OpenAIServer(Quirk.WHOLE_CALLS, Quirk.NO_INDEX, strict=True) as server:
        server.script(Reply("Hello"), Reply(calls=[("read_note", {"path": "a"})]))
        provider = OpenAICompatibleProvider(server.base_url, server.model, api_key=server.key)
        …
        assert server.problems == []

Quirks come from research/protocols.md 2.2. `strict=True` answers 400 to whatever the true API refuses.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from tests.llm.loopback import (
    Connection,
    LoopbackServer,
    Raw,
    Reply,
    Request,
    Status,
    Step,
    pieces_of,
    send_events,
)
from tests.llm.openai_rules import find_body_problem


class Quirk(StrEnum):
    """One way in which a server of this format differs."""

    WHOLE_CALLS = "whole calls"
    """Ollama: name, id and all arguments of every call in one chunk."""
    ROLE_EVERYWHERE = "role everywhere"
    """Ollama: `role` on every delta."""
    REASONING_FIELD = "reasoning field"
    """Ollama, LM Studio, OpenRouter, newer vLLM: `reasoning` instead of `reasoning_content`."""
    NO_INDEX = "no index"
    """Older Ollama: calls have no `index`."""
    EMPTY_NAMES = "empty names"
    """LM Studio: `name` is "" after the first fragment."""
    EMPTY_IDS = "empty ids"
    """LM Studio: `"id": ""`, which it refuses to get back."""
    TIMINGS = "timings"
    """llama.cpp: a field of its own in every chunk."""
    USAGE_ON_FINISH = "usage on finish"
    """Older llama.cpp, DeepSeek: the counts sit on the last chunk with a choice."""
    NO_IDS = "no ids"
    """Some parsers of vLLM: calls have no id."""
    BOTH_REASONING_FIELDS = "both reasoning fields"
    """vLLM: the same thinking text under both names."""
    COMMENTS = "comments"
    """OpenRouter: `: OPENROUTER PROCESSING` between the events."""
    REASONING_DETAILS = "reasoning details"
    """OpenRouter: thinking as text and as a list of blocks."""
    ID_PER_CHUNK = "id per chunk"
    """LiteLLM: another `id` on each chunk."""
    ALL_INDEX_0 = "all index 0"
    """LiteLLM: parallel calls all have index 0."""
    OBJECT_ARGUMENTS = "object arguments"
    """Proxies: `arguments` is an object, not its JSON text."""
    ID_PER_FRAGMENT = "id per fragment"
    """Proxies: a new call id on every fragment of a call."""
    IGNORES_STREAM = "ignores stream"
    """A plain JSON body though a stream was asked for."""
    THINK_TAGS = "think tags"
    """Servers without a parser of thinking: `<think>…</think>` in the content."""
    FINISH_STOP = "finish stop"
    """`stop` as the reason though there are calls (named tool choice; Ollama saw OpenAI do it)."""
    NULL_FIELDS = "null fields"
    """null for whatever is not there."""
    NO_DONE = "no done"
    """The stream ends without `[DONE]`."""
    NO_SPACE = "no space"
    """`data:` without the space after it."""
    CRLF = "crlf"
    """Windows' line ends."""
    SPLIT_BYTES = "split bytes"
    """Two bytes in each packet."""
    REFUSES_STREAM_OPTIONS = "refuses stream_options"
    """Older gateways."""
    REFUSES_TEMPERATURE = "refuses temperature"
    """OpenAI's reasoning models."""
    REFUSES_MAX_TOKENS = "refuses max_tokens"
    """OpenAI's newer models: it is called `max_completion_tokens`."""
    REFUSES_STOP = "refuses stop"
    """OpenAI's reasoning models."""
    WANTS_REASONING = "wants reasoning"
    """DeepSeek behind a gateway: 400 where the thinking of a message with calls is missing."""


_OPTIONAL = {
    Quirk.REFUSES_STREAM_OPTIONS: ("stream_options", "Unrecognized request argument supplied: stream_options"),
    Quirk.REFUSES_TEMPERATURE: (
        "temperature",
        "Unsupported value: 'temperature' does not support 0.3 with this model.",
    ),
    Quirk.REFUSES_MAX_TOKENS: (
        "max_tokens",
        "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
    Quirk.REFUSES_STOP: ("stop", "Unsupported parameter: 'stop' is not supported with this model."),
}


class OpenAIServer(LoopbackServer):
    """OpenAI's chat completions, with the quirks that are switched on."""

    def __init__(
        self, *quirks: Quirk, strict: bool = False, model: str = "gpt-6-mini", keyless: bool = False
    ) -> None:
        super().__init__(strict=strict)
        self.quirks = frozenset(quirks)
        self.model = model
        self.other_models: tuple[str, ...] = ()
        """Models that are listed as well, and do not answer."""
        self.keyless = keyless
        """Whether it serves anybody, as local servers do."""
        self.refusals = 0
        """How often it has refused an optional field."""

    @property
    def base_url(self) -> str:
        return f"{super().base_url}/v1"

    def lacks_key(self, request: Request) -> bool:
        return not self.keyless and super().lacks_key(request)

    def problem_of(self, request: Request) -> tuple[int, str] | None:
        if request.method == "GET":
            return None
        if request.path != "/v1/chat/completions":
            return 404, f"Invalid URL (POST {request.path})"
        if request.body.get("model") != self.model:
            return 404, f"The model '{request.body.get('model')}' does not exist or you do not have access to it."
        further = frozenset({"reasoning_content"}) if Quirk.WANTS_REASONING in self.quirks else frozenset[str]()
        problem = find_body_problem(request.body, further)
        if problem is None and Quirk.WANTS_REASONING in self.quirks:
            calling = [message for message in request.body["messages"] if "tool_calls" in message]
            if not all("reasoning_content" in message for message in calling):
                problem = "The reasoning_content in the thinking mode must be passed back to the API."
        return None if problem is None else (400, problem)

    def answer(self, request: Request) -> Step | None:
        if request.method == "GET":
            if request.path != "/v1/models":
                return Status(404, "Not Found")
            about = {"object": "model", "created": 1763700000, "owned_by": "loopback"}
            models = [{"id": name, **about} for name in (self.model, *self.other_models)]
            return Raw(json.dumps({"object": "list", "data": models}).encode(), "application/json")
        for quirk in _OPTIONAL.keys() & self.quirks:
            field, words = _OPTIONAL[quirk]
            if field in request.body:
                self.refusals += 1
                return Status(400, words, error={"param": field, "code": "unsupported_parameter"})
        return None

    async def play(self, connection: Connection, reply: Reply, request: Request) -> None:
        chunks = list(chunks_of(reply, self.quirks, usage="stream_options" in request.body))
        if Quirk.IGNORES_STREAM in self.quirks:
            whole = json.dumps(whole_of(reply, self.quirks), ensure_ascii=False).encode()
            await connection.send_all(200, {"Content-Type": "application/json"}, whole)
            return
        field = "data:" if Quirk.NO_SPACE in self.quirks else "data: "
        events = [field + json.dumps(chunk, ensure_ascii=False) for chunk in chunks]
        if Quirk.COMMENTS in self.quirks:
            events = [line for event in events for line in (": OPENROUTER PROCESSING", event)]
        if reply.done and Quirk.NO_DONE not in self.quirks:
            events.append(f"{field}[DONE]")
        if Quirk.CRLF in self.quirks or Quirk.SPLIT_BYTES in self.quirks:
            newline = "\r\n" if Quirk.CRLF in self.quirks else reply.newline
            split = 2 if Quirk.SPLIT_BYTES in self.quirks else reply.split
            reply = Reply(**{**vars(reply), "newline": newline, "split": split})
        await send_events(connection, reply, events)


_USAGE = {
    "prompt_tokens": 20,
    "completion_tokens": 10,
    "total_tokens": 30,
    "prompt_tokens_details": {"cached_tokens": 8},
    "completion_tokens_details": {"reasoning_tokens": 4},
}


def chunks_of(reply: Reply, quirks: frozenset[Quirk], *, usage: bool = True) -> Iterator[dict[str, Any]]:
    """Yield the reply's chunks as a server with these quirks sends them."""
    number = 0

    def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        nonlocal number
        number += 1
        if Quirk.ROLE_EVERYWHERE in quirks:
            delta = {"role": "assistant", **delta}
        if Quirk.NULL_FIELDS in quirks:
            empty = dict.fromkeys(
                ("content", "refusal", "tool_calls", "function_call", "reasoning_content", "audio")
            )
            delta = {**empty, **delta}
        made: dict[str, Any] = {
            "id": f"chatcmpl-{number if Quirk.ID_PER_CHUNK in quirks else 1}",
            "object": "chat.completion.chunk",
            "created": 1763700000,
            "model": "m",
            "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}],
        }
        if Quirk.TIMINGS in quirks:
            made["timings"] = {"prompt_n": 20, "predicted_per_second": 41.7}
        if usage or Quirk.NULL_FIELDS in quirks:
            made["usage"] = None
        return made

    yield chunk({"role": "assistant", "content": ""})
    for delta in _thinking(reply, quirks):
        yield chunk(delta)
    for piece in pieces_of(reply.content, reply):
        yield chunk({"content": piece})
    for delta in _calls(reply, quirks):
        yield chunk(delta)
    last = chunk({}, _reason(reply, quirks))
    if Quirk.USAGE_ON_FINISH in quirks:
        yield {**last, "usage": _USAGE}
        return
    yield last
    if usage and reply.usage:
        yield {**chunk({}), "choices": [], "usage": _USAGE}


def _reason(reply: Reply, quirks: frozenset[Quirk]) -> str:
    if reply.finish is not None:
        return reply.finish
    return "tool_calls" if reply.calls and Quirk.FINISH_STOP not in quirks else "stop"


def _thinking(reply: Reply, quirks: frozenset[Quirk]) -> Iterator[dict[str, Any]]:
    pieces = pieces_of(reply.reasoning or "", reply)
    if Quirk.THINK_TAGS in quirks:
        yield from ({"content": piece} for piece in (["<think>\n", *pieces, "\n</think>\n\n"] if pieces else []))
        return
    for piece in pieces:
        if Quirk.REASONING_DETAILS in quirks:
            details = [{"type": "reasoning.text", "text": piece, "format": "unknown", "index": 0}]
            yield {"content": "", "reasoning": piece, "reasoning_details": details}
        elif Quirk.BOTH_REASONING_FIELDS in quirks:
            yield {"reasoning_content": piece, "reasoning": piece}
        else:
            yield {"reasoning" if Quirk.REASONING_FIELD in quirks else "reasoning_content": piece}


def _call_id(position: int, quirks: frozenset[Quirk], fragment: int = 0) -> dict[str, str]:
    if Quirk.NO_IDS in quirks:
        return {}
    if Quirk.EMPTY_IDS in quirks:
        return {"id": ""}
    return {"id": f"call_{position}" + (f"_{fragment}" if Quirk.ID_PER_FRAGMENT in quirks else "")}


def _calls(reply: Reply, quirks: frozenset[Quirk]) -> Iterator[dict[str, Any]]:
    for position, (tool, params) in enumerate(reply.calls):
        index = {} if Quirk.NO_INDEX in quirks else {"index": 0 if Quirk.ALL_INDEX_0 in quirks else position}
        text = params if isinstance(params, str) else json.dumps(params, ensure_ascii=False)
        if quirks & {Quirk.WHOLE_CALLS, Quirk.OBJECT_ARGUMENTS}:
            arguments = params if Quirk.OBJECT_ARGUMENTS in quirks else text
            function = {"name": tool, "arguments": arguments}
            yield {
                "tool_calls": [{**index, **_call_id(position, quirks), "type": "function", "function": function}]
            }
            continue
        start = {"name": tool, "arguments": ""}
        yield {"tool_calls": [{**index, **_call_id(position, quirks), "type": "function", "function": start}]}
        for number, piece in enumerate(pieces_of(text, reply), 1):
            again = _call_id(position, quirks, number) if quirks & {Quirk.EMPTY_IDS, Quirk.ID_PER_FRAGMENT} else {}
            name = {"name": ""} if Quirk.EMPTY_NAMES in quirks else {}
            yield {"tool_calls": [{**index, **again, "function": {**name, "arguments": piece}}]}


def whole_of(reply: Reply, quirks: frozenset[Quirk]) -> dict[str, Any]:
    """Return the reply as one body, from a server that does not stream."""
    message: dict[str, Any] = {"role": "assistant", "content": reply.content or None, "refusal": None}
    if reply.reasoning is not None:
        message["reasoning_content"] = reply.reasoning
    if reply.calls:
        message["tool_calls"] = [
            delta["tool_calls"][0] for delta in _calls(reply, quirks - {Quirk.NO_INDEX} | {Quirk.WHOLE_CALLS})
        ]
    choice = {"index": 0, "message": message, "finish_reason": _reason(reply, quirks)}
    return {"id": "chatcmpl-1", "object": "chat.completion", "choices": [choice], "usage": _USAGE}
