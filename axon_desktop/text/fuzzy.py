"""Fuzzy matching: whether a text has given letters in their order, how well they match, and where.

`qs` fits "Quick switcher" better than "sequels": letters count more where words begin, and where they touch.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

_ACCENT = re.compile("[\u0300-\u036f]")
"""Marks that people leave out; those of Japanese and Indian scripts distinguish words."""
_LETTER = 16
_BEGINS_TEXT = 12
_BEGINS_WORD = 9
_TOGETHER = 7
"""More than a gap costs, less than the beginning of a word gives."""
_GAP = 1
"""Taken off for each letter that is passed over between two that fit."""

_NONE = -1_000_000

Marks = tuple[tuple[int, int], ...]
"""Where what fits begins and ends; sorted, none touches another."""


def fold_name(text: str) -> str:
    """Return a name without case and accents, on one line; the form in which names are compared."""
    if text.isascii():
        return text.lower().replace("\n", " ")
    plain = _ACCENT.sub("", unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFKC", plain).casefold().replace("\n", " ")


def fold_with_origins(text: str) -> tuple[str, Sequence[int]]:
    """Fold a name; return with it where each of its characters comes from."""
    if text.isascii():
        return fold_name(text), range(len(text))
    pieces = [fold_name(character) for character in text]
    return "".join(pieces), [at for at, piece in enumerate(pieces) for _ in piece]


def is_within(letters: str, folded: str) -> bool:
    """Tell whether a folded text has these letters in this order."""
    rest = iter(folded)
    return all(letter in rest for letter in letters)


def score(letters: str, folded: str) -> int | None:
    """Return how well letters fit a folded text, a longer text worse; None if they do not."""
    rows = _rows(letters, folded)
    return max(value for _, value in rows[-1]) * 4 - len(folded) if rows else None


def places(letters: str, folded: str) -> list[int]:
    """Return where in a folded text letters fit best; empty if they do not."""
    rows = _rows(letters, folded)
    found: list[int] = []
    for row in reversed(rows):
        if not found:
            at = max(row, key=lambda reached: reached[1])[0]
        else:
            after = found[-1]
            at = max(((value + _step(at, after, folded), at) for at, value in row if at < after))[1]
        found.append(at)
    return found[::-1]


def marks_at(positions: Iterable[int], origins: Sequence[int]) -> Marks:
    """Return the ranges of the text that positions in its folded form come from."""
    marks: list[tuple[int, int]] = []
    for place in sorted({origins[position] for position in positions}):
        if marks and marks[-1][1] == place:
            marks[-1] = marks[-1][0], place + 1
        else:
            marks.append((place, place + 1))
    return tuple(marks)


def _rows(letters: str, folded: str) -> list[list[tuple[int, int]]]:
    """Return, for each letter, the positions where it can be and the best score there; empty for no match."""
    rows: list[list[tuple[int, int]]] = []
    before: list[tuple[int, int]] = []
    for letter in letters:
        row: list[tuple[int, int]] = []
        passed, best = 0, _NONE
        at = folded.find(letter, before[0][0] + 1 if before else 0)
        while at >= 0:
            if not rows:
                row.append((at, _LETTER + _begins(at, folded)))
            else:
                while passed < len(before) and before[passed][0] < at - 1:
                    best = max(best, before[passed][1] + _GAP * before[passed][0])
                    passed += 1
                value = best - _GAP * (at - 1) + _begins(at, folded)
                if passed < len(before) and before[passed][0] == at - 1:
                    value = max(value, before[passed][1] + _step(at - 1, at, folded))
                row.append((at, _LETTER + value))
            at = folded.find(letter, at + 1)
        if not row:
            return []
        rows.append(row)
        before = row
    return rows


def _step(place: int, at: int, folded: str) -> int:
    """Return what a letter at one place gains when the letter before it is at another."""
    begins = _begins(at, folded)
    return max(_TOGETHER, begins) if place == at - 1 else begins - _GAP * (at - place - 1)


def _begins(at: int, folded: str) -> int:
    """Return what a letter gains from being the first of the text, or of a word."""
    if not at:
        return _BEGINS_TEXT
    return 0 if folded[at - 1].isalnum() or not folded[at].isalnum() else _BEGINS_WORD
