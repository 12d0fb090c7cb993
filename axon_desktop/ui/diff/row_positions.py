"""RowPositions: the vertical positions of a diff's rows, most of which have never been laid out."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, islice

_STEP = 1_000
"""Rows whose positions are computed together."""


class RowPositions:
    """Counted in displayed lines: every row has one or, if its text is wrapped, more."""

    def __init__(self, counts: list[int]) -> None:
        """Take the number of lines of each row, as far as it can be estimated."""
        self._counts = counts
        self._tops = [0]  # top of each row, as far as known; the last entry is the total
        self.total = sum(counts)
        """Number of lines of all rows."""

    def top(self, row: int) -> int:
        """Return the number of lines above a row."""
        self._sum(row)
        return self._tops[row]

    def at(self, line: int) -> int:
        """Return the row of a line; the first row for a line above, the number of rows for one below."""
        while self._tops[-1] <= line and len(self._tops) <= len(self._counts):
            self._sum(min(len(self._tops) + _STEP, len(self._counts)))
        return max(0, bisect_right(self._tops, line) - 1)

    def resize(self, row: int, count: int) -> int:
        """Set the number of lines of a row; return the difference."""
        grown = count - self._counts[row]
        if grown:
            self._counts[row] = count
            self.total += grown
            del self._tops[row + 1 :]
        return grown

    def _sum(self, row: int) -> None:
        known = len(self._tops) - 1
        if known < row:
            sums = accumulate(self._counts[known:row], initial=self._tops[known])
            self._tops.extend(islice(sums, 1, None))
