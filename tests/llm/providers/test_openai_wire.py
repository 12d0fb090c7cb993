from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.llm.context_size.tokens import UNKNOWN_VOCABULARY, estimate_messages, estimate_tokens
from axon_desktop.llm.messages import Message, ToolCall, ToolDefinition
from axon_desktop.llm.providers.openai_wire import ToolNames, encode_body, tool_names, wire_messages

_NAMES = st.text(st.sampled_from("ab._-é/ "), min_size=1, max_size=4) | st.text(min_size=60, max_size=90)


@given(st.lists(_NAMES, max_size=12))
def test_tool_names_map_one_to_one(names: list[str]) -> None:
    mapping = ToolNames(names)
    wire = [mapping.to_wire(name) for name in set(names)]
    assert len(set(wire)) == len(wire)
    assert all(re.fullmatch("[A-Za-z0-9_-]{1,64}", name) for name in wire)
    assert [mapping.from_wire(mapping.to_wire(name)) for name in names] == names
    assert [ToolNames(reversed(names)).to_wire(name) for name in set(names)] == wire


def test_names_that_are_allowed_stay() -> None:
    mapping = ToolNames(["a.b", "a_b", "read_note"])
    assert mapping.to_wire("read_note") == "read_note"
    assert mapping.to_wire("a_b") == "a_b"
    assert mapping.to_wire("a.b").startswith("a_b_")
    assert mapping.from_wire("never_offered") == "never_offered"


def test_orphan_result_becomes_the_users_text() -> None:
    messages = [Message("user", "Hi"), Message("tool", "text", tool_call_id="gone")]
    wire = wire_messages(messages, tool_names(messages, ()), reasoning=True)
    assert wire[1] == {"role": "user", "content": "text"}


def test_lone_surrogates_can_be_sent() -> None:
    assert encode_body({"content": "a\ud83d 你"}) == '{"content":"a? 你"}'.encode()


def test_tokens_are_estimated_from_bytes() -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens("a" * 400) == 125
    assert estimate_tokens("你" * 100) == 94
    assert estimate_tokens("a" * 400, UNKNOWN_VOCABULARY) == 140
    assert estimate_tokens("\ud83d") == 1


def test_request_estimate_counts_everything_sent() -> None:
    plain = estimate_messages([Message("user", "Hello there")])
    call = Message("assistant", "Hello there", "think", (ToolCall("read_note", {"path": "x" * 50}, "1"),))
    tool = ToolDefinition("read_note", "Reads.", {"type": "object"})
    assert plain < estimate_messages([call]) < estimate_messages([call], [tool])
