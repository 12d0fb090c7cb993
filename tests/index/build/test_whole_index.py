"""All that the index holds of a vault, against what it is meant to hold, worked out the slow and plain way."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from axon_desktop.index.build.document import make_document
from axon_desktop.index.build.entry import Entry, read_entry
from axon_desktop.index.build.file_scan import Scope
from axon_desktop.index.build.record import digest_of, make_record
from axon_desktop.index.catalog.text_index import NAME_EDGE, all_names, analyzer, note_id
from axon_desktop.index.catalog.word_list import KnownWords
from axon_desktop.text.fold import fold, is_unspaced, spaced
from axon_desktop.vault.canvas.unescape import unescape_canvas
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.search.note_text import read_aliases, read_headings
from bench.index import make_vault
from tests.index.library import Library

SAMPLES = Path(__file__).resolve().parents[3] / "resources" / "sample_vault"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """Return a copy of the sample vault, with generated notes of which some cannot be read plainly."""
    root = tmp_path / "samples"
    shutil.copytree(SAMPLES, root)
    make_vault(root / "Made", 130)
    for number, note in enumerate(sorted((root / "Made").rglob("*.md"))[::9]):
        odd = f"\n\n%%[[hidden {number}]]%% Crème [a\nb](Note%20{number}.md) ﬁn #Ünder/way{number}\n"
        note.write_text(note.read_text("utf-8") + odd, "utf-8")
    return root


def plain_tokens(text: str) -> list[str]:
    """Return the tokens of a text without any short cut."""
    return analyzer().analyze(spaced(fold(text)))


def test_catalog_holds_what_reading_every_file_block_by_block_says(vault: Path, tmp_path: Path) -> None:
    library = Library(tmp_path / "index", copy_of=vault)
    entries: dict[str, Entry] = {}
    for path, _ in Scope(vault, PathGateway(vault)).walk():
        data = (vault / path).read_bytes()
        entries[path] = read_entry(path, data.decode())
        known = library.store.catalog.known_of(path)
        assert known is not None
        assert known.digest == digest_of(data)
        assert library.store.catalog.entry(path) == entries[path], path
    records = [make_record(note_id(path), entry) for path, entry in entries.items()]
    db = library.store.catalog._db
    assert {path for (path,) in db.execute("SELECT path FROM notes")} == entries.keys()
    for table in ("links", "tags", "titles"):
        rows = db.execute(f"SELECT * FROM {table}").fetchall()
        assert sorted(rows) == sorted({row for record in records for row in getattr(record, table)}), table
    assert library.store.agrees
    library.store.close()


def test_texts_are_prepared_as_without_short_cuts(vault: Path) -> None:
    for path, _ in Scope(vault, PathGateway(vault)).walk():
        data = (vault / path).read_bytes()
        text = unescape_canvas(path, data.decode())
        prepared = make_document(path, data, KnownWords())
        titles = read_headings(path, text)
        name = Path(path).stem if path.endswith(".md") else Path(path).name
        assert analyzer().analyze(prepared.body.decode()) == plain_tokens(text)
        assert analyzer().analyze(prepared.titles) == plain_tokens("\n".join(titles))
        assert analyzer().analyze(prepared.names) == plain_tokens(all_names([name, *read_aliases(path, text)]))
        words = {word for word in plain_tokens(f"{text} {prepared.names}") if not is_unspaced(word)}
        assert {word.decode() for word in prepared.words} >= words - {NAME_EDGE}


def test_many_notes_at_once_are_kept_as_a_few(vault: Path, tmp_path: Path) -> None:
    at_once, few = Library(tmp_path / "one", copy_of=vault), Library(tmp_path / "two")
    shutil.copytree(vault, few.root, dirs_exist_ok=True)
    paths = sorted(path for path, _ in Scope(vault, PathGateway(vault)).walk())
    for at in range(0, len(paths), 10):
        few.change(*paths[at : at + 10])
    assert at_once.dump() == few.dump()
    for library in (at_once, few):
        library.store.close()
