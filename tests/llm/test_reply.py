"""Mutated streams: whatever a server sends, a reply is whole, marked as broken off, or a named error."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.errors import LLMError
from axon_desktop.llm.messages import TextDelta
from axon_desktop.llm.openai_compatible import OpenAICompatibleProvider
from axon_desktop.llm.reply import ReplyBuilder
from axon_desktop.llm.sse import SseDecoder
from axon_desktop.llm.wire import ToolNames
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
