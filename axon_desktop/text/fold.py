"""The form in which texts and queries are compared: no case, no accents, and bigrams in scripts without spaces.

Chinese, Japanese, Korean, Thai and their neighbours are written without blanks between words, or with endings that
stick to them. A run of such characters becomes its pairs and then its last one, so that each begins a token: a
word of two characters is one token, a longer one a phrase of them, a single one the beginning of a token.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Scripts without blanks between words, for character classes of `re`: each user combines the ranges that it needs.
HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
"""Chinese characters."""
KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9d\U0001b000-\U0001b16f"
HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb"
SOUTH_EAST = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Thai, Lao, Burmese, Khmer."""
EAST_ASIAN_MARKS = "\u2e80-\u31ff\u4dc0-\u4dff\uff00-\uff9f"
"""What stands among Chinese and Japanese: punctuation, radicals, Bopomofo, hexagrams, forms of full width."""

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31a0-\u31bf"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U000323af"
)
_RUN = re.compile(f"([{_UNSPACED}]+)")
_ODD = re.compile(
    "[^\x00-\x7f\u2010-\u2027\u2030-\u205e\u3000-\u3035\u3037\u303b-\u3098\u309d\u309e\u30a0-\u30fe"
    "\u3400-\u9fff\uff01-\uff0f\uff1a-\uff20]+"
)
"""What folding may change, small letters apart: most Chinese and Japanese texts have none. Nothing else is
changed, so that a part of a text is folded as the whole is."""
_VOICING = "\u3099\u309a\uff9e\uff9f"
"""Marks that make another kana of the one before them."""
_VOICED = re.compile(f"[\u3040-\u30ff][{_VOICING}]")
_ACCENT = re.compile(
    "(?<![\u0438\u0443\u0456])[\u0306\u0308]|[\u0300-\u0305\u0307\u0309-\u036f\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670]"
)
"""Marks that people leave out when they search. Those of Indian and Japanese scripts distinguish words, and with
three Cyrillic letters they are other letters of the alphabet."""
_LIKE_OTHERS = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
"""Letters that Unicode does not decompose into another and a mark."""
_LIKE_ANOTHER = re.compile(f"[{''.join(_LIKE_OTHERS)}]")
_NO_ASCII = bytes(0x80).replace(b"\0", b" ") + bytes(range(0x80, 0x100))
"""Table that leaves of UTF-8 only what is beyond ASCII."""
_MARK = b"\xff"  # it is in no UTF-8
_ONLY_ASCII = bytes(range(0x80)).lower() + 0x80 * _MARK
"""Table that leaves small ASCII and a mark for each other character, once the bytes after its first are gone."""
_LATER_BYTES = bytes(range(0x80, 0xC0))
_SHORT = 36
"""Bytes of a run that is likely to come again: twelve Chinese characters."""
_MOST_RUNS = 20_000


def fold(text: str) -> str:
    """Return a text without case and accents, each letter in its usual form; ASCII keeps its length."""
    text = text.lower()
    if text.isascii():
        return text
    if any(mark in text for mark in _VOICING):
        text = _VOICED.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    return _ODD.sub(_fold_match, text)


def _fold_match(match: re.Match[str]) -> str:
    run = match[0]
    return _folded_run(run) if len(run) <= _SHORT else _fold_run(run)


def _fold_run(run: str) -> str:
    plain = _ACCENT.sub("", unicodedata.normalize("NFKD", run))
    folded = unicodedata.normalize("NFKC", plain).casefold()
    return _LIKE_ANOTHER.sub(lambda match: _LIKE_OTHERS[match[0]], folded)


_folded_run = lru_cache(_MOST_RUNS)(_fold_run)


def spaced(folded: str) -> str:
    """Put blanks between the tokens of writing that has none."""
    if folded.isascii():
        return folded
    parts = _RUN.split(folded)
    parts[1::2] = map(_pairs, parts[1::2])
    return "".join(parts)


def is_unspaced(token: str) -> bool:
    """Tell whether a token is of writing without blanks, so that it may stand anywhere in a word."""
    return _RUN.match(token) is not None


def as_tokens(text: str) -> str:
    """Return a text folded and spaced: the same tokens as by `spaced(fold(text))`, in a fraction of the time."""
    if text.isascii():
        return text.lower()
    return encoded_tokens(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")


def encoded_tokens(text: bytes) -> bytes:
    """Return `as_tokens` of UTF-8: there runs of other characters are found without a loop over characters."""
    if text.isascii():
        return text.lower()
    runs = text.translate(_NO_ASCII).split()
    between = [*filter(None, text.translate(_ONLY_ASCII, _LATER_BYTES).split(_MARK))]
    parts = [b""] * (2 * len(runs) + 1)
    first = 0 if text[0] < 0x80 else 2
    parts[first : first + 2 * len(between) : 2] = between
    parts[1::2] = map(_runs.__getitem__, runs)
    return b"".join(parts)


class _Runs(dict[bytes, bytes]):
    """Remembers runs of characters beyond ASCII, folded and spaced; safe to use from any thread."""

    def __missing__(self, run: bytes) -> bytes:
        tokens = spaced(fold(run.decode("utf-8", "surrogatepass"))).encode("utf-8", "surrogatepass")
        if len(run) <= _SHORT:
            if len(self) >= _MOST_RUNS:
                self.clear()
            self[run] = tokens
        return tokens


_runs = _Runs()


def _pairs(run: str) -> str:
    """Return the pairs of a run, then its last character, each after a blank."""
    characters = [" "] * (3 * len(run))
    characters[1::3] = run
    characters[2::3] = run[1:] + " "
    return "".join(characters)
