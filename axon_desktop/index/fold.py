"""The form in which texts and queries are compared: no case, no accents, and pairs of signs where no blanks are.

Chinese, Japanese, Korean, Thai and their neighbours are written without blanks between words, or with endings that
stick to them. A run of such signs becomes its pairs and then its last sign, so that each sign begins a token: a
word of two signs is one token, a longer one a phrase of them, a single sign the beginning of a token.
"""

from __future__ import annotations

import re
import unicodedata

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31a0-\u31bf"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U000323af"
)
_RUN = re.compile(f"([{_UNSPACED}]+)")
_ODD = re.compile(
    "[^\x00-\x7f\u2010-\u2027\u2030-\u205e\u3000-\u3035\u3037\u303b-\u3098\u309d\u309e\u30a0-\u30fe"
    "\u3400-\u9fff\uff01-\uff0f\uff1a-\uff20]"
)
"""What folding may change, small letters apart: most Chinese and Japanese texts have none of it."""
_ACCENT = re.compile("[\u0300-\u036f\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670]+")
"""Marks that people leave out when they search; those of Indian and Japanese writing tell words apart."""
_LIKE_OTHERS = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
"""Letters of which Unicode does not say that they are another with a mark."""
_LIKE_ANOTHER = re.compile(f"[{''.join(_LIKE_OTHERS)}]")
_BEYOND_ASCII = re.compile("([^\x00-\x7f][^\x00-\x7f]*)")  # it begins with one sign: found fast
_SHORT = 12
"""Signs of a run that is likely to come again."""
_MOST_RUNS = 20_000


def fold(text: str) -> str:
    """Return a text without case and accents, each letter in its usual form; ASCII keeps its length."""
    if text.isascii() or not _ODD.search(text):
        return text.lower()
    plain = _ACCENT.sub("", unicodedata.normalize("NFKD", text))
    folded = unicodedata.normalize("NFKC", plain).casefold()
    return _LIKE_ANOTHER.sub(lambda match: _LIKE_OTHERS[match[0]], folded)


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
    """Return a text folded and spaced: the same tokens as by `spaced(fold(text))`, in half the time."""
    if text.isascii():
        return text.lower()
    parts = _BEYOND_ASCII.split(text)
    parts[::2] = map(str.lower, parts[::2])
    parts[1::2] = map(_runs.__getitem__, parts[1::2])
    return "".join(parts)


class _Runs(dict[str, str]):
    """Remembers runs of signs beyond ASCII, folded and spaced; safe to use from any thread."""

    def __missing__(self, run: str) -> str:
        tokens = spaced(fold(run))
        if len(run) <= _SHORT:
            if len(self) >= _MOST_RUNS:
                self.clear()
            self[run] = tokens
        return tokens


_runs = _Runs()


def _pairs(run: str) -> str:
    """Return the pairs of a run, then its last sign, each after a blank."""
    signs = [" "] * (3 * len(run))
    signs[1::3] = run
    signs[2::3] = run[1:] + " "
    return "".join(signs)
