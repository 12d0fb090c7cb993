from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.errors import LLMResponseError
from axon_desktop.llm.http.sse import SseDecoder, SseEvent


def decode(*chunks: bytes) -> list[SseEvent]:
    decoder = SseDecoder()
    events = [event for chunk in chunks for event in decoder.feed(chunk)]
    return events + decoder.finish()


def texts(*chunks: bytes) -> list[tuple[str, str]]:
    return [(event.kind, event.text) for event in decode(*chunks)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_kind_give_the_same_events(end: str) -> None:
    stream = ": keep-alive||data: one||data:two|data:  three||event: ping|data: 4||".replace("|", end).encode()
    assert texts(stream) == [("comment", "keep-alive"), ("data", "one"), ("data", "two\n three"), ("data", "4")]


def test_event_name_is_kept_and_forgotten_after_its_event() -> None:
    events = decode(b"event: delta\ndata: 1\n\ndata: 2\n\nevent: error\ndata: 3\n\n")
    assert [(event.kind, event.name) for event in events] == [("data", "delta"), ("data", ""), ("error", "error")]


def test_error_field_is_an_error() -> None:
    assert texts(b'error: {"message":"x"}\n\n') == [("error", '{"message":"x"}')]


def test_last_event_counts_without_its_blank_line() -> None:
    assert texts(b"data: 1\n\ndata: 2") == [("data", "1"), ("data", "2")]


def test_json_body_is_returned_whole() -> None:
    assert texts(b'\n\n{\n  "a":', b" 1\n}\n") == [("body", '{\n  "a": 1\n}')]


def test_html_body_is_returned_whole() -> None:
    assert texts(b"<!doctype html>\n<p>data: no</p>") == [("body", "<!doctype html>\n<p>data: no</p>")]


def test_byte_order_mark_at_the_start_is_skipped() -> None:
    assert texts("\ufeffdata: 1\n\n".encode()) == [("data", "1")]


def test_unknown_fields_are_ignored() -> None:
    assert texts(b"id: 7\nretry: 3\nfoo: bar\nfoo\ndata: 1\n\n") == [("data", "1")]


def test_too_long_line_is_refused() -> None:
    decoder = SseDecoder(max_line=10)
    with pytest.raises(LLMResponseError):
        decoder.feed(b"data: 12345678")


def test_too_long_stream_is_refused() -> None:
    decoder = SseDecoder(max_total=10)
    decoder.feed(b"data: 1\n\n")
    with pytest.raises(LLMResponseError):
        decoder.feed(b"data: 2\n\n")


_LINES = st.sampled_from(
    [
        "data: 你好 🌍",
        "data:{}",
        "",
        "",
        ": keep-alive",
        "event: x",
        "error: e",
        "data",
        "id: 1",
        "{",
        "<p>",
        "é",
        ":",
    ]
)


@settings(max_examples=300)
@given(
    st.lists(st.tuples(_LINES, st.sampled_from(["\n", "\r\n", "\r"])), max_size=20),
    st.lists(st.integers(0, 400), max_size=12),
)
def test_any_chunking_gives_the_same_events(lines: list[tuple[str, str]], cuts: list[int]) -> None:
    stream = "".join(text + end for text, end in lines).encode()
    edges = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    chunks = [stream[a:b] for a, b in pairwise(edges)]
    assert decode(*chunks) == decode(stream) == decode(*(bytes([byte]) for byte in stream))


@given(st.binary(max_size=300))
def test_any_bytes_are_survived(data: bytes) -> None:
    decode(data)
