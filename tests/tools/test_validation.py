"""Null for an optional parameter means that it was left out, wherever a call comes from."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.llm.messages import ToolCall
from axon_desktop.tools import ToolParser
from axon_desktop.tools.validation import as_meant, find_problem
from tests.tools.desk import Desk

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data/optional_nulls.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=[case["why"] for case in CASES])
def test_null_is_left_out_where_it_means_nothing(case: dict[str, Any]) -> None:
    before = copy.deepcopy(case["given"])
    assert as_meant(case["schema"], case["given"]) == case["meant"]
    assert case["given"] == before


def test_every_tool_of_the_vault_takes_null_for_what_it_does_not_need(desk: Desk) -> None:
    """Each optional parameter alone, and all of them at once, beside what the tool needs."""
    for tool in desk.manager.registry.list():
        schema = tool.definition.parameters
        needed = dict.fromkeys(schema.get("required", ()), "x")
        optional = [name for name in schema["properties"] if name not in needed]
        for nulls in ([name] for name in optional) if optional else ():
            params = as_meant(schema, {**needed, **dict.fromkeys(nulls)})
            assert params == needed, (tool.name, nulls)
        assert as_meant(schema, {**needed, **dict.fromkeys(optional)}) == needed


def test_a_note_is_read_with_null_for_the_rest(desk: Desk) -> None:
    desk.call("create_note", path="Home", content="text")
    result = desk.call("read_note", path="Home", offset=None, limit=None, column=None)
    assert (result.success, result.data) == (True, "text")
    assert not desk.call("read_note", path=None).success


@given(st.dictionaries(st.sampled_from("abc"), st.none() | st.integers() | st.text(max_size=3)))
def test_what_is_no_null_stays(params: dict[str, Any]) -> None:
    schema = {"properties": {name: {"type": ["integer", "string"]} for name in "abc"}, "required": ["a"]}
    meant = as_meant(schema, params)
    assert {key: value for key, value in params.items() if value is not None}.items() <= meant.items()
    assert set(params) - set(meant) == {key for key, value in params.items() if value is None and key != "a"}
    if params.get("a") is not None:
        assert find_problem(schema, meant) is None


@pytest.mark.parametrize(
    "reply",
    [
        '```json:tool\n{"tool": "read_note", "params": "{\\"path\\": \\"Home\\"}"}\n```',
        '{"tool_calls": [{"name": "read_note", "arguments": "{\\"path\\": \\"Home\\"}"}]}',
    ],
)
def test_arguments_may_be_json_in_a_string(reply: str) -> None:
    parsed = ToolParser(["read_note"]).parse(reply)
    assert parsed.tool_calls == [ToolCall("read_note", {"path": "Home"})]


@pytest.mark.parametrize("arguments", ['"no json"', '"[1]"', '"{"', '""', "3", "[]", "null"])
def test_arguments_that_are_no_object_are_refused(arguments: str) -> None:
    parsed = ToolParser(["read_note"]).parse(f'```json:tool\n{{"tool": "read_note", "params": {arguments}}}\n```')
    assert parsed.tool_calls == []
    assert parsed.errors == ["Invalid parameters: params must be an object"]
