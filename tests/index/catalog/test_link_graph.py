from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from axon_desktop.vault.links.backlinks import read_note_links
from axon_desktop.vault.vault import Vault
from tests.index.library import Library, write

BOARD = {
    "nodes": [{"id": "1", "type": "file", "file": "Work/Plan.md"}, {"id": "2", "type": "file", "file": "no.md"}]
}
FILES = {
    "Home.md": "[[Plan]] [[plan|again]] ![[Pic.png]] [x](Work/Plan.md) [[Nowhere]] [[#Here]] #start\n# Here\n",
    "Work/Plan.md": "---\naliases: Road map\ntags: [Project, project/big]\n---\n"
    "[[../Home]] [[Missing note]] `[[Code]]`\n",
    "Work/Same.md": "[[Same]]",
    "Play/Same.md": "[[Same]] [[./Nowhere]]",
    "Lonely.md": "[[Lonely]] #start",
    "Board.canvas": json.dumps(BOARD),
    "Pic.png": "",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    found = Library(tmp_path_factory.mktemp("links"), FILES)
    yield found
    found.store.close()


def test_backlinks_and_outgoing_links_are_those_of_a_scan(library: Library) -> None:
    vault = Vault(library.root)
    links = library.links()
    for path in FILES:
        if not path.endswith((".md", ".canvas")):
            continue
        scanned = read_note_links(vault, path)
        outgoing = [(item.link.target, item.link.line, item.path) for item in links.outgoing(path)]
        assert outgoing == [(item.link.target, item.link.line, item.path) for item in scanned.outgoing]
        backlinks = [(item.path, item.link.line) for item in links.backlinks(path)]
        assert backlinks == [(item.path, item.line) for item in scanned.backlinks]


def test_unresolved_links_name_their_sources(library: Library) -> None:
    assert library.links().unresolved() == [
        ("./Nowhere", ("Play/Same.md",)),
        ("Missing note", ("Work/Plan.md",)),
        ("no.md", ("Board.canvas",)),
        ("Nowhere", ("Home.md",)),
    ]


def test_tags_are_counted_without_case(library: Library) -> None:
    assert library.links().tags() == [("Project", 1), ("project/big", 1), ("start", 2)]


def test_titles_are_aliases_and_headings(library: Library) -> None:
    titles = library.links().titles()
    assert [(title.path, title.title, title.level, title.line) for title in titles] == [
        ("Home.md", "Here", 1, 2),
        ("Work/Plan.md", "Road map", 0, 0),
    ]


def test_links_follow_the_names_of_the_vault(library: Library) -> None:
    (library.root / "Nowhere.md").write_text("")
    try:
        assert "Nowhere" not in [item.target for item in library.links().unresolved()]
        assert [item.path for item in library.links().backlinks("Nowhere.md")] == ["Home.md"]
    finally:
        (library.root / "Nowhere.md").unlink()


def test_links_of_excluded_files_count_and_nothing_else_of_them(tmp_path: Path) -> None:
    settings = ".obsidian/app.json"
    library = Library(
        tmp_path,
        {
            "Idea.md": "idea",
            "a.md": "[[Idea]] [[Other]]",
            "Archive/b.md": "---\naliases: [Bee]\n---\n# Head\n![[Idea]] [[Nowhere]] #tag/old word",
            "Archive/c.md": "no link, but `code`\n\n| a | b |\n|--|--|\n| [[Idea]] | x |",
            "Archive/alone.md": "alone",
            settings: json.dumps({"userIgnoreFilters": ["Archive/"]}),
        },
    )
    for _ in range(2):
        links = library.links()
        assert [link.path for link in links.backlinks("Idea.md")] == ["Archive/b.md", "Archive/c.md", "a.md"]
        assert [link.path for link in links.outgoing("Archive/b.md")] == ["Idea.md", None]
        assert ("Nowhere", ("Archive/b.md",)) in links.unresolved()
        assert (links.tags(), links.titles(), links.aliases()) == ([], [], [])
        for query in ("word", "tag:old", "path:Archive", "file:alone"):
            assert library.paths(query) == [], query
        assert library.store.agrees
        library.reopen()
        library.build()
    (library.root / settings).unlink()
    library.build()
    assert library.paths("word") == ["Archive/b.md"]
    assert library.links().tags() == [("tag/old", 1)]
    assert [title.title for title in library.links().titles()] == ["Bee", "Head"]
    assert library.store.agrees
    write(library.root, {settings: json.dumps({"userIgnoreFilters": ["Archive/b"]})})
    library.build()
    assert library.paths("word") == []
    assert library.paths("alone") == ["Archive/alone.md"]
    assert library.links().tags() == []
    assert len(library.links().backlinks("Idea.md")) == 3
    (library.root / "Archive/b.md").unlink()
    library.change("Archive/b.md")
    assert len(library.links().backlinks("Idea.md")) == 2
    assert library.store.agrees
    library.store.close()
