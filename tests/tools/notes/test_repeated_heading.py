"""Content that repeats the heading of its section does not write it twice, at any position."""

import json
from pathlib import Path

import pytest

from axon_desktop.llm.messages import JsonObject
from axon_desktop.tools.notes.edits import Edit, Position, SectionEdit, apply_edits

_DATA = Path(__file__).parents[2] / "data" / "repeated_headings.json"
_REPEATED: list[JsonObject] = json.loads(_DATA.read_text("utf-8"))
_NOTE = "# Plan\n\nold\n\n# Next\n\nx\n"
_POSITIONS: tuple[Position, ...] = ("replace", "start", "end", "before", "after")


@pytest.mark.parametrize("repeated", _REPEATED, ids=[repeated["why"] for repeated in _REPEATED])
def test_the_heading_is_written_once(repeated: JsonObject) -> None:
    note, heading = repeated.get("note", _NOTE), repeated.get("heading", "Plan")
    for position in repeated.get("only", _POSITIONS):
        after = apply_edits(note, [SectionEdit(heading, repeated["content"], position)], "N.md")
        assert after == apply_edits(note, [SectionEdit(heading, "new", position)], "N.md"), position


@pytest.mark.parametrize(
    ("content", "position"),
    [
        ("# Planning\n\nnew", "replace"),
        ("new\n\n# Plan\n\nmore", "replace"),
        ("## Plan\n\nnew", "end"),
        ("```\n# Plan\n```", "replace"),
        ("> # Plan\n> new", "replace"),
        ("- # Plan", "replace"),
        ("Plan\n\nnew", "replace"),
        ("new\n\n# Plan", "end"),
        ("# Next\n\nnew", "after"),
    ],
)
def test_what_is_not_the_heading_again_is_written(content: str, position: Position) -> None:
    assert content in apply_edits(_NOTE, [SectionEdit("Plan", content, position)], "N.md")


def test_content_that_is_nothing_but_the_heading_empties_the_section_or_changes_nothing() -> None:
    assert apply_edits(_NOTE, [SectionEdit("Plan", "# Plan\n", "replace")], "N.md") == "# Plan\n\n# Next\n\nx\n"
    more: list[Edit] = [SectionEdit("Plan", "# Plan\n", "end"), SectionEdit("Plan", "new", "end")]
    assert apply_edits(_NOTE, more, "N.md") == _NOTE.replace("old", "old\n\nnew")
