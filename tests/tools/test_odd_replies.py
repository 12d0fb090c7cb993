"""Odd model replies, kept as data: what runs, what is an error, what is shown."""

import json
import random
from functools import cache
from pathlib import Path

from axon_desktop.llm.messages import JsonObject
from axon_desktop.tools import ToolCall, ToolParser
from axon_desktop.tools.calls.parser import ParsedResponse
from axon_desktop.tools.calls.stream_filter import StreamFilter

_NAMES = ("read_note", "create_note", "list_folder")
_REPLIES: list[JsonObject] = json.loads(
    (Path(__file__).parents[1] / "data" / "odd_replies.json").read_text("utf-8")
)


def _text(entry: JsonObject) -> str:
    return entry["reply"] if "reply" in entry else "".join(part * times for part, times in entry["parts"])


@cache
def _parse(text: str) -> ParsedResponse:
    return ToolParser(_NAMES).parse(text)


def _shape(call: ToolCall) -> JsonObject:
    shape = {"tool": call.tool, "params": call.params}
    return shape | {"near_miss": True} if call.near_miss else shape


def test_there_are_enough_odd_replies() -> None:
    assert len({_text(entry) for entry in _REPLIES}) >= 150
    assert len({entry["id"] for entry in _REPLIES}) == len(_REPLIES)


def test_odd_replies_are_read_as_expected() -> None:
    wrong: dict[str, JsonObject] = {}
    for entry in _REPLIES:
        parsed = _parse(_text(entry))
        read: JsonObject = {"calls": [_shape(call) for call in parsed.tool_calls], "errors": []}
        for number, error in enumerate(parsed.errors):  # the data has only how an error begins
            start = entry["errors"][number] if number < len(entry["errors"]) else ""
            as_expected = start and error.startswith(start) and len(error) < 400
            read["errors"].append(start if as_expected else error)
        if "text" in entry:
            read["text"] = parsed.text_content
        if any(read[part] != entry[part] for part in read):
            wrong[entry["id"]] = read
    assert wrong == {}


def test_odd_replies_show_the_same_text_however_they_are_cut() -> None:
    wrong: dict[str, str] = {}
    for entry in _REPLIES:
        text = _text(entry)
        dice = random.Random(entry["id"])
        for longest in (1, 3, 40) if len(text) < 5_000 else (400,):
            stream = StreamFilter(_NAMES)
            shown, at = [], 0
            while at < len(text):
                end = at + dice.randint(1, longest)
                shown.append(stream.feed(text[at:end]))
                at = end
            if "".join(shown) + stream.finish() != _parse(text).text_content:
                wrong[entry["id"]] = f"shown in pieces of up to {longest}: {''.join(shown)[:400]!r}"
    assert wrong == {}
