"""The seed's properties of the parser."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from axon_desktop.tools import ToolCall, ToolParser

MANY = settings(max_examples=100, deadline=None)

HOSTILE = st.sampled_from(
    [
        "", " read_note ", "```", "\n```\n", "```json:tool\n{}\n```", "{", "}", '"', "\\", "null",
        "\ufeff", "\u2028",
        "é", "e\u0301", "中文" * 60, "x" * 500, '{"tool": "a", "params": {}}', "\r\n", "\x00",
        "</tool_call>", "~~~",
    ]
)  # fmt: skip
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | HOSTILE
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.lists(st.tuples(TEXT, inner), max_size=3).map(dict),
    max_leaves=5,
)
CALLS = st.builds(ToolCall, TEXT, st.lists(st.tuples(TEXT, VALUES), max_size=3).map(dict))
SIMPLE_CALLS = st.builds(ToolCall, TEXT, st.lists(st.tuples(TEXT, TEXT), max_size=1).map(dict))
LIST = re.compile(r"^ {0,3}([-+*]|\d{1,9}[.)])([ \t]|$)", re.MULTILINE)
PROSE = st.lists(
    st.builds(
        str.__add__,
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="`~<>{\r\n"), max_size=20)
        | st.sampled_from(
            [
                "Look at `code`.", "`a", "``b`` and ``` in a line", "```no `fence", "a ~~~ b", "{", "}",
                "{a: 1}",
                '{"path": "Home"}', "[[Home]] [1](x)", "] }", "a <b>word</b>", "| a | b |", "# Heading",
                "---", "",
                "   ", "\tx", "> a quote", "1. one", "- a `list`", "json:tool", "\\```", "$x^2$ {{y}}", "&lt;",
                "```py\nx = `{[`\n```", "~~~~\n```json:tool\n{}\n```\n~~~~", "    ```json:tool",
                "``` ```json:tool",
            ]
        ),
        st.sampled_from(["\n", "\r\n", "\n\n"]),
    ),
    max_size=4,
).map("".join)  # fmt: skip


@st.composite
def _blocks(draw: st.DrawFn, body: str, ends: Sequence[str] = ("\n", "\r\n", "\r"), indent: int = 3) -> str:
    """Draw a block around `body`: fence length, indentation and line ends as CommonMark allows them."""
    end = draw(st.sampled_from(ends))
    ticks = "`" * draw(st.integers(3, 6))
    before, after = (" " * draw(st.integers(0, most)) for most in (indent, 3))
    blanks = draw(st.sampled_from(["", " ", "  "]))
    return f"{before}{ticks}{blanks}json:tool{blanks}{end}{body}{end}{after}{ticks}{blanks}{end}"


def _json(call: ToolCall, draw: Callable[[st.SearchStrategy[Any]], Any]) -> str:
    ascii_only, indent, names_first = draw(st.tuples(st.booleans(), st.sampled_from([None, 2]), st.booleans()))
    shape = {"tool": call.tool, "params": call.params}
    return json.dumps(
        shape if names_first else dict(reversed(shape.items())), ensure_ascii=ascii_only, indent=indent
    )


@st.composite
def _replies(draw: st.DrawFn) -> tuple[ToolCall, str]:
    call = draw(CALLS)
    return call, draw(_blocks(_json(call, draw)))


_ODD_CALL = ToolCall(" t ", {"text": 'x`"' * 3_000, "none": None, "one": 1, "list": [1.0, [], {}]})


@MANY
@given(drawn=_replies())
@example(
    drawn=(_ODD_CALL, f"```json:tool\n{json.dumps({'tool': _ODD_CALL.tool, 'params': _ODD_CALL.params})}\n```")
)
def test_a_block_gives_exactly_its_call(drawn: tuple[ToolCall, str]) -> None:
    """Feature: axon-mcp, Property 12: Tool block parsing extracts correct data

    Validates: Requirements 5.1
    """
    call, reply = drawn
    parsed = ToolParser().parse(reply)
    assert parsed.tool_calls == [call]
    assert repr(parsed.tool_calls[0].params) == repr(call.params)  # 1, 1.0 and True are equal, but not the same
    assert parsed.has_tool_calls
    assert parsed.errors == []
    assert parsed.text_content == ""


def _refuse(name: str) -> None:
    raise ValueError(name)


def _is_json(text: str) -> bool:
    try:
        json.loads(re.sub(r",\s*(?=[\]}])", "", text), strict=False, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return True


_NO_JSON = [
    "", " ", "\n", "[" * 100_000, '{"a":' * 5_000, "{" * 65,
    '{"tool": "read_note", "params": {"path": NaN}}', "nul",
    "{'tool': 'a', 'params': {}}", '{"tool": "a" "params": {}}', '{"tool": "a", "params": {}} {}',
    "﻿{}", "\ud800",
    '{"tool": "a", "params": {path: "Home"}}', '{"tool": "a", "params": {}} // ok', '{"a": "\\x"}',
    '"\\ud8', "-", "{,}",
    '{"tool": "create_note", "params": {"path": "a", "content": "b', "tool: a\nparams: {}", "'" * 9_999,
    "[1,,2]", "01",
    '{"tool": "a", "params": {}}}', '{"tool": "a", "params": {"x": Infinity}}',
    "read_note(path='Home')", "<a>b</a>",
]  # fmt: skip


@st.composite
def _broken_json(draw: st.DrawFn) -> str:
    """Draw a string that is no JSON: any text, a call that was cut off, or one with a character too many."""
    kind = draw(st.sampled_from(["text", "cut", "extra"]))
    if kind == "text":
        return draw(TEXT)
    whole = _json(draw(SIMPLE_CALLS), draw)
    at = draw(st.integers(0, len(whole) - 1))
    return whole[:at] if kind == "cut" else whole[:at] + draw(st.sampled_from('{}[]":,x')) + whole[at:]


def _each_known(test: Callable[..., None]) -> Callable[..., None]:
    for number, text in enumerate(_NO_JSON):
        test = example(text=text, ticks=3, beside=["", "before", "after"][number % 3])(test)
    return test


@MANY
@_each_known
@given(text=_broken_json(), ticks=st.integers(3, 5), beside=st.sampled_from(["", "before", "after"]))
def test_broken_json_is_an_error_and_nothing_is_raised(text: str, ticks: int, beside: str) -> None:
    """Feature: axon-mcp, Property 14: Malformed JSON handled gracefully

    Validates: Requirements 7.1
    """
    assume(not _is_json(text))
    assume("```" not in text)
    reply = f"{'`' * ticks}json:tool\n{text}\n{'`' * ticks}\n"
    whole = '```json:tool\n{"tool": "list_folder", "params": {"path": ""}}\n```\n'
    reply = {"": reply, "before": whole + reply, "after": reply + whole}[beside]
    parsed = ToolParser(["read_note"]).parse(reply)
    assert parsed.tool_calls == [ToolCall("list_folder", {"path": ""})] * bool(beside)
    assert parsed.has_tool_calls is bool(beside)
    assert len(parsed.errors) == 1
    assert parsed.errors[0].startswith("Invalid JSON: ")
    assert parsed.errors[0].removeprefix("Invalid JSON: ").strip()
    assert isinstance(parsed.items[0], str) is (beside != "before")


@MANY
@given(before=PROSE, pairs=st.lists(st.tuples(SIMPLE_CALLS, PROSE), min_size=1, max_size=3), data=st.data())
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
    assert parsed.errors == []
