"""Characters that look the same: one place that only looks like what was asked for is meant, and keeps its own."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.errors import InvalidParametersError
from axon_desktop.llm.messages import JsonObject
from axon_desktop.text.lookalikes import looks
from axon_desktop.tools.notes.edits import SectionEdit, TextEdit, apply_edits

_ALIKE: list[JsonObject] = json.loads((Path(__file__).parents[1] / "data" / "lookalikes.json").read_text("utf-8"))


@pytest.mark.parametrize("alike", _ALIKE, ids=[alike["why"] for alike in _ALIKE])
def test_the_one_place_that_looks_the_same_is_meant_and_what_is_around_it_stays(alike: JsonObject) -> None:
    head, tail = "# \u201cX\u201d\u00a0\u2013 e\u0301  \r\n\r\n", "\r\n\t\u2026\u00ad \u3000\r\nend"
    edit = TextEdit(alike["old"], alike["new"])
    expected = alike["after"].replace("\r\n", "\n")
    assert apply_edits(alike["note"], [edit], "N.md").replace("\r\n", "\n") == expected
    after = apply_edits(head + alike["note"] + tail, [edit], "N.md")
    assert after.startswith(head)
    assert after.endswith(tail)
    assert after[len(head) : -len(tail)].replace("\r\n", "\n") == expected


@pytest.mark.parametrize("alike", _ALIKE, ids=[alike["why"] for alike in _ALIKE])
def test_two_places_that_look_the_same_are_refused_by_the_name_of_what_differs(alike: JsonObject) -> None:
    note = f"{alike['note']}\n\n{alike['note']}"
    with pytest.raises(InvalidParametersError, match=r"N\.md, but 2 places \(lines 1, .*look the same") as caught:
        apply_edits(note, [TextEdit(alike["old"], "x")], "N.md")
    differing = {*alike["note"]} ^ {*alike["old"]}
    if any(not character.isascii() for character in differing):
        assert "(U+" in str(caught.value)


def test_where_nothing_looks_the_same_the_nearest_line_says_what_differs() -> None:
    with pytest.raises(InvalidParametersError, match=r"which differs in NO-BREAK SPACE \(U\+00A0\)$"):
        apply_edits("see page\u00a012 of the book", [TextEdit("see page 12 of a book", "x")], "N.md")


@pytest.mark.parametrize(
    "heading", ['Q&A - "what\'s new"...', '## q&a - "what\'s new"...', 'Top > Q&A - "What\'s new"...']
)
def test_a_heading_that_only_looks_the_same_is_meant(heading: str) -> None:
    note = "# Top\n\n## Q&A\u00a0\u2013 \u201cWhat\u2019s new\u201d\u2026\n\ntext\n"
    after = apply_edits(note, [SectionEdit(heading, "more", "end")], "N.md")
    assert after == note + "\nmore\n"


_TEXTS = st.text(
    "ab \u00a0\u2009-\u2013\"\u201c'\u2019.\u2026e\u0301\u00e9\u00ad\u200b\uff0c,\n\r\u1100\u1161\uac00",
    max_size=12,
)


@settings(max_examples=200, deadline=None)
@given(head=_TEXTS, found=_TEXTS, tail=_TEXTS, new=st.text("xyz", min_size=1, max_size=3))
def test_all_outside_the_place_that_was_found_keeps_its_bytes(head: str, found: str, tail: str, new: str) -> None:
    note, old = f"{head}|{found}|.{tail}", f"|{looks(found)}|"
    after = apply_edits(note, [TextEdit(old, new)], "N.md")
    assert after == f"{head}{new}.{tail}"
