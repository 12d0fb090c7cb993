from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.llm.messages import ToolCall, ToolDefinition, ToolResult
from axon_desktop.llm.prompts import (
    build_agent_system_prompt,
    build_native_system_prompt,
    format_result,
    format_tool_results,
    read_tool_results,
    tools_in_prompt,
)

SCHEMA = {
    "type": "object",
    "properties": {"path": {"type": "string", "description": "路径 {{tools}}"}},
    "required": ["path"],
    "additionalProperties": False,
}
READ = ToolDefinition("read_note", "Reads a note.", SCHEMA)
CREATE = ToolDefinition("create_note", "Writes a note.", SCHEMA)


def test_prompt_carries_each_full_schema() -> None:
    prompt = build_agent_system_prompt([READ, CREATE])
    assert prompt.count(json.dumps(SCHEMA, ensure_ascii=False)) == 2
    assert tools_in_prompt(prompt) == {"read_note", "create_note"}
    assert "{{tools}}" in prompt.replace(json.dumps(SCHEMA, ensure_ascii=False), "", 1)  # a schema is no template


def test_prompt_depends_on_nothing_but_the_set_of_tools() -> None:
    assert build_agent_system_prompt([READ, CREATE]) == build_agent_system_prompt([CREATE, READ])
    beginning = build_agent_system_prompt([]).partition("# Tools")[0]
    assert build_agent_system_prompt([READ]).startswith(beginning)
    assert beginning.startswith(build_native_system_prompt().strip())


def test_prompt_shows_examples_of_offered_tools_only() -> None:
    read_only = build_agent_system_prompt([READ])
    assert '"tool": "read_note"' in read_only
    assert '"tool": "create_note"' not in read_only
    assert build_agent_system_prompt([READ, CREATE]).count("Your first reply:") == 2


def test_results_repeat_the_request_and_whether_anything_was_written() -> None:
    call = ToolCall("read_note", {"path": "Home"})
    pairs = [(call, ToolResult(True, "Text", path="Home.md"))]
    before = format_tool_results(pairs, "add a line", False)
    assert "add a line" in before
    assert "Nothing has been written" in before
    assert "Nothing has been written" not in format_tool_results(pairs, "add a line", True)


def test_long_note_is_cut_between_lines_and_says_where_to_go_on() -> None:
    text = "".join(f"line {number}\n" for number in range(1, 101))
    call = ToolCall("read_note", {"path": "Home", "offset": 11})
    message = format_tool_results([(call, ToolResult(True, text))], "r", False, limit=40)
    ((result,), _) = read_tool_results(message)
    assert result.text == "line 1\nline 2\nline 3\nline 4\nline 5\n"
    assert '"offset": 16' in result.rest
    assert str(len(text)) in result.rest
    assert format_result(call, ToolResult(True, text), 40).endswith(result.rest)


def test_long_line_is_cut_by_bytes_and_goes_on_inside_the_line() -> None:
    call = ToolCall("read_note", {"path": "Home", "offset": 3, "column": 11})
    shown = format_result(call, ToolResult(True, "汉" * 100), 40)
    assert shown.startswith("汉" * 13 + "\n")
    assert '"offset": 3, "column": 24' in shown


def test_native_result_names_another_path_and_an_empty_output() -> None:
    call = ToolCall("read_note", {"path": "hom"})
    assert format_result(call, ToolResult(True, "Text", path="Home.md")) == "[Home.md]\nText"
    assert format_result(call, ToolResult(True, "")) == "(no output)"
    assert format_result(call, ToolResult(False, error="File not found: hom")) == "File not found: hom"


_TEXT = st.text(st.sampled_from("`a\n #:{}一🌍\r~"), min_size=1, max_size=60)


@given(
    st.lists(
        st.tuples(st.sampled_from(["read_note", "a.b"]), _TEXT, st.booleans(), st.none() | _TEXT), max_size=4
    ),
    _TEXT,
)
def test_results_are_read_back_whatever_they_hold(
    results: list[tuple[str, str, bool, str | None]], request: str
) -> None:
    pairs = [
        (
            ToolCall(tool, {}),
            ToolResult(good, text if good else None, None if good else text, path=path),
        )
        for tool, text, good, path in results
    ]
    message = format_tool_results(pairs, request, False)
    found, said_after = read_tool_results(message)
    assert said_after == ("" if pairs else message)
    assert [(result.tool, result.text, result.success) for result in found] == [
        (tool, text, good) for tool, text, good, _ in results
    ]


def test_words_after_results_are_the_users() -> None:
    message = format_tool_results([(ToolCall("a", {}), ToolResult(True, "x"))], "first", False)
    results, said_after = read_tool_results(f"{message}\n\nread B")
    assert (len(results), said_after) == (1, "read B")
    assert read_tool_results("read B") == ([], "read B")
