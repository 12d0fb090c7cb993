"""The questions of the bench on meaning: as many as are claimed, each in other words than its note."""

from __future__ import annotations

import re
from collections import Counter

from bench.meaning.__main__ import table
from bench.meaning.vault import LANGUAGES, Note, Query, asked_for, near, others, queries

_STEM = 5
"""Letters of an English word by which it is known in another form."""
_ENGLISH = """
about after also before being does from have into just like more much should that their them then there these they
this those what when where which while with without would your
"""
_CHINESE = "怎么 怎樣 怎样 如何 什么 什麼 自己 时候 時候 一个 一個 可以 还是 還是 不是 以后 以後 之前"
_COMMON = frozenset(f"{_ENGLISH}{_CHINESE}".split())
_HAN = re.compile(r"[\u3400-\u9fff々]+")
_PARTICLES = re.compile("[的了是我你他她它在把被给給不也就又跟]")
_KATAKANA = re.compile(r"[\u30a1-\u30fa\u30fc]{2,}")


def content_words(text: str, language: str) -> set[str]:
    """Return words by their stems, in Korean by two syllables; of text without blanks pairs of characters."""
    if language == "en":
        words = (word.casefold() for word in re.findall(r"[A-Za-z]{4,}", text))
        return {word[:_STEM] for word in words if word not in _COMMON}
    if language == "ko":
        return {word[:2] for word in re.findall(r"[가-힣]{2,}", text)}
    if language.startswith("zh"):
        text = _PARTICLES.sub(" ", text)
    pairs = {piece[at : at + 2] for piece in _HAN.findall(text) for at in range(len(piece) - 1)}
    return (pairs | {*_KATAKANA.findall(text)}) - _COMMON


def shared_words(query: Query, note: Note) -> list[str]:
    """Return the content words of a query that its note has too; pairs of characters that overlap are one word."""
    shared = content_words(query.text, query.language) & content_words(f"{note.path}\n{note.text}", query.language)
    if query.language in ("en", "ko"):
        return sorted(shared)
    return sorted(word for word in shared if not any(word[1] == other[0] for other in shared - {word}))


def test_there_are_as_many_notes_and_queries_as_claimed() -> None:
    wanted, asked = asked_for(), queries()
    assert Counter(name.rpartition("-")[0] for name in wanted) == dict.fromkeys(LANGUAGES, 48)
    assert len(near()) >= 240
    assert len(near()) + sum(1 for _ in others()) >= 1800
    assert sorted(query.note for query in asked) == sorted(wanted)
    assert len({query.text for query in asked}) == 240
    assert all(query.note.startswith(f"{query.note_language}-") for query in asked)
    assert Counter(query.half for query in asked) == {"a": 120, "b": 120}
    assert Counter(query.language for query in asked) == {**dict.fromkeys(LANGUAGES, 47), "en": 52}
    pairs = Counter((query.language == query.note_language, query.language == "en") for query in asked)
    assert pairs == {(True, True): 12, (True, False): 108, (False, True): 40, (False, False): 80}
    assert sum(query.note_language == "en" for query in asked if query.language != "en") == 36


def test_all_notes_of_the_vault_differ() -> None:
    notes = [*asked_for().values(), *near(), *others()]
    assert len({note.path for note in notes}) == len(notes)
    assert len({note.text for note in notes}) == len(notes)


def test_a_query_has_other_words_than_its_note() -> None:
    wanted = asked_for()
    said_alike = {
        query.text: words
        for query in queries()
        if query.language == query.note_language and len(words := shared_words(query, wanted[query.note])) > 1
    }
    assert said_alike == {}


def test_the_table_counts_places() -> None:
    lines = table("words", [1, 2, 10, 0] * 60).splitlines()
    assert lines[2] == "| all | 240 | 25% | 50% | 75% |"
