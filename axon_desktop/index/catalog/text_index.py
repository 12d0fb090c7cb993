"""The text index (tantivy): which notes hold which words. One process writes, any number read."""

from __future__ import annotations

import hashlib
import json
import os
import struct
import threading
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from axon_desktop.errors import IndexUnavailableError
from axon_desktop.index.catalog.word_list import FILE_NAME as WORDS
from axon_desktop.index.catalog.word_list import WordReader
from axon_desktop.text.fold import as_tokens

if TYPE_CHECKING:
    from tantivy import Index, IndexWriter, Query, Schema, Searcher, TextAnalyzer

FOLDER_NAME = "text"
NAME_EDGE = "\ua7ff"
"""A letter that nobody writes: it stands before and after each name, so that all of a name can be searched."""
_ANALYZER = "axon"
_MAX_TOKEN = 120
"""Bytes; longer tokens are data that nobody searches for."""
_HEAP = 64 << 20
_FOOTER = struct.Struct("<II")
_MAGIC = 1337
_CHUNK = 1 << 20
_META = "meta.json"
_PARTS = ("term", "idx", "pos", "store", "fast", "fieldnorm")


def note_id(path: str) -> int:
    """Return the number of a note."""
    return int.from_bytes(hashlib.blake2b(path.encode("utf-8", "replace"), digest_size=8).digest()) >> 1


@cache
def text_schema() -> Schema:
    """Return the fields."""
    from tantivy import SchemaBuilder

    builder = SchemaBuilder()
    builder.add_integer_field("note", indexed=True, fast=True)  # of an unsigned one no note can be deleted
    for name in ("body", "title", "name"):  # its text, its headings, the name of its file and its aliases
        builder.add_text_field(name, tokenizer_name=_ANALYZER)
    return builder.build()


@cache
def analyzer() -> TextAnalyzer:
    """Return the analyzer, which splits folded text into tokens."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    return TextAnalyzerBuilder(Tokenizer.simple()).filter(Filter.remove_long(_MAX_TOKEN)).build()


def tokens(text: str) -> list[str]:
    """Return the tokens of a text as they are in the index."""
    return analyzer().analyze(as_tokens(text))


def all_names(names: Sequence[str]) -> str:
    """Return the names of a note as they are indexed."""
    return f" {NAME_EDGE} ".join(["", *names, ""])


class TextReader:
    """Searches the text index; safe to use from any thread.

    Its files are mapped into memory, and reading a mapped file that another program cut short would end this
    process. So the files are checked before they are mapped.
    """

    def __init__(self, folder: Path, damaged: Callable[[], None] = lambda: None) -> None:
        """Open it; `damaged` is called when reading fails later.

        Raises:
            ValueError: it is damaged, or not there.
        """
        if not is_whole(folder):
            raise ValueError(f"a file of {folder} is not whole")
        self._folder = folder
        self._damaged = damaged
        self._index = _open(folder)
        self._lock = threading.Lock()
        self.words = WordReader(folder)

    def reload(self) -> None:
        """See what was committed since.

        Raises:
            ValueError: it is damaged.
        """
        with self._lock:
            if not is_whole(self._folder):
                raise ValueError(f"a file of {self._folder} is not whole")
            self._index.reload()
            self.words.reload()

    def searcher(self) -> Searcher:
        """Return the index as it was at the last `reload`."""
        with self._lock:
            return self._index.searcher()

    def count(self) -> int:
        """Return how many notes are in it."""
        return self.searcher().num_docs

    def find(self, query: Query, limit: int) -> tuple[list[tuple[int, float]], int]:
        """Return the numbers and scores of the best notes, and how many there are.

        Raises:
            IndexUnavailableError: the index is damaged.
        """
        searcher = self.searcher()
        try:
            found = searcher.search(query, max(1, limit))
            hits = found.hits[:limit]
            numbers = searcher.fast_field_values("note", [address for _, address in hits])
        except ValueError as error:
            self._damaged()
            raise IndexUnavailableError(str(error)) from error
        best = [(int(number or 0), float(score)) for number, (score, _) in zip(numbers, hits, strict=True)]
        return best, int(cast(Any, found).count)  # the stubs forget it


class TextWriter:
    """Writes the text index; nothing is saved before `commit`."""

    def __init__(self, folder: Path) -> None:
        """Open it for writing.

        Raises:
            ValueError: it is damaged, not there, or another process writes to it.
        """
        from tantivy import Document

        self._new_document = Document
        self._index = _open(folder)
        self._writer: IndexWriter = self._index.writer(_HEAP, 1)
        self._written = False

    @staticmethod
    def create(folder: Path) -> None:
        """Make an empty index."""
        from tantivy import Index

        place = folder / FOLDER_NAME
        place.mkdir(parents=True)
        (folder / WORDS).touch()
        Index(text_schema(), path=str(place))

    def put(self, number: int, names: str, titles: str, body: str, *, new: bool) -> None:
        """Add a note, its texts folded and spaced; `new` says that there is certainly no other version of it."""
        if not new:
            self.remove(number)
        document = self._new_document()
        document.add_integer("note", number)
        document.add_text("name", names)
        document.add_text("body", body)
        if titles:
            document.add_text("title", titles)
        self._writer.add_document(document)
        self._written = True

    def remove(self, number: int) -> None:
        """Remove a note."""
        self._writer.delete_documents_by_term("note", number)
        self._written = True

    def commit(self) -> None:
        """Commit what was written."""
        if self._written:
            self._writer.commit()
            self._written = False

    def count(self) -> int:
        """Return how many notes were in it at the last commit."""
        self._index.reload()
        return self._index.searcher().num_docs

    def close(self) -> None:
        """Wait for merges, and close the files."""
        self._writer.wait_merging_threads()
        del self._writer, self._index


def _open(folder: Path) -> Index:
    from tantivy import Index

    index = Index.open(str(folder / FOLDER_NAME))
    index.register_tokenizer(_ANALYZER, analyzer())
    index.config_reader("manual")  # else a thread checks the files all the time
    return index


def is_whole(folder: Path) -> bool:
    """Tell whether every file of the index is there and has its end; reads some bytes of each."""
    return _check(folder, _has_its_end)


def is_sound(folder: Path) -> bool:
    """Tell whether every file of the index is there with its checksum; reads all of them."""
    return _check(folder, _has_valid_checksum)


def _check(folder: Path, is_right: Callable[[Path], bool]) -> bool:
    place = folder / FOLDER_NAME
    try:
        while True:
            meta = (place / _META).read_bytes()
            if _are_right(place, meta, is_right):
                return True
            if meta == (place / _META).read_bytes():  # else something was committed meanwhile
                return False
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _are_right(place: Path, meta: bytes, is_right: Callable[[Path], bool]) -> bool:
    segments = json.loads(meta)["segments"]
    names = {str(segment["segment_id"]).replace("-", "") for segment in segments}
    files = {file.name: file for file in place.iterdir() if file.name.split(".")[0] in names}
    if not {f"{name}.{part}" for name in names for part in _PARTS} <= files.keys():
        return False
    try:
        return all(map(is_right, files.values()))
    except FileNotFoundError:
        return False


def _has_its_end(file: Path) -> bool:
    with file.open("rb") as stream:
        return _footer(stream) is not None


def _footer(stream: BinaryIO) -> tuple[int, int] | None:
    """Return where the footer begins (`{"version":…,"crc":…}`, its length, a magic number), and its checksum."""
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, size - _FOOTER.size))
    end = stream.read(_FOOTER.size)
    if len(end) < _FOOTER.size:
        return None
    length, magic = _FOOTER.unpack(end)
    if magic != _MAGIC or length + _FOOTER.size > size:
        return None
    begin = size - _FOOTER.size - length
    stream.seek(begin)
    return begin, json.loads(stream.read(length))["crc"]


def _has_valid_checksum(file: Path) -> bool:
    """Compare a file with the checksum in its footer."""
    with file.open("rb") as stream:
        found = _footer(stream)
        if found is None:
            return False
        left, expected = found
        stream.seek(0)
        crc = 0
        while left and (piece := stream.read(min(_CHUNK, left))):
            crc = zlib.crc32(piece, crc)
            left -= len(piece)
        return bool(expected == crc)
