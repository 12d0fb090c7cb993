"""Random queries of each sort on vaults of many notes: the same notes, in the same order, through every door."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from axon_desktop.index.build import file_scan
from axon_desktop.index.kept_index import KeptIndex
from axon_desktop.index.store import index_folder
from axon_desktop.ui.search import vault_search
from axon_desktop.vault.search.found import Query
from tests.index.library import Library, write
from tests.search_doors import MOST, Doors
from tests.vault.search.test_searches import folded

_SYLLABLES = [
    *("ka", "ren", "to", "mi", "lö", "sa", "véd", "or", "ing", "ster", "un", "ba", "ßel", "pra", "tion"),
    *("жа", "ми", "ор", "9", "42"),
]
_CHARACTERS = [chr(code) for code in range(0x4E00, 0x4F40)]
_TAGS = ["work", "work/now", "garden", "知识"]
_AN_HOUR = 3_600

Sort = Callable[[random.Random, list[str]], str]


def make_texts(chance: random.Random, count: int) -> dict[str, str]:
    """Return notes of words whose parts are in others too; some of them are common."""
    words = ["".join(chance.choices(_SYLLABLES, k=chance.randrange(1, 5))) for _ in range(30 * int(count**0.5))]
    texts = {}
    for number in range(count):
        lines = [" ".join(chance.choices(words, k=7)) for _ in range(4)]
        lines[2] += f", {''.join(chance.choices(_CHARACTERS, k=9))}。#{chance.choice(_TAGS)}"
        head = f"# {lines[0]}\n" if chance.random() < 0.3 else ""
        path = f"{chance.choice(['Été/', 'Work/', ''])}{chance.choice(words)} {number}.md"
        texts[path] = head + "\n".join(lines)
    return texts


def word(chance: random.Random, words: list[str]) -> str:
    return chance.choice(words)


def part(chance: random.Random, words: list[str]) -> str:
    whole = max(chance.choices(words, k=4), key=len)
    begin = chance.randrange(max(1, len(whole) - 2))
    return whole[begin : begin + chance.randrange(2, 6)]


def phrase(chance: random.Random, words: list[str]) -> str:
    at = chance.randrange(len(words) - 1)
    return f'"{words[at]} {words[at + 1]}"'


def operators(chance: random.Random, words: list[str]) -> str:
    one, two = chance.sample(words, 2)
    form = chance.choice(
        [
            "{0} {1}",
            "{0} -{1}",
            "{0} OR {1}",
            "line:({0} {1})",
            "{0} tag:work",
            "file:{0}",
            "({0} OR {1}) path:ete",
        ]
    )
    return form.format(one, two)


def characters(chance: random.Random, words: list[str]) -> str:
    return "".join(chance.choices(_CHARACTERS, k=chance.choice([1, 1, 2])))


SORTS: list[Sort] = [word, part, phrase, operators, characters]


@pytest.mark.timeout(7_200)
@pytest.mark.parametrize(
    ("notes", "queries", "through_all"),
    [
        pytest.param(150, 8, 2, id="150 notes"),
        pytest.param(1_000, 500, 50, id="1,000 notes", marks=pytest.mark.soak),
        pytest.param(20_000, 500, 20, id="20,000 notes", marks=pytest.mark.soak),
    ],
)
def test_all_doors_find_the_same_in_the_same_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, notes: int, queries: int, through_all: int
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    chance = random.Random(notes)
    texts = make_texts(chance, notes)
    write(tmp_path / "notes", texts)
    monkeypatch.setattr(vault_search, "PATIENCE", 3_600.0)  # the machine may be busy for hours
    monkeypatch.setattr(file_scan, "_YOUNG", 0.0)  # else the last notes count as differing from the index
    before = time.time() - _AN_HOUR
    for path in texts:
        os.utime(tmp_path / "notes" / path, (before, before))
    doors = Doors(tmp_path / "notes")
    home = index_folder(doors.vault.id)
    home.mkdir(parents=True)
    library = Library.over(tmp_path / "notes", home)
    finder = library.finder
    plain = {
        path: f"{folded(path.rpartition('/')[2].removesuffix('.md'))}\n{folded(text)}"
        for path, text in texts.items()
    }
    assert KeptIndex(doors.vault).finder() is not None
    for sort in SORTS:
        asked = []
        for _ in range(queries):
            line = chance.choice([line for line in chance.choice([*texts.values()]).split("\n") if line])
            asked.append(sort(chance, line.removeprefix("# ").partition(",")[0].split()))
        by_files = doors.doors["the files"](asked)
        for query, found in zip(asked, by_files, strict=True):
            if sort is not operators or "-" not in query:
                indexed = finder.find(Query(query, limit=MOST))
                assert [note.path for note in indexed.notes] == found, query
                if sort is not operators:
                    expected = {path for path, text in plain.items() if folded(query.strip('"')) in text}
                    known = len(expected) <= MOST or sort is not phrase  # its words may stand on two lines
                    assert (indexed.total == len(expected)) or not known, query
                    assert {*found} <= expected, query
                    assert len(found) == min(MOST, len(expected)), query
        some = asked[:through_all]
        assert {name: found for name, found in doors.find(*some).items() if found != by_files[:through_all]} == {}
    library.store.close()
