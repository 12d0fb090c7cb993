"""The lines of a note that show best why it was found."""

from __future__ import annotations

import heapq
import re
from collections.abc import Sequence

from axon_desktop.vault.path_rules import same_name

SNIPPET = 200
"""Characters of a line that are shown; more only if what was found is longer."""

_LINE_END = re.compile(r"\r\n|\r|\n")


def best_lines(text: str, words: Sequence[str], weights: Sequence[float], count: int) -> list[tuple[int, str]]:
    """Return the lines whose (folded) words weigh most, in order, as numbers from 1 and snippets."""
    found: list[tuple[float, int, str]] = []
    for number, line in enumerate(_LINE_END.split(text), 1):
        folded = same_name(line)
        hits = sum(weight for word, weight in zip(words, weights, strict=True) if word in folded)
        if hits:
            found.append((hits, -number, line))
    best = heapq.nlargest(count, found)
    return sorted((-number, snippet(line, words)) for _, number, line in best)


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
    """Return where a folded word stands in a line."""
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
