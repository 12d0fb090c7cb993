"""Assembling a reply from the events of Anthropic's Messages API.

Blocks come one after the other, each between its start and its stop; usage is cumulative; unknown kinds of events,
blocks and deltas are skipped.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field

from axon_desktop.errors import N_, LLMContextError, LLMResponseError
from axon_desktop.llm.http.connection import Part
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
from axon_desktop.llm.providers.openai_reply import describe_broken, read_params
from axon_desktop.llm.providers.openai_wire import ToolNames
from axon_desktop.llm.providers.think_tags import ThinkTags, split_lone_end
from axon_desktop.llm.retry_advice import TRY_AGAIN
from axon_desktop.text.json_text import SurrogateJoiner, join_surrogates

_FINISH: dict[str, FinishReason] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "content_filter",
}
_THINKING = frozenset({"thinking", "redacted_thinking"})
_GAP = "\n\n"
"""Between two texts, or two thoughts, with something else in between."""


@dataclass(slots=True)
class _Block:
    head: JsonObject
    """As it began."""
    number: int = 0
    """Among the calls, for a call."""
    pieces: list[str] = field(default_factory=list)
    """Of text, of thinking, or of a call's arguments."""
    characters: int = 0
    """Of all pieces."""
    signature: str | None = None
    start: int = 0
    """Where its text begins in the content of the message."""
    end: int = 0
    complete: bool = False
    tags: ThinkTags = field(default_factory=ThinkTags)
    halves: SurrogateJoiner = field(default_factory=SurrogateJoiner)

    @property
    def kind(self) -> str:
        return str(self.head.get("type"))

    @property
    def joined(self) -> str:
        return "".join(self.pieces)

    @property
    def arguments(self) -> str:
        return self.joined or json.dumps(self.head.get("input") or {}, ensure_ascii=False)

    def add(self, piece: str) -> None:
        self.pieces.append(piece)
        self.characters += len(piece)

    def as_sent(self) -> JsonObject:
        """Return the block as the API requires it back."""
        match self.kind:
            case "text":
                return {"type": "text", "text": self.joined}
            case "thinking":
                signed = {} if self.signature is None else {"signature": self.signature}
                return {**self.head, "thinking": self.joined, **signed}
            case "tool_use" | "server_tool_use":
                try:
                    params = read_params(self.kind, self.arguments)
                except ValueError:
                    params = {}
                return {**self.head, "input": params}
        return self.head


class AnthropicReply:
    """Takes events, hands out deltas, and ends with the whole message."""

    def __init__(self, names: ToolNames, author: str) -> None:
        self._names = names
        self._author = author
        self._blocks: list[_Block] = []
        self._by_index: dict[int, _Block] = {}
        self._content: list[str] = []
        self._length = 0
        self._reasoning: list[str] = []
        self._counts: dict[str, int] = {}
        self._earlier = Usage()
        self._reason: str | None = None
        self._explanation = ""
        self.started = False
        """Whether anything of the reply has come: from here on a failure is not retried."""
        self.done = False
        """Whether `message_stop` has come."""

    @property
    def ended(self) -> bool:
        """Whether the server has sent a stop reason, or the end."""
        return self.done or self._reason is not None

    @property
    def paused(self) -> bool:
        """Whether the reply continues when it is sent back unchanged."""
        return self._reason == "pause_turn" and bool(self._blocks)

    def resume(self) -> AnthropicReply:
        """Return the assembler for the next part of a paused reply."""
        self._earlier = self._usage() or Usage()
        self._counts = {}
        self._by_index = {}
        self._reason = None
        self.done = False
        self.started = True
        return self

    def as_sent(self) -> list[JsonObject]:
        """Return all blocks as the API requires them to continue."""
        return [block.as_sent() for block in self._blocks if block.kind != "text" or block.joined.strip()]

    def feed(self, event: JsonObject) -> Iterator[Part]:
        """Take one event, or one whole message, and yield what is new."""
        match event.get("type"):
            case "message_start":
                self._count(_object(_object(event, "message"), "usage"))
            case "content_block_start":
                yield from self._start(_index(event), _object(event, "content_block"))
            case "content_block_delta":
                block = self._by_index.get(_index(event))
                if block is not None:
                    yield from self._extend(block, _object(event, "delta"))
            case "content_block_stop":
                if block := self._by_index.get(_index(event)):
                    yield from self._end(block)
            case "message_delta":
                self._stop(_object(event, "delta"))
                self._count(_object(event, "usage"))
            case "message_stop":
                self.done = True
            case "message":  # from a server that ignores `stream`
                yield from self._take_whole(event)

    def _take_whole(self, message: JsonObject) -> Iterator[Part]:
        blocks = message.get("content")
        for index, block in enumerate(blocks if isinstance(blocks, list) else []):
            if isinstance(block, dict):
                yield from self._start(index, block)
                yield from self._end(self._by_index[index])
        self._stop(message)
        self._count(_object(message, "usage"))
        self.done = True

    def _start(self, index: int, head: JsonObject) -> Iterator[Part]:
        block = _Block(head, number=sum(known.kind == "tool_use" for known in self._blocks))
        follows = self._blocks[-1].kind if self._blocks else ""
        self._blocks.append(block)
        self._by_index[index] = block
        match block.kind:
            case "text":
                if self._length and follows != "text":
                    yield self._add_text(_GAP)
                block.start = self._length
                yield from self._extend(block, {"type": "text_delta", "text": head.get("text")})
            case "thinking":
                if self._reasoning:
                    yield self._add_reasoning(_GAP)
                yield from self._extend(block, {"type": "thinking_delta", "thinking": head.get("thinking")})
                yield from self._extend(block, {"type": "signature_delta", "signature": head.get("signature")})
            case "tool_use":
                yield self._progress(block)

    def _end(self, block: _Block) -> Iterator[Part]:
        yield from self._release(block)
        block.complete = True

    def _release(self, block: _Block) -> Iterator[Part]:
        if block.complete:
            return
        if text := block.halves.finish():
            if block.kind == "thinking":
                block.add(text)
                yield self._add_reasoning(text)
            else:
                yield from self._say(block, text)
        for part in block.tags.finish():
            yield self._keep(part)
        block.end = self._length

    def _extend(self, block: _Block, delta: JsonObject) -> Iterator[Part]:
        match delta.get("type"):
            case "text_delta" if text := block.halves.feed(_string(delta, "text")):
                yield from self._say(block, text)
            case "thinking_delta" if text := block.halves.feed(_string(delta, "thinking")):
                block.add(text)
                yield self._add_reasoning(text)
            case "signature_delta" if text := join_surrogates(_string(delta, "signature")):
                block.signature = text
            case "input_json_delta" if text := _string(delta, "partial_json"):
                block.add(text)
                if block.kind == "tool_use":
                    yield self._progress(block)

    def _say(self, block: _Block, text: str) -> Iterator[Part]:
        block.add(text)
        for part in block.tags.feed(text):
            yield self._keep(part)

    def _keep(self, part: TextDelta | ReasoningDelta) -> Part:
        return self._add_text(part.text) if isinstance(part, TextDelta) else self._add_reasoning(part.text)

    def _add_text(self, text: str) -> TextDelta:
        self.started = True
        self._content.append(text)
        self._length += len(text)
        return TextDelta(text)

    def _add_reasoning(self, text: str) -> ReasoningDelta:
        self.started = True
        self._reasoning.append(text)
        return ReasoningDelta(text)

    def _progress(self, block: _Block) -> ToolCallDelta:
        self.started = True
        name = self._names.from_wire(str(block.head.get("name") or ""))
        return ToolCallDelta(block.number, name, block.characters)

    def _stop(self, delta: JsonObject) -> None:
        if isinstance(reason := delta.get("stop_reason"), str) and reason:
            self._reason = reason
        explanation = _string(_object(delta, "stop_details"), "explanation")
        self._explanation = join_surrogates(explanation) or self._explanation

    def _count(self, usage: JsonObject) -> None:
        counts = {**usage, "thinking_tokens": _object(usage, "output_tokens_details").get("thinking_tokens")}
        for name, count in counts.items():
            if isinstance(count, int) and not isinstance(count, bool) and count >= 0:
                self._counts[name] = count  # each is the total so far

    def _usage(self) -> Usage | None:
        if not self._counts:
            return self._earlier if self._earlier != Usage() else None
        cached = self._counts.get("cache_read_input_tokens", 0)
        written = self._counts.get("cache_creation_input_tokens", 0)
        return self._earlier + Usage(
            prompt_tokens=self._counts.get("input_tokens", 0) + cached + written,
            completion_tokens=self._counts.get("output_tokens", 0),
            cached_tokens=cached,
            reasoning_tokens=self._counts.get("thinking_tokens", 0),
            cache_write_tokens=written,
        )

    def rest(self) -> Iterator[Part]:
        """Yield what was held back: a lone surrogate where the reply broke off."""
        for block in self._blocks:
            yield from self._release(block)

    def finish(self) -> Finished:
        """Return the whole reply.

        Raises:
            LLMError: the reply is complete and empty.
        """
        if not self.started and not self.paused:
            raise self._nothing()
        reason = _FINISH.get(self._reason or "end_turn", "other")
        calls: dict[int, ToolCall] = {}
        broken: list[str] = []
        if reason in ("stop", "tool_calls"):
            calls, broken = self._read_calls()
        if calls or broken:
            reason = "tool_calls"
        return Finished(self._message(calls), reason, self._usage(), tuple(broken))

    def interrupted(self, error: str) -> Finished:
        """Return the part of a reply that broke off, without calls."""
        return Finished(self._message({}), "interrupted", self._usage(), error=error)

    def _nothing(self) -> LLMContextError | LLMResponseError:
        if self._reason == "model_context_window_exceeded":
            return LLMContextError(N_("Core", "The conversation fills the model's whole window. Start a new one."))
        if self._reason != "refusal":
            return LLMResponseError(N_("Core", "The model's reply was empty."), then=TRY_AGAIN)
        alone = N_("Core", "The model declines to answer this. Ask differently, or choose another model.")
        explained = N_(
            "Core", "The model declines to answer this ({why}). Ask differently, or choose another model."
        )
        refusal = LLMResponseError(explained if self._explanation else alone, why=self._explanation)
        refusal.retryable = False
        return refusal

    def _read_calls(self) -> tuple[dict[int, ToolCall], list[str]]:
        """Return the calls by their number, and what is wrong with the others."""
        calls: dict[int, ToolCall] = {}
        broken: list[str] = []
        for block in self._blocks:
            if block.kind != "tool_use":
                continue
            name, call_id = str(block.head.get("name") or ""), str(block.head.get("id") or "")
            if not call_id or any(call.id == call_id for call in calls.values()):
                call_id = f"call_{uuid.uuid4().hex[:16]}"  # gateways in front of other models leave it out
            try:
                params = read_params(name, block.arguments)
            except ValueError as error:
                broken.append(describe_broken(error, name, block.arguments))
            else:
                calls[block.number] = ToolCall(self._names.from_wire(name), params, call_id)
        return calls, broken

    def _message(self, calls: dict[int, ToolCall]) -> Message:
        thinks = any(block.kind == "thinking" for block in self._blocks)
        content = "".join(self._content)
        reasoning = "".join(self._reasoning) if self._reasoning or thinks else None
        outline = self._outline(calls)
        if not outline:
            content, reasoning = split_lone_end(content, reasoning)
        return Message(
            "assistant",
            content,
            reasoning,
            tuple(calls.values()),
            blocks=outline,
            author=self._author,
        )

    def _outline(self, calls: dict[int, ToolCall]) -> tuple[JsonObject, ...]:
        """Return the thinking as it came, and where between it the texts and the calls are; nothing without it."""
        if not any(block.kind in _THINKING for block in self._blocks):
            return ()
        outline: list[JsonObject] = []
        for block in self._blocks:
            if block.kind in _THINKING and block.complete:
                outline.append(block.as_sent())
            elif block.kind == "text" and block.end > block.start:
                outline.append({"type": "text", "start": block.start, "end": block.end})
            elif block.kind == "tool_use" and block.number in calls:
                outline.append({"type": "tool_use"})
        return tuple(outline)


def _object(source: JsonObject, key: str) -> JsonObject:
    value = source.get(key)
    return value if isinstance(value, dict) else {}


def _string(source: JsonObject, key: str) -> str:
    value = source.get(key)
    return value if isinstance(value, str) else ""


def _index(event: JsonObject) -> int:
    index = event.get("index")
    return index if isinstance(index, int) else 0
