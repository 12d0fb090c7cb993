from __future__ import annotations

from axon_desktop.index.build.entry import decode_entry, encode_entry, read_entry
from axon_desktop.index.catalog.text_index import tokens
from axon_desktop.markdown.scan.properties import Property
from axon_desktop.vault.search.conflict_copies import is_conflict_copy
from axon_desktop.vault.search.note_text import read_aliases, read_headings

NOTE = """---
aliases: [Home page, Start]
tags: [project, area/work]
rating: 5
up: "[[Parent]]"
---
# First heading

Text with [[Wiki link#Part|shown]] and ![[image.png]] and [md](Other%20note.md). #inline/tag

```md
# no heading [[no link]] #notag ^noname
```

## Second ^ heading

- item one ^item-1
- item two

A paragraph. ^para

> quoted
"""


def test_entry_holds_what_a_note_says() -> None:
    entry = read_entry("Note.md", NOTE)
    assert entry.aliases == ["Home page", "Start"]
    assert [(heading.level, heading.title, heading.line) for heading in entry.headings] == [
        (1, "First heading", 7),
        (2, "Second ^ heading", 15),
    ]
    assert [(link.target, link.anchor, link.embed, link.line) for link in entry.links] == [
        ("Parent", "", False, 5),
        ("Wiki link", "Part", False, 9),
        ("image.png", "", True, 9),
        ("Other note.md", "", False, 9),
    ]
    assert entry.tags == ["project", "area/work", "inline/tag"]
    assert [(block.name, block.line) for block in entry.blocks] == [("item-1", 17), ("para", 20)]
    assert Property("rating", ["5"]) in entry.properties


def test_entry_survives_being_kept() -> None:
    entry = read_entry("Note.md", NOTE)
    assert decode_entry(encode_entry(entry)) == entry


def test_lone_surrogates_from_escapes_can_be_kept() -> None:
    canvas = r'{"nodes":[{"id":"1","type":"file","file":"a\ud83d.md"},{"id":"2","type":"text","text":"[[x]] #t"}]}'
    entry = read_entry("Board.canvas", canvas)
    assert [link.form for link in decode_entry(encode_entry(entry)).links] == ["canvas", "wikilink"]
    assert entry.tags == ["t"]


def test_titles_are_aliases_and_headings() -> None:
    titles = tokens("\n".join([*read_aliases("Note.md", NOTE), *read_headings("Note.md", NOTE)]))
    assert {"home", "page", "start", "first", "second", "heading"} <= set(titles)
    assert not {"rating", "text", "item"} & set(titles)
    assert read_aliases("Note.md", "---\nalias:\n  - One\n- Two\nup: x\n---\nText") == ["One", "Two"]
    assert read_headings("list.txt", "# a") == []


def test_conflict_copies_are_known_by_name() -> None:
    copies = [
        "Note (Conflicted copy laptop 202611221030).md",
        "Note (conflicted copy 2026-11-22 103000).md",
        "Note (Ann's conflicted copy 2026-11-22).md",
        "Note.sync-conflict-20261122-103000-ABCDEF7.md",
        "Note_conflict-20261122-103000.md",
        "Note (SFConflict ann@example.org 2026-11-22-10-30-00).md",
        "Note [Conflict].md",
        "Note.Conflict.md",
        "Note_laptop_Nov-22-103000-2026_Conflict.md",
    ]
    assert [name for name in copies if not is_conflict_copy(name)] == []
    notes = [
        "Conflict.md",
        "Conflict resolution.md",
        "Notes on conflicts (draft).md",
        "The conflicted copy.md",
        "Note (1).md",
    ]
    assert [name for name in notes if is_conflict_copy(name)] == []
