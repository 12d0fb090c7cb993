"""Assembling a streamed reply, from chunks as the many servers of OpenAI's format send them.

Known quirks: null or missing fields, usage anywhere, missing call ids and
indices, arguments as an object, empty names after the first fragment, parallel calls that all claim index 0, and
whole messages instead of deltas.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from axon_desktop.errors import N_, LLMResponseError, LLMServerError
from axon_desktop.llm.messages import (
    Finished,
    FinishReason,
    JsonObject,
    Message,
    ReasoningDelta,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    Usage,
)
from axon_desktop.llm.providers.openai_wire import ToolNames
from axon_desktop.llm.providers.think_tags import ThinkTags, split_lone_end
from axon_desktop.llm.retry_advice import IN_A_MOMENT, TRY_AGAIN
from axon_desktop.text.json_text import SurrogateJoiner, join_surrogates

_FINISH: dict[str, FinishReason] = {
    "stop": "stop",
    "eos": "stop",
    "eos_token": "stop",
    "stop_sequence": "stop",
    "end_turn": "stop",
    "tool_calls": "tool_calls",
    "tool_use": "tool_calls",
    "function_call": "tool_calls",
    "length": "length",
    "max_tokens": "length",
    "model_length": "length",
    "content_filter": "content_filter",
    "refusal": "content_filter",
}
_SERVER_GAVE_UP = frozenset({"insufficient_system_resource", "error"})
_MAX_DEPTH = 64
"""How deep a call's arguments may nest, as in the text protocol."""
_SHOWN = 1_000
"""Characters of broken arguments that the model sees again."""


def parse_json(text: str) -> Any:
    """Parse JSON from outside; raw control characters in strings pass, NaN does not.

    Raises:
        ValueError: it is no JSON, is nested too deeply, or has lone surrogates.
    """
    try:
        value = json.loads(text, strict=False, parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON value")


def _is_deeper(value: JsonObject, levels: int) -> bool:
    """Tell whether objects and lists nest deeper than this, without nesting calls."""
    layer: list[Any] = [value]
    for _ in range(levels):
        layer = [
            inner
            for outer in layer
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
    return bool(layer)


def _text(value: object) -> str:
    """Return the text of a content field: a string, or a list of parts that hold text."""
    if isinstance(value, list):
        return "".join(_text(part.get("text")) for part in value if isinstance(part, dict))
    return value if isinstance(value, str) else ""


def _number(source: object, *keys: str) -> int:
    for key in keys:
        value = source.get(key) if isinstance(source, dict) else None
        if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
            return int(value)
    return 0


def read_usage(usage: JsonObject) -> Usage:
    """Return the counted tokens, by DeepSeek's or OpenAI's names."""
    return Usage(
        prompt_tokens=_number(usage, "prompt_tokens"),
        completion_tokens=_number(usage, "completion_tokens"),
        cached_tokens=_number(usage, "prompt_cache_hit_tokens")
        or _number(usage.get("prompt_tokens_details"), "cached_tokens"),
        reasoning_tokens=_number(usage.get("completion_tokens_details"), "reasoning_tokens"),
    )


def read_params(tool: str, arguments: str) -> JsonObject:
    """Return the arguments of a native call; no text at all is an empty object.

    Raises:
        ValueError: they are no JSON object, or the call names no tool.
    """
    if not tool:
        raise ValueError("the call names no tool")
    params = parse_json(join_surrogates(arguments, "surrogatepass")) if arguments.strip() else {}
    if not isinstance(params, dict):
        raise ValueError(f"the arguments of {tool} must be an object")  # noqa: TRY004 - of JSON
    if _is_deeper(params, _MAX_DEPTH):
        raise ValueError(f"nested deeper than {_MAX_DEPTH} levels")
    json.dumps(params, ensure_ascii=False).encode("utf-8")  # UnicodeEncodeError: lone surrogates
    return params


def describe_broken(why: ValueError, tool: str, arguments: str) -> str:
    """Return the error of a native call that cannot be read, with what the model has sent: no message holds it."""
    return (
        f"Invalid JSON: {why}. The call was {tool or 'without a name'}, with the arguments: {arguments[:_SHOWN]}"
    )


@dataclass(slots=True)
class _Call:
    number: int
    id: str = ""
    name: str = ""
    pieces: list[str] = field(default_factory=list)
    characters: int = 0

    @property
    def arguments(self) -> str:
        return "".join(self.pieces)

    def is_complete(self) -> bool:
        last = next((piece for piece in reversed(self.pieces) if piece.strip()), "")
        if not last.rstrip().endswith("}"):  # parsing on every fragment would be slow
            return False
        try:
            return isinstance(parse_json(self.arguments), dict)
        except ValueError:
            return False


class ReplyBuilder:
    """Takes parsed chunks, yields deltas, and ends with the whole message."""

    def __init__(self, names: ToolNames) -> None:
        self._names = names
        self._tags = ThinkTags()
        self._content: list[str] = []
        self._content_halves = SurrogateJoiner()
        self._reasoning: list[str] = []
        self._reasoning_halves = SurrogateJoiner()
        self._saw_reasoning = False
        self._calls: list[_Call] = []
        self._slots: dict[int, _Call] = {}
        self._usage: Usage | None = None
        self._reason: str | None = None
        self.started = False
        """Whether anything of the reply has come: from here on a failure is not retried."""
        self.done = False
        """Whether `[DONE]` or a whole message has come."""

    @property
    def ended(self) -> bool:
        """Whether the server has sent a finish reason, or the end."""
        return self.done or self._reason is not None

    def feed(self, chunk: JsonObject) -> Iterator[TextDelta | ReasoningDelta | ToolCallDelta]:
        """Take one chunk, or one whole response, and yield what is new."""
        if isinstance(usage := chunk.get("usage"), dict):
            self._usage = read_usage(usage)
        choices = chunk.get("choices")
        if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
            return
        choice = choices[0]
        delta = choice.get("delta")
        # Some servers send all that came so far as a message beside each delta.
        if not delta and not self.started and isinstance(message := choice.get("message"), dict):
            delta = message
            self.done = True
        if isinstance(delta, dict):
            yield from self._feed_delta(delta)
        if isinstance(reason := choice.get("finish_reason"), str) and reason:
            self._reason = reason.lower()

    def _feed_delta(self, delta: JsonObject) -> Iterator[TextDelta | ReasoningDelta | ToolCallDelta]:
        for key in ("reasoning_content", "reasoning"):
            if isinstance(value := delta.get(key), str):
                self._saw_reasoning = True
                if value:
                    yield from self._think(self._reasoning_halves.feed(value))
                    break
        for key in ("content", "refusal"):
            if text := _text(delta.get(key)):
                yield from self._think(self._reasoning_halves.finish())
                yield from self._say(self._content_halves.feed(text))
        calls = delta.get("tool_calls")
        for position, fragment in enumerate(calls if isinstance(calls, list) else ()):
            if isinstance(fragment, dict):
                yield self._feed_call(fragment, position)

    def _think(self, text: str) -> Iterator[TextDelta | ReasoningDelta]:
        if text:
            yield self._keep(ReasoningDelta(text))

    def _say(self, text: str) -> Iterator[TextDelta | ReasoningDelta]:
        if text:
            for part in self._tags.feed(text):
                yield self._keep(part)

    def _keep(self, part: TextDelta | ReasoningDelta) -> TextDelta | ReasoningDelta:
        self.started = True
        if isinstance(part, TextDelta):
            self._content.append(part.text)
        else:
            self._saw_reasoning = True
            self._reasoning.append(part.text)
        return part

    def _feed_call(self, fragment: JsonObject, position: int) -> ToolCallDelta:
        function = fragment.get("function")
        function = function if isinstance(function, dict) else {}
        call_id = join_surrogates(_text(fragment.get("id")))
        name = join_surrogates(_text(function.get("name")))
        index = fragment.get("index")
        call = self._find_call(index if isinstance(index, int) else None, position, call_id, name)
        call.id = call.id or call_id
        call.name = call.name or name
        arguments = function.get("arguments")
        if isinstance(arguments, dict | list):
            arguments = json.dumps(arguments, ensure_ascii=False)
        if isinstance(arguments, str):
            call.pieces.append(arguments)
            call.characters += len(arguments)
        self.started = True
        return ToolCallDelta(call.number, self._names.from_wire(call.name), call.characters)

    def _find_call(self, index: int | None, position: int, call_id: str, name: str) -> _Call:
        """Return the call that a fragment belongs to, a new one where it cannot be an old one's."""
        slot = position if index is None else index
        if call_id:
            for call in self._calls:
                if call.id == call_id and (call is self._slots.get(slot) or not name):
                    return call
        known = self._slots.get(slot)
        if known is not None and not (name and self._is_another(known, index, call_id, name)):
            return known
        call = _Call(len(self._calls))
        self._slots[slot] = call
        self._calls.append(call)
        return call

    def _is_another(self, known: _Call, index: int | None, call_id: str, name: str) -> bool:
        """Say whether a fragment that names a tool begins another call than the one at its index.

        A gateway that gives every call index 0, or none, still names each call at its start. Another that makes up
        a new id for every fragment does so while the arguments are not complete yet.
        """
        if call_id and known.id:
            return call_id != known.id and (name != known.name or known.is_complete())
        return (index is None and name != known.name) or known.is_complete()

    def rest(self) -> Iterator[TextDelta | ReasoningDelta]:
        """Yield what was held back: a lone surrogate, or a possible tag; call it before `finish`."""
        yield from self._think(self._reasoning_halves.finish())
        yield from self._say(self._content_halves.finish())
        for part in self._tags.finish():
            yield self._keep(part)

    def finish(self) -> Finished:
        """Return the whole reply.

        Raises:
            LLMResponseError: the reply is complete and empty.
            LLMServerError: the server stopped before it began.
        """
        if self._reason in _SERVER_GAVE_UP:
            failure = LLMServerError(
                N_("Core", "The server gave up on the reply (“{why}”)."),
                then=IN_A_MOMENT,
                why=self._reason,
            )
            if not self.started:
                raise failure
            return self.interrupted(failure.text)
        reason = _FINISH.get(self._reason or "stop", "other")
        if not self.started and reason != "length":  # hidden thinking may use up the limit
            raise LLMResponseError(N_("Core", "The model's reply was empty."), then=TRY_AGAIN)
        calls: list[ToolCall] = []
        broken: list[str] = []
        if reason in ("stop", "tool_calls"):
            calls, broken = self._read_calls()
        if calls or broken:
            reason = "tool_calls"
        return Finished(self._message(tuple(calls)), reason, self._usage, tuple(broken))

    def interrupted(self, error: str) -> Finished:
        """Return the part of a reply that broke off, without calls."""
        return Finished(self._message(()), "interrupted", self._usage, error=error)

    def _read_calls(self) -> tuple[list[ToolCall], list[str]]:
        calls: list[ToolCall] = []
        broken: list[str] = []
        ids: set[str] = set()
        for call in self._calls:
            call_id = call.id if call.id and call.id not in ids else f"call_{uuid.uuid4().hex[:16]}"
            ids.add(call_id)
            try:
                params = read_params(call.name, call.arguments)
                calls.append(ToolCall(self._names.from_wire(call.name), params, call_id))
            except ValueError as error:
                broken.append(describe_broken(error, call.name, call.arguments))
        return calls, broken

    def _message(self, calls: tuple[ToolCall, ...]) -> Message:
        reasoning = "".join(self._reasoning) if self._saw_reasoning else None
        content, reasoning = split_lone_end("".join(self._content), reasoning)
        return Message("assistant", content, reasoning, calls)
