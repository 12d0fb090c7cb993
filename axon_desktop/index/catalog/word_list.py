"""All words of the index, in a plain file beside it: in it parts of words are found without reading notes.

To go through the index's own words takes 25 to 90 ms at 100,000 notes, by an automaton of a regular expression;
to look for bytes in this list takes a tenth of a millisecond for 20,000 words, 2 ms for 300,000. Words stay in it
when the last note with them goes, which costs nothing: the index knows that no note has them.
"""

from __future__ import annotations

import os
import re
import zlib
from pathlib import Path

from axon_desktop.text.fold import is_unspaced

FILE_NAME = "words"
EMPTY = "0 0"
"""The mark of an empty list."""
_SPACED = bytes(code for code in range(0x100) if not (0xC3 <= code <= 0xE2 or code in (0xEA, 0xF0)))
"""What begins no character of folded UTF-8 that may be a letter beyond ASCII of a script with blanks."""
_LETTERS = re.compile(rb"[\xc3-\xe1]|\xe2[\xb0-\xb7]|\xea[\x80-\xaf]|\xf0[\x90-\x9e]")
"""Such a letter; only these have parts of words."""
_ONLY_ASCII = bytes(code if chr(code).isalnum() and code < 0x80 else 0x20 for code in range(0x100))
_MOST_KNOWN = 500_000
"""Words that one process remembers to have seen."""
_REPEATED = 1.5


class KnownWords:
    """Finds the words of texts that were in no text before."""

    def __init__(self) -> None:
        self._known: set[bytes] = set()

    def new_in(self, text: bytes) -> list[bytes]:
        """Return the words of a text, which is folded and spaced, that are new."""
        found = [word for word in _words(text) if word not in self._known]
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        self._known.update(found)
        return found


def _words(text: bytes) -> set[bytes]:
    if not text.translate(None, _SPACED) or not _LETTERS.search(text):
        return set(text.translate(_ONLY_ASCII).split())
    from axon_desktop.index.catalog.text_index import analyzer

    words = set(analyzer().analyze(text.decode("utf-8", "replace")))
    return {word.encode() for word in words if not is_unspaced(word)}


class WordWriter:
    """Adds words to the list."""

    def __init__(self, folder: Path, mark: str) -> None:
        """Open the list that had this `mark` when it was last committed; what came after is dropped.

        Raises:
            ValueError: it is not the same any more.
            OSError: it is not there.
        """
        self._file = folder / FILE_NAME
        self._new: set[bytes] = set()
        self._size, self._sum = map(int, mark.split())
        data = self._file.read_bytes()
        if len(data) < self._size or zlib.crc32(data[: self._size]) != self._sum:
            raise ValueError(f"{self._file} is damaged")
        os.truncate(self._file, self._size)
        words = data[: self._size].split()
        if len(words) > _REPEATED * len({*words}):
            temp = self._file.with_suffix(".new")
            temp.write_bytes(data := b"\n".join({*words}) + b"\n")
            temp.replace(self._file)
            self._size, self._sum = len(data), zlib.crc32(data)

    @property
    def mark(self) -> str:
        """What tells later whether the list is still whole."""
        return f"{self._size} {self._sum}"

    def add(self, words: list[bytes]) -> None:
        """Add words, which may be in it already."""
        self._new.update(words)

    def commit(self) -> None:
        """Write what was added; before the notes with these words can be found."""
        if self._new:
            data = b"\n".join(self._new) + b"\n"
            with self._file.open("ab") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            self._size, self._sum = self._size + len(data), zlib.crc32(data, self._sum)
            self._new.clear()


class WordReader:
    """Looks for words; safe to use from any thread."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE_NAME
        self._words = b""
        self.reload()

    def reload(self) -> None:
        """See what was added since."""
        if self._file.stat().st_size != len(self._words):
            self._words = self._file.read_bytes()

    def holding(self, part: str) -> frozenset[str]:
        """Return the words that hold a text, as it is or as a part."""
        words, sought, found = self._words, part.encode("utf-8", "replace"), set()
        at = words.find(sought)
        while at >= 0:
            end = words.find(b"\n", at)
            found.add(words[words.rfind(b"\n", 0, at) + 1 : end].decode("utf-8", "replace"))
            at = words.find(sought, end)
        return frozenset(found)
