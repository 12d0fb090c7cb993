"""RowPlaces: where the rows of a comparison stand, of which most have never been laid out."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, islice

_STEP = 1_000
"""Rows whose places are worked out together."""


class RowPlaces:
    """Counted in lines as they are seen: every row has one or, where its text is broken, more."""

    def __init__(self, counts: list[int]) -> None:
        """Take how many lines each row has, as far as that can be told beforehand."""
        self._counts = counts
        self._tops = [0]  # of each row, as far down as known; in the end the total
        self.total = sum(counts)
        """Lines of all rows."""

    def top(self, row: int) -> int:
        """Return how many lines stand above a row."""
        self._sum(row)
        return self._tops[row]

    def at(self, line: int) -> int:
        """Return the row to which a line belongs, the first one if it stands above; the count of rows if below."""
        while self._tops[-1] <= line and len(self._tops) <= len(self._counts):
            self._sum(min(len(self._tops) + _STEP, len(self._counts)))
        return max(0, bisect_right(self._tops, line) - 1)

    def resize(self, row: int, count: int) -> int:
        """Set how many lines a row has; return how many more these are."""
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
