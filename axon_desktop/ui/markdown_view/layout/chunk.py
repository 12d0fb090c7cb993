"""The contents of the column: chunks of text (a few whole blocks each) and widgets."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Literal, Protocol

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainterPath
from PySide6.QtWidgets import QWidget

from axon_desktop.markdown.scan.blocks import Block
from axon_desktop.markdown.scan.definitions import Definitions
from axon_desktop.markdown.scan.structure import split_row
from axon_desktop.ui.markdown_view.layout.chunk_document import ChunkDocument, Code, Link
from axon_desktop.ui.markdown_view.tables.wide_tables import SharedTable, WideTable, visible_rect

TABLE_HREF = "axon-table:"
"""The scheme, among the links of a document, for the frame of a table that is wider than the text."""
MORE_SCHEME = "axon-more:"
"""Links that unfold the rest of a huge block."""
FOLD_SCHEME = "axon-fold:"
"""Links that fold or unfold a callout."""
TASK_SCHEME = "axon-task:"
"""Links that tick a task: the line of the source, and `+` or `-`."""
COMMANDS = (MORE_SCHEME, FOLD_SCHEME, TASK_SCHEME, TABLE_HREF)
"""Links that lead nowhere but change what is shown."""
SMALL_CHARS = 50_000
"""Up to so much text all is done in the window's own thread; of more, only what is seen."""
Role = Literal["note", "user", "assistant", "thinking", "status", "widget"]
MUTED_ROLES: frozenset[Role] = frozenset({"thinking", "status"})
CHUNK_WEIGHT = 1200
"""Target size of one document in characters: few enough to lay out in some milliseconds."""


@dataclass(slots=True, eq=False)
class Item:
    """One note, message or widget; its rows are adjacent in the column."""

    id: int
    """Number in this view, from 1; from -1 down for items that were added above the beginning."""
    role: Role
    """How it is drawn."""
    definitions: Definitions | None = None
    """Link and footnote definitions of its whole text."""
    path: str | None = None
    """Vault path of a note, empty if it has none; None for an item that is no note."""
    complete: bool = True
    """False while its source is still being scanned or streamed."""


@dataclass(slots=True, eq=False)
class Row:
    """One part of the column."""

    item: Item
    """The item that it is a part of."""
    height: float = 0.0
    """Height in whole pixels without the space above; an estimate until `width` is set."""
    width: float | None = None
    """The width that the height belongs to."""
    lead: float = 0.0
    """Space above."""
    hint: int = 0
    """Its last known index in the column."""


class Card(Protocol):
    """A widget of the column; it is created near the viewport and may be deleted far away."""

    def make(self) -> QWidget:
        """Create the widget in its current state."""

    def height(self) -> float:
        """Return the approximate height of the widget."""

    def release(self) -> bool:
        """Release the widget, which is then deleted; False if that would lose something."""


@dataclass(slots=True, eq=False)
class WidgetRow(Row):
    """A widget inside the column."""

    widget: QWidget | None = None
    """A child of the viewport; None while it does not exist."""
    card: Card | None = None
    """Creates it; None for a widget that was passed in."""


@dataclass(slots=True, eq=False)
class Chunk(Row):
    """Some whole blocks of text, drawn by one small document when near the viewport."""

    blocks: tuple[Block, ...] = ()
    """The blocks that it shows."""
    source: str = ""
    """A whole message that is not parsed yet; empty after that."""
    header: tuple[str, str] | None = None
    """Title and front matter, if this is the head of a note."""
    html: str | None = None
    """The rendered blocks, None until then or when dropped to save memory."""
    text: str | None = None
    """The plain text, None until requested."""
    document: ChunkDocument | None = None
    """The laid-out text, None when far from the viewport."""
    look: int = 0
    """Version of the layout, changed whenever the drawing may have changed."""
    links: list[Link] | None = None
    """The result of `stops`, None until requested."""
    images: frozenset[str] = frozenset()
    """Paths of the pictures in the document."""
    codes: list[Code] = field(default_factory=list)
    """The blocks of code in the laid-out document."""
    chips: list[tuple[QRectF, QPainterPath, QColor | None]] = field(default_factory=list)
    """Backgrounds in the document with rounded corners: what is cut off, and the colour that is there
    then (None: the background of the view)."""
    flipped: frozenset[int] = frozenset()
    """Callouts that the reader folded or unfolded other than the note says; see `callouts.Folding`."""
    stale: bool = False
    """Whether the document shows outdated HTML, until it is laid out again."""
    version: int = 0
    """Counts how often the HTML was dropped: results of older renderings are ignored."""
    indent: float = 0.0
    """Distance from the column's left edge to the text (user bubbles are at the right)."""
    tables: list[WideTable] = field(default_factory=list)
    """Tables of the document that are shown in a frame."""
    shared: list[SharedTable] = field(default_factory=list)
    """The stored state of its tables, in their order, also while there is no document."""
    above: SharedTable | None = None
    """The table that it continues."""
    below: SharedTable | None = None
    """The table that may continue in the chunk below."""
    offsets: dict[str, int] = field(default_factory=dict)
    """The scroll offsets of tables, by their titles, from the chunks that this one replaced."""

    @property
    def size(self) -> int:
        """Return the number of characters of source."""
        return len(self.source) or sum(len(block.source) for block in self.blocks)

    def stops(self) -> list[Link]:
        """Return the keyboard stops in the document: links, and frames of tables, which have no target."""
        if self.links is None and self.document is not None:
            frames = [Link(table.start, table.start, TABLE_HREF) for table in self.tables]
            self.links = sorted([*frames, *self.document.links()], key=lambda link: link.start)
        return self.links or []

    def frame_at(self, number: int) -> SharedTable | None:
        """Return the table whose frame is the stop with this number; None for a link."""
        stop = self.stops()[number] if number < len(self.stops()) else None
        if stop is None or stop.href != TABLE_HREF:
            return None
        return next((table.shared for table in self.tables if table.start == stop.start), None)

    @property
    def continues_table(self) -> bool:
        """Whether it begins with a part of a table that begins in a chunk above."""
        first = self.blocks[0] if self.blocks else None
        return first is not None and first.continues and (first.kind == "table" or bool(first.widths))

    @property
    def ends_in_cut_table(self) -> bool:
        """Whether it ends with a part of a table, perhaps the last one."""
        return bool(self.blocks) and bool(self.blocks[-1].widths)

    def share_tables(self, titles: Sequence[str | None]) -> None:
        """Create the stored state for each table of the document, given their titles; see `Grids.titles`."""
        shared = [*self.shared[: len(titles)], *(SharedTable() for _ in titles[len(self.shared) :])]
        if shared and self.above is not None:
            shared[0] = self.above
        if shared and self.ends_in_cut_table:
            self.below = shared[-1] = self.below or shared[-1]
        for number, title in enumerate(titles):
            table = shared[number]
            if title is None:
                shared[number] = shared[number - 1]
            elif number == 0 and self.continues_table:  # its titles are above, perhaps not laid out yet
                if not table.key and (title := _titles_in(self.blocks[0].head)) in self.offsets:
                    table.key, table.offset = title, self.offsets.pop(title)
            elif not table.key:
                table.key, table.offset = title, self.offsets.pop(title, table.offset)
        self.shared = shared

    def part_of_table(self, number: int) -> Block | None:
        """Return the part of a cut table that is shown as the table with this number; None for a whole table."""
        if number == len(self.shared) - 1 and self.ends_in_cut_table:
            return self.blocks[-1]
        return self.blocks[0] if number == 0 and self.continues_table else None

    def renew_tables(self) -> None:
        """Drop the tables, but not their scroll offsets: their blocks have changed."""
        self.keep_tables([self])
        self.shared, self.above, self.below = [], None, None

    def keep_tables(self, others: Iterable[Chunk]) -> None:
        """Keep the scroll offsets of tables in chunks that this one replaces."""
        for chunk in others:
            self.offsets |= chunk.offsets | {table.key: table.offset for table in chunk.shared if table.offset}

    def rect_at(self, position: int) -> QRectF:
        """Return a narrow rectangle where a position of the document is visible, from its upper left corner."""
        assert self.document is not None
        return visible_rect(self.tables, self.document.position_rect(position), position)

    def guess_height(self, width: float, font_px: int) -> float:
        """Return the approximate height in a column of this width, before the layout."""
        if self.header is not None:
            return float(font_px * 5)
        per_line = max(10.0, width / (font_px * 0.5))
        weight = len(self.source) or sum(block.weight for block in self.blocks)
        lines = self.source.count("\n") or sum(block.source.count("\n") for block in self.blocks)
        return float(math.ceil(max(1.0, weight / per_line, lines * 0.8) * font_px * 1.6))

    def has_references(self) -> bool:
        """Tell whether definitions elsewhere in the note may change it."""
        return any("]" in block.source for block in self.blocks)

    def has_embeds(self) -> bool:
        """Tell whether other notes may be embedded in it."""
        return any("![[" in block.source or _BASE.search(block.source) is not None for block in self.blocks)


def group_blocks(blocks: Iterable[Block], limit: int = CHUNK_WEIGHT) -> Iterator[tuple[Block, ...]]:
    """Group blocks in order, each group about `limit` of weight; an embedded note may weigh as much as that."""
    group: list[Block] = []
    weight = 0
    for block in blocks:
        cost = block.weight + (limit if _EMBED.search(block.source) else 0)
        if group and weight + cost > limit:
            yield tuple(group)
            group, weight = [], 0
        group.append(block)
        weight += cost
    if group:
        yield tuple(group)


def same_ends(old: Sequence[Block], new: Sequence[Block]) -> tuple[int, int]:
    """Return how many blocks at the start and at the end are equal (never counted twice)."""
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and _same(old[head], new[head]):
        head += 1
    tail = 0
    while tail < shorter - head and _same(old[-1 - tail], new[-1 - tail]):
        tail += 1
    return head, tail


def join_tables(chunk: Chunk, above: Iterable[Row]) -> None:
    """Share with a chunk the table that it continues; `above` are the rows above it, the nearest first."""
    if not chunk.continues_table:
        return
    joined = [chunk]
    for row in above:
        if not isinstance(row, Chunk) or row.item is not chunk.item or not row.ends_in_cut_table:
            break
        joined.append(row)
        if row.below is not None or not row.continues_table:
            break
    shared = joined[-1].below or SharedTable()
    for row in joined:
        if row.continues_table:
            row.above = shared
        if row.ends_in_cut_table:
            row.below = shared


def _titles_in(head: str) -> str:
    """Return the titles of a table as its first row shows them, if they contain no markup."""
    return "|".join(cell.strip() for cell in split_row(head.partition("\n")[0]))


_BASE = re.compile(r"^ {0,3}(?:`{3,}|~{3,})[ \t]*base\b", re.MULTILINE | re.IGNORECASE)
_EMBED = re.compile(r"!\[\[(?![^\[\]\n]*\.(?:png|jpe?g|gif|webp|bmp|svg))", re.IGNORECASE)

Look = tuple[object, ...]
"""All attributes of a block but its position."""
look_of: Callable[[Block], Look] = attrgetter(
    "source", "kind", "continues", "head", "start", "loose", "depth", "indent", "widths", "of"
)


def _same(old: Block, new: Block) -> bool:
    return look_of(old) == look_of(new)
