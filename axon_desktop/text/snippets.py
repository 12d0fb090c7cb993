"""The lines of a note that show best why it was found."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

from axon_desktop.text.file_names import same_name

SNIPPET = 200
"""Characters of a line that are shown; more only if what was found is longer."""


def best_lines(text: str, words: Sequence[str], weights: Sequence[float], count: int) -> list[tuple[int, str]]:
    """Return the lines whose (folded) words weigh most, in order, as numbers from 1 and snippets."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    folded = same_name(text)
    found: dict[int, float] = {}
    for word, weight in zip(words, weights, strict=True):
        for line in _lines_with(folded, word):
            found[line] = found.get(line, 0) + weight
    ranked = ((hits, -line) for line, hits in found.items() if hits)
    best = sorted(-line for _, line in heapq.nlargest(count, ranked))
    lines = text.split("\n", best[-1]) if best else []
    return [(line, snippet(lines[line - 1], words)) for line in best]


def _lines_with(folded: str, word: str) -> Iterator[int]:
    """Yield the numbers of the lines that hold a word; one with a line's end in it is in none."""
    number, begin = 1, 0
    while "\n" not in word and (at := folded.find(word, begin)) >= 0:
        number += folded.count("\n", begin, at)
        yield number
        begin = folded.find("\n", at) + 1
        if not begin:
            return
        number += 1


def snippet(line: str, words: Sequence[str]) -> str:
    """Return the part of a line around the first of the words that it holds."""
    line = line.strip()
    if len(line) <= SNIPPET:
        return line
    spans = [span for word in words if (span := _span(line, word)) is not None]
    begin, end = min(spans, default=(0, 0))
    return window(line, begin, end)


def window(line: str, begin: int, end: int) -> str:
    """Return about SNIPPET characters of a line that hold the given part as a whole."""
    room = max(0, SNIPPET - (end - begin))
    first = max(0, min(begin - room // 3, len(line) - (end - begin) - room))
    last = max(end, min(len(line), first + max(SNIPPET, end - begin)))
    return ("…" if first else "") + line[first:last] + ("…" if last < len(line) else "")


def _span(line: str, word: str) -> tuple[int, int] | None:
    """Return the range of a folded word in a line."""
    folded = same_name(line)
    at = folded.find(word)
    if at < 0:
        return None
    if len(folded) == len(line) and same_name(line[at : at + len(word)]) == word:
        return at, at + len(word)
    # Folding changed the length: look for the shortest end, then the longest start, by halves.
    low, high = 0, len(line)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if word in same_name(line[:middle]) else (middle + 1, high)
    end = low
    low, high = 0, end
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if word in same_name(line[middle:end]) else (low, middle - 1)
    return low, end
