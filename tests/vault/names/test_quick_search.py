from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.text.fuzzy import fold_name, is_within, places, score
from axon_desktop.vault.names.quick_search import NameSearch, shown_name
from tests.waiting import work_below

PATHS = (
    "Home.md",
    "Notes/Quick switcher.md",
    "Notes/Sequels.md",
    "Notes/Reading list.md",
    "Projects/Garden/Herb spiral.md",
    "Projects/Axon Desktop.md",
    "Projects/Café crème.md",
    "img/garden plan.png",
    "知识/知识图谱.md",
    "知识/读书摘记.md",
)
LETTERS = "abcde -_/.éÜ知识图😀\n" + string.digits[:2]
paths_of_a_vault = st.lists(
    st.text(LETTERS, min_size=1, max_size=12).map(lambda text: f"{text.strip('/')}.md"), max_size=30, unique=True
)


def found(query: str, *, limit: int = 50, aliases: tuple[tuple[str, str], ...] = ()) -> list[str]:
    return [match.path for match in NameSearch(PATHS, aliases).find(query, limit)]


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("home", "Home.md"),
        ("qs", "Notes/Quick switcher.md"),
        ("qksw", "Notes/Quick switcher.md"),
        ("switcher quick", "Notes/Quick switcher.md"),
        ("LIST", "Notes/Reading list.md"),
        ("cafe", "Projects/Café crème.md"),
        ("garden/herb", "Projects/Garden/Herb spiral.md"),
        ("projaxon", "Projects/Axon Desktop.md"),
        ("garden", "img/garden plan.png"),
        ("图谱", "知识/知识图谱.md"),
        ("知图", "知识/知识图谱.md"),
        ("raeding list", "Notes/Reading list.md"),
    ],
)
def test_best_find_is_what_people_mean(query: str, best: str) -> None:
    assert found(query)[0] == best


def test_names_come_before_folders() -> None:
    assert found("知识") == ["知识/知识图谱.md", "知识/读书摘记.md"]
    assert found("garden")[1] == "Projects/Garden/Herb spiral.md"


def test_shorter_names_come_first_and_notes_before_other_files() -> None:
    search = NameSearch(["plan b.md", "plan.png", "plan.md", "plan for a long time.md"])
    assert [match.path for match in search.find("plan")] == [
        "plan.md",
        "plan b.md",
        "plan for a long time.md",
        "plan.png",
    ]


def test_alias_leads_to_its_note_once() -> None:
    search = NameSearch(PATHS, [("Home.md", "Start page"), ("Home.md", "Home page")])
    start = search.find("start page")[0]
    assert (start.path, start.name, start.is_alias) == ("Home.md", "Start page", True)
    assert [match.path for match in search.find("home")].count("Home.md") == 1
    assert not search.find("home")[0].is_alias


def test_marks_are_where_the_letters_are() -> None:
    search = NameSearch(PATHS)

    def marked(query: str) -> tuple[list[str], list[str]]:
        match = search.find(query)[0]
        return [match.name[a:b] for a, b in match.marks], [match.folder[a:b] for a, b in match.folder_marks]

    assert marked("switcher") == (["switcher"], [])
    assert marked("qs") == (["Q", "s"], [])
    assert marked("list reading") == (["Reading", "list"], [])
    assert marked("creme") == (["crème"], [])
    assert marked("garden/he") == (["He"], ["Garden"])
    assert marked("projaxon") == (["Axon"], ["Proj"])
    assert marked("识图") == (["识图"], [])


def test_what_nothing_holds_finds_nothing() -> None:
    assert found("zzzz") == []
    assert found("   ") == []
    assert found("") == []


def test_limit_is_kept() -> None:
    assert len(found("e", limit=2)) == 2
    many = NameSearch([f"Note {number}.md" for number in range(5_000)])
    assert len(many.find("note", 30)) == 30
    assert many.find("4999", 30)[0].path == "Note 4999.md"


def test_cancelled_search_finds_nothing() -> None:
    assert NameSearch(PATHS).find("home", 50, lambda: True) == []


def test_hostile_names_and_queries_take_no_time() -> None:
    name = "a" * 190
    search = NameSearch([f"{name}{number}.md" for number in range(500)])
    with work_below(20):
        assert search.find("a" * 100) != []
        assert search.find("a" * 99 + "b") == []


@given(paths_of_a_vault, st.text(LETTERS, max_size=6), st.integers(1, 40))
def test_every_find_holds_the_letters(paths: list[str], query: str, limit: int) -> None:
    """A find is a file of the vault, once, and each word of the query is in its path, letter after letter.

    Only when no path holds all letters names come that are nearly as written: these have no marks.
    """
    matches = NameSearch(paths).find(query, limit)
    assert len(matches) <= limit
    assert len({match.path for match in matches}) == len(matches)
    for match in matches:
        assert match.path in paths
        assert match.name == shown_name(match.path)
        if match.marks or match.folder_marks:
            folded = fold_name(match.path.removesuffix(".md"))
            assert all(is_within(word, folded) for word in fold_name(query).split())


@given(paths_of_a_vault, st.text(LETTERS, min_size=1, max_size=6))
def test_marks_lie_within_their_texts(paths: list[str], query: str) -> None:
    for match in NameSearch(paths).find(query):
        for text, marks in ((match.name, match.marks), (match.folder, match.folder_marks)):
            flat = [place for mark in marks for place in mark]
            assert flat == sorted(flat)
            assert all(begin < end for begin, end in marks)
            assert not flat or (flat[0] >= 0 and flat[-1] <= len(text))


@given(paths_of_a_vault, st.text(LETTERS, min_size=1, max_size=6), st.randoms())
def test_rank_does_not_depend_on_what_else_is_there(paths: list[str], query: str, chance: object) -> None:
    """The same names in the same order give the same finds, and a smaller limit gives the first of them."""
    first = NameSearch(paths).find(query, 40)
    assert NameSearch(paths).find(query, 40) == first
    assert NameSearch(paths).find(query, 3) == first[:3]


@given(st.text(LETTERS, min_size=1, max_size=4), st.text(LETTERS, max_size=14))
def test_letters_fit_exactly_where_they_are(letters: str, text: str) -> None:
    folded_letters, folded = fold_name(letters), fold_name(text)
    found_at = places(folded_letters, folded)
    assert (score(folded_letters, folded) is not None) == is_within(folded_letters, folded) == bool(found_at)
    if found_at:
        assert "".join(folded[at] for at in found_at) == folded_letters
        assert found_at == sorted(set(found_at))


def test_letters_at_the_beginnings_of_words_count_more() -> None:
    assert (score("qs", "quick switcher") or 0) > (score("qs", "sequels") or 0)
    assert (score("net", "network") or 0) > (score("net", "new east tower") or 0)
    assert places("rl", "reading list") == [0, 8]
