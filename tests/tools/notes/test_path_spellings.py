"""Each spelling of a path is the same note for every tool; a wikilink is one for reading only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tools.desk import Desk

WRITTEN = json.loads((Path(__file__).parents[2] / "data" / "written_paths.json").read_text("utf-8"))


@pytest.mark.parametrize("spelling", WRITTEN["spellings"])
def test_every_tool_takes_each_spelling_for_the_same_note(desk: Desk, spelling: str) -> None:
    assert desk.call("create_note", path=spelling.format("Sub", "New"), content="new").success
    assert desk.files()["Sub/New.md"] == b"new"
    path = spelling.format("Sub", "New.md")
    assert desk.data("read_note", path=path) == "new"
    assert desk.call("edit_note", path=path, edits=[{"old": "new", "new": "edited"}]).success
    assert desk.files()["Sub/New.md"] == b"edited"
    assert "New.md" in desk.data("list_folder", path=spelling.format(".", "Sub"))
    assert desk.call("move_note", path=path, to=spelling.format("Other", "Moved")).success
    assert desk.files() == {"Other/Moved.md": b"edited"}
    assert desk.call("trash_note", path=spelling.format("Other", "Moved.md")).success
    assert [path for path in desk.files() if not path.startswith(".trash/")] == []


@pytest.mark.parametrize("link", WRITTEN["links"])
def test_wikilink_is_read_as_its_target_and_never_written(desk: Desk, link: str) -> None:
    desk.call("create_note", path="Home", content="home")
    desk.call("create_note", path="Sub/Plan", content="plan")
    before = desk.files()
    assert desk.data("read_note", path=link) in ("home", "plan")
    refused = desk.call("create_note", path=link, content="x")
    assert not refused.success
    assert (refused.error or "").startswith("Invalid path: ")
    assert not desk.call("edit_note", path=link, edits=[{"old": "home", "new": "x"}]).success
    assert not desk.call("trash_note", path=link).success
    assert not desk.call("move_note", path=link, to="Z").success
    assert not desk.call("move_note", path="Home", to=link).success
    assert desk.files() == before
