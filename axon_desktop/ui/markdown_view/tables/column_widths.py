"""The widths of the columns of a table, from their contents and the available room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_EMPTY = 1.0
"""Ems of an empty column."""
_FEW, _MANY = 3, 10
"""Number of columns of a table that should be visible as a whole, and of one that is scrolled anyway."""
_UNWRAPPED = 5.0, 11.0
"""Ems of text that stays on one line, in a table of few and in one of many columns."""
_PROSE = 9.0, 14.0
"""Ems below which longer text is not narrowed, in the same two."""
_LINE = 1.36
"""Ems from one line of text to the next."""
_SHAPE = 2.0
"""Ratio of width to height of a narrowed text."""


@dataclass(frozen=True, slots=True)
class ColumnNeed:
    """The width that a column's content needs, in pixels."""

    least: float = 0.0
    """Of its longest word."""
    most: float = 0.0
    """Of its longest line."""

    def joined(self, other: ColumnNeed) -> ColumnNeed:
        """Return the larger of both needs."""
        return ColumnNeed(max(self.least, other.least), max(self.most, other.most))


def column_widths(needs: Sequence[ColumnNeed], room: float, em: float) -> list[int]:
    """Return the widths of columns, without the space around their text.

    Each is as wide as its longest line if all of them fit. If not, the widest are narrowed first, all to the same
    width, down to `least_width`; where that is not enough the table is wider than `room`. A column
    depends on the others only by the room that they leave, and never becomes narrower when `room` grows.
    """
    floors = [least_width(need, len(needs), em) for need in needs]
    tops = [max(floor, math.ceil(need.most)) for floor, need in zip(floors, needs, strict=True)]

    def below(level: int) -> list[int]:
        return [min(top, max(floor, level)) for floor, top in zip(floors, tops, strict=True)]

    low, high = 0, max(tops, default=0)
    if sum(tops) <= room:
        return tops
    while low < high:  # the highest level that fits
        middle = (low + high + 1) // 2
        low, high = (middle, high) if sum(below(middle)) <= room else (low, middle - 1)
    return below(low)


def least_width(need: ColumnNeed, columns: int, em: float) -> int:
    """Return the minimum width of a column: its longest word, and a width that is comfortable to read."""
    many = min(1.0, max(0.0, (columns - _FEW) / (_MANY - _FEW)))
    unwrapped, prose = (em * (low + many * (high - low)) for low, high in (_UNWRAPPED, _PROSE))
    shaped = min(prose, max(unwrapped, math.sqrt(_SHAPE * need.most * _LINE * em)))
    return math.ceil(max(em * _EMPTY, need.least, min(need.most, shaped)))
