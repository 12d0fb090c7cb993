"""Excerpts: the lines of a note that show why it was found, with the ranges to highlight."""

from __future__ import annotations

import heapq
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from axon_desktop.text.fold import fold, is_unspaced
from axon_desktop.text.snippets import SNIPPET

_PARTS = re.compile(r"[^\W_]+")
_MAX_MATCHES = 1_000
"""Matches of one word that are considered in one note."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One line, or the part of it around what was found."""

    line: int
    """From 1."""
    text: str
    marks: tuple[tuple[int, int], ...]
    """Ranges of the matches in `text`; sorted, none overlaps another."""


@dataclass(frozen=True, slots=True)
class Needle:
    """A word or phrase to find in folded text."""

    pattern: re.Pattern[str]
    begins: bool
    """Whether the beginnings of words count, and matches inside words only where there is none."""
    weight: float = 1.0


def needle(word: str, weight: float = 1.0) -> Needle:
    """Return the needle that finds a word or phrase where the index does."""
    folded = fold(word)
    parts = _PARTS.findall(folded)
    pattern = r"[\W_]+".join(map(re.escape, parts)) if parts else re.escape(folded)
    return Needle(re.compile(pattern), bool(parts) and not is_unspaced(parts[0]), weight)


def find_excerpts(text: str, needles: Sequence[Needle], count: int) -> list[Excerpt]:
    """Return the lines whose matches weigh most, in their order."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    folded = fold(text)
    found: dict[int, set[int]] = {}
    for index, sought in enumerate(needles):
        line, seen = 1, 0
        for begin, _ in _spans(folded, sought):
            line += folded.count("\n", seen, begin)
            seen = begin
            found.setdefault(line, set()).add(index)
    best = [*found]
    if len(best) > count:
        weights = [(sum(needles[index].weight for index in held), -line) for line, held in found.items()]
        best = [-line for _, line in heapq.nlargest(count, weights)]
    best.sort()
    lines = text.split("\n", best[-1]) if best else []
    return [_excerpt(lines[line - 1], line, needles) for line in best]


def holds(text: str, sought: Needle) -> bool:
    """Tell whether a text contains a needle."""
    return sought.pattern.search(fold(text)) is not None


def _excerpt(line: str, number: int, needles: Sequence[Needle]) -> Excerpt:
    """Return a line, or the part of it around the first find, with all finds in it marked."""
    line = line.strip()
    marks = _marks(line, needles)
    if len(line) <= SNIPPET:
        return Excerpt(number, line, marks)
    begin, end = marks[0] if marks else (0, 0)
    end = min(end, begin + SNIPPET)
    first = max(0, min(begin - (SNIPPET - (end - begin)) // 3, len(line) - SNIPPET))
    last = first + SNIPPET
    before, after = "…" if first else "", "…" if last < len(line) else ""
    shift = len(before) - first
    inside = [(max(a, first) + shift, min(b, last) + shift) for a, b in marks if a < last and b > first]
    return Excerpt(number, f"{before}{line[first:last]}{after}", tuple(inside))


def _spans(folded: str, sought: Needle) -> list[tuple[int, int]]:
    """Return the matches in a folded text: the beginnings of words if there are any."""
    spans = [match.span() for match in islice(sought.pattern.finditer(folded), _MAX_MATCHES)]
    if sought.begins:
        return [span for span in spans if not span[0] or not folded[span[0] - 1].isalnum()] or spans
    return spans


def _marks(line: str, needles: Sequence[Needle]) -> tuple[tuple[int, int], ...]:
    folded, origins = _fold_with_origins(line)
    spans = sorted(
        (origins[begin], origins[end - 1] + 1) for sought in needles for begin, end in _spans(folded, sought)
    )
    merged: list[tuple[int, int]] = []
    for begin, end in spans:
        if merged and begin < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((begin, end))
    return tuple(merged)


def _fold_with_origins(line: str) -> tuple[str, Sequence[int]]:
    """Fold a line; return with it where each of its characters comes from."""
    folded = fold(line)
    if line.isascii():
        return folded, range(len(folded))
    pieces = [fold(character) for character in line]
    origins = [index for index, piece in enumerate(pieces) for _ in piece]
    return "".join(pieces), origins
