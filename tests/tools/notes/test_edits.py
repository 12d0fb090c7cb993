"""Edits of a text: exactly one place, the note's own line ends, nothing else changed."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.errors import InvalidParametersError
from axon_desktop.tools.notes.edits import Edit, Position, SectionEdit, TextEdit, apply_edits

NOTE = (
    "---\ntags: [a]\n---\n# One\n\nText.\n\n## Tasks\n- [ ] a\n\n# Two\n\n```\n# no heading\n```\n## Tasks\n\nlast"
)


def _put(heading: str, content: str, position: Position, text: str = NOTE) -> str:
    return apply_edits(text, [SectionEdit(heading, content, position)], "N.md")


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("one two three", "two", "2", "one 2 three"),
        ("one two", " two", "", "one"),
        ("a\r\nb\r\nc\r\n", "a\nb", "a\nx\nb", "a\r\nx\r\nb\r\nc\r\n"),
        ("a\nb\r\nc\r\nd\r\n", "a\nb\nc", "a\nB\nc", "a\nB\r\nc\r\nd\r\n"),
        ("a\nb", "a\r\nb", "a\r\nc", "a\nc"),
        ("a\nb\n", "b\n", "b\nc\n", "a\nb\nc\n"),
        ("e\u0301 é", "é", "e", "e\u0301 e"),
        ("x\x0by\n", "y", "z", "x\x0bz\n"),
    ],
)
def test_a_passage_is_replaced_and_the_rest_keeps_every_byte(text: str, old: str, new: str, expected: str) -> None:
    assert apply_edits(text, [TextEdit(old, new)], "N.md") == expected


def test_edits_are_made_in_order_each_on_what_the_last_one_left() -> None:
    assert apply_edits("one", [TextEdit("one", "two"), TextEdit("two", "three")], "N.md") == "three"


@pytest.mark.parametrize(
    ("edits", "error"),
    [
        ([TextEdit("a", "b")], "edits.old stands 3 times in N.md (lines 1, 2, 4); add text"),
        ([TextEdit("Hello World", "b")], 'edits.old is not in N.md; .*; line 3 is nearest: "hello world"'),
        ([TextEdit("", "b")], "edits.old is empty"),
        ([TextEdit("hello", "hello")], "the edits change nothing in N.md"),
        ([TextEdit("hello", "hi"), TextEdit("hello", "x")], "edits.1.old is not in N.md"),
        ([SectionEdit("No", "x", "end")], 'edits.heading "No" is not in N.md; its headings: none'),
    ],
)
def test_an_edit_without_exactly_one_place_says_what_to_do(edits: list[Edit], error: str) -> None:
    pattern = error if ".*" in error else re.escape(error)
    with pytest.raises(InvalidParametersError, match="^Invalid parameters: " + pattern):
        apply_edits("a\na\nhello world\nxay", edits, "N.md")


def test_overlapping_places_are_counted() -> None:
    with pytest.raises(InvalidParametersError, match="stands 2 times"):
        apply_edits("aaa", [TextEdit("aa", "b")], "N.md")


@pytest.mark.parametrize(
    ("heading", "content", "position", "old", "new"),
    [
        ("One", "New.", "start", "# One\n\nText.", "# One\n\nNew.\n\nText."),
        ("One", "New.", "end", "Text.\n\n## Tasks", "Text.\n\nNew.\n\n## Tasks"),
        ("One > Tasks", "- [ ] b\n", "end", "- [ ] a\n", "- [ ] a\n- [ ] b\n"),
        ("# One > ## Tasks", "- [ ] b", "start", "- [ ] a\n", "- [ ] b\n- [ ] a\n"),
        ("two > tasks", "new", "replace", "\n\nlast", "\n\nnew"),
        ("Two > Tasks", "new", "end", "last", "last\n\nnew"),
        ("# Two", "new", "before", "# Two", "new\n\n# Two"),
        ("One", "new", "after", "# Two", "new\n\n# Two"),
        ("One", "all new", "replace", "Text.\n\n## Tasks\n- [ ] a\n", "all new\n"),
    ],
)
def test_lines_go_into_the_section_of_a_heading(
    heading: str, content: str, position: Position, old: str, new: str
) -> None:
    assert NOTE.count(old) == 1
    assert _put(heading, content, position) == NOTE.replace(old, new)


def test_a_section_keeps_the_line_ends_of_the_note() -> None:
    assert _put("A", "x\ny", "end", "# A\r\n- a\r\n\r\n# B\r\n") == "# A\r\n- a\r\n\r\nx\r\ny\r\n\r\n# B\r\n"


@pytest.mark.parametrize("heading", ["Tasks", "## Tasks"])
def test_a_heading_that_stands_twice_is_named_with_its_places(heading: str) -> None:
    with pytest.raises(
        InvalidParametersError, match=r"2 times in N.md: One > ## Tasks \(line 8\), Two > ## Tasks"
    ):
        _put(heading, "x", "end")


def test_a_missing_heading_names_those_that_are_there() -> None:
    with pytest.raises(InvalidParametersError, match="its headings: # One, ## Tasks, # Two, ## Tasks"):
        _put("Three", "x", "end")


_LINES = st.lists(st.text("ab#- ", max_size=6), min_size=2, max_size=8).filter(lambda lines: "---" not in lines[0])
_ENDS = st.sampled_from(["\n", "\r\n"])


@settings(max_examples=200, deadline=None)
@given(lines=_LINES, line_end=_ENDS, old=st.text("ab\n", min_size=1, max_size=5), new=st.text("xy\n", max_size=5))
def test_only_what_was_asked_for_changes(lines: list[str], line_end: str, old: str, new: str) -> None:
    text = line_end.join(lines)
    plain = "\n".join(lines)
    if old not in plain:
        plain = re.sub(r" +\n", "\n", plain)  # what looks the same is meant
    places = sum(plain.startswith(old, at) for at in range(len(plain)))
    try:
        after = apply_edits(text, [TextEdit(old, new)], "N.md")
    except InvalidParametersError:
        assert places != 1 or old == new
        return
    assert places == 1
    assert re.sub(r" +\n", "\n", after.replace("\r\n", "\n")) == re.sub(r" +\n", "\n", plain.replace(old, new, 1))
    assert "\n" not in after.replace(line_end, "")


@settings(max_examples=200, deadline=None)
@given(
    lines=_LINES,
    line_end=_ENDS,
    content=st.text("xy\n", min_size=1, max_size=6).filter(lambda text: bool(text.strip())),
    position=st.sampled_from(["start", "end", "before", "after"]),
)
def test_text_put_into_a_section_takes_nothing_away(
    lines: list[str], line_end: str, content: str, position: Position
) -> None:
    text = line_end.join([*lines, "# Here", *lines])
    after = _put("# Here", content, position, text)
    kept = [line for line in after.split(line_end) if line.strip() and line not in content.split("\n")]
    assert kept == [line for line in text.split(line_end) if line.strip()]
    assert [line for line in after.split(line_end) if line and line in content.split("\n")] == content.split()
