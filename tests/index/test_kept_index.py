"""Programs that make no index search the one of the window, and what changed since while nothing ran."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from axon_desktop.index.kept_index import KeptIndex
from axon_desktop.index.search.indexed_search import IndexedSearch
from axon_desktop.vault import Vault
from axon_desktop.vault.search.found import Query
from axon_desktop.vault.search.scan import FileSearch
from tests.index.library import Library, write

NOTES = {
    "Garden/Herbs.md": "---\naliases: [Kräuter]\n---\n# Herbs\nbasil and thyme\n",
    "Garden/Roses.md": "roses by the wall\n",
    "Old.md": "thyme is here too\n",
    "知识.md": "知识图谱\n",
}
AN_HOUR = 3600


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A vault whose notes were indexed long after they were written, and whose index is closed."""
    root = tmp_path / "notes"
    write(root, NOTES)
    for file in root.rglob("*.md"):
        os.utime(file, (time.time() - AN_HOUR,) * 2)
    library = Library(tmp_path, copy_of=root)
    library.store.mark_complete()
    library.store.close()
    return library


def find(library: Library, query: str) -> list[str]:
    vault = Vault(library.root, data_dir=library.home / "data")
    index = KeptIndex(vault, library.home)
    assert index.finder() is not None
    found = IndexedSearch(vault, index).find(Query(query))
    assert found == FileSearch(vault, budget=0).find(Query(query))
    index.distrust()
    return [note.path for note in found.notes]


def test_index_is_used_as_it_is(library: Library) -> None:
    vault = Vault(library.root, data_dir=library.home / "data")
    finder = KeptIndex(vault, library.home).finder()
    assert finder is not None
    assert find(library, "知识") == ["知识.md"]
    assert find(library, "hym") == ["Garden/Herbs.md", "Old.md"]


def test_note_that_was_edited_in_place_is_found_by_its_new_words_only(library: Library) -> None:
    note = library.root / "Garden/Herbs.md"
    with note.open("r+b") as stream:
        stream.seek(-6, os.SEEK_END)
        stream.write(b"cumin")
    assert find(library, "thyme") == ["Old.md"]
    assert find(library, "cumin") == ["Garden/Herbs.md"]
    assert find(library, "umi basil") == ["Garden/Herbs.md"]


def test_notes_that_came_and_went_are_known(library: Library) -> None:
    (library.root / "Old.md").unlink()
    write(library.root, {"New/Thyme.md": "#green\n", "New/Link.md": "sage"})
    (library.root / "Twin.md").symlink_to(library.root / "New/Link.md")
    assert find(library, "thyme") == ["New/Thyme.md", "Garden/Herbs.md"]
    assert find(library, "tag:green") == ["New/Thyme.md"]
    assert find(library, "sage") == ["New/Link.md", "Twin.md"]
    assert find(library, "basil sage") == ["Garden/Herbs.md", "New/Link.md", "Twin.md"]


def test_notes_that_were_excluded_meanwhile_are_not_found(library: Library) -> None:
    write(library.root, {".obsidian/app.json": json.dumps({"userIgnoreFilters": ["Garden/"]})})
    assert find(library, "thyme") == ["Old.md"]


def test_without_a_whole_index_the_files_are_read(library: Library) -> None:
    vault = Vault(library.root, data_dir=library.home / "data")
    assert KeptIndex(vault, library.home / "nowhere").finder() is None
    folder = library.home / (library.home / "current").read_text()
    (folder / "words").unlink()
    index = KeptIndex(vault, library.home)
    assert index.finder() is None
    assert [note.path for note in IndexedSearch(vault, index).find(Query("roses")).notes] == ["Garden/Roses.md"]
