"""What the index does for one changed file, one query or one note does not grow with the vault."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from axon_desktop.index.build.builder import IndexBuilder
from axon_desktop.index.store import open_store
from axon_desktop.vault.search.found import Query
from tests.counting.counters import Sql, counted_calls, counted_files
from tests.index.library import Library, write

SMALL, LARGE = 150, 1_500
"""Notes, in as many folders."""
SHOWN = 20
PER_NOTE = 135
"""Calls, with those of functions written in C, that one more note in a result may cost.

It is read, asked whether its bytes are here, and held against the query."""


def note(number: int) -> str:
    return (
        f"# Note {number}\n\nword{number % 10} only{number} [[n{number + 1:05}]] #tag{number % 50}\n\n"
        f"## Part {number}\n\nA line about something else.\n"
    )


def name(number: int) -> str:
    return f"{number % 10}/n{number:05}.md"


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> list[Library]:
    """Return a small and a large vault with their indexes; a test may change single notes of them."""
    made = []
    for size in (SMALL, LARGE):
        library = Library(tmp_path_factory.mktemp(f"notes{size}"), {name(at): note(at) for at in range(size)})
        library.store.close()
        made.append(library)
    return made


@pytest.fixture
def libraries(homes: list[Library], sql: Sql) -> Iterator[list[Library]]:
    """Open both so that their SQL is counted."""
    for library in homes:
        library.store = open_store(library.home)
    sql.reset()
    yield homes
    for library in homes:
        library.store.close()


def test_changed_note_costs_the_index_the_same_in_a_large_vault(libraries: list[Library], sql: Sql) -> None:
    """Red when `IndexBuilder.mark` compares the whole vault, or a query of the writer has lost its index."""
    found = []
    for library in libraries:
        write(library.root, {name(5): note(5) + "\nchanged [[n00007]]\n"})
        sql.reset()
        with counted_files() as files, counted_calls() as calls:
            library.change(name(5))
        found.append((len(sql.statements), sql.steps, len(files.opened_below(library.root)), calls.all, files))
    small, large = found
    assert 0 < small[0] <= 40
    assert large[0] == small[0]
    assert large[1] <= 1.5 * small[1] + 20
    assert large[2] <= small[2] + 1
    assert large[3] <= 1.1 * small[3] + 20
    assert not large[4].listed


def test_ten_changed_notes_cost_ten_times_one(libraries: list[Library], sql: Sql) -> None:
    """Red when each changed file is committed, or looked at, on its own and for all others again."""
    library = libraries[1]
    counts = []
    for count in (1, 10):
        some = [10 * at + 3 for at in range(count)]
        write(library.root, {name(at): note(at) + f"\nchanged {count} times\n" for at in some})
        sql.reset()
        with counted_files() as files, counted_calls() as calls:
            library.change(*sorted(map(name, some)))
        counts.append((len(sql.statements), len(files.opened_below(library.root)), calls.all))
    assert all(ten <= 10 * one for one, ten in zip(*counts, strict=True)), counts


def test_vault_without_changes_is_not_read_again(libraries: list[Library], sql: Sql) -> None:
    """Red when `compare` opens a file whose version is known, or asks the catalog once for each file."""
    for library in libraries:
        sql.reset()
        builder = IndexBuilder(library.root, library.store)
        with counted_files() as files:
            builder.compare()
        assert [opened for opened in files.opened if opened.endswith(".md")] == []
        assert len(files.listed) == 11
        assert len(sql.statements) <= 3


@pytest.mark.parametrize(
    "query", ["only7", "word3", "word3 -only13", "#tag7", "tag:tag7 word7", '"something else"']
)
def test_query_reads_the_notes_that_it_shows(libraries: list[Library], sql: Sql, query: str) -> None:
    """Red when `NoteFinder` reads more notes than it shows, or asks for each path on its own."""
    found = []
    for library in libraries:
        finder = library.finder
        sql.reset()
        with counted_files() as files:
            answer = finder.find(Query(query, limit=SHOWN))
        read = [opened for opened in files.opened if opened.endswith(".md")]
        assert len(read) <= len(answer.notes) <= SHOWN
        found.append((len(sql.statements), len(files.listed)))
    assert found[0][0] <= 3
    assert found[1][0] == found[0][0]
    assert found[1][1] == found[0][1] == 0


def test_lines_that_are_not_shown_cost_nothing(libraries: list[Library]) -> None:
    """Red when `find_excerpts` looks at each line of a note, or a shown note costs more than it has to."""
    library = libraries[0]
    finder = library.finder
    costs = []
    for lines in (1, 400):
        write(library.root, {name(77): note(77) + "\nnothing\n" * lines})
        finder.find(Query("only77", limit=SHOWN))
        with counted_calls() as calls:
            assert [shown.path for shown in finder.find(Query("only77", limit=SHOWN)).notes] == [name(77)]
        costs.append(calls.all_with_c)
    assert costs[1] == costs[0]
    with counted_calls() as calls:
        shown = finder.find(Query("word3", limit=SHOWN)).notes
    assert len(shown) == 15
    assert (calls.all_with_c - costs[0]) / (len(shown) - 1) <= PER_NOTE, calls.most()


def test_one_notes_links_cost_the_same_in_a_large_vault(libraries: list[Library], sql: Sql) -> None:
    """Red when `links` is asked without its key first, or backlinks are found by reading every entry."""
    found = []
    for library in libraries:
        links = library.links()
        sql.reset()
        with counted_calls() as calls:
            assert [link.path for link in links.backlinks(name(21))] == [name(20)]
            assert [link.path for link in links.outgoing(name(20))] == [name(21)]
            assert links.entry(name(20)) is not None
        found.append((len(sql.statements), sql.steps, calls.all))
    small, large = found
    assert large[0] == small[0] <= 4
    assert large[1] <= 1.5 * small[1] + 10
    assert large[2] <= 1.1 * small[2] + 10
