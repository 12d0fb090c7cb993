"""Mutated streams: whatever a server sends, a reply is whole, marked as broken off, or a named error."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.errors import LLMError
from axon_desktop.llm.http.sse import SseDecoder
from axon_desktop.llm.messages import TextDelta
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from axon_desktop.llm.providers.openai_reply import ReplyBuilder
from axon_desktop.llm.providers.openai_wire import ToolNames
from tests.llm.deepseek_server import Reply, chunks_of

CALLS = [("create_note", {"path": "a", "content": "日本 " * 5}), ("read_note", {"path": "b"})]
REPLY = Reply("Some text 你好.", reasoning="Think.", calls=CALLS)
STREAM = b"".join(f"data: {json.dumps(chunk)}\n\n".encode() for chunk in chunks_of(REPLY)) + b"data: [DONE]\n\n"
PROVIDER = OpenAICompatibleProvider("http://127.0.0.1:1", "m")

_EDIT = st.tuples(st.integers(0, len(STREAM)), st.integers(0, 40), st.binary(max_size=8) | st.just(b"\n\n"))


@settings(max_examples=300)
@given(st.lists(_EDIT, min_size=1, max_size=4), st.integers(1, 500))
def test_mutated_streams_never_surprise(edits: list[tuple[int, int, bytes]], size: int) -> None:
    data = STREAM
    for start, length, new in edits:
        data = data[:start] + new + data[start + length :]
    decoder = SseDecoder()
    reply = ReplyBuilder(ToolNames(["create_note", "read_note"]))
    text = ""
    try:
        events = [event for at in range(0, len(data), size) for event in decoder.feed(data[at : at + size])]
        for delta in PROVIDER._read(events + decoder.finish(), reply):
            text += delta.text if isinstance(delta, TextDelta) else ""
        end = reply.finish() if reply.ended else reply.interrupted("cut")
    except LLMError:
        return
    assert end.message.content == text
    assert all(isinstance(call.params, dict) and call.id for call in end.message.tool_calls)
    if end.finish_reason != "tool_calls":
        assert not end.message.tool_calls


@given(st.integers(0, len(STREAM)))
def test_cut_streams_run_no_call(cut: int) -> None:
    decoder = SseDecoder()
    reply = ReplyBuilder(ToolNames([]))
    try:
        list(PROVIDER._read([*decoder.feed(STREAM[:cut]), *decoder.finish()], reply))
        end = reply.finish() if reply.ended else reply.interrupted("cut")
    except LLMError:
        return
    calls = [(call.tool, call.params) for call in end.message.tool_calls]
    assert calls in ([], CALLS)


@pytest.mark.parametrize("depth", [64, 500])
def test_arguments_that_nest_too_deeply_are_a_broken_call(depth: int) -> None:
    arguments = '{"path": ' + "[" * depth + "]" * depth + "}"
    reply = ReplyBuilder(ToolNames(["read_note"]))
    call = {"index": 0, "id": "a", "function": {"name": "read_note", "arguments": arguments}}
    list(reply.feed({"choices": [{"delta": {"tool_calls": [call]}, "finish_reason": "tool_calls"}]}))
    finished = reply.finish()
    assert finished.message.tool_calls == ()
    (broken,) = finished.broken_calls
    assert broken.startswith("Invalid JSON: nested deeper than 64 levels. The call was read_note, with")
    assert len(broken) < 1_200


def test_message_beside_the_deltas_is_not_the_reply() -> None:
    reply = ReplyBuilder(ToolNames([]))
    pieces = ["Hel", "lo", " world"]
    for number, piece in enumerate(pieces, 1):
        so_far = {"role": "assistant", "content": "".join(pieces[:number])}
        list(reply.feed({"choices": [{"delta": {"content": piece}, "message": so_far, "finish_reason": None}]}))
        assert not reply.ended
    whole = {"role": "assistant", "content": "Hello world"}
    list(reply.feed({"choices": [{"delta": {}, "message": whole, "finish_reason": "stop"}]}))
    assert reply.finish().message.content == "Hello world"


def test_arguments_may_nest_as_deeply_as_in_the_text_protocol() -> None:
    reply = ReplyBuilder(ToolNames(["read_note"]))
    call = {
        "index": 0,
        "id": "a",
        "function": {"name": "read_note", "arguments": {"path": json.loads("[" * 63 + "]" * 63)}},
    }
    list(reply.feed({"choices": [{"delta": {"tool_calls": [call]}, "finish_reason": "tool_calls"}]}))
    assert len(reply.finish().message.tool_calls) == 1
