"""Requests in the format of Anthropic's Messages API.

The API answers 400 to anything that is out of order, so this puts a conversation into the order that it accepts:
roles alternate, the first and the last message are the user's, results come first and one for every call, ids of
calls are unique, no text is empty. Equal conversations give equal bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from axon_desktop.llm.messages import JsonObject, Message, ToolCall, ToolDefinition
from axon_desktop.llm.providers.openai_wire import EMPTY_RESULT, LOST_RESULT, ToolNames
from axon_desktop.llm.tool_schemas import plain_schema

_CALL_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_BEFORE = "(the beginning is left out)"
_GO_ON = "(go on)"
_THINKING = frozenset({"thinking", "redacted_thinking"})


def wire_tools(tools: Sequence[ToolDefinition], names: ToolNames) -> list[JsonObject]:
    """Return the tools in their order: one that comes later is sent after those that were sent before."""
    return [
        {
            "name": names.to_wire(tool.name),
            "description": tool.description,
            "input_schema": plain_schema(tool.parameters),
        }
        for tool in tools
    ]


def used_tools(turns: Sequence[JsonObject]) -> list[JsonObject]:
    """Return bare definitions of the called tools: the API requires them even if they are not offered any more."""
    used = {block["name"] for turn in turns for block in turn["content"] if block["type"] == "tool_use"}
    return [{"name": name, "input_schema": {"type": "object"}} for name in sorted(used)]


def wire_system(messages: Sequence[Message]) -> tuple[str, Sequence[Message]]:
    """Return the system prompt, from the system messages at the beginning, and the other messages."""
    count = next((at for at, message in enumerate(messages) if message.role != "system"), len(messages))
    return "\n\n".join(message.content for message in messages[:count] if message.content.strip()), messages[
        count:
    ]


def wire_turns(messages: Sequence[Message], names: ToolNames, *, thinking_of: str) -> list[JsonObject]:
    """Return the conversation.

    `thinking_of` is the author whose thinking is sent back; empty for none.
    """
    turns = _Turns(names, thinking_of)
    for message in messages:
        turns.add(message)
    return turns.finish()


def lacks_thinking(turns: Sequence[JsonObject], *, everywhere: bool) -> bool:
    """Say whether thinking with a budget would be refused, because calls were made without thinking first.

    What counts is the beginning of the turn that the model is in; `everywhere`, all calls.
    """
    start = 0
    if not everywhere:
        asked = [at for at, turn in enumerate(turns) if turn["role"] == "user" and not _has(turn, "tool_result")]
        start = asked[-1] if asked else 0
    replies = [turn for turn in turns[start:] if turn["role"] == "assistant" and _has(turn, "tool_use")]
    return any(turn["content"][0]["type"] not in _THINKING for turn in (replies if everywhere else replies[:1]))


def _has(turn: JsonObject, kind: str) -> bool:
    return any(block["type"] == kind for block in turn["content"])


class _Turns:
    def __init__(self, names: ToolNames, thinking_of: str) -> None:
        self._names = names
        self._thinking_of = thinking_of
        self._turns: list[JsonObject] = []
        self._ids: set[str] = set()
        self._open: list[tuple[str, str]] = []  # calls without a result yet: their own id, and that on the wire
        self._results: dict[str, JsonObject] = {}  # by id on the wire
        self._strays: list[str] = []  # results without a call: the text is worth more than the form

    def add(self, message: Message) -> None:
        if message.role == "tool":
            self._add_result(message)
            return
        self._close()
        if message.role == "assistant":
            self._put("assistant", self._reply(message))
        else:
            self._put("user", _text(message.content))

    def finish(self) -> list[JsonObject]:
        self._close()
        if not self._turns or self._turns[-1]["role"] != "user":
            self._put("user", _text(_GO_ON))
        if self._turns[0]["role"] != "user":
            self._turns.insert(0, {"role": "user", "content": _text(_BEFORE)})
        return self._turns

    def _put(self, role: str, blocks: list[JsonObject]) -> None:
        if not blocks:
            return
        if self._turns and self._turns[-1]["role"] == role:
            self._turns[-1]["content"] += blocks
        else:
            self._turns.append({"role": role, "content": blocks})

    def _add_result(self, message: Message) -> None:
        content = message.content if message.content.strip() else EMPTY_RESULT
        for own_id, wire_id in self._open:
            if own_id == message.tool_call_id and wire_id not in self._results:
                self._results[wire_id] = _result(wire_id, content, failed=message.failed)
                return
        self._strays.append(content)

    def _close(self) -> None:
        """Write what followed the last calls: a result for each, in their order, then the rest."""
        for _, wire_id in self._open:
            self._put("user", [self._results.get(wire_id) or _result(wire_id, LOST_RESULT, failed=True)])
        for stray in self._strays:
            self._put("user", _text(stray))
        self._open.clear()
        self._results.clear()
        self._strays.clear()

    def _reply(self, message: Message) -> list[JsonObject]:
        """Return an assistant message's blocks, in the order in which they came if that is known."""
        calls: list[JsonObject] = []
        for call in message.tool_calls:
            wire_id = self._new_id(call.id)
            self._open.append((call.id, wire_id))
            calls.append(self._call(call, wire_id))
        own = bool(message.author) and message.author == self._thinking_of
        blocks = _in_order(message, calls) if own else None
        if blocks is None:
            thinking = [block for block in message.blocks if block["type"] in _THINKING] if own else []
            blocks = [*thinking, *_text(message.content), *calls]
        while blocks and blocks[-1]["type"] in _THINKING:
            blocks.pop()  # a message may not end with thinking
        return blocks

    def _call(self, call: ToolCall, wire_id: str) -> JsonObject:
        return {"type": "tool_use", "id": wire_id, "name": self._names.to_wire(call.tool), "input": call.params}

    def _new_id(self, call_id: str) -> str:
        wire_id = call_id
        while not _CALL_ID.fullmatch(wire_id) or wire_id in self._ids:
            wire_id = f"call_{len(self._ids)}" if wire_id == call_id else f"{wire_id}_"
        self._ids.add(wire_id)
        return wire_id


def _in_order(message: Message, calls: Sequence[JsonObject]) -> list[JsonObject] | None:
    """Return the blocks as `message.blocks` outlines them, None when the message is no longer what it outlines."""
    texts = [block for block in message.blocks if block["type"] == "text"]
    slots = sum(block["type"] == "tool_use" for block in message.blocks)
    if slots != len(calls) or (texts[-1]["end"] if texts else 0) != len(message.content):
        return None
    blocks: list[JsonObject] = []
    rest = iter(calls)
    for block in message.blocks:
        if block["type"] == "text":
            blocks += _text(message.content[block["start"] : block["end"]])
        elif block["type"] == "tool_use":
            blocks.append(next(rest))
        else:
            blocks.append(block)
    return blocks


def _text(text: str) -> list[JsonObject]:
    return [{"type": "text", "text": text}] if text.strip() else []


def _result(wire_id: str, content: str, *, failed: bool) -> JsonObject:
    result: JsonObject = {"type": "tool_result", "tool_use_id": wire_id, "content": content}
    return {**result, "is_error": True} if failed else result
