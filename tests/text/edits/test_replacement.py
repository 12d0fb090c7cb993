"""Search and replacement: words, case, regular expressions in linear time, groups."""

from __future__ import annotations

import pytest

from axon_desktop.text.edits.edit import apply_edits
from axon_desktop.text.edits.replacement import PatternError, Search


@pytest.mark.parametrize(
    ("search", "instead", "before", "after"),
    [
        (Search("a"), "X", "a A b", "X X b"),
        (Search("a", case=True), "X", "a A b", "X A b"),
        (Search("cat", words=True), "dog", "cat concat cat_ (cat)", "dog concat cat_ (dog)"),
        (Search("RSS", words=True), "Atom", "用RSS订阅 RSSX", "用Atom订阅 RSSX"),
        (Search("笔记", words=True), "note", "读书笔记本", "读书note本"),
        (Search("a.b"), "X", "a.b aXb", "X aXb"),
        (Search("a b"), "X", "a\xa0b", "X"),
        (Search(r"(\w+)@(\w+)", regex=True), "$2 at $1", "me@here", "here at me"),
        (
            Search(r"(?P<y>\d{4})-(\d\d)", regex=True),
            "${y}/$2 $& $$1 $9",
            "2026-11",
            "2026/11 2026-11 $1 $9",
        ),
        (Search("^", regex=True), "> ", "a\nb", "a\nb"),
        (Search("^(.)", regex=True), "> $1", "a\n😀", "> a\n> 😀"),
        (Search(r",\s*", regex=True), r"\n", "a, b,c", "a\nb\nc"),
        (Search("(a+)+$", regex=True), "X", "a" * 5_000 + "b", "a" * 5_000 + "b"),
        (Search("b", regex=True, case=True), "", "abB", "aB"),
        (Search("$1"), "$1$1", "$1", "$1$1"),
        (Search(""), "X", "a", "a"),
    ],
)
def test_all_that_is_found_is_replaced(search: Search, instead: str, before: str, after: str) -> None:
    edits = search.edits(before, instead, 0, len(before))
    assert apply_edits(before, edits) == after
    assert [(edit.start, edit.end) for edit in edits] == search.matches(before, 0, len(before))


def test_only_a_part_is_searched_and_a_search_can_end() -> None:
    search = Search("a+", regex=True)
    assert search.matches("aa b aa b aa", 2, 8) == [(5, 7)]
    calls = iter((False, False, True))
    assert search.matches("a a a a", 0, 7, lambda: next(calls)) == [(0, 1), (2, 3)]


@pytest.mark.parametrize("pattern", ["(", "a{9999}", r"(?=a)", "[z-a]", "*"])
def test_what_is_no_pattern_says_why(pattern: str) -> None:
    with pytest.raises(PatternError, match=r"\w"):
        Search(pattern, regex=True).matches("a", 0, 1)
