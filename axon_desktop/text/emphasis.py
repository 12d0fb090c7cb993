"""Emphasis as CommonMark reads it: which runs of `*`, `_` and `~` belong together, and what they make of the text.

Beside Chinese, Japanese and Korean text, which has no blanks between its words, CommonMark lets `**` next to
punctuation open or close only towards a blank: in `**主线。**接着` the asterisks would stay. There this follows
the amendment that several parsers have adopted; other text is read as before.

Source: https://github.com/tats-u/markdown-cjk-friendly, `specification.md`, without its variation selectors.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

Style: TypeAlias = Literal["strong", "emphasis", "strike"]
_FIRST = "\u1100"
"""Nothing below is one of these scripts."""
_RUN = re.compile(r"\*+|_+|~{2,}")


class Styled(NamedTuple):
    """A part of a text, with its marks."""

    start: int
    end: int
    style: Style


class _Opener(Struct):
    """A run of marks that may still begin something."""

    mark: str
    at: int
    left: int
    """How many of its marks are not used yet."""
    length: int
    closes: bool


def is_cjk(char: str) -> bool:
    """Tell whether a character belongs to Chinese, Japanese or Korean text; emoji do not."""
    if char < _FIRST:
        return False
    if "\u1100" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7ff":
        return True  # parts of Korean syllables, some of which have no width
    if unicodedata.east_asian_width(char) not in "WFH":
        return False
    return unicodedata.category(char) != "So" or "\u2e80" <= char <= "\u33ff"


def flanking(before: str, after: str, *, splits: bool) -> tuple[bool, bool]:
    """Return whether a run of marks between two characters may open and close; `splits` if also within a word."""
    by_cjk = is_cjk(before) or is_cjk(after)
    blank_before, blank_after = _is_blank(before), _is_blank(after)
    mark_before, mark_after = _is_punctuation(before), _is_punctuation(after)
    left = not blank_after and (not mark_after or blank_before or mark_before or by_cjk)
    right = not blank_before and (not mark_before or blank_after or mark_after or by_cjk)
    return left and (splits or not right or mark_before), right and (splits or not left or mark_after)


def styled(text: str, marks: str, start: int, end: int) -> Iterator[Styled]:
    """Yield the styled parts between two positions of a text; in `marks` all that is no mark is blotted out."""
    openers: list[_Opener] = []
    for found in _RUN.finditer(marks, start, end):
        mark, at, length = found[0][0], found.start(), len(found[0])
        before, after = text[at - 1 : at] or " ", text[at + length : min(at + length + 1, end)] or " "
        opens, closes = flanking(before, after, splits=mark != "_")
        if mark == "~" and length % 2:
            at += 1
        left = found.end() - at
        place = len(openers) - 1
        while closes and left and place >= 0:
            opener = openers[place]
            if opener.mark != mark or _is_odd(opener, length, opens=opens):
                place -= 1
                continue
            size = 2 if mark == "~" or (opener.left > 1 and left > 1) else 1
            style: Style = "strike" if mark == "~" else "strong" if size == 2 else "emphasis"
            yield Styled(opener.at + opener.left - size, at + size, style)
            opener.left -= size
            at, left = at + size, left - size
            del openers[place + 1 :]
            if not opener.left:
                openers.pop()
                place -= 1
        if left and opens:
            openers.append(_Opener(mark, at, left, length, closes))


def _is_odd(opener: _Opener, length: int, *, opens: bool) -> bool:
    """Tell whether two runs, of which one could do both, do not belong together by their lengths."""
    if opener.mark == "~" or not (opener.closes or opens):
        return False
    return (opener.length + length) % 3 == 0 and (opener.length % 3 != 0 or length % 3 != 0)


def _is_blank(char: str) -> bool:
    return char in "\t\n\v\f\r" or unicodedata.category(char) == "Zs"


def _is_punctuation(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"
