from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from axon_desktop.errors import MeaningUnavailableError
from axon_desktop.meaning.meaning_search import MeaningSearch, meaning_of, mixed
from axon_desktop.meaning.messages import MeaningPassage
from axon_desktop.vault.search.excerpts import Excerpt
from axon_desktop.vault.search.found import Found, FoundNote, Query


def note(path: str, line: str = "") -> FoundNote:
    return FoundNote(path, (Excerpt(3, line, ()),) if line else ())


def passage(path: str) -> MeaningPassage:
    return MeaningPassage(path, ("Top",), f"words of {path}", 7, 0.5)


def order(query: str, words: Found, *meant: str) -> list[str]:
    return [found.path for found in mixed(Query(query), words, [passage(path) for path in meant]).notes]


@pytest.mark.parametrize(
    ("query", "lines", "whole", "meant", "expected"),
    [
        # as it is written: the order of the words stands
        ("rain barrel", {"a": "a rain barrel", "b": "Rain Barrel!"}, True, "cb", "abc"),
        ("rain", {"a": "rain", "b": "rains"}, True, "cba", "abc"),
        ("水桶", {"a": "水桶"}, True, "ba", "ab"),
        ('"rain barrel" full', {"a": "", "b": ""}, True, "c", "abc"),
        # all words, somewhere: both count the same
        ("barrel rain", {"a": "the barrel, full of rain", "b": "barrel. rain"}, True, "bc", "bac"),
        # some of the words only: meaning counts more
        ("how full is it", {"a": "it is", "b": "how"}, False, "cd", "cdab"),
        ("how full is it", {"a": "it is", "b": "how"}, False, "cb", "bca"),
        # one of them has nothing
        ("barrel rain", {"a": "", "b": ""}, True, "", "ab"),
        ("barrel rain", {}, True, "ab", "ab"),
    ],
)
def test_words_and_meaning_are_mixed(
    query: str, lines: dict[str, str], whole: bool, meant: str, expected: str
) -> None:
    words = Found(tuple(note(path, line) for path, line in lines.items()), len(lines), whole)
    assert order(query, words, *meant) == [*expected]


def test_mixed_notes_carry_lines_and_passages() -> None:
    found = mixed(Query("rain barrel"), Found((note("a", "a rain barrel"),), 1), [passage("b"), passage("a")])
    [first, second] = found.notes
    assert (first.excerpts[0].text, first.passage, first.line) == ("a rain barrel", "words of a", 7)
    assert [(hit.line, hit.snippet) for hit in second.hits] == [(7, "Top › words of b")]
    assert (found.total, found.whole) == (2, True)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("rain in May", "rain in May"),
        ('"rain in May" tag:#garden path:Work/ -"old barrel" -dry', "rain in May"),
        ('[status:open] where (rain OR snow) file:"a b"', "where rain snow"),
        ("tag:#garden", ""),
        ("well-being and e-mail", "well-being and e-mail"),
    ],
)
def test_conditions_mean_nothing(query: str, expected: str) -> None:
    assert meaning_of(Query(query)) == expected
    assert meaning_of(Query(query, regex=True)) == ""


class Words:
    """A search by words that records what it is asked."""

    def __init__(self) -> None:
        self.asked: list[Query] = []

    def find(self, query: Query, cancelled: Callable[[], bool] = lambda: False) -> Found:
        self.asked.append(query)
        return Found((note("words.md"),), 1)


class Meaning:
    """An index of meaning, or what it is like when there is none."""

    def __init__(self, problem: str = "") -> None:
        self.problem = problem
        self.asked: list[tuple[str, str, Sequence[str] | None]] = []

    def find(
        self, text: str, limit: int, *, folder: str, among: Sequence[str] | None, cancelled: object
    ) -> object:
        self.asked.append((text, folder, among))
        if self.problem:
            raise MeaningUnavailableError(self.problem)
        return (passage("meaning.md"),)


def test_each_way_asks_whom_it_needs() -> None:
    words, meaning = Words(), Meaning()
    search = MeaningSearch(words, lambda: meaning)  # type: ignore[arg-type, return-value]
    found = {
        by: [each.path for each in search.find(Query("some rain", by=by)).notes]
        for by in ("words", "meaning", "both")
    }
    assert found == {"words": ["words.md"], "meaning": ["meaning.md"], "both": ["words.md", "meaning.md"]}
    words.asked.clear()
    search.find(Query("rain -snow", "Work/", tag="garden", by="meaning"))
    assert [(query.text, query.tag, query.by) for query in words.asked] == [("-snow", "garden", "words")]
    assert meaning.asked[-1] == ("rain", "Work", ["words.md"])
    assert search.find(Query("tag:x", by="meaning")).notes[0].path == "words.md"


@pytest.mark.parametrize("by", ["meaning", "both"])
def test_words_find_where_meaning_cannot(by: str) -> None:
    search = MeaningSearch(Words(), lambda: Meaning("off for now"))  # type: ignore[arg-type, return-value]
    found = search.find(Query("rain", by=by))  # type: ignore[arg-type]
    assert ([each.path for each in found.notes], found.problem) == (["words.md"], "off for now")
