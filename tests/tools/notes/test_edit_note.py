"""The tool edit_note on a real vault."""

import os
import time
from typing import Any

import pytest

from tests.tools.desk import Desk


def _make(desk: Desk, path: str, data: bytes) -> None:
    place = desk.root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    os.utime(place, (time.time() - 60,) * 2)


def test_an_edit_keeps_bom_and_line_ends(desk: Desk) -> None:
    _make(desk, "a.md", "\ufeff# A\r\none\r\ntwo\r\n".encode())
    result = desk.call("edit_note", path="a", edits=[{"old": "# A\none", "new": "# A\nnew\none"}])
    assert result.data == "Edited a.md (23 bytes)."
    assert desk.files()["a.md"] == "\ufeff# A\r\nnew\r\none\r\ntwo\r\n".encode()
    assert result.change_id is not None
    desk.vault.undo_change(result.change_id)
    assert desk.files()["a.md"] == "\ufeff# A\r\none\r\ntwo\r\n".encode()


def test_a_section_edit_may_stand_alone_or_in_a_list(desk: Desk) -> None:
    _make(desk, "a.md", b"# A\n- one\n")
    assert desk.call("edit_note", path="a", edits={"heading": "A", "content": "- two"}).success
    added = [{"heading": "A", "content": "- three"}, {"old": "- one\n", "new": ""}]
    assert desk.call("edit_note", path="a", edits=added).success
    assert desk.files()["a.md"] == b"# A\n- two\n- three\n"


def test_one_edit_may_stand_in_the_params_themselves(desk: Desk) -> None:
    _make(desk, "a.md", b"# A\n- one\n")
    assert desk.call("edit_note", path="a", old="one", new="1").success
    assert desk.call("edit_note", path="a", heading="A", content="- two").success
    assert desk.call("edit_note", path="a", old="1", new="3", heading="", content="").success
    assert desk.files()["a.md"] == b"# A\n- 3\n- two\n"
    assert desk.call("edit_note", path="a", old="- 3\n", new="").success
    assert desk.files()["a.md"] == b"# A\n- two\n"


def test_all_edits_or_none(desk: Desk) -> None:
    _make(desk, "a.md", b"one two")
    edits = [{"old": "one", "new": "1"}, {"old": "three", "new": "3"}]
    result = desk.call("edit_note", path="a", edits=edits)
    assert (result.error or "").startswith("Invalid parameters: edits.1.old is not in a.md")
    assert desk.files()["a.md"] == b"one two"


@pytest.mark.parametrize(
    ("params", "error"),
    [
        ({"path": "a"}, "Invalid parameters: give old and new, or heading and content, or edits"),
        ({"path": "a", "old": "one"}, "Invalid parameters: the edit needs either old and new"),
        ({"path": "a", "old": "", "new": "x"}, "Invalid parameters: edits.old is empty"),
        (
            {"path": "a", "old": "one", "new": "x", "heading": "H"},
            "Invalid parameters: give either old and new, or",
        ),
        (
            {"path": "a", "old": "x", "edits": [{"old": "x", "new": "y"}]},
            "Invalid parameters: give either edits",
        ),
        ({"path": "a", "edits": []}, "Invalid parameters: edits is empty"),
        ({"path": "a", "edits": "x"}, "Invalid parameters: edits must be a list, not a string"),
        ({"path": "a", "edits": [{}]}, "Invalid parameters: edits.0 needs either old and new, or heading"),
        ({"path": "a", "edits": {"old": "x"}}, "Invalid parameters: edits.0 needs either old and new"),
        ({"path": "a", "edits": [{"old": "x", "new": 3}]}, "Invalid parameters: edits.0.new must be a string"),
        ({"path": "a", "edits": [{"old": "x", "neu": "y"}]}, "Invalid parameters: unknown parameter neu"),
        (
            {"path": "a", "edits": [{"old": "one", "new": "x", "heading": "H"}]},
            "Invalid parameters: edits.0 needs",
        ),
        ({"path": "b", "edits": [{"old": "x", "new": "y"}]}, "File not found: b"),
        ({"path": "../b", "edits": [{"old": "x", "new": "y"}]}, "Invalid path: ../b"),
        ({"path": "bad", "edits": [{"old": "x", "new": "y"}]}, "Failed to read file: bad.md is not a UTF-8"),
    ],
)
def test_an_edit_that_cannot_be_made_says_why(desk: Desk, params: dict[str, Any], error: str) -> None:
    _make(desk, "a.md", b"one")
    _make(desk, "bad.md", b"\xff")
    before = desk.files()
    result = desk.call("edit_note", **params)
    assert not result.success
    assert (result.error or "").startswith(error)
    assert desk.files() == before


def test_writing_never_guesses_a_path(desk: Desk) -> None:
    _make(desk, "Deep/Note.md", b"one")
    blind = (desk.root / "deep").exists()  # to case: there it is no guess
    for path in ("Note", "Deep/Not", *(() if blind else ("deep/note",))):
        result = desk.call("edit_note", path=path, edits=[{"old": "one", "new": "two"}])
        assert (result.error or "").startswith(f"File not found: {path}")
        assert (desk.call("move_note", path=path, to="x").error or "").startswith(f"File not found: {path}")
        assert (desk.call("trash_note", path=path).error or "").startswith(f"File not found: {path}")
    assert desk.files() == {"Deep/Note.md": b"one"}


def test_a_file_of_another_kind_comes_first_by_its_literal_path(desk: Desk) -> None:
    _make(desk, "list.txt", b"one")
    assert desk.call("edit_note", path="list.txt", edits=[{"old": "one", "new": "two"}]).success
    assert desk.files() == {"list.txt": b"two"}


@pytest.mark.parametrize(
    ("tool", "params"),
    [
        ("edit_note", {"path": "a", "edits": [{"old": "new", "new": "x"}]}),
        ("move_note", {"path": "a", "to": "b"}),
        ("trash_note", {"path": "a"}),
    ],
)
def test_a_note_that_changed_since_it_was_read_is_left_alone(
    desk: Desk, tool: str, params: dict[str, Any]
) -> None:
    _make(desk, "a.md", b"old")
    desk.call("read_note", path="a")
    _make(desk, "a.md", b"the user's new text")
    result = desk.call(tool, **params)
    assert (result.error or "").startswith("Failed to write file: a.md changed since you last read it")
    assert desk.files() == {"a.md": b"the user's new text"}
    desk.call("read_note", path="a")
    assert desk.call(tool, **params).success
