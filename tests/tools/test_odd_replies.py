"""Odd model replies, kept as data: what runs, what is an error, what is shown."""

import json
import random
from pathlib import Path

import pytest

from axon_desktop.llm.messages import JsonObject
from axon_desktop.tools import ToolCall, ToolParser
from axon_desktop.tools.calls.stream_filter import StreamFilter

_NAMES = ("read_note", "create_note", "list_folder")
_REPLIES: list[JsonObject] = json.loads(
    (Path(__file__).parents[1] / "data" / "odd_replies.json").read_text("utf-8")
)


def _text(entry: JsonObject) -> str:
    return entry["reply"] if "reply" in entry else "".join(part * times for part, times in entry["parts"])


def _shape(call: ToolCall) -> JsonObject:
    shape = {"tool": call.tool, "params": call.params}
    return shape | {"near_miss": True} if call.near_miss else shape


def test_there_are_enough_odd_replies() -> None:
    assert len({_text(entry) for entry in _REPLIES}) >= 150
    assert len({entry["id"] for entry in _REPLIES}) == len(_REPLIES)


@pytest.mark.parametrize("entry", _REPLIES, ids=[entry["id"] for entry in _REPLIES])
def test_odd_reply_is_read_as_expected(entry: JsonObject) -> None:
    text = _text(entry)
    parsed = ToolParser(_NAMES).parse(text)
    assert [_shape(call) for call in parsed.tool_calls] == entry["calls"]
    assert len(parsed.errors) == len(entry["errors"])
    for error, start in zip(parsed.errors, entry["errors"], strict=True):
        assert error.startswith(start)
        assert len(error) < 400
    if "text" in entry:
        assert parsed.text_content == entry["text"]


@pytest.mark.parametrize("entry", _REPLIES, ids=[entry["id"] for entry in _REPLIES])
def test_odd_reply_shows_the_same_text_however_it_is_cut(entry: JsonObject) -> None:
    text = _text(entry)
    expected = ToolParser(_NAMES).parse(text).text_content
    dice = random.Random(entry["id"])
    for longest in (1, 3, 40) if len(text) < 5_000 else (40,):
        stream = StreamFilter(_NAMES)
        shown, at = [], 0
        while at < len(text):
            end = at + dice.randint(1, longest)
            shown.append(stream.feed(text[at:end]))
            at = end
        assert "".join(shown) + stream.finish() == expected
