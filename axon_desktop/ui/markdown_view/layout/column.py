"""Column: positions and heights of the rows, known or estimated, in whole pixels, with a running sum."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from axon_desktop.markdown.scan.model import Block
from axon_desktop.ui.markdown_view.layout.chunk import Chunk, Row
from axon_desktop.ui.markdown_view.tables.wide_tables import BAR_ROOM, BELOW_GRID

BUBBLE_PAD_X = 11.0
BUBBLE_PAD_TOP = 8.0
BUBBLE_PAD_BOTTOM = 4.0
"""Less than above: a line's own space is below its letters."""
ITEM_GAP = 9.0
LINE_SPACE = 6.0
"""Above a reply's first line, about as much as a line's own space below its letters."""
HEADING_MARGINS = ((14.0, 6.0), (16.0, 4.0), (12.0, 4.0), (10.0, 2.0), (8.0, 2.0), (8.0, 2.0))
"""Space above and below headings by level."""
STEP = 32
"""Rows whose positions are computed together."""
UNSEEN = frozenset({"blank", "comment", "front_matter"})
FRAMES = frozenset({"fence", "code", "table", "quote"})
"""Blocks that become tables: Qt puts no paragraph's space above one, and includes its own space in the height."""
DRAWN_MARGIN = 10.0
"""Space above and below block drawings."""
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_MERMAID = re.compile(r"\s*(?:`{3,}|~{3,})[ \t]*mermaid\b", re.IGNORECASE)
_EMBED = re.compile(r"\s*!\[\[(?![^\[\]\n]*\.(?:png|jpe?g|gif|webp|bmp|svg))[^\[\]\n]*\]\]", re.IGNORECASE)


class Column:
    """The rows from top to bottom."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._padding = 12.0
        self._heights = 0.0  # of all rows, with their leads
        self._ends: list[float] = []  # bottom of each row, as far down as known

    @property
    def total(self) -> float:
        """Return the height of all rows."""
        if not self.rows:
            return 0.0
        return self._heights + self._padding + (BUBBLE_PAD_BOTTOM if self.rows[-1].item.role == "user" else 0.0)

    def index(self, row: Row) -> int:
        """Return the index of a row; ValueError if it is not in the column."""
        if row.hint < len(self.rows) and self.rows[row.hint] is row:
            return row.hint
        for index, other in enumerate(self.rows):
            other.hint = index
        if row.hint < len(self.rows) and self.rows[row.hint] is row:
            return row.hint
        raise ValueError("row is not in the column")

    def holds(self, row: Row) -> bool:
        """Tell whether the row is in the column."""
        try:
            self.index(row)
        except ValueError:
            return False
        return True

    def top(self, index: int) -> float:
        """Return the y of a row's upper edge, above its lead."""
        if index == 0:
            return 0.0
        self._sum(index)
        return self._ends[index - 1]

    def text_top(self, index: int) -> float:
        """Return the y at which a row's own content begins."""
        return self.top(index) + self.rows[index].lead

    def bottom(self, index: int) -> float:
        """Return the y of a row's lower edge."""
        self._sum(index + 1)
        return self._ends[index]

    def at(self, y: float) -> int:
        """Return the index of the row at `y`, the first or last one if outside."""
        known, rows = len(self._ends), self.rows
        while known < len(rows) and (not known or self._ends[-1] <= y):
            self._sum(known := min(len(rows), known + STEP))
        return max(0, min(len(rows) - 1, bisect_right(self._ends, y)))

    def splice(self, start: int, stop: int, rows: Sequence[Row]) -> None:
        """Replace the rows from `start` to `stop` by `rows`."""
        self._forget(start)
        self._heights -= sum(row.lead + row.height for row in self.rows[start:stop])
        self._heights += sum(row.lead + row.height for row in rows)
        self.rows[start:stop] = rows
        for index in range(start, min(len(self.rows), start + len(rows) + 1)):
            self.refresh_lead(index)
            self.rows[index].hint = index

    def resize(self, row: Row, height: float) -> None:
        """Set the height of one row."""
        if row.height != height:
            self._heights += height - row.height
            row.height = height
            self._forget(self.index(row))

    def set_padding(self, padding: float) -> None:
        """Set the space above and below all rows."""
        self._padding = padding
        for index in range(len(self.rows)):
            self.refresh_lead(index)

    def refresh_lead(self, index: int) -> None:
        """Compute the space above a row again, after its height became 0 or not 0."""
        row, lead = self.rows[index], self._lead(index)
        if row.lead != lead:
            self._heights += lead - row.lead
            row.lead = lead
            self._forget(index)

    def items_rows(self, index: int) -> tuple[int, int]:
        """Return the index of the first row, and that after the last row, of the item that has row `index`."""
        item = self.rows[index].item
        start, stop = index, index + 1
        while start > 0 and self.rows[start - 1].item is item:
            start -= 1
        while stop < len(self.rows) and self.rows[stop].item is item:
            stop += 1
        return start, stop

    def bubble(self, index: int) -> tuple[float, float, float]:
        """Return left, top and bottom of the bubble around the message that has row `index`."""
        start, stop = self.items_rows(index)
        indents = [row.indent for row in self.rows[start:stop] if isinstance(row, Chunk)]
        top, bottom = self.text_top(start) - BUBBLE_PAD_TOP, self.bottom(stop - 1) + BUBBLE_PAD_BOTTOM
        return min(indents) - BUBBLE_PAD_X, top, bottom

    def _forget(self, index: int) -> None:
        del self._ends[index:]

    def _sum(self, count: int) -> None:
        y = self._ends[-1] if self._ends else 0.0
        for row in self.rows[len(self._ends) : count]:
            y += row.lead + row.height
            self._ends.append(y)

    def _lead(self, index: int) -> float:
        row = self.rows[index]
        above = self.rows[index - 1] if index else None
        if above is None or above.item is not row.item:
            lead = ITEM_GAP if above is not None else self._padding
            lead += BUBBLE_PAD_TOP if row.item.role == "user" else 0.0
            if above is not None and row.item.role == "assistant" and not _begins_with_frame(row):
                lead += LINE_SPACE
            return lead + (BUBBLE_PAD_BOTTOM if above is not None and above.item.role == "user" else 0.0)
        return self._seam(above, row)

    def _seam(self, above: Row, row: Row) -> float:
        """Return the space between two chunks of one text, as between the adjacent blocks."""
        if not isinstance(above, Chunk) or not isinstance(row, Chunk):
            return ITEM_GAP
        if row.height == 0.0 and row.width is not None:
            return 0.0
        if row.blocks and row.blocks[0].continues:
            return -BELOW_GRID if row.blocks[0].kind == "table" else 0.0
        if above.ends_in_cut_table:
            return BAR_ROOM
        return 0.0 if _begins_with_frame(row) else max(_margins(above, -1)[1], _margins(row, 0)[0])


def _margins(chunk: Chunk, place: int) -> tuple[float, float]:
    """Return the space above and below the first (0) or last (-1) block, as the style sheet has it."""
    shown = [block for block in chunk.blocks if _is_visible(block)]
    if not shown:
        return (0.0, 6.0) if chunk.header is not None else (0.0, 0.0)
    block = shown[place]
    if (heading := block.heading) is not None:
        return HEADING_MARGINS[heading[0] - 1]
    if block.kind == "math" or _MERMAID.match(block.source):
        return (DRAWN_MARGIN, DRAWN_MARGIN)
    if block.kind in FRAMES or block.kind == "hr":
        return (0.0, 0.0)
    if block.kind == "list" and not block.loose and "\n\n" not in block.source.strip():
        return (4.0, 4.0)
    return (6.0, 6.0)


def _is_visible(block: Block) -> bool:
    """Tell whether a block is visible."""
    if block.kind == "html" and block.source.startswith("<!--"):
        return bool(_COMMENT.sub("", block.source).strip())
    return block.kind not in UNSEEN


def _begins_with_frame(row: Row) -> bool:
    first = next((block for block in row.blocks if _is_visible(block)), None) if isinstance(row, Chunk) else None
    if first is None:
        return False
    if first.kind in FRAMES:
        return not _MERMAID.match(first.source)
    return first.kind == "paragraph" and _EMBED.match(first.source) is not None
