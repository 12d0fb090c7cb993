import asyncio
import random
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.conversations.store.conversation_search import (
    find_passage,
    fold,
    index_text,
    make_snippet,
    match_expression,
)
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.conversations.store.schema import SCHEMA, run_script
from tests.conversations.scenes import opened, record_turn, thought, with_store
from tests.waiting import work_below

TEXTS = {
    "plan": ("Quarterly Plan", "下一个里程碑是什么？"),
    "trip": ("Trip to Café Größe", "明日は東京へ行きます"),
    "code": ("foo-bar in snake_case", "用GPT模型写代码, 한국어도"),
}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("里程", ["plan"]),
        ("程碑", ["plan"]),
        ("里程碑", ["plan"]),
        ("里碑", []),
        ("碑", ["plan"]),
        ("碑是", ["plan"]),
        ("什么 quarterly", ["plan"]),
        ("QUARTER plan", ["plan"]),
        ("arterly", []),
        ("东京", []),
        ("東京", ["trip"]),
        ("ます", ["trip"]),
        ("cafe grosse", ["trip"]),
        ("café", ["trip"]),
        ("foo-b", ["code"]),
        ("snake_c", ["code"]),
        ("模型写", ["code"]),
        ("GPT模型", ["code"]),
        ("用gpt", ["code"]),
        ("国어", []),
        ("국어", ["code"]),
        ("plan trip", []),
        ('"quarterly', ["plan"]),
        ("plan* AND OR", []),
        ("reply", ["code", "plan", "trip"]),
        ("reply 東京", ["trip"]),
    ],
)
def test_every_word_must_occur(file: Path, query: str, expected: list[str]) -> None:
    async def work(store: ConversationStore) -> list[str]:
        names = {}
        for name, texts in TEXTS.items():
            ident = await store.create(vault="v", title="untitled")
            names[ident] = name
            record_turn(store, ident, "t1", texts[0], "A reply")
            record_turn(store, ident, "t2", texts[1], "Another")
        return sorted(names[row.id] for row in await store.list(query=query))

    assert with_store(file, work) == expected


def test_the_passage_shows_the_hit_as_it_was_written(file: Path) -> None:
    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="v")
        record_turn(store, ident, "t1", "Hello", "One\ntwo " * 40 + "then the  Lighthouse\nkeeper " + "x " * 200)
        [row] = await store.list(query="lighthouse")
        assert "then the  Lighthouse\nkeeper" in row.passage
        assert row.passage.startswith("…")
        assert row.passage.endswith("…")
        assert len(row.passage) < 500
        assert (await store.list(query="hello"))[0].passage == "Hello"
        assert (await store.list())[0].passage == ""

    with_store(file, work)


def test_a_word_in_the_title_alone_is_found_without_passage(file: Path) -> None:
    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="v", title="里程碑 C++")
        store.record(ident, thought("t1", "text"))
        assert [row.passage for row in await store.list(query="程碑")] == [""]
        assert len(await store.list(query="c++")) == 1
        assert await store.list(query="++!") == []

    with_store(file, work)


@given(st.text(min_size=1, max_size=30), st.data())
def test_any_beginning_or_unspaced_part_of_a_text_is_found(text: str, data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(index_text(text).split() or ["a"]))
    db = sqlite3.connect(":memory:")
    run_script(db, SCHEMA)
    db.execute("INSERT INTO search (rowid, words) VALUES (1, ?)", (index_text(text),))
    expression = match_expression(word)
    assert expression is not None
    found = db.execute("SELECT rowid FROM search WHERE words MATCH ?", (expression,)).fetchall()
    assert bool(found) == bool(index_text(text))
    db.close()


@given(st.text(max_size=200), st.lists(st.text(max_size=5), max_size=3))
def test_snippets_are_one_short_line(text: str, words: list[str]) -> None:
    passage = find_passage(text, words)
    assert passage.strip("…") in text
    snippet = make_snippet(passage, words)
    assert len(snippet) < 110
    assert len(snippet.splitlines()) <= 1


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert index_text(fold(text)) == index_text(text)


def test_searching_many_conversations_is_quick(file: Path) -> None:
    """A word in every message costs less than 0.1 ms per conversation, a rare one next to nothing."""
    draw = random.Random(1)
    count = 500

    async def work(store: ConversationStore) -> None:
        for _ in range(count):
            ident = await store.create(vault="v")
            words = " ".join(str(draw.randrange(10_000)) for _ in range(50))
            record_turn(store, ident, "t", f"everywhere {words}", f"里程碑 {words}")
        for query, limit in (("everywhere", 0.5), ("里程", 0.5), ("everywhere 4711 里程", 0.5)):
            with work_below(limit):
                await store.list(query=query)

    with_store(file, work)


def test_search_in_two_vaults_stays_apart(file: Path) -> None:
    async def work() -> None:
        async with opened(file) as store:
            for vault in "ab":
                record_turn(store, await store.create(vault=vault), "t", "same words", "yes")
            assert len(await store.list(query="same")) == 2
            assert len(await store.list(query="same", vault="a")) == 1

    asyncio.run(work())
