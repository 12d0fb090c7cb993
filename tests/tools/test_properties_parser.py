"""The seed's properties of the parser."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from axon_desktop.tools import ToolCall, ToolParser

MANY = settings(max_examples=150, deadline=None)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
CALLS = st.builds(ToolCall, TEXT, st.dictionaries(TEXT, VALUES, max_size=4))
PROSE = st.lists(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="`~<>{\r\n"), max_size=60).map(
        lambda line: line + "\n"
    ),
    max_size=4,
).map("".join)
LIST = re.compile(r"^ {0,3}([-+*]|\d{1,9}[.)])([ \t]|$)", re.MULTILINE)


@st.composite
def _blocks(draw: st.DrawFn, body: str, ends: Sequence[str] = ("\n", "\r\n", "\r"), indent: int = 3) -> str:
    """Draw a block around `body`: fence length, indentation and line ends as CommonMark allows them."""
    end = draw(st.sampled_from(ends))
    ticks = "`" * draw(st.integers(3, 6))
    before, after = (" " * draw(st.integers(0, most)) for most in (indent, 3))
    blanks = draw(st.sampled_from(["", " ", "  "]))
    return f"{before}{ticks}{blanks}json:tool{blanks}{end}{body}{end}{after}{ticks}{blanks}{end}"


def _json(call: ToolCall, draw: Callable[[st.SearchStrategy[Any]], Any]) -> str:
    return json.dumps(
        {"tool": call.tool, "params": call.params},
        ensure_ascii=draw(st.booleans()),
        indent=draw(st.sampled_from([None, 2])),
        sort_keys=draw(st.booleans()),
    )


@MANY
@given(call=CALLS, data=st.data())
def test_a_block_gives_exactly_its_call(call: ToolCall, data: st.DataObject) -> None:
    """Feature: axon-mcp, Property 12: Tool block parsing extracts correct data

    Validates: Requirements 5.1
    """
    parsed = ToolParser().parse(data.draw(_blocks(_json(call, data.draw))))
    assert parsed.tool_calls == [call]
    assert parsed.has_tool_calls
    assert parsed.errors == []
    assert parsed.text_content == ""


def _is_json(text: str) -> bool:
    try:
        json.loads(re.sub(r",\s*(?=[\]}])", "", text), strict=False)
    except (ValueError, RecursionError):
        return False
    return True


@st.composite
def _broken_json(draw: st.DrawFn) -> str:
    """Draw a string that is no JSON: any text, a call that was cut off, or one with a character too many."""
    kind = draw(st.sampled_from(["text", "cut", "extra"]))
    if kind == "text":
        return draw(TEXT)
    whole = _json(draw(CALLS), draw)
    at = draw(st.integers(0, len(whole) - 1))
    return whole[:at] if kind == "cut" else whole[:at] + draw(st.sampled_from('{}[]":,x')) + whole[at:]


@MANY
@given(text=_broken_json(), ticks=st.integers(3, 5))
def test_broken_json_is_an_error_and_nothing_is_raised(text: str, ticks: int) -> None:
    """Feature: axon-mcp, Property 14: Malformed JSON handled gracefully

    Validates: Requirements 7.1
    """
    assume(not _is_json(text))
    assume("```" not in text)
    parsed = ToolParser(["read_note"]).parse(f"{'`' * ticks}json:tool\n{text}\n{'`' * ticks}\n")
    assert parsed.tool_calls == []
    assert not parsed.has_tool_calls
    assert len(parsed.errors) == 1
    assert parsed.errors[0].startswith("Invalid JSON: ")


@MANY
@given(before=PROSE, pairs=st.lists(st.tuples(CALLS, PROSE), min_size=1, max_size=4), data=st.data())
def test_text_and_calls_are_parted(before: str, pairs: list[tuple[ToolCall, str]], data: st.DataObject) -> None:
    """Feature: axon-mcp, Property 16: Mixed response text extraction

    Validates: Requirements 7.5
    """
    reply = above = before
    for call, text in pairs:  # below a list, an indented block would begin in its last item
        indent = 0 if LIST.search(above) else 3
        reply += data.draw(_blocks(_json(call, data.draw), ("\n", "\r\n"), indent)) + text
        above = text
    parsed = ToolParser().parse(reply)
    assert parsed.tool_calls == [call for call, _ in pairs]
    assert parsed.text_content == before + "".join(text for _, text in pairs)
