"""The differences within a changed line: the words to mark."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from axon_desktop.text.diff import matches
from axon_desktop.text.visible import JOINERS, visible
from axon_desktop.ui.diff.rows import MAX_LINE, DiffRow, common_prefix
from axon_desktop.ui.utf16 import units

Span: TypeAlias = tuple[int, int]
"""Start and end in a line."""

_EXACT_PAIRS = 3_000
"""Maximum number of equal pairs for comparing words; beyond, everything between the equal ends is marked."""
_LONGEST = 100

_SIGN = (
    r"[^\s!-/:-@\[-^`{-\xbf\u2010-\u205f\u2400-\u243f\u27e6-\u27ef"
    r"\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U000323af]"
)
"""A character within a word; punctuation, control characters and scripts without blanks are separate words."""
_WITHIN = re.compile(_SIGN)
_BEGUN = re.compile(rf"{_SIGN}+\Z")
_REST = re.compile(rf"{_SIGN}+")
_WORD = re.compile(rf"{_SIGN}+|\s+|.", re.DOTALL)


class ShownLine(NamedTuple):
    """The displayed text of a line."""

    text: str
    marks: tuple[Span, ...] = ()
    """The parts that the other line does not have, in UTF-16 code units."""


def shown(row: DiffRow) -> tuple[ShownLine, ShownLine]:
    """Return the displayed text of both lines of a row."""
    left: Sequence[Span] = ()
    right: Sequence[Span] = ()
    if row.kind == "change" and row.left_number and row.right_number and row.left != row.right:
        left, right = changed_words(row.left, row.right)
    return _marked(row.left, left), _marked(row.right, right)


def _marked(line: str, words: Sequence[Span]) -> ShownLine:
    text = ""
    marks: list[Span] = []
    at = 0
    for start, end in words:
        text += as_seen(line[at:start])
        mark = units(text)
        text += as_seen(line[start:end])
        marks.append((mark, units(text)))
        at = end
    return ShownLine(text + as_seen(line[at:]), tuple(marks))


def as_seen(text: str) -> str:
    """Return a text with hidden characters made visible, and tabs as blanks."""
    return visible(text, keep="\t" + JOINERS).replace("\t", "    ")


def changed_words(old: str, new: str) -> tuple[list[Span], list[Span]]:
    """Return the positions of the words, in both lines, that the other line does not have.

    Common beginnings and ends are found fast, however long; words are compared only in between.
    """
    start = common_prefix(old, new)
    end = common_prefix(old[start:][::-1], new[start:][::-1])
    lines = (old, new)
    begun = _BEGUN.search(old, max(0, start - _LONGEST), start)
    if begun and any(_WITHIN.match(line, start) for line in lines):
        start = begun.start()
    rest = _REST.match(old, len(old) - end, len(old) - end + _LONGEST)
    if rest and any(_WITHIN.fullmatch(line, max(0, len(line) - end - 1), len(line) - end) for line in lines):
        end -= rest.end() - rest.start()
    parts = [line[start : len(line) - end] for line in lines]
    if max(map(len, parts)) <= MAX_LINE:
        left, right = (_WORD.findall(part) for part in parts)
        if _equal_pairs(left, right) <= _EXACT_PAIRS:
            return _differing(left, right, start)
    spans = [[(start, start + len(part))] if part else [] for part in parts]
    return spans[0], spans[1]


def _equal_pairs(left: list[str], right: list[str]) -> int:
    """Return the number of pairs of equal words, which determines the cost of comparing."""
    counts = Counter(right)
    return sum(count * counts[word] for word, count in Counter(left).items() if not word.isspace())


def _differing(left: list[str], right: list[str], start: int) -> tuple[list[Span], list[Span]]:
    """Compare two lists of words that start at a position; equal blanks alone do not count."""
    places = [_places(words, start) for words in (left, right)]
    spans: tuple[list[Span], list[Span]] = ([], [])
    ends = (0, 0)
    for pair in [*_equal(left, right), (len(left), len(right))]:
        for side, (first, stop) in enumerate(zip(ends, pair, strict=True)):
            spans[side].extend([(places[side][first], places[side][stop])] if first < stop else [])
        ends = (pair[0] + 1, pair[1] + 1)
    return spans


def _equal(left: list[str], right: list[str]) -> list[tuple[int, int]]:
    """Return the pairs of equal words, by their indexes in both, with the blanks beside them."""
    numbers = [[number for number, word in enumerate(words) if not word.isspace()] for words in (left, right)]
    old, new = ([words[number] for number in each] for words, each in zip((left, right), numbers, strict=True))
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for match in matches(old, new):
        for step in range(match.size):
            one, other = numbers[0][match.old + step], numbers[1][match.new + step]
            for at, there in ((one - 1, other - 1), (one, other), (one + 1, other + 1)):
                blank = left[at : at + 1] == right[there : there + 1] and "".join(left[at : at + 1]).isspace()
                if at == one or (blank and at not in pairs and there not in taken):
                    pairs[at] = there
                    taken.add(there)
    return sorted(pairs.items())


def _places(words: Sequence[str], start: int) -> list[int]:
    places = [start]
    for word in words:
        places.append(places[-1] + len(word))
    return places
