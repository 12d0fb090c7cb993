"""The search panel's queries without an index; what they find is compared with what the index finds."""

from __future__ import annotations

import pytest

from axon_desktop.index.search.plain_search import PlainFinder
from axon_desktop.index.search.query import QueryError
from axon_desktop.vault import Vault
from tests.index.library import Library

NOTES = {
    "Home.md": "---\naliases: [Start]\ntags: [home]\n---\n# Welcome\nA café near the harbour.\n",
    "Projects/Harbour.md": "# Plan\nBuild a pier. #project/sea\n\n## Über die Brücke\nold harbour\n",
    "Projects/Garden.md": "Herbs grow here #project\nand the harbour is far\nharbour, harbour\n",
    "知识/图谱.md": "# 知识图谱\n卡片笔记和知识的链接 #知识\n",
    "list.txt": "harbour in a text file\n",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(tmp_path_factory.mktemp("plain"), NOTES)


@pytest.fixture(scope="module")
def finder(library: Library) -> PlainFinder:
    return PlainFinder(Vault(library.root, data_dir=library.home / "plain"))


@pytest.mark.parametrize(
    "query",
    [
        "harbour",
        "cafe",
        "知识",
        "笔记",
        "harbour -pier",
        '"old harbour"',
        "tag:project",
        "tag:#project/sea",
        "harbour -tag:project",
        "path:projects harbour",
        "file:garden",
        "harbour -path:projects",
        "/har.our/ herbs",
        "harbour -/^old/",
        "nowhere",
    ],
)
def test_finds_the_notes_that_the_index_finds(library: Library, finder: PlainFinder, query: str) -> None:
    plain, indexed = finder.find(query), library.find(query)
    assert {note.path for note in plain.notes} == {note.path for note in indexed.notes}
    assert (plain.total, plain.whole, plain.missing) == (indexed.total, indexed.whole, indexed.missing)


def test_lines_and_marks_are_those_of_the_index(library: Library, finder: PlainFinder) -> None:
    plain = {note.path: note.excerpts for note in finder.find("harbour").notes}
    assert plain == {note.path: note.excerpts for note in library.find("harbour").notes}


def test_notes_with_all_words_come_first(finder: PlainFinder) -> None:
    found = finder.find("harbour herbs")
    assert (found.notes[0].path, found.notes[0].whole, found.whole) == ("Projects/Garden.md", True, 1)
    assert found.total == 4
    assert len(finder.find("harbour herbs", 2).notes) == 2


def test_a_word_of_which_there_is_none_is_named(finder: PlainFinder) -> None:
    assert finder.find("harbour zebrafish").missing == ("zebrafish",)


def test_broken_query_is_an_error(finder: PlainFinder) -> None:
    with pytest.raises(QueryError):
        finder.find('"open')


def test_cancelled_search_ends_at_once(finder: PlainFinder) -> None:
    found = finder.find("harbour", 50, lambda: True)
    assert (found.notes, found.missing) == ((), ())


def test_without_time_it_reports_that_not_all_was_read(finder: PlainFinder) -> None:
    assert finder.find("harbour").all_read
    found = finder.find("harbour", seconds=-1)
    assert (found.notes, found.missing, found.all_read) == ((), (), False)


def test_places_of_a_regular_expression_are_marked(library: Library, finder: PlainFinder) -> None:
    for found in (finder.find("/h.rb+/"), library.find("/h.rb+/")):
        excerpt = next(note for note in found.notes if note.path == "Projects/Garden.md").excerpts[0]
        assert [excerpt.text[begin:end] for begin, end in excerpt.marks] == ["Herb"]


def test_headings_are_found_by_their_words_in_any_case(library: Library) -> None:
    def headings(*words: str) -> list[tuple[str, int]]:
        return [(title.title, title.line) for title in library.links().headings_containing(words, 10)]

    assert headings("welcome") == [("Welcome", 5)]
    assert headings("über", "brücke") == [("Über die Brücke", 4)]
    assert headings("知识") == [("知识图谱", 1)]
    assert headings("100%") == headings("_") == headings("start") == []
    assert library.links().headings_containing([], 2)[0].title == "Plan"


def test_aliases_are_listed_with_their_notes(library: Library) -> None:
    assert [(title.path, title.title) for title in library.links().aliases()] == [("Home.md", "Start")]
