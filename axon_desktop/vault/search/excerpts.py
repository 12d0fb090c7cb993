"""Excerpts: the lines of a note that show why it was found, with the ranges to highlight."""

from __future__ import annotations

import heapq
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from axon_desktop.text.fold import fold, is_unspaced
from axon_desktop.text.snippets import SNIPPET, bounds, window
from axon_desktop.text.stop_words import COMMON
from axon_desktop.vault.search.note_text import NoteText, holds
from axon_desktop.vault.search.query import AllOf, AnyOf, HasProperty, Node, Regex, Text, Within, leaves

COMMON_WEIGHT = 0.1
"""Weight of a stop word, relative to another word that is as rare in this vault."""
_MAX_MATCHES = 1_000
"""Matches of one word that are considered in one note."""
_MAX_MARKS = 20
"""Matches of a regular expression that are marked in a line."""
_CLUSTER = re.compile(r".[\u0300-\u036f\u3099\u309a\uff9e\uff9f\u1161-\u11ff]*", re.DOTALL)
"""A character with its marks, which may be one character when folded."""


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
    """What shows in which lines a note matches."""

    pattern: re.Pattern[str]
    begins: bool = False
    """Whether the beginnings of words count, and matches inside words only where there is none."""
    weight: float = 1.0
    """0 for what shows only where nothing else does."""
    as_written: bool = False
    """Whether the pattern is for the text as it is, line by line, not for the folded one."""
    lines: Collection[int] | None = None
    """The only lines in which it counts, from 0; None for all."""


def needles(node: Node, note: NoteText, weights: Mapping[str, float] | None = None) -> list[Needle]:
    """Return what shows why a note matches a query; `weights` are those of folded words."""
    match node:
        case Text(_, folded) if folded:
            usual = COMMON_WEIGHT if folded in COMMON else 1.0
            return [_needle(folded, weights.get(folded, usual) if weights else usual)]
        case Regex(pattern):
            return [Needle(pattern, as_written=True)]
        case AllOf(parts) | AnyOf(parts):
            return [found for part in parts for found in needles(part, note, weights)]
        case HasProperty(name, _):
            return [Needle(re.compile(rf"{re.escape(name)}(?=[\"']?\s*:)"), weight=0, lines=note.front_matter)]
        case Within("path" | "file", _):
            return []
        case Within("content", part):
            return needles(part, note, weights)
        case Within("tag", part):
            tags = [leaf.folded for leaf in leaves(part) if isinstance(leaf, Text)]
            written = [Needle(re.compile(re.escape(f"#{tag}")), weight=0) for tag in tags]
            return [*written, *(replace(_needle(tag, 0), lines=note.front_matter) for tag in tags)]
        case Within(scope, part):
            spans = [span for span in note.spans(scope) if holds(part, note.part(span), note)]
            lines = {line for span in spans for line in span}
            inner = [found for found in needles(part, note, weights) if found.lines is None]
            if inner:
                return [replace(found, lines=lines) for found in inner]
            return [Needle(re.compile(""), lines={span.start for span in spans})]
    return []


def word_needles(node: Node) -> list[Needle]:
    """Return what shows the words of a query in any text, as in a title."""
    return [_needle(leaf.folded) for leaf in leaves(node) if isinstance(leaf, Text)]


@lru_cache(256)
def _needle(folded: str, weight: float = 1.0) -> Needle:
    begins = folded[0].isalnum() and not is_unspaced(folded[0])
    return Needle(re.compile(re.escape(folded)), begins, weight)


def find_excerpts(note: NoteText, sought: Sequence[Needle], count: int) -> list[Excerpt]:
    """Return the lines whose matches weigh most, in their order."""
    found: dict[int, float] = {}
    for needle in sought:
        for line in {*_lines_with(note, needle)}:
            found[line] = found.get(line, 0) + needle.weight
    best = sorted(found)
    if not all(found.values()) or len(best) > count:
        ranked = [(weight, -line) for line, weight in found.items() if weight or not any(found.values())]
        best = sorted(-line for _, line in heapq.nlargest(count, ranked))
    lines = note.text.split("\n", best[-1] + 1) if best else []
    patterns = [needle.pattern for needle in sought if needle.as_written]
    return [_excerpt(lines[line], line, sought, patterns) for line in best]


def mark(text: str, sought: Sequence[Needle], at: int = 0) -> tuple[tuple[int, int], ...]:
    """Return where a line matches, the one of this number."""
    folded, begins, ends = _fold_with_origins(text)
    spans: list[tuple[int, int]] = []
    for needle in sought:
        if needle.lines is not None and at not in needle.lines:
            continue
        if needle.as_written:
            spans += [match.span() for match in islice(needle.pattern.finditer(text), _MAX_MARKS)]
        else:
            spans += [(begins[a], ends[b - 1]) for a, b in _spans(folded, needle) if a < b]
    merged: list[tuple[int, int]] = []
    for begin, end in sorted(spans):
        if begin == end:
            continue
        if merged and begin < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((begin, end))
    return tuple(merged)


def _lines_with(note: NoteText, needle: Needle) -> Iterator[int]:
    """Yield the lines in which a needle is, from 0."""
    if needle.as_written or needle.lines is not None:
        lines = note.lines
        for line in range(len(lines)) if needle.lines is None else needle.lines:
            text = lines[line]
            if needle.pattern.search(text if needle.as_written else fold(text)) and text.strip():
                yield line
        return
    line, seen = 0, 0
    for begin, _ in _spans(note.folded, needle):
        line += note.folded.count("\n", seen, begin)
        seen = begin
        yield line


def _excerpt(line: str, at: int, sought: Sequence[Needle], patterns: Sequence[re.Pattern[str]]) -> Excerpt:
    """Return a line, or the part of it around the first find, with all finds in it marked."""
    line = line if patterns else line.strip()
    marks = mark(line, sought, at)
    if len(line) <= SNIPPET:
        return Excerpt(at + 1, line, marks)
    first, last = bounds(line, *(marks[0] if marks else (0, 0)))
    text = window(line, first, last)
    if any(pattern.search(line) and not pattern.search(text) for pattern in patterns):
        return Excerpt(at + 1, line, marks)  # the match needs the whole line
    shift = bool(first) - first
    inside = ((max(a, first) + shift, min(b, last) + shift) for a, b in marks if a < last and b > first)
    return Excerpt(at + 1, text, tuple(inside))


def _spans(folded: str, needle: Needle) -> list[tuple[int, int]]:
    """Return the matches in a folded text: the beginnings of words if there are any."""
    spans = [match.span() for match in islice(needle.pattern.finditer(folded), _MAX_MATCHES)]
    if needle.begins:
        return [span for span in spans if not span[0] or not folded[span[0] - 1].isalnum()] or spans
    return spans


def _fold_with_origins(line: str) -> tuple[str, Sequence[int], Sequence[int]]:
    """Fold a line; return with it where what each of its characters comes from begins and ends."""
    if line.isascii():
        return fold(line), range(len(line)), range(1, len(line) + 1)
    folded: list[str] = []
    begins: list[int] = []
    ends: list[int] = []
    for match in _CLUSTER.finditer(line):
        piece = fold(match[0])
        folded.append(piece)
        begins += [match.start()] * len(piece)
        ends += [match.end()] * len(piece)
    return "".join(folded), begins, ends
