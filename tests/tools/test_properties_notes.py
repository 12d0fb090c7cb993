"""The seed's properties of the note tools, on a real vault."""

import json
import math
import unicodedata
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from axon_desktop.llm.messages import JsonObject
from axon_desktop.tools import ToolCall
from axon_desktop.vault.files.path_rules import normalize_path
from tests.tools.desk import Desk

MANY = settings(max_examples=100, deadline=None)
_RESERVED = {"con", "prn", "aux", "nul", "conin$", "conout$", "com1", "lpt1"}


def _is_name(name: str) -> bool:
    return (
        name == unicodedata.normalize("NFC", name)
        and name.strip(" .") == name
        and name.lower().split(".")[0] not in _RESERVED
    )


NAMES = st.text(
    st.sampled_from("abcXYZ019 -_.,()'&+=[]äéñßЖя中文笔记日本語한국🎉"), min_size=1, max_size=12
).filter(_is_name)
NOTE_NAMES = NAMES.filter(lambda name: not name.endswith(".md"))
PATHS = st.lists(NOTE_NAMES, min_size=1, max_size=4).map("/".join)
_PIECES = [
    "a",
    " ",
    "中",
    "🎉",
    "\r\n",
    "\n",
    "\r",
    "\t",
    "\x00",
    "\x0b",
    "\x85",
    "\u2028",
    "\ufeff",
    "e\u0301",
    "`",
    "#",
    "\\",
]
_TRICKY = st.lists(st.sampled_from(_PIECES), max_size=30).map("".join)
CONTENT = _TRICKY | st.text(st.characters(exclude_categories=["Cs"]), max_size=300)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@MANY
@given(path=PATHS, content=CONTENT)
def test_a_note_is_read_as_it_was_created(shared_desk: Desk, path: str, content: str) -> None:
    """Feature: axon-mcp, Property 1: Read note round-trip

    Validates: Requirements 1.1
    """
    path = f"{shared_desk.new_folder()}/{path}"
    assert shared_desk.call("create_note", path=path, content=content).success
    result = shared_desk.call("read_note", path=path)
    assert (result.success, result.data, result.error) == (True, content, None)


@MANY
@given(path=st.text() | PATHS, name=NOTE_NAMES)
def test_a_path_without_suffix_gets_one(shared_desk: Desk, path: str, name: str) -> None:
    """Feature: axon-mcp, Property 2: Path normalization adds .md extension

    Validates: Requirements 1.2
    """
    assume(not path.endswith(".md"))
    assert normalize_path(path) == path + ".md"
    assert normalize_path(path + ".md") == path + ".md"
    folder = shared_desk.new_folder()
    assert shared_desk.call("create_note", path=f"{folder}/{name}", content="x").success
    assert [item.name for item in (shared_desk.root / folder).iterdir()] == [name + ".md"]
    assert shared_desk.call("read_note", path=f"{folder}/{name}").data == "x"


@MANY
@given(path=PATHS)
def test_a_missing_note_is_not_found(desk_without_notes: Desk, path: str) -> None:
    """Feature: axon-mcp, Property 3: Non-existent file returns error

    Validates: Requirements 1.4
    """
    result = desk_without_notes.call("read_note", path=path)
    assert not result.success
    assert result.data is None
    assert result.error == f"File not found: {path}"
    assert "not found" in result.error


@MANY
@given(path=PATHS, content=CONTENT.filter(bool))
def test_a_created_note_holds_exactly_its_content(shared_desk: Desk, path: str, content: str) -> None:
    """Feature: axon-mcp, Property 4: Create note round-trip

    Validates: Requirements 2.1
    """
    path = f"{shared_desk.new_folder()}/{path}"
    result = shared_desk.call("create_note", path=path, content=content)
    written = (shared_desk.root / f"{path}.md").read_bytes()
    assert written == content.encode()
    assert result.data == f"Created {path}.md ({len(written)} bytes)."
    assert result.change_id is not None


@MANY
@given(path=PATHS, old=CONTENT, new=CONTENT, mode=st.sampled_from(["overwrite", "append", None]))
def test_overwrite_replaces_and_append_adds(
    shared_desk: Desk, path: str, old: str, new: str, mode: str | None
) -> None:
    """Feature: axon-mcp, Property 5: Write mode behavior

    Validates: Requirements 2.2, 2.3
    """
    path = f"{shared_desk.new_folder()}/{path}"
    assert shared_desk.call("create_note", path=path, content=old).success
    result = shared_desk.call("create_note", path=path, content=new, **({"mode": mode} if mode else {}))
    assert result.success
    written = (shared_desk.root / f"{path}.md").read_bytes()
    assert written == (old + new if mode == "append" else new).encode()


@MANY
@given(
    folders=st.lists(NAMES, min_size=1, max_size=5), name=NOTE_NAMES, mode=st.sampled_from(["overwrite", "append"])
)
def test_missing_folders_are_created(shared_desk: Desk, folders: list[str], name: str, mode: str) -> None:
    """Feature: axon-mcp, Property 6: Nested folder auto-creation

    Validates: Requirements 2.4
    """
    place = shared_desk.root / shared_desk.new_folder()
    path = "/".join([place.name, *folders, name])
    assert shared_desk.call("create_note", path=path, content="x", mode=mode).success
    for folder in folders:
        place /= folder
        assert place.is_dir()
    assert (place / f"{name}.md").read_text() == "x"


@MANY
@given(parts=st.lists(NAMES, min_size=1, max_size=3), character=st.sampled_from('<>:"|?*'), data=st.data())
def test_an_invalid_path_is_refused(
    shared_desk: Desk, parts: list[str], character: str, data: st.DataObject
) -> None:
    """Feature: axon-mcp, Property 7: Invalid path returns error

    Validates: Requirements 2.5
    """
    which = data.draw(st.integers(0, len(parts) - 1))
    at = data.draw(st.integers(0, len(parts[which])))
    parts[which] = parts[which][:at] + character + parts[which][at:]
    folder = shared_desk.new_folder()
    result = shared_desk.call("create_note", path="/".join([folder, *parts]), content="x")
    assert not result.success
    assert result.error is not None
    assert result.error.startswith("Invalid path: ")
    assert not (shared_desk.root / folder).exists()


ITEMS = st.dictionaries(
    NAMES.map(lambda name: unicodedata.normalize("NFC", name.casefold())),
    st.sampled_from(["file", "folder"]),
    max_size=8,
)
SUFFIXES = st.sampled_from(["", ".md", ".canvas", ".png", ".txt"])


def _fill(desk: Desk, items: dict[str, str], suffix: str) -> tuple[str, dict[str, str]]:
    """Make a folder with these items and return its name and what a list of it must say."""
    folder = desk.new_folder()
    (desk.root / folder).mkdir()
    expected = {}
    for name, kind in items.items():
        name = name + suffix if kind == "file" else name
        place = desk.root / folder / name
        if place.exists():
            continue
        if kind == "file":
            place.write_text("x")
        else:
            (place / "inner").mkdir(parents=True)
            (place / "inner.md").write_text("x")
        expected[name] = kind
    return folder, expected


@MANY
@given(items=ITEMS, suffix=SUFFIXES, slash=st.sampled_from(["", "/"]))
def test_a_list_holds_every_item(shared_desk: Desk, items: dict[str, str], suffix: str, slash: str) -> None:
    """Feature: axon-mcp, Property 8: List folder returns all contents

    Validates: Requirements 3.1
    """
    folder, expected = _fill(shared_desk, items, suffix)
    shape = json.loads(shared_desk.data("list_folder", path=folder + slash))
    assert shape["path"] == folder
    assert sorted(item["name"] for item in shape["items"]) == sorted(expected)


@MANY
@given(path=PATHS)
def test_a_missing_folder_is_not_found(desk_without_notes: Desk, path: str) -> None:
    """Feature: axon-mcp, Property 9: Non-existent folder returns error

    Validates: Requirements 3.3
    """
    result = desk_without_notes.call("list_folder", path=path)
    assert not result.success
    assert result.data is None
    assert result.error is not None
    assert result.error.startswith(f"Folder not found: {path}")


@MANY
@given(items=ITEMS, suffix=SUFFIXES)
def test_a_list_says_what_is_file_and_what_folder(shared_desk: Desk, items: dict[str, str], suffix: str) -> None:
    """Feature: axon-mcp, Property 10: List folder includes type indicators

    Validates: Requirements 3.4
    """
    folder, expected = _fill(shared_desk, items, suffix)
    shape = json.loads(shared_desk.data("list_folder", path=folder))
    assert {item["name"]: item["type"] for item in shape["items"]} == expected


_VALID: dict[str, JsonObject] = {
    "read_note": {"path": "Note", "offset": 1, "limit": 1},
    "create_note": {"path": "Note", "content": "x", "mode": "append"},
    "list_folder": {"path": ""},
    "edit_note": {"path": "Note", "edits": [{"old": "a", "new": "b"}]},
    "search_notes": {"query": "a", "folder": "", "tag": "b", "regex": False, "limit": 1},
    "find_notes": {"pattern": "*", "folder": ""},
    "note_links": {"path": "Note"},
    "move_note": {"path": "Note", "to": "Other"},
    "trash_note": {"path": "Note"},
}
_REQUIRED = {
    "read_note": ["path"],
    "create_note": ["path", "content"],
    "list_folder": ["path"],
    "edit_note": ["path", "edits"],
    "search_notes": ["query"],
    "find_notes": ["pattern"],
    "note_links": ["path"],
    "move_note": ["path", "to"],
    "trash_note": ["path"],
}


def _fits(tool: str, name: str, value: object) -> bool:
    if name in ("offset", "limit"):
        most = 200 if tool == "search_notes" else math.inf
        return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most
    if name == "regex":
        return isinstance(value, bool)
    if name == "edits":
        return isinstance(value, list | dict)
    return isinstance(value, str) and (name != "mode" or value in ("overwrite", "append"))


@MANY
@given(tool=st.sampled_from(sorted(_VALID)), data=st.data())
def test_params_that_do_not_fit_are_refused(desk_without_notes: Desk, tool: str, data: st.DataObject) -> None:
    """Feature: axon-mcp, Property 11: Parameter validation rejects invalid params

    Validates: Requirements 4.5
    """
    params: Any = dict(_VALID[tool])
    fault = data.draw(st.sampled_from(["missing", "type", "unknown", "no object"]))
    if fault == "missing":
        named = data.draw(st.sampled_from(_REQUIRED[tool]))
        del params[named]
    elif fault == "type":
        named = data.draw(st.sampled_from(sorted(params)))
        left_out = () if named in _REQUIRED[tool] else (None,)  # null for what is not needed
        params[named] = data.draw(
            JSON.filter(lambda value: value not in left_out and not _fits(tool, named, value))
        )
    elif fault == "unknown":
        named = data.draw(st.text("abcdefgh", min_size=1).filter(lambda name: name not in params))
        params[named] = data.draw(JSON)
    else:
        named = "params"
        params = data.draw(JSON.filter(lambda value: not isinstance(value, dict)))
    result = desk_without_notes.run(ToolCall(tool, params))
    assert not result.success
    assert result.data is None
    assert result.error is not None
    assert result.error.startswith("Invalid parameters: ")
    assert named[:80] in result.error
    assert desk_without_notes.files() == {}


@MANY
@given(tool=st.text(), params=JSON)
def test_an_unknown_tool_is_not_available(desk_without_notes: Desk, tool: str, params: Any) -> None:
    """Feature: axon-mcp, Property 15: Undefined tool returns error

    Validates: Requirements 7.2
    """
    assume(tool not in _VALID)
    result = desk_without_notes.run(ToolCall(tool, params))
    assert not result.success
    assert result.data is None
    assert result.error == f"Tool '{tool}' is not available"
