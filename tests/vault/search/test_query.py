from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.vault.search.query import (
    AllOf,
    AnyOf,
    HasProperty,
    Node,
    Not,
    QueryError,
    Regex,
    Scope,
    Within,
    parse_query,
    tag_node,
    text_node,
)

word = text_node


def phrase(text: str) -> Node:
    return text_node(text, quoted=True)


def every(*parts: Node) -> Node:
    return AllOf(parts)


def either(*parts: Node) -> Node:
    return AnyOf(parts)


def within(scope: Scope, text: str) -> Node:
    return Within(scope, word(text))


@pytest.mark.parametrize(
    ("query", "tree"),
    [
        ("one two", every(word("one"), word("two"))),
        (' "a phrase"  word', every(phrase("a phrase"), word("word"))),
        ('-not -"not this"', every(Not(word("not")), Not(phrase("not this")))),
        ("tag:#work/now -tag:old", every(tag_node("work/now"), Not(tag_node("old")))),
        ('path:"Daily notes" file:2026', every(Within("path", phrase("Daily notes")), within("file", "2026"))),
        ("a/b and/or", every(word("a/b"), word("and/or"))),
        ("note:this https://x.org --", every(word("note:this"), word("https://x.org"), word("--"))),
        ("Tag:x PATH:y", every(tag_node("x"), within("path", "y"))),
        ("笔记 链接", every(word("笔记"), word("链接"))),
        ("twice twice", word("twice")),
        ("path:/daily/", within("path", "/daily/")),
        ("a OR b c", either(word("a"), every(word("b"), word("c")))),
        ("(a OR b) c", every(either(word("a"), word("b")), word("c"))),
        ("-(a b)", Not(every(word("a"), word("b")))),
        ("line:(a -b)", Within("line", every(word("a"), Not(word("b"))))),
        ("task-todo:call", within("task-todo", "call")),
        ("[status]", HasProperty("status", None)),
        ("[status:open]", HasProperty("status", word("open"))),
        ('[Due date:"1 May"]', HasProperty("due date", phrase("1 May"))),
        ("[due:2026 OR 2027]", HasProperty("due", either(word("2026"), word("2027")))),
        # what cannot be an operator is text
        ('12" "open', every(word('12"'[:2]), word("open"))),
        ('"open', word('"open')),
        ("(open", word("(open")),
        ("f(x)", word("f(x)")),
        (":) a", every(word(":)"), word("a"))),
        ("[x] [ ]", every(word("x"), word("["), word("]"))),
        ("[[Plan]]", word("[[Plan]]")),
        ("OR", word("OR")),
        ("OR a OR", every(word("OR"), word("a"))),
        ("ORDER a", every(word("ORDER"), word("a"))),
        ("/open", word("/open")),
        ("/etc/hosts", word("/etc/hosts")),
        ("word -", every(word("word"), word("-"))),
        ("Task: buy", every(word("Task"), word("buy"))),
        ("my file", every(word("my"), word("file"))),
        ("What is Ann's plan (draft)?", every(*map(word, ("What", "is", "Ann", "plan", "draft")))),
        ("phone?", word("phone?")),
    ],
)
def test_query_is_read(query: str, tree: Node) -> None:
    assert parse_query(query) == tree


def test_regular_expressions_are_read() -> None:
    found = parse_query(r"/a\/b \d+/ -/x/")
    pattern, other = re.compile(r"a/b \d+", re.IGNORECASE), re.compile("x", re.IGNORECASE)
    assert found == AllOf((Regex(pattern), Not(Regex(other))))


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("/(/", "regex"),
        ("word tag:#", "value"),
        ("path:", "value"),
        ("(line:)", "value"),
        ("match-case:A", "operator"),
        ("x " + " ".join(map(str, range(40))), "long"),
        ("(" * 40 + "x" + ")" * 40, "long"),
    ],
)
def test_broken_query_says_what_is_wrong(query: str, fault: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse_query(query)
    assert caught.value.fault == fault
    assert "query" in str(caught.value)


@given(st.text(alphabet='ab "-/:#()[]OR<tagpthline\\', max_size=40))
def test_any_text_is_read_or_refused(query: str) -> None:
    with suppress(QueryError):
        assert parse_query(query) == parse_query(f" {query} ")
