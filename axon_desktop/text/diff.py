"""The matching runs of two texts, by lines or by words: the result of `difflib`, in far less time.

`SequenceMatcher` looks for the longest run that both have, then to the left and to the right of it, and compares
every pair of equal lines each time: with a thousand blank lines between changed ones that takes a minute. Here all
longest runs of one length are taken in one go, and equal lines are not paired but looked up.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple, TypeAlias


class Match(NamedTuple):
    """A run that both texts have."""

    old: int
    """Where it begins in the old one."""
    new: int
    size: int


_Rectangle: TypeAlias = tuple[int, int, int, int, int]
"""(first and end in the old one, first and end in the new one, the most that a run in there may have)."""


def equal_ends(old: Sequence[Hashable], new: Sequence[Hashable]) -> tuple[int, int]:
    """Return how much both have in common at their beginning, and behind that at their end."""
    head, most = 0, min(len(old), len(new))
    while head < most and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < most - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return head, tail


def matches(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Match]:
    """Return what `SequenceMatcher(None, old, new, autojunk=False)` finds, without the empty end.

    Of all runs the longest comes first, of equally long ones the one that begins earliest in `old`, then in `new`.
    """
    names = _Names(old, new)
    found: list[Match] = []
    rectangles: list[_Rectangle] = [(0, len(old), 0, len(new), min(len(old), len(new)))]
    while rectangles:
        place = rectangles.pop()
        if not (size := _longest(names, place)):
            continue
        old_start, old_end, new_start, new_end, _ = place
        for match in [*_runs(names, place, size), Match(old_end, new_end, 0)]:
            # What lies between two of them has none as long: it would have been the earlier one.
            most = min(size - 1, match.old - old_start, match.new - new_start)
            if most > 0:
                rectangles.append((old_start, match.old, new_start, match.new, most))
            if match.size:
                found.append(match)
            old_start, new_start = match.old + size, match.new + size
    return _joined(sorted(found))


def changes(old: Sequence[Hashable], new: Sequence[Hashable]) -> Iterator[tuple[int, int, int, int]]:
    """Yield what lies between the matches: first and end in the old one, first and end in the new one."""
    at = new_at = 0
    for first, new_first, size in [*matches(old, new), Match(len(old), len(new), 0)]:
        if at < first or new_at < new_first:
            yield at, first, new_at, new_first
        at, new_at = first + size, new_first + size


class _Names:
    """A number for each run of any length: equal runs, and only these, have the same."""

    def __init__(self, *texts: Sequence[Hashable]) -> None:
        known: dict[Hashable, int] = {}
        self._doubled = [[[known.setdefault(line, len(known)) for line in text] for text in texts]]
        """For runs of 1, 2, 4 … lines, in both texts, by where they begin."""

    def of(self, text: int, start: int, end: int, size: int) -> Iterator[Hashable]:
        """Return the names of the runs that lie within a part of a text, by where they begin."""
        step = size.bit_length() - 1
        while len(self._doubled) <= step:
            self._double()
        doubled, rest = self._doubled[step][text], size - (1 << step)
        stop = end - size + 1
        return zip(doubled[start:stop], doubled[start + rest : stop + rest], strict=True)

    def _double(self) -> None:
        half = 1 << (len(self._doubled) - 1)
        known: dict[Hashable, int] = {}
        self._doubled.append(
            [
                [known.setdefault(pair, len(known)) for pair in zip(single, single[half:], strict=False)]
                for single in self._doubled[-1]
            ]
        )


def _longest(names: _Names, place: _Rectangle) -> int:
    """Return how long the longest run is that both have within a rectangle; 0 for none."""
    old_start, old_end, new_start, new_end, most = place

    def has(size: int) -> bool:
        return not set(names.of(0, old_start, old_end, size)).isdisjoint(names.of(1, new_start, new_end, size))

    least, size = 0, 1
    while size <= most and has(size):
        least, size = size, size * 2
    over = min(size, most + 1)
    while over - least > 1:
        size = (least + over) // 2
        least, over = (size, over) if has(size) else (least, size)
    return least


def _runs(names: _Names, place: _Rectangle, size: int) -> Iterator[Match]:
    """Yield the runs of a length one after the other, each the earliest behind the last one."""
    old_start, old_end, new_start, new_end, _ = place
    places: dict[Hashable, list[int]] = {}
    for at, name in enumerate(names.of(1, new_start, new_end, size), new_start):
        places.setdefault(name, []).append(at)
    for at, name in enumerate(names.of(0, old_start, old_end, size), old_start):
        if at >= old_start and (there := places.get(name)):
            number = bisect_left(there, new_start)
            if number < len(there):
                yield Match(at, there[number], size)
                old_start, new_start = at + size, there[number] + size


def _joined(found: list[Match]) -> list[Match]:
    """Make one of runs that touch in both."""
    joined: list[Match] = []
    for match in found:
        last = joined[-1] if joined else None
        if last and last.old + last.size == match.old and last.new + last.size == match.new:
            joined[-1] = last._replace(size=last.size + match.size)
        else:
            joined.append(match)
    return joined
