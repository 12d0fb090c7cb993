"""The seed's properties of calls that cannot run, on a vault which they must leave as it is."""

import math
from collections.abc import Callable
from typing import Any

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from axon_desktop.llm.messages import JsonObject
from axon_desktop.tools import ToolCall
from tests.tools.desk import Desk

MANY = settings(max_examples=100, deadline=None)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.lists(st.tuples(st.text(max_size=5), inner), max_size=3).map(dict)
    ),
    max_leaves=5,
)
_VALID: dict[str, JsonObject] = {
    "read_note": {"path": "Home", "offset": 1, "limit": 1, "column": 1},
    "create_note": {"path": "Home", "content": "x", "mode": "append"},
    "list_folder": {"path": ""},
    "edit_note": {"path": "Home", "edits": [{"old": "text", "new": "b"}]},
    "search_notes": {"query": "text", "folder": "", "tag": "b", "regex": False, "limit": 1},
    "find_notes": {"pattern": "*", "folder": ""},
    "note_links": {"path": "Home"},
    "move_note": {"path": "Home", "to": "Other"},
    "trash_note": {"path": "Home"},
}
_REQUIRED = {
    "read_note": ["path"],
    "create_note": ["path", "content"],
    "list_folder": ["path"],
    "edit_note": ["path", "edits"],  # or old and new, or heading and content
    "search_notes": ["query"],
    "find_notes": ["pattern"],
    "note_links": ["path"],
    "move_note": ["path", "to"],
    "trash_note": ["path"],
}


_WRONG = [None, True, 0, -1, 201, 1.5, "", "1", "true", "Append", [], ["x"], [1], {}, {"path": "Home"}]
_WRONG_EDITS: list[Any] = [
    [], [1], ["old"], [[]], [{}], [{"old": "text"}], [{"old": "text", "new": 1}], [{"old": None, "new": "b"}],
    [{"old": "text", "new": "b", "all": True}], [{"heading": "x", "content": "y", "position": "middle"}],
    [{"old": "text", "new": "b"}, {"old": "b"}], [{"old": "text", "new": "b"}, 2], {"old": "text"}, {},
    {"old": "text", "new": 5}, "old", 7,
]  # fmt: skip


def _fits(tool: str, name: str, value: object) -> bool:
    if name in ("offset", "limit", "column"):
        most = 200 if tool == "search_notes" else math.inf
        return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most
    if name == "regex":
        return isinstance(value, bool)
    return isinstance(value, str) and (name != "mode" or value in ("overwrite", "append"))


@st.composite
def _misfits(draw: st.DrawFn) -> tuple[str, Any, str]:
    """Draw the params of a call that do not fit, and the name of what is wrong with them."""
    tool = draw(st.sampled_from(sorted(_VALID)))
    params: Any = dict(_VALID[tool])
    fault = draw(st.sampled_from(["missing", "type", "type", "unknown", "no object"]))
    if fault == "missing":
        named = draw(st.sampled_from(_REQUIRED[tool]))
        del params[named]
    elif fault == "type":
        named = draw(st.sampled_from(sorted(params)))
        left_out = () if named in _REQUIRED[tool] else (None,)  # null for what is not needed
        wrong = [value for value in _WRONG if value not in left_out and not _fits(tool, named, value)]
        params[named] = draw(st.sampled_from(_WRONG_EDITS if named == "edits" else wrong))
    elif fault == "unknown":
        named = draw(st.text("abcdefgh", min_size=1) | st.sampled_from(["Path", "path ", "paths", "file", ""]))
        assume(named not in params)
        params[named] = draw(JSON)
    else:
        named = "params"
        params = draw(JSON.filter(lambda value: not isinstance(value, dict)))
    return tool, params, named


@MANY
@given(drawn=_misfits())
@example(drawn=("edit_note", {"path": "Home", "edits": [{"old": "text", "new": "b"}, 2]}, "edits"))
@example(drawn=("create_note", {"path": "Home", "content": "x", "mode": "Append"}, "mode"))
@example(drawn=("read_note", {"path": "Home", "offset": True}, "offset"))
def test_params_that_do_not_fit_are_refused(full_desk: Desk, drawn: tuple[str, Any, str]) -> None:
    """Feature: axon-mcp, Property 11: Parameter validation rejects invalid params

    Validates: Requirements 4.5
    """
    tool, params, named = drawn
    before = full_desk.files()
    result = full_desk.run(ToolCall(tool, params))
    assert not result.success
    assert result.data is None
    assert result.error is not None
    assert result.error.startswith("Invalid parameters: ")
    assert named[:80] in result.error or named == "edits"
    assert full_desk.files() == before


_CHANGES: list[Callable[[str], str]] = [
    str.upper, str.title, "{} ".format, " {}".format, "{}\n".format, "{}s".format, "functions.{}".format,
    "vault.{}".format, "{}.md".format, "{}()".format, lambda name: name.replace("_", "-"),
    lambda name: name.replace("_", ""), lambda name: name[:-1], lambda name: name.split("_")[0],
    lambda name: name.replace("e", "\u0435").replace("o", "\u043e"), lambda name: f"{name}:{name}",
    "{}\0".format,
]  # fmt: skip


@MANY
@given(
    known=st.sampled_from(sorted(_VALID)),
    tool=st.none() | st.text(),
    change=st.sampled_from(_CHANGES),
    params=st.none() | JSON,
)
def test_an_unknown_tool_is_not_available(
    full_desk: Desk, known: str, tool: str | None, change: Callable[[str], str], params: Any
) -> None:
    """Feature: axon-mcp, Property 15: Undefined tool returns error

    Validates: Requirements 7.2
    """
    tool = change(known) if tool is None else tool
    assume(tool not in _VALID)
    before = full_desk.files()
    result = full_desk.run(ToolCall(tool, _VALID[known] if params is None else params))
    assert not result.success
    assert result.data is None
    assert result.error == f"Tool '{tool}' is not available"
    assert full_desk.files() == before
