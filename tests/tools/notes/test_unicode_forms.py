"""A name that is equal but for Unicode form, and the only one, is meant by every tool."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from axon_desktop.errors import InvalidPathError
from axon_desktop.llm.messages import JsonObject
from tests.tools.desk import Desk

_FORMS: list[JsonObject] = json.loads(
    (Path(__file__).parents[2] / "data" / "unicode_forms.json").read_text("utf-8")
)


@pytest.mark.parametrize("form", _FORMS, ids=[form["why"] for form in _FORMS])
def test_the_name_in_its_other_form_is_meant(desk: Desk, form: JsonObject) -> None:
    disk, asked = form["disk"], form["asked"]
    file, path = f"{disk}/{disk}.md", f"{asked}/{asked}"
    (desk.root / disk).mkdir()
    for name in (disk, *form.get("beside", ())):
        (desk.root / disk / f"{name}.md").write_bytes(b"old")
    assert desk.vault.resolve(path) == desk.vault.locate(path) == file
    assert desk.vault.preview(path, "more", "append").path == file
    assert desk.vault.preview(f"{asked}/New", "n", "overwrite").path == f"{disk}/New.md"
    assert file in {entry.path for entry in desk.vault.list_folder(asked)}
    with pytest.raises(InvalidPathError, match="only in case or Unicode form"):
        desk.vault.preview(path, "second", "overwrite")


def test_every_tool_takes_the_other_form_and_records_the_name_on_the_disk(desk: Desk) -> None:
    disk, asked = "Cafe\u0301", "Caf\u00e9"
    file, path = f"{disk}/{disk}.md", f"{asked}/{asked}"
    (desk.root / disk).mkdir(parents=True)
    (desk.root / file).write_bytes(b"# H\nold\n")
    assert desk.data("read_note", path=path) == "# H\nold\n"
    assert f"{disk}.md" in desk.data("list_folder", path=asked)
    assert file in desk.data("search_notes", query="old", folder=asked)
    assert file in desk.data("find_notes", pattern="**", folder=asked)
    assert json.loads(desk.data("note_links", path=path))["path"] == file
    assert desk.call("edit_note", path=path, old="old", new="new").path == file
    assert desk.call("create_note", path=path, content="more", mode="append").path == file
    assert desk.call("create_note", path="New", content="n").success
    assert desk.call("move_note", path="New", to=f"{asked}/").success
    assert desk.files() == {file: b"# H\nnew\nmore", f"{disk}/New.md": b"n"}
    assert desk.call("trash_note", path=f"{asked}/New").success
    assert desk.call("move_note", path=path, to="Plain").success
    assert desk.files()["Plain.md"] == b"# H\nnew\nmore"
    changes = [change for turn in desk.vault.journal.turns() for change in turn.changes]
    assert {change.path for change in changes} == {file, "New.md", f"{disk}/New.md"}
    while desk.vault.undo_last_turn():
        pass
    assert desk.files() == {file: b"# H\nold\n"}


def test_two_names_that_are_equal_but_for_form_are_each_their_own(desk: Desk) -> None:
    forms = ("e\u0301\u0323", "e\u0323\u0301")
    for form in forms:
        (desk.root / f"{form}.md").write_text(form, "utf-8")
    for form in forms:
        assert desk.data("read_note", path=form) == form
        assert desk.call("edit_note", path=form, old=form, new="x").path == f"{form}.md"
    assert not desk.call("edit_note", path="\u1eb9\u0301", old="x", new="y").success
