"""The floor of the index: read the files of a folder and feed tantivy plainly, with its own tokenizer.

With `--same` it also does, as plainly as can be, what makes the index answer as it must: names and headings as
fields of their own, pairs of signs where no blanks are, case and accents left out, each file's version, and its
links, tags and headings in tables. What it finds by one expression is not always right: it knows no code.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator

from tantivy import Document, Index, SchemaBuilder

_BATCH = 2_000
"""Files that are put into the tables at once."""
_FOUND = re.compile(r"\[\[([^\[\]|#\n]+)|#(?<![\w/&]#)([\w/-]+)|\n(#{1,6}) ([^\n]+)")
_TABLES = """
CREATE TABLE notes(path TEXT PRIMARY KEY, mtime INTEGER, size INTEGER, inode INTEGER) WITHOUT ROWID;
CREATE TABLE links(target TEXT, note TEXT, PRIMARY KEY(target, note)) WITHOUT ROWID;
CREATE TABLE tags(tag TEXT, note TEXT, PRIMARY KEY(tag, note)) WITHOUT ROWID;
CREATE TABLE headings(note TEXT, at INTEGER, level INTEGER, title TEXT, PRIMARY KEY(note, at)) WITHOUT ROWID;
"""


def main() -> None:
    """Index one folder and print what it took."""
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as place:
        (_build_same if "--same" in sys.argv else _build)(sys.argv[1], place)
    print(json.dumps({"texts": time.perf_counter() - begun}))


def _build(root: str, place: str) -> None:
    builder = SchemaBuilder()
    builder.add_text_field("path", stored=True, tokenizer_name="raw")
    builder.add_text_field("body")
    writer = Index(builder.build(), path=place).writer(64 << 20, 1)
    for path in _files(root):
        with open(path, encoding="utf-8") as file:
            writer.add_document(Document(path=[path], body=[file.read()]))
    writer.commit()
    writer.wait_merging_threads()


def _build_same(root: str, place: str) -> None:
    from axon_desktop.text.fold import as_tokens

    builder = SchemaBuilder()
    builder.add_text_field("path", stored=True, tokenizer_name="raw")
    for field in ("name", "title", "body"):
        builder.add_text_field(field)
    writer = Index(builder.build(), path=place).writer(64 << 20, 1)
    tables = sqlite3.connect(os.path.join(place, "tables.sqlite"))
    tables.executescript(_TABLES)
    rows: tuple[list[tuple[object, ...]], ...] = ([], [], [], [])
    for path in _files(root):
        info = os.stat(path)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        notes, links, tags, headings = rows
        notes.append((path, info.st_mtime_ns, info.st_size, info.st_ino))
        titles = []
        for found in _FOUND.finditer(text):
            link, tag, level, title = found.groups()
            if link:
                links.append((link.lower(), path))
            elif tag:
                tags.append((tag.lower(), path))
            else:
                headings.append((path, found.start(), len(level), title))
                titles.append(title)
        document = Document(path=[path], name=[as_tokens(os.path.basename(path))], body=[as_tokens(text)])
        document.add_text("title", as_tokens("\n".join(titles)))
        writer.add_document(document)
        if len(notes) == _BATCH:
            _insert(tables, rows)
    _insert(tables, rows)
    tables.commit()
    tables.close()
    writer.commit()
    writer.wait_merging_threads()


def _insert(tables: sqlite3.Connection, rows: tuple[list[tuple[object, ...]], ...]) -> None:
    for table, some in zip(("notes", "links", "tags", "headings"), rows, strict=True):
        if some:
            marks = ",".join("?" * len(some[0]))
            tables.executemany(f"INSERT OR IGNORE INTO {table} VALUES({marks})", sorted(some))
            some.clear()


def _files(root: str) -> Iterator[str]:
    for folder, _, names in os.walk(root):
        for name in names:
            yield os.path.join(folder, name)


if __name__ == "__main__":
    main()
