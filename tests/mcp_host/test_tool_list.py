"""Names and schemas of servers' tools."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from axon_desktop.mcp_host.config.approvals import Approvals
from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.tool_list import RawTool, check_tools, safe_schema, server_key
from axon_desktop.tools.validation import find_problem


def raw(name: str = "tool", schema: dict[str, Any] | None = None, **more: str) -> RawTool:
    return RawTool(name, more.get("title", ""), more.get("description", ""), schema or {"type": "object"}, {})


def refusal(schema: dict[str, Any]) -> str:
    return check_tools("s", [raw(schema=schema)])[0].refused


@given(st.lists(st.text(min_size=1, max_size=60), min_size=2, max_size=6, unique=True))
def test_names_of_servers_stay_apart(names: list[str]) -> None:
    keys = [server_key(name) for name in names]
    assert len(set(keys)) == len(keys)
    assert all("." not in key and len(key) <= 40 and key.isascii() for key in keys)


@given(st.lists(st.text(min_size=1, max_size=100), min_size=1, max_size=6, unique=True))
def test_names_of_tools_stay_apart(names: list[str]) -> None:
    listed = check_tools("s", [raw(name) for name in names])
    full = [tool.definition.name for tool in listed]
    assert len(set(full)) == len(full)


def test_plain_names_stay_as_they_are() -> None:
    (tool,) = check_tools("my-server", [raw("files.read_v2")])
    assert tool.definition.name == "my-server.files.read_v2"


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"x": schema}}
    return schema


def bomb(levels: int) -> dict[str, Any]:
    defs: dict[str, Any] = {f"a{n}": {"allOf": [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(levels)}
    defs[f"a{levels}"] = {"type": "string"}
    return {"type": "object", "properties": {"x": {"$ref": "#/$defs/a0"}}, "$defs": defs}


@pytest.mark.parametrize(
    ("schema", "word"),
    [
        ({"type": "array"}, "object"),
        (nested(100_000), "deep"),
        ({"type": "object", "description": "x" * 40_000}, "characters"),
        (bomb(40), "unfolds"),
        ({"type": "object", "properties": {"x": {"$ref": "file:///etc/passwd"}}}, "does not hold"),
        ({"type": "object", "properties": {"x": {"$ref": "#/properties/y"}}}, "does not hold"),
        ({"type": "object", "properties": {"x": {"$dynamicRef": "#y"}}}, "dynamic"),
        ({"type": "object", "properties": {"x": {"type": 5}}}, "not valid"),
        ({"type": "object", "required": "x"}, "not valid"),
    ],
)
def test_schemas_that_would_do_harm_are_refused(schema: dict[str, Any], word: str) -> None:
    begun = time.process_time()
    assert word in refusal(schema)
    assert time.process_time() - begun < 5


def test_schemas_of_the_world_are_taken_and_checked() -> None:
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "https://example.org/x",
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "pattern": "^(a+)+$"},
            "tree": {"$ref": "#/definitions/node"},
            "$ref": {"enum": ["a", "b"]},
        },
        "definitions": {"node": {"type": "object", "properties": {"next": {"$ref": "#/definitions/node"}}}},
        "required": ["pattern"],
    }
    assert refusal(schema) == ""
    safe = safe_schema(schema)
    assert "$schema" not in safe
    assert "$id" not in safe
    begun = time.process_time()
    assert find_problem(safe, {"pattern": "a" * 40 + "!", "tree": {"next": {"next": {}}}, "$ref": "a"}) is None
    assert time.process_time() - begun < 5
    assert find_problem(safe, {"tree": {"next": 1}}) is not None


def test_a_hash_holds_all_that_is_approved() -> None:
    base = raw("a", title="t", description="d")
    others = [
        raw("b", title="t", description="d"),
        raw("a", title="u", description="d"),
        raw("a", title="t", description="e"),
        raw("a", {"type": "object", "x": 1}, title="t", description="d"),
        RawTool("a", "t", "d", {"type": "object"}, {"readOnlyHint": True}),
    ]
    assert len({tool.hash for tool in (base, *others)}) == 6
    assert base.hash == raw("a", title="t", description="d").hash


def test_what_is_approved_is_hashed_once_for_a_listing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, refused = check_tools("s", [raw("a"), raw("b", nested(100_000))])
    assert (whole.hash, refused.hash) == (whole.raw.hash, "")
    approvals = Approvals(tmp_path / "approvals.json")
    approvals.confirm(ServerConfig(name="s", command="x"))
    approvals.accept("s", [whole])

    def count(_: RawTool) -> str:
        raise AssertionError("hashed again")

    monkeypatch.setattr(RawTool, "hash", property(count))
    assert approvals.judge("s", whole) == "known"
    assert approvals.judge("s", replace(whole, hash="other")) == "changed"
