"""Characters that look the same: texts are found again though a blank, a quote or a dash in them is another one.

Models write the plain character for one that was pasted from a page or a word processor, or put in by an editor.
"""

from __future__ import annotations

import re
import unicodedata

_BLANKS = "\t \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_INVISIBLE = "\u00ad\u180e\u200b\u200c\u200e\u200f\u2060\ufe0e\ufe0f\ufeff"
_SAME = {
    "'": "\u2018\u2019\u201a\u201b\u2032\u0374\u02b9\u02bc\u00b4",
    '"': "\u201c\u201d\u201e\u201f\u2033",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63",
    "...": "\u2026\u22ef",
    "\u00b7": "\u2022\u2027\u2219\u22c5\u30fb\uff65",
    "~": "\u301c\u223c",
    "/": "\u2044\u2215",
    "\u03bc": "\u00b5",
    "ff": "\ufb00",
    "fi": "\ufb01",
    "fl": "\ufb02",
    "ffi": "\ufb03",
    "ffl": "\ufb04",
}
_LOOKS = {ord(other): plain for plain, others in _SAME.items() for other in others}
_LOOKS |= {wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)}
_LOOKS |= dict.fromkeys(map(ord, _BLANKS), " ") | dict.fromkeys(map(ord, _INVISIBLE), "")
_PIECE = re.compile(rf"(?P<end>\r\n|\r|\n)|(?P<blanks>[{_BLANKS}{_INVISIBLE}]+)|(?P<plain>[!-~]+)|.", re.DOTALL)


class Looks:
    """A text as it looks: look-alikes in plain form, no invisible characters, no blanks before a line end."""

    def __init__(self, text: str) -> None:
        self._source = text
        self._shown: list[str] = []
        self.starts: list[int] = []
        """For each character of `text`, where in the source begins what it stands for; several may share it."""
        self.ends: list[int] = []
        for piece in _PIECE.finditer(text):
            match piece.lastgroup:
                case "end":
                    self._add("\n", *piece.span())
                case "plain":
                    self._shown += piece[0]
                    self.starts += range(*piece.span())
                    self.ends += range(piece.start() + 1, piece.end() + 1)
                case "blanks" if text[piece.end() : piece.end() + 1] not in ("\r", "\n"):
                    for at, character in enumerate(piece[0], piece.start()):
                        self._add(_LOOKS[ord(character)], at, at + 1)
                case None:
                    self._add_other(piece[0], *piece.span())
        self.text = "".join(self._shown)
        """What is compared."""

    def _add(self, shown: str, start: int, end: int) -> None:
        self._shown += shown
        self.starts += [start] * len(shown)
        self.ends += [end] * len(shown)

    def _add_other(self, character: str, start: int, end: int) -> None:
        """Add a character beyond ASCII; a mark or a part of a syllable goes with what it follows."""
        if _joins(character) and self._shown and self._shown[-1] != "\n":
            start = self.starts[-1]
            while self.starts and self.starts[-1] == start:
                del self._shown[-1], self.starts[-1], self.ends[-1]
        self._add(unicodedata.normalize("NFC", self._source[start:end].translate(_LOOKS)), start, end)

    def find(self, wanted: Looks) -> list[int]:
        """Return each place in `text` where all of another text stands, with nothing cut in two."""
        if not wanted.text:
            return []
        places: list[int] = []
        at = self.text.find(wanted.text)
        while at >= 0:
            if self.is_seam(at) and self.is_seam(at + len(wanted.text)):
                places.append(at)
            at = self.text.find(wanted.text, at + 1)
        return places

    def is_seam(self, at: int) -> bool:
        """Tell whether no part of the source stands for characters on both sides of a place."""
        return not 0 < at < len(self.starts) or self.starts[at - 1] != self.starts[at]


def looks(text: str) -> str:
    """Return a text as it looks, to be compared with others."""
    return Looks(text).text


def name_differing(text: str, other: str) -> str:
    """Return the names of the look-alikes that only one of two texts holds; empty if there is none."""
    found = [
        character
        for character in dict.fromkeys(text + other)
        if (character in text) != (character in other)
        and not character.isascii()
        and (ord(character) in _LOOKS or _joins(character))
    ]
    return ", ".join(f"{unicodedata.name(one, 'character')} (U+{ord(one):04X})" for one in found)


def _joins(character: str) -> bool:
    """Tell whether a character may be one with what stands before it: a mark, a vowel or final of Korean."""
    return unicodedata.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff"
