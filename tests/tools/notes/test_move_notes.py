"""The tools move_note, trash_note and note_links on a real vault."""

import json
import os
import time

import pytest

from tests.tools.desk import Desk


def _make(desk: Desk, **texts: str) -> None:
    for path, text in texts.items():
        place = desk.root / path.replace("__", "/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.with_suffix(".md").write_text(text)
        os.utime(place.with_suffix(".md"), (time.time() - 60,) * 2)


def test_a_move_says_how_many_links_it_rewrote(desk: Desk) -> None:
    _make(desk, A="[[A#x]] [[B]]", B="[[A]] and [[A|again]]", C="[t](A.md)", D="nothing")
    result = desk.call("move_note", path="A", to="New/Name")
    assert result.data == "Moved A.md to New/Name.md; 4 links in 3 notes rewritten."
    assert result.path == "New/Name.md"
    assert desk.files() == {
        "New/Name.md": b"[[Name#x]] [[B]]",
        "B.md": b"[[Name]] and [[Name|again]]",
        "C.md": b"[t](Name.md)",
        "D.md": b"nothing",
    }
    assert desk.call("read_note", path="Name").path == "New/Name.md"
    assert result.change_id is not None
    desk.vault.undo_change(result.change_id)
    assert sorted(desk.files()) == ["A.md", "B.md", "C.md", "D.md"]


@pytest.mark.parametrize(
    ("path", "to", "target"),
    [
        ("A", "B/", "B/A.md"),
        ("F/A", "/", "A.md"),
        ("A", "B.txt", "B.txt.md"),
        ("p.png", "Files/q", "Files/q.png"),
        ("p.png", "q.jpg", "q.jpg"),
    ],
)
def test_a_file_keeps_its_kind_and_a_folder_keeps_its_name(desk: Desk, path: str, to: str, target: str) -> None:
    _make(desk, A="x", F__A="y")
    (desk.root / "p.png").write_bytes(b"p")
    if target == "A.md":
        (desk.root / "A.md").unlink()
    assert (desk.data("move_note", path=path, to=to)).endswith(f"to {target}; no links rewritten.")
    assert target in desk.files()


def test_a_move_onto_a_file_is_refused(desk: Desk) -> None:
    _make(desk, A="x", B="y")
    assert desk.call("move_note", path="A", to="B").error == "Invalid path: B.md (it exists already)"
    assert desk.files() == {"A.md": b"x", "B.md": b"y"}


def test_a_note_stays_known_after_it_was_moved(desk: Desk) -> None:
    _make(desk, A="[[A]] text", B="[[A]]")
    desk.call("read_note", path="A")
    desk.call("read_note", path="B")
    assert desk.call("move_note", path="A", to="N").success
    assert desk.call("edit_note", path="N", edits=[{"old": "text", "new": "new"}]).success
    assert desk.call("edit_note", path="B", edits=[{"old": "[[N]]", "new": "none"}]).success


def test_rewritten_links_do_not_hide_that_a_note_changed(desk: Desk) -> None:
    _make(desk, A="x", B="[[A]] old")
    desk.call("read_note", path="B")
    _make(desk, B="[[A]] the user's")
    assert desk.call("move_note", path="A", to="N").success
    assert not desk.call("create_note", path="B", content="mine").success
    assert desk.files()["B.md"] == b"[[N]] the user's"


def test_trash_goes_into_the_vault_when_its_settings_say_so(desk: Desk) -> None:
    (desk.root / ".obsidian").mkdir()
    (desk.root / ".obsidian/app.json").write_text('{"trashOption": "local"}')
    _make(desk, F__A="x")
    result = desk.call("trash_note", path="F/A")
    assert result.data == "Moved F/A.md to .trash/F/A.md; undo brings it back."
    assert (desk.root / ".trash/F/A.md").read_text() == "x"
    assert not desk.call("read_note", path="F/A").success
    assert result.change_id is not None
    desk.vault.undo_change(result.change_id)
    assert desk.data("read_note", path="F/A") == "x"


def test_note_links_returns_all_of_a_note(desk: Desk) -> None:
    _make(
        desk,
        A="---\ntags: [one]\nrank: 3\nof: [x, y]\n---\n[[B|b]] #two\n![[Gone#H]] [[#Own]]\n",
        B="text\nsee [[A#H]] twice: [t](A.md)",
        F__C="[[A]]",
        D="`[[A]]` [[AA]]",
    )
    (desk.root / "Board.canvas").write_text(json.dumps({"nodes": [{"type": "file", "file": "A.md"}]}))
    result = desk.call("note_links", path="a")
    assert result.path == "A.md"
    assert json.loads(result.data or "") == {
        "path": "A.md",
        "outgoing": [{"link": "B", "path": "B.md", "line": 6}],
        "backlinks": [
            {"path": "B.md", "line": 2, "text": "see [[A#H]] twice: [t](A.md)"},
            {"path": "B.md", "line": 2, "text": "see [[A#H]] twice: [t](A.md)"},
            {"path": "Board.canvas", "line": 1, "text": '{"nodes": [{"type": "file", "file": "A.md"}]}'},
            {"path": "F/C.md", "line": 1, "text": "[[A]]"},
        ],
        "unresolved": [{"link": "Gone#H", "line": 7}],
        "tags": ["one", "two"],
        "properties": {"tags": "one", "rank": "3", "of": ["x", "y"]},
    }
    assert (desk.call("note_links", path="zzz").error or "").startswith("File not found: zzz")


def test_note_links_tells_half_a_character_as_it_is(desk: Desk) -> None:
    _make(desk, A='---\nodd: "\\ud800"\n---\n', B="[[A]]")
    found = json.loads(desk.data("note_links", path="A"))
    assert found["backlinks"] == [{"path": "B.md", "line": 1, "text": "[[A]]"}]
    assert found["properties"].keys() == {"odd"}
