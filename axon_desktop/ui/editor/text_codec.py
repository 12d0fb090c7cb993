"""NoteText: the text of a file encoded for a Qt document, so that it can be decoded byte for byte.

A document has blocks and does not know how they ended. Here a block is a line that ends as most lines of
the file do; a line that ends otherwise has a marker before its end. The markers are characters that
draw nothing and do not occur in the file, so they survive undo, cut and paste like any other. A line too long
for Qt (one of a megabyte takes half a second for every key) is several blocks, joined by their own marker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

_BOM = "\ufeff"
_BREAK = "\u2029"
"""Between blocks in a document's raw text."""
_ENDS = ("\n", "\r\n", "\r", _BREAK)
_JOIN = ""
"""The end of a piece of a long line in the file: nothing."""
_TAKEN_BY_QT = ("\ufdd0", "\ufdd1", _BOM, "\ufffe")
"""A document reads the first two as ends of blocks. At the beginning of a text the BOM gets lost, and U+FFFE
is read as a mark of swapped bytes."""
_MARKERS = "".join(map(chr, (*range(0x206A, 0x2070), *range(0xFDD2, 0xFDF0), *range(0xE000, 0xE100))))
"""First the deprecated format characters: fonts draw nothing for them."""
_LINE = re.compile("([^\n\r\u2029]*)(\r\n|\n|\r|\u2029|$)")
_ODD = re.compile("[\r\u2029\ufdd0\ufdd1\ufeff\ufffe]")
_LONGEST = 4000
"""Characters of a line that stays one block; ordinary paragraphs are shorter."""
_PIECE = 600
_GAP = 150
"""How far before its end a piece may end after a blank."""


class NoteText(Struct, frozen=True):
    """The encoding of one file."""

    bom: str
    end: str
    """The end of most lines."""
    marks: Mapping[str, str]
    """The marker of each other line end; `""` is the end of a piece."""
    stand_ins: Mapping[str, str]
    """Substitutes for characters that a document would misread."""

    @classmethod
    def of(cls, text: str, like: NoteText | None = None) -> NoteText:
        """Choose the markers for a text; those of `like`, if the text has none of them."""
        bom = _BOM if text.startswith(_BOM) else ""
        if like is not None and not any(marker in text for marker in like.markers):
            return cls(bom, like.end, like.marks, like.stand_ins)
        end = _usual_end(text)
        free = (marker for marker in _MARKERS if marker not in text)
        marks = {other: next(free) for other in (_JOIN, *_ENDS) if other != end}
        return cls(bom, end, marks, {char: next(free) for char in _TAKEN_BY_QT})

    @property
    def markers(self) -> str:
        """All markers in one string."""
        return "".join((*self.marks.values(), *self.stand_ins.values()))

    @property
    def joint(self) -> str:
        """The marker at the end of a piece of a long line."""
        return self.marks[_JOIN]

    def show(self, text: str) -> str:
        """Return the text for the document, with LF between blocks."""
        text = text.removeprefix(_BOM)
        plain = text if self.end == "\n" else text.replace(self.end, "\n")
        usual = plain.replace("\n", self.end) == text and not _ODD.search(plain)
        if usual and max(map(len, plain.split("\n"))) <= _LONGEST:
            return plain
        return "".join(self._show_lines(self.guard(text)))

    def guard(self, text: str) -> str:
        """Replace characters by their substitutes."""
        for char, stand_in in self.stand_ins.items():
            text = text.replace(char, stand_in)
        return text

    def unguard(self, text: str) -> str:
        """Replace substitutes by the original characters."""
        for char, stand_in in self.stand_ins.items():
            text = text.replace(stand_in, char)
        return text

    def _show_lines(self, text: str) -> Iterator[str]:
        at = 0
        while True:
            line = _LINE.match(text, at)
            assert line is not None
            yield f"{self.joint}\n".join(_pieces(line[1]))
            if not line[2]:
                return
            yield self.marks.get(line[2], "") + "\n"
            at = line.end()

    def show_pasted(self, text: str) -> str:
        """Return a text from elsewhere for insertion: its lines get the usual end of this file."""
        for marker in self.markers:
            text = text.replace(marker, "")
        return self.show(re.sub("\r\n|\r|\u2029", "\n", text).replace("\n", self.end))

    def restore(self, raw: str) -> str:
        """Return the file's text for a document's raw text."""
        if not any(marker in raw for marker in self.markers):
            return self.bom + raw.replace(_BREAK, self.end)
        *lines, last = raw.split(_BREAK)
        ends = {mark: end for end, mark in self.marks.items()}
        marks = re.compile(f"[{''.join(ends)}]")
        parts = [self.bom]
        for line in lines:
            found = marks.findall(line)
            parts += (marks.sub("", line), ends[found[-1]]) if found else (line, self.end)
        parts.append(marks.sub("", last))
        return self.unguard("".join(parts))

    def clean(self, part: str) -> str:
        """Return a part of a document's raw text for copying: lines with LF, long ones whole."""
        plain = re.sub(f"[{self.markers.replace(self.joint, '')}]", "", part)
        return plain.replace(self.joint + _BREAK, "").replace(self.joint, "").replace(_BREAK, "\n")


def _usual_end(text: str) -> str:
    if not _ODD.search(text):
        return "\n"
    both = text.count("\r\n")
    counts = {"\n": text.count("\n") - both, "\r\n": both, "\r": text.count("\r") - both}
    return max(counts, key=lambda end: counts[end])


def _pieces(line: str) -> Iterator[str]:
    at = 0
    while len(line) > _LONGEST and len(line) - at > _PIECE:
        gap = line.rfind(" ", at + _PIECE - _GAP, at + _PIECE)
        end = at + _PIECE if gap < 0 else gap + 1
        yield line[at:end]
        at = end
    yield line[at:]
