from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.index.search.query import QueryError, Term, parse_query


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("one two", [Term("word", "one"), Term("word", "two")]),
        (' "a phrase"  word', [Term("phrase", "a phrase"), Term("word", "word")]),
        ('-not -"not this"', [Term("word", "not", True), Term("phrase", "not this", True)]),
        ("tag:#work/now -tag:old", [Term("tag", "#work/now"), Term("tag", "old", True)]),
        ('path:"Daily notes" file:2026', [Term("path", "Daily notes"), Term("file", "2026")]),
        (r"/a\/b \d+/ -/x/", [Term("regex", r"a/b \d+"), Term("regex", "x", True)]),
        ("a/b and/or", [Term("word", "a/b"), Term("word", "and/or")]),
        (
            "note:this https://x.org --",
            [Term("word", "note:this"), Term("word", "https://x.org"), Term("word", "--")],
        ),
        ("Tag:x PATH:y", [Term("tag", "x"), Term("path", "y")]),
        ("笔记 链接", [Term("word", "笔记"), Term("word", "链接")]),
        ("twice twice", [Term("word", "twice")]),
        ("path:/daily/", [Term("path", "/daily/")]),
    ],
)
def test_query_is_read(query: str, terms: list[Term]) -> None:
    assert [*parse_query(query)] == terms


@pytest.mark.parametrize(
    ("query", "fault", "at"),
    [
        ("", "empty", 0),
        ("   ", "empty", 0),
        ('word "open', "quote", 5),
        ("/open", "slash", 0),
        ("/(/", "regex", 0),
        ("word -", "minus", 5),
        ("tag: word", "value", 0),
        ("word tag:#", "value", 5),
        ("path:", "value", 0),
        ("line:(a b)", "operator", 0),
        ("x " + " ".join(map(str, range(40))), "long", 0),
    ],
)
def test_broken_query_says_what_is_wrong_and_where(query: str, fault: str, at: int) -> None:
    with pytest.raises(QueryError) as caught:
        parse_query(query)
    assert (caught.value.fault, caught.value.at) == (fault, at)
    assert "query" in str(caught.value)


@given(st.text(alphabet='ab "-/:#tagpath\\(', max_size=30))
def test_any_text_is_read_or_refused(query: str) -> None:
    with suppress(QueryError):
        terms = parse_query(query)
        assert terms
        assert all(term.text.strip() for term in terms)
