"""Whether one name is another one misspelled: what differs must be a slip of the keyboard, never another thing.

Numbers, dates, days, chapters and single letters tell notes of a series apart, however alike their names are, and
a Chinese, Japanese or Korean character is a word.
"""

from __future__ import annotations

import re
import unicodedata

from axon_desktop.text.fold import HAN, KANA

_WORD = re.compile(r"[^\s\-_/.,;:()\[\]]+|/")
"""A word, or the end of a folder's name."""
_HANGUL = "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"
_EXACT = re.compile(rf"[\d{HAN}{KANA}{_HANGUL}]")
"""Characters that are no slip: numbers of any script, and scripts in which a character stands for a word."""
_ROMAN = re.compile(r"[ivxlcdm]+\Z")
_SHORTEST = 5
"""Characters of a word in which a slip is believed."""


def is_misspelled(written: str, name: str) -> bool:
    """Tell whether `written` is certainly `name` with a few wrong letters; also if they are equal.

    Case, Unicode form and the punctuation between words make no difference; folders do.
    """
    ours, theirs = _words(written), _words(name)
    return len(ours) == len(theirs) and all(map(_is_slip, ours, theirs))


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def _is_slip(written: str, word: str) -> bool:
    """Tell whether a word is another one with one letter left out, added, or exchanged with its neighbour.

    One letter in place of another makes other names too often: Maria and Mario, form and farm.
    """
    if written == word:
        return True
    if written[0] != word[0] or _EXACT.findall(written) != _EXACT.findall(word):
        return False
    if _ROMAN.match(written) and _ROMAN.match(word):
        return False
    shorter, longer = sorted((written, word), key=len)
    if len(longer) < _SHORTEST:
        return False
    if len(longer) == len(shorter) + 1:
        return any(longer[:at] + longer[at + 1 :] == shorter for at in range(1, len(longer)))
    swapped = (
        word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        for at in range(1, len(word) - 1)
        if not _EXACT.search(word, at, at + 2)
    )
    return written in swapped
