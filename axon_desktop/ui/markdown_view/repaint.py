"""The parts of the view that must be painted again: rows that only moved are copied on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from axon_desktop.ui.markdown_view.layout.chunk import Chunk, Row
from axon_desktop.ui.markdown_view.layout.column import Column

MARGIN = 10
"""Pixels by which the background of a message extends beyond its rows, and some."""


@dataclass(frozen=True, slots=True)
class RowView:
    """The visible state of a row."""

    top: int
    """Its upper edge in the viewport, with the space above it."""
    bottom: int
    """Its lower edge in the viewport."""
    look: int
    """Number of its layout; 0 if nothing of it is painted."""


class Picture:
    """What is painted of the rows, or will be when all pending paint events are through."""

    def __init__(self, column: Column) -> None:
        self._column = column
        self.seen: dict[Row, RowView] = {}
        """Another one whenever something of it has changed."""

    def update(
        self, rows: Iterable[Row], y: float, height: int
    ) -> tuple[int | None, list[tuple[int, int]]] | None:
        """Take the rows that are seen in a viewport at `y`; return what `find_changes` finds, None if nothing."""
        now = {row: self._sight(row, y) for row in rows}
        if now == self.seen:
            return None
        before, self.seen = self.seen, now
        return find_changes(before, now, height)

    def drop_painted(self, rows: Iterable[Row], top: int, bottom: int) -> None:
        """Take note that these rows were just painted from `top` to `bottom`, perhaps elsewhere."""
        self.seen = without_painted(self.seen, rows, top, bottom)

    def forget(self) -> None:
        """Take note that all will be painted."""
        self.seen = {}

    def _sight(self, row: Row, y: float) -> RowView:
        index, look = self._column.index(row), 0
        if isinstance(row, Chunk) and row.document is not None:
            start, stop = self._column.items_rows(index) if row.item.role == "user" else (index, index + 1)
            look = sum(part.look for part in self._column.rows[start:stop] if isinstance(part, Chunk))
        return RowView(int(self._column.top(index) - y), int(self._column.bottom(index) - y), look)


def without_painted(
    before: Mapping[Row, RowView], rows: Iterable[Row], top: int, bottom: int
) -> dict[Row, RowView]:
    """Return the states that are valid after these rows were painted from `top` to `bottom`, perhaps moved."""
    painted = frozenset(rows)
    return {
        row: sight
        for row, sight in before.items()
        if row not in painted and (sight.bottom + MARGIN <= top or sight.top - MARGIN >= bottom)
    }


def find_changes(
    before: Mapping[Row, RowView], now: Mapping[Row, RowView], height: int
) -> tuple[int | None, list[tuple[int, int]]]:
    """Return by how much the view moves down, and the strips (top, bottom) that must then be painted.

    None if nothing can be copied.
    """
    moved: dict[int, list[RowView]] = {}
    for row, sight in now.items():
        old = before.get(row)
        if old is not None and old.look == sight.look and old.bottom - old.top == sight.bottom - sight.top:
            moved.setdefault(sight.top - old.top, []).append(sight)
    step, kept = max(moved.items(), key=_weight, default=(height, []))
    if abs(step) >= height:
        return None, [(0, height)]
    # A row just beyond an edge may extend into the view: it counts as visible.
    top = max(-MARGIN, min((0, *(sight.top for sight in now.values()))))
    bottom = min(height + MARGIN, max((height, *(sight.bottom for sight in now.values()))))
    return step, [(upper, min(height, lower)) for upper, lower in _gaps(kept, top, bottom)]


def _weight(move: tuple[int, list[RowView]]) -> int:
    return sum(sight.bottom - sight.top for sight in move[1])


def _gaps(kept: Iterable[RowView], top: int, bottom: int) -> Iterator[tuple[int, int]]:
    """Yield the gaps between ordered rows, from `top` to `bottom`."""
    y = top
    for sight in kept:
        if sight.top > y:
            yield y - MARGIN, sight.top + MARGIN
        y = max(y, sight.bottom)
    if y < bottom:
        yield y - MARGIN, bottom
