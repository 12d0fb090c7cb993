from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from axon_desktop.errors import IndexUnavailableError
from axon_desktop.vault.search.excerpts import find_excerpts, needles
from axon_desktop.vault.search.note_text import NoteText
from axon_desktop.vault.search.query import text_node
from tests.index.library import Library, write

FILES = {
    "Recipes/Bread.md": "# Sourdough\n\nFlour, water and salt.\nBake the bread for an hour. #food/bread\n",
    "Recipes/Soup.md": "---\naliases: [Borscht]\ntags: food\n---\nBeets and water.\nA café near Łódź.\n",
    "Daily/2026-11-22.md": "Bought flour. Met Ann about the project plan.\n#work\n",
    "Daily/2026-11-23.md": "The plan of the project was changed; salt_and_pepper were not.\n",
    "Projects/Plan.md": "# Project plan\n\nStep one: read. Step two: write.\n",
    "中文/笔记.md": "我的知识库里有很多笔记本。\n链接到[[Plan]]，数据安全第一。\n",
    "emoji.md": "Party 🎉 tonight\nlong " + "word " * 100 + "needle " + "word " * 100 + "\n",
    "code.txt": "value = compute_total(items)\nError 0x8007\n",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    found = Library(tmp_path_factory.mktemp("search"), FILES)
    yield found
    found.store.close()


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("flour water", ["Recipes/Bread.md"]),
        ("FLOUR", ["Recipes/Bread.md", "Daily/2026-11-22.md"]),
        ("borscht", ["Recipes/Soup.md"]),
        ("cafe", ["Recipes/Soup.md"]),
        ("lodz CAFÉ", ["Recipes/Soup.md"]),
        ("sourd", ["Recipes/Bread.md"]),
        ("ourdoug", ["Recipes/Bread.md"]),
        ('"project plan"', ["Projects/Plan.md", "Daily/2026-11-22.md"]),
        ('"plan project"', []),
        ("plan -ann", ["Projects/Plan.md", "Daily/2026-11-23.md", "中文/笔记.md"]),
        ('plan -"project plan"', ["Daily/2026-11-23.md", "中文/笔记.md"]),
        ("tag:food", ["Recipes/Bread.md", "Recipes/Soup.md"]),
        ("tag:#food/bread", ["Recipes/Bread.md"]),
        ("tag:foo", []),
        ("tag:food -tag:food/bread", ["Recipes/Soup.md"]),
        ("water tag:food/bread", ["Recipes/Bread.md"]),
        ("path:daily", ["Daily/2026-11-22.md", "Daily/2026-11-23.md"]),
        ("flour path:daily", ["Daily/2026-11-22.md"]),
        ("flour -path:recipes", ["Daily/2026-11-22.md"]),
        ("file:plan", ["Projects/Plan.md"]),
        ("file:projects", []),
        ("line:(flour salt)", ["Recipes/Bread.md"]),
        ("section:(bake flour)", ["Recipes/Bread.md"]),
        ("beets OR (sourdough salt)", ["Recipes/Soup.md", "Recipes/Bread.md"]),
        ("笔记", ["中文/笔记.md"]),
        ("知识库", ["中文/笔记.md"]),
        ("库", ["中文/笔记.md"]),
        ("本", ["中文/笔记.md"]),
        ("全库", []),
        ('"数据安全"', ["中文/笔记.md"]),
        ("path:中文", ["中文/笔记.md"]),
        ("compute_total", ["code.txt"]),
        ("salt_and_pepper", ["Daily/2026-11-23.md"]),
        ("nowhere", []),
    ],
)
def test_query_finds_its_notes(library: Library, query: str, paths: list[str]) -> None:
    assert sorted(library.paths(query)) == sorted(paths)


def test_words_that_no_note_has_together_find_notes_with_some(library: Library) -> None:
    found = library.find("borscht flour unheard")
    assert found.notes[0].path == "Recipes/Soup.md"
    assert {note.path for note in found.notes} == {"Recipes/Soup.md", "Recipes/Bread.md", "Daily/2026-11-22.md"}
    assert (found.total, found.whole, found.missing) == (3, False, ("unheard",))


@pytest.mark.parametrize("query", ["[tags]", "/x/", "-flour", "🎉", "[["])
def test_what_the_index_does_not_know_is_left_to_the_files(library: Library, query: str) -> None:
    with pytest.raises(IndexUnavailableError):
        library.find(query)


def test_names_and_headings_count_more_than_text(library: Library) -> None:
    assert library.paths("plan")[0] == "Projects/Plan.md"


def test_excerpts_name_lines_and_mark_what_was_found(library: Library) -> None:
    note = library.find("cafe beets").notes[0]
    assert [(excerpt.line, excerpt.text) for excerpt in note.excerpts] == [
        (5, "Beets and water."),
        (6, "A café near Łódź."),
    ]
    assert [excerpt.text[begin:end] for excerpt in note.excerpts for begin, end in excerpt.marks] == [
        "Beets",
        "café",
    ]
    assert note.title == "Soup"


def test_excerpt_of_a_long_line_shows_what_was_found(library: Library) -> None:
    excerpt = library.find("needle").notes[0].excerpts[0]
    assert len(excerpt.text) < 220
    assert [excerpt.text[begin:end] for begin, end in excerpt.marks] == ["needle"]


def test_lines_are_counted_whatever_ends_them() -> None:
    text = "one\r\ntwo\rthree needle\n\n\r\nİ needle\u2028six\x0b\nNEEDLE"
    note = NoteText("a.md", text)
    excerpts = find_excerpts(note, needles(text_node("needle"), note), 3)
    assert [(excerpt.line, excerpt.text) for excerpt in excerpts] == [
        (3, "three needle"),
        (6, "İ needle\u2028six"),
        (7, "NEEDLE"),
    ]


def test_word_may_go_on_in_any_writing(tmp_path: Path) -> None:
    """Red when what follows the beginning of a word is looked for in the characters of some scripts only."""
    endings = ["", "def", "7", "жд", "ქა", "हिन्", "\U00010428"]
    library = Library(tmp_path, {f"{number}.md": f"abc{ending}" for number, ending in enumerate(endings)})
    assert sorted(library.paths("abc")) == [f"{number}.md" for number in range(len(endings))]
    library.store.close()


def test_chinese_words_are_marked(library: Library) -> None:
    excerpts = library.find("知识库 链接").notes[0].excerpts
    assert [excerpt.text[begin:end] for excerpt in excerpts for begin, end in excerpt.marks] == ["知识库", "链接"]


def test_limit_keeps_the_count(library: Library) -> None:
    found = library.find("plan", limit=1)
    assert len(found.notes) == 1
    assert found.total == 4


def test_note_that_went_or_changed_since_is_not_shown(tmp_path: Path) -> None:
    library = Library(tmp_path, {"a.md": "zebra", "b.md": "zebra", "c.md": "zebra"})
    (library.root / "a.md").unlink()
    write(library.root, {"b.md": "giraffe"})
    assert library.paths("zebra") == ["c.md"]
    library.store.close()


def test_two_character_words_are_always_found(tmp_path: Path) -> None:
    """Plant 1,000 words of two characters in Chinese text and find each in exactly its notes."""
    chance = random.Random(5)
    rare = [chr(code) for code in range(0x5000, 0x5400)]
    words = [first + second for first, second in zip(rare[:1000], rare[24:], strict=False)]
    chance.shuffle(words)
    filler = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年"
    planted: dict[str, set[str]] = {}
    files: dict[str, str] = {}
    for number in range(250):
        path = f"{number % 7}/note {number}.md"
        lines = []
        for word in words[number * 4 : number * 4 + 4]:
            planted.setdefault(word, set()).add(path)
            before = "".join(chance.choices(filler, k=chance.randrange(6)))
            after = chance.choice(["，", "。", "abc", " ", "", "".join(chance.choices(filler, k=4))])
            lines.append(f"{before}{word}{after}")
        files[path] = "\n".join(lines)
    library = Library(tmp_path, files)
    missed = [word for word in words if {note.path for note in library.find(word).notes} != planted[word]]
    library.store.close()
    assert len(words) == 1000
    assert missed == []
