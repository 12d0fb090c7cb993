"""A query means the same in every door: what each finds is what a plain reading of the notes says."""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.errors import IndexUnavailableError
from axon_desktop.vault import Vault
from axon_desktop.vault.search.found import Query
from axon_desktop.vault.search.scan import FileSearch
from tests.index.library import Library, write
from tests.search_doors import Doors

SAMPLE: dict[str, Any] = json.loads((Path(__file__).parents[2] / "data/searches.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Doors:
    root = tmp_path_factory.mktemp("searches") / "vault"
    write(root, SAMPLE["notes"])
    return Doors(root)


def test_there_are_enough_members_of_each_kind() -> None:
    assert all(len(searches) >= 10 for searches in SAMPLE["searches"].values())


@pytest.mark.parametrize("kind", SAMPLE["searches"])
def test_members_of_each_kind_find_their_notes(sample: Doors, kind: str) -> None:
    queries = [query for query, _ in SAMPLE["searches"][kind]]
    found = zip(queries, map(sorted, sample.doors["axon mcp"](queries)), strict=True)
    assert [*map(list, found)] == [[query, sorted(notes)] for query, notes in SAMPLE["searches"][kind]]


# Generated vaults and queries. What is expected is read off the parts that a note was made of.

_WORDS = [
    *("harbour", "pier", "rope", "garden", "herb", "plan", "café", "naïve", "Straße", "filterQuery", "css"),
    *("note_book", "İstanbul", "ﬁnish", "知识", "海洋", "知识图谱", "计划", "项目计划", "ガラス", "カード"),
    *("हिन्दी", "ａｂｃ", "ёлка", "мой", "é2", "v2.1", "x-ray", "how", "to"),
]
_STOP_WORDS = {"how", "to"}
_TAGS = ["work", "work/now", "garden", "知识", "Éte"]
_STATES = ["open", "Done", "in work"]


@dataclass
class Note:
    """A note, as the parts of its text."""

    path: str
    tags: list[str]
    properties: dict[str, str]
    sections: list[list[str]]
    """The lines of each; the first has no heading."""
    tasks: dict[bool, list[str]] = field(default_factory=lambda: {False: [], True: []})
    """What is not done, and what is."""

    @property
    def head(self) -> list[str]:
        """The lines of the properties."""
        listed = [f"tags: [{', '.join(self.tags)}]"] if self.tags else []
        return ["---", *listed, *(f"{name}: {value}" for name, value in self.properties.items()), "---"]

    @property
    def lines(self) -> list[str]:
        """All lines."""
        return [*self.head, *(line for section in self.sections for line in section)]

    def parts(self) -> list[str]:
        """The texts between headings."""
        first, *rest = self.sections
        return ["\n".join([*self.head, *first]), *map("\n".join, rest)]

    @property
    def text(self) -> str:
        """The file."""
        return "\n".join(self.lines)

    @property
    def name(self) -> str:
        """The file's name without its suffix."""
        return self.path.rpartition("/")[2].removesuffix(".md")


@cache
def folded(text: str) -> str:
    """Fold a text letter by letter, as slowly as can be."""
    out = ""
    for letter in unicodedata.normalize("NFC", text):
        if letter in "йЙ":
            out += "й"
            continue
        parts = unicodedata.normalize("NFKD", letter)
        bare = "".join(part for part in parts if unicodedata.combining(part) not in (220, 230))
        out += unicodedata.normalize("NFKC", bare).casefold()
    return out


Test = Callable[[Note], bool]


@dataclass
class Asked:
    """A query with what it means."""

    text: str
    holds: Test
    loose: Test | None = None
    """What counts if no note holds it all."""

    def expected(self, notes: list[Note]) -> set[str]:
        """Return the notes that a plain scan finds."""
        found = {note.path for note in notes if self.holds(note)}
        if not found and self.loose is not None:
            found = {note.path for note in notes if self.loose(note)}
        return found


def holds(text: str) -> Test:
    wanted = folded(text)
    return lambda note: wanted in folded(note.text) or wanted in folded(note.name)


def make_notes(chance: random.Random, count: int) -> list[Note]:
    notes: list[Note] = []
    for number in range(count):
        words = chance.choices(_WORDS, k=2)
        tags = chance.sample(_TAGS, chance.choice([0, 0, 1, 2]))
        states = {"state": chance.choice(_STATES)} if chance.random() < 0.4 else {}
        note = Note(f"{chance.choice(['Work/', 'Été/', ''])}{words[0]} {number}.md", tags, states, [])
        for section in range(chance.randrange(1, 4)):
            lines = [f"# {words[1]} {section}"] if section else []
            for _ in range(chance.randrange(1, 4)):
                line = " ".join(chance.choices(_WORDS, k=chance.randrange(1, 5)))
                if chance.random() < 0.3:
                    done = chance.random() < 0.5
                    note.tasks[done].append(line)
                    line = f"- [{'x' if done else ' '}] {line}"
                lines.append(line)
            note.sections.append(["", *lines, ""])
        notes.append(note)
    return notes


def tagged(tag: str) -> Test:
    return lambda note: any(f"{known}/".casefold().startswith(f"{tag}/".casefold()) for known in note.tags)


def both(one: Test, two: Test) -> Test:
    return lambda note: one(note) and two(note)


def either(one: Test, two: Test) -> Test:
    return lambda note: one(note) or two(note)


def some(*words: str) -> Test:
    """Notes with some of these words; stop words are not enough, where there are others."""
    telling = [word for word in words if word not in _STOP_WORDS] or words
    return lambda note: any(holds(word)(note) for word in telling)


def without(one: Test) -> Test:
    return lambda note: not one(note)


def in_one(parts: Callable[[Note], list[str]], *words: str) -> Test:
    return lambda note: any(all(folded(word) in folded(part) for word in words) for part in parts(note))


def has_state(note: Note) -> bool:
    return "state" in note.properties


KINDS: list[Callable[[random.Random, str, str], Asked]] = [
    lambda _, one, two: Asked(one, holds(one)),
    lambda _, one, two: Asked(f"{one} {two}", both(holds(one), holds(two)), some(one, two)),
    lambda _, one, two: Asked(f'"{one} {two}"', holds(f"{one} {two}")),
    lambda _, one, two: Asked(f"{one} -{two}", both(holds(one), without(holds(two)))),
    lambda _, one, two: Asked(f"{one} OR {two}", either(holds(one), holds(two))),
    lambda _, one, two: Asked(f"({one} OR {two}) [state]", both(either(holds(one), holds(two)), has_state)),
    lambda _, one, two: Asked(f"line:({one} {two})", in_one(lambda note: note.lines, one, two)),
    lambda _, one, two: Asked(f"section:({one} {two})", in_one(Note.parts, one, two)),
    lambda _, one, two: Asked(f"task-todo:{one}", in_one(lambda note: note.tasks[False], one)),
    lambda _, one, two: Asked(f"task-done:{one}", in_one(lambda note: note.tasks[True], one)),
    lambda _, one, two: Asked(f"file:{one}", in_one(lambda note: [f"{note.name}.md"], one)),
    lambda _, one, two: Asked(f"{one} path:ete/", both(holds(one), lambda note: note.path.startswith("Été/"))),
]


@KINDS.append
def inner_part(chance: random.Random, one: str, two: str) -> Asked:
    begin = chance.randrange(len(one))
    part = one[begin : begin + chance.randrange(1, 4)].strip(".-") or one
    return Asked(part, holds(part))


@KINDS.append
def pair(chance: random.Random, one: str, two: str) -> Asked:
    part = "".join(chance.choices("知识海洋图谱计划项目", k=2))
    return Asked(part, holds(part))


@KINDS.append
def tag_alone(chance: random.Random, one: str, two: str) -> Asked:
    tag = chance.choice([*_TAGS, "nobody"])
    return Asked(f"tag:#{tag}", tagged(tag))


@KINDS.append
def without_tag(chance: random.Random, one: str, two: str) -> Asked:
    tag = chance.choice(_TAGS)
    return Asked(f"{one} -tag:{tag}", both(holds(one), without(tagged(tag))))


@KINDS.append
def value(chance: random.Random, one: str, two: str) -> Asked:
    state = chance.choice(_STATES)
    return Asked(f'[state:"{state}"]', lambda note: note.properties.get("state") == state)


def ask(chance: random.Random) -> Asked:
    """Return a random query."""
    return chance.choice(KINDS)(chance, *chance.sample(_WORDS, 2))


def check(doors: Doors, notes: list[Note], asked: list[Asked]) -> None:
    for name, found in doors.find(*(one.text for one in asked)).items():
        wrong = {
            one.text: paths for one, paths in zip(asked, found, strict=True) if {*paths} != one.expected(notes)
        }
        assert not wrong, name


@pytest.mark.parametrize(
    "count", [pytest.param(60, id="60 queries"), pytest.param(500, id="500 queries", marks=pytest.mark.soak)]
)
def test_every_door_finds_what_a_plain_scan_finds(tmp_path: Path, count: int) -> None:
    chance = random.Random(count)
    notes = make_notes(chance, 40)
    write(tmp_path / "vault", {note.path: note.text for note in notes})
    check(Doors(tmp_path / "vault"), notes, [ask(chance) for _ in range(count)])


def test_both_engines_find_the_same_in_the_same_order(tmp_path: Path) -> None:
    chance = random.Random(7)
    notes = make_notes(chance, 40)
    library = Library(tmp_path, {note.path: note.text for note in notes})
    files = FileSearch(Vault(library.root))
    answered = 0
    for _ in range(120):
        asked = ask(chance)
        query = Query(asked.text, limit=chance.choice([3, 100]))
        try:
            found = library.finder.find(query)
        except IndexUnavailableError:
            continue
        answered += 1
        expected = files.find(query)
        assert (found.notes, found.whole, found.missing) == (expected.notes, expected.whole, expected.missing), (
            asked.text
        )
        if query.limit == 100:
            assert found.total == expected.total, asked.text
            assert {note.path for note in found.notes} == asked.expected(notes), asked.text
    library.store.close()
    assert answered > 80
