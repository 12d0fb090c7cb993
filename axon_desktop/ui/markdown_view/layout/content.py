"""The texts and widgets of a view: scanned in slices, cut into chunks, replaced only where they changed."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal

from axon_desktop.markdown.html.callouts import BEGUN_BEFORE
from axon_desktop.markdown.html.embed_keys import EmbedKey
from axon_desktop.markdown.scan.anchors import begins_with_heading
from axon_desktop.markdown.scan.blocks import Block, scan_blocks
from axon_desktop.markdown.scan.definitions import Definitions
from axon_desktop.markdown.scan.details import gather_details
from axon_desktop.markdown.scan.properties import front_matter_end
from axon_desktop.markdown.scan.split import expand
from axon_desktop.ui.markdown_view.layout.chunk import (
    CHUNK_WEIGHT,
    Chunk,
    Item,
    Role,
    Row,
    WidgetRow,
    group_blocks,
    same_ends,
)
from axon_desktop.ui.markdown_view.layout.chunk_builder import ChunkBuilder
from axon_desktop.ui.markdown_view.layout.column import Column

_OUTER_FOLD = re.compile(r'href="axon-fold:(\d+!)"')
_PLACED = re.compile('href="axon-(?:more|task):')
"""Links that contain a position in the source."""
_LAST = sys.maxsize
"""Number of the widget that stays at the end; there is one at most."""
FIRST_SLICE = 0.006
"""Seconds of scanning before a new text's first blocks are shown; the rest follows in slices."""


@dataclass(slots=True, eq=False)
class _Scan:
    """A text that is being scanned."""

    item: Item
    blocks: Iterator[Block | None]
    replace: bool
    """Whether the blocks replace what is shown when all are known; else they are shown as they come."""
    found: list[Block] = field(default_factory=list)
    definitions: Definitions = field(default_factory=Definitions)
    shown: int = 0
    weight: int = 0
    unread: Chunk | None = None
    """The placeholder of the whole text until it is scanned."""


class Content(QObject):
    """Keeps the column in step with what the view was given."""

    spliced = Signal(int, object, object)
    """(index, rows taken out, rows put in) after the column changed."""
    outdated = Signal()
    """Something is to be laid out again: what is embedded in it has come, or is another one."""
    scanned = Signal()
    """A text has been scanned to its end."""

    def __init__(
        self, column: Column, builder: ChunkBuilder, estimate: Callable[[Row], float], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._estimate = estimate
        self._column = column
        self._builder = builder
        self._items: dict[int, Item] = {}
        self._next_id = 1
        self._front_id = 0
        self._front: int | None = None
        """Index of the next row while rows are added before all others."""
        self._earlier: Iterator[None] | None = None
        """Adds earlier items before all others, some with each step."""
        self._scans: list[_Scan] = []
        self._unread: dict[Item, _Scan] = {}
        """Messages that are scanned when there is time, the newest first."""

    @property
    def scanning(self) -> bool:
        """Whether some text is not completely scanned, or not even added."""
        return self.reading or self._earlier is not None

    @property
    def reading(self) -> bool:
        """Whether some added text is not completely scanned."""
        return bool(self._scans or self._unread)

    def clear(self) -> None:
        """Remove everything."""
        self._earlier = None
        self._scans.clear()
        self._unread.clear()
        self._items.clear()
        self._splice(0, len(self._column.rows), [])

    def set_note(self, title: str, source: str, *, path: str, keep: bool) -> None:
        """Show one note; with `keep` replace only the blocks that differ from what is shown."""
        properties = source[: front_matter_end(source)]
        if begins_with_heading(source[len(properties) :], title):
            title = ""  # the note has it itself
        item = next(iter(self._items.values()), None) if keep else None
        if item is None or item.role != "note":
            self.clear()
            item = self._new_item("note")
            self._append([Chunk(item, header=(title, ""))])
            keep = False
        if item.path != path:
            item.path = path
            for chunk in self.chunks():
                self._builder.renew(chunk)
        self._scans.clear()
        item.complete = False
        self._scans.append(_Scan(item, gather_details(scan_blocks(source)), keep))
        self._set_header(item, title, properties)
        self.advance(FIRST_SLICE)

    def add_text(self, source: str, role: Role, *, later: bool = False) -> int:
        """Append a message; one that is scanned `later` gets an estimated height until then."""
        item = self._new_item(role)
        item.complete = False
        scan = _Scan(item, gather_details(scan_blocks(source, front_matter=False)), replace=False)
        if later and source:
            scan.unread = Chunk(item, source=source)
            self._unread[item] = scan
            self._append([scan.unread])
        else:
            self._scans.append(scan)
            self.advance(FIRST_SLICE)
        return item.id

    def add_row(self, make_row: Callable[[Item], WidgetRow], *, last: bool = False) -> int:
        """Append a widget; one that is `last` stays below what is added later."""
        item = self._new_item("widget", last=last)
        self._append([make_row(item)])
        return item.id

    def replace_row(self, item_id: int, make_row: Callable[[Item], WidgetRow]) -> None:
        """Replace a widget."""
        item = self._items[item_id]
        start, stop = self._span(item)
        self._splice(start, stop, [make_row(item)])

    def estimate_again(self, item_id: int) -> None:
        """Estimate the height of a widget that is not created yet again."""
        row = self._column.rows[self._span(self._items[item_id])[0]]
        if isinstance(row, WidgetRow) and row.widget is None:
            self._column.resize(row, self._estimate(row))

    def set_earlier(self, pieces: Iterator[None]) -> None:
        """Set the steps that add earlier items when there is time."""
        self._earlier = pieces

    def finish_earlier(self) -> None:
        """Add all earlier items now."""
        while self._earlier is not None:
            self._add_earlier(self._earlier)

    @contextmanager
    def before_all(self) -> Iterator[None]:
        """Put rows added in this context before all others, in their own order."""
        self._front = 0
        try:
            yield
        finally:
            self._front = None

    def remove(self, item_id: int) -> None:
        """Remove an item."""
        item = self._items.pop(item_id)
        self._scans = [scan for scan in self._scans if scan.item is not item]
        self._unread.pop(item, None)
        rows = self.rows_of(item)
        if rows:
            if self._front is not None and rows[1] <= self._front:
                self._front -= rows[1] - rows[0]
            self._splice(rows[0], rows[1], [])

    def begin(self, role: Role) -> Item:
        """Append an empty item whose text will grow."""
        item = self._new_item(role)
        item.complete = False
        self._append([Chunk(item)])
        return item

    def end_of(self, item: Item) -> Chunk:
        """Return the growing end of an item."""
        tail = self._column.rows[self._span(item)[1] - 1]
        assert isinstance(tail, Chunk)
        return tail

    def grow(self, item: Item, sealed: Sequence[Chunk]) -> Chunk:
        """Put finished chunks before the growing end of an item; return the chunk that is the end."""
        tail = self.end_of(item)
        if sealed:
            index = self._column.index(tail)
            self._splice(index, index, sealed)
        return tail

    def finish(self, item: Item, source: str) -> None:
        """Make an item that grew equal to its whole source, as soon as that is scanned."""
        self._scans.append(_Scan(item, gather_details(scan_blocks(source, front_matter=False)), replace=True))

    def advance(self, seconds: float, *, earlier: bool = True) -> None:
        """Continue scanning for a while; with `earlier` also add earlier items."""
        deadline = time.perf_counter() + seconds
        earlier = earlier and self._front is None  # else an earlier item is being added just now
        while self.scanning:
            if self._earlier is not None and earlier and not self._scans:
                self._add_earlier(self._earlier)
            elif self.reading:
                scan = self._scans[0] if self._scans else next(reversed(self._unread.values()))
                if not self._go_on(scan, deadline):
                    return
            else:
                return
            if time.perf_counter() >= deadline:
                return

    def read(self, chunk: Chunk, seconds: float) -> None:
        """Scan a message for a while, before all others."""
        self._go_on(self._unread[chunk.item], time.perf_counter() + seconds)

    def _go_on(self, scan: _Scan, deadline: float) -> bool:
        """Continue with one text; return whether it is completely scanned."""
        for block in scan.blocks:
            if block is not None:
                scan.found.append(block)
                scan.definitions.add(block)
                scan.weight += block.weight
            if time.perf_counter() >= deadline:
                self._show_found(scan, rest=False)
                return False
        if scan.unread is not None:
            del self._unread[scan.item]
            self._read(scan, scan.unread)
        else:
            self._scans.remove(scan)
            self._complete(scan)
        return True

    def _add_earlier(self, pieces: Iterator[None]) -> None:
        if next(pieces, pieces) is pieces:
            self._earlier = None
            if not self.scanning:
                self.scanned.emit()

    def finish_scans(self) -> None:
        """Scan everything to its end now."""
        while self.scanning:
            self.advance(60.0)

    def rows_of(self, item: Item) -> tuple[int, int] | None:
        """Return the first row of an item and the one behind its last; None if it has none."""
        for index in range(len(self._column.rows) - 1, -1, -1):
            if self._column.rows[index].item is item:
                return self._column.items_rows(index)
        return None

    def chunks(self) -> Iterator[Chunk]:
        """Yield all chunks of text."""
        return (row for row in self._column.rows if isinstance(row, Chunk))

    def expand(self, offset: int) -> None:
        """Replace the link at the end of a huge block by the next parts of it."""
        for chunk in self.chunks():
            for at, block in enumerate(chunk.blocks):
                if block.kind == "more" and block.offset == offset:
                    parts = [part for part in expand(block) if part is not None]
                    blocks = (*chunk.blocks[:at], *parts, *chunk.blocks[at + 1 :])
                    index = self._column.index(chunk)
                    rows = [Chunk(chunk.item, blocks=group) for group in group_blocks(blocks)]
                    self._splice(index, index + 1, rows)
                    return

    def parts_of_callout(self, chunk: Chunk, callout: str) -> list[tuple[Chunk, int]]:
        """Return the chunks that show parts of a callout, each with the number that it has there.

        `callout` is its number in the chunk that begins it; `!` behind it says that it stands in no other one.
        """
        parts = [(chunk, int(callout.rstrip("!")))]
        if _OUTER_FOLD.findall(chunk.html or "")[-1:] != [callout]:
            return parts
        for row in self._column.rows[self._column.index(chunk) + 1 :]:
            if not isinstance(row, Chunk) or row.item is not chunk.item or not _goes_on_with_quote(row):
                break
            parts.append((row, BEGUN_BEFORE))
            if not all(block.continues for block in row.blocks):
                break
        return parts

    def images_loaded(self, paths: frozenset[str]) -> None:
        """Have the chunks laid out again that show one of these pictures, each in its turn."""
        for chunk in self.chunks():
            if chunk.document is not None and not paths.isdisjoint(chunk.images):
                chunk.width = None
                self.outdated.emit()

    def note_loaded(self, key: EmbedKey) -> None:
        """Have the chunks rendered again in which this is embedded."""
        mark = key.mark
        for chunk in self.chunks():
            if mark in chunk.html if chunk.html is not None else chunk.has_embeds():
                self._builder.renew(chunk)  # what the worker may be rendering just now knows nothing of the note
                self.outdated.emit()

    def _complete(self, scan: _Scan) -> None:
        item = scan.item
        definitions = scan.definitions
        changed = definitions != (item.definitions or Definitions())
        item.definitions = definitions
        item.complete = True
        scan.found += definitions.note_blocks()
        if scan.replace:
            self._replace(item, scan.found)
        else:
            self._show_found(scan, rest=True)
        rows = self.rows_of(item)
        if changed and rows is not None:
            stale = [
                row
                for row in self._column.rows[rows[0] : rows[1]]
                if isinstance(row, Chunk) and row.html is not None and row.has_references()
            ]
            self._builder.forget(stale, html=True)
        self.scanned.emit()

    def _read(self, scan: _Scan, chunk: Chunk) -> None:
        """Put the blocks of a message into its placeholder chunk, and the rest into chunks after it."""
        item = scan.item
        item.definitions, item.complete = scan.definitions, True
        first, *rest = list(group_blocks([*scan.found, *scan.definitions.note_blocks()])) or [()]
        chunk.source, chunk.blocks = "", first
        index = self._column.index(chunk)
        self._column.refresh_lead(index)
        if rest:
            self._column.resize(chunk, self._estimate(chunk))
            self._splice(index + 1, index + 1, [Chunk(item, blocks=group) for group in rest])
        if not self.scanning:
            self.scanned.emit()

    def _show_found(self, scan: _Scan, *, rest: bool) -> None:
        """Append the blocks that make whole chunks, and with `rest` the last ones too."""
        if scan.unread is not None or scan.replace or (not rest and scan.weight < CHUNK_WEIGHT):
            return
        groups = list(group_blocks(scan.found[scan.shown :]))
        if not rest:
            groups = groups[:-1]
        scan.shown += sum(len(group) for group in groups)
        scan.weight = sum(block.weight for block in scan.found[scan.shown :])
        self._append([Chunk(scan.item, blocks=group) for group in groups], after=scan.item)

    def _replace(self, item: Item, blocks: Sequence[Block]) -> None:
        """Keep the chunks whose blocks stand at both ends as before; make new ones between them."""
        start, stop = self._span(item)
        chunks = [row for row in self._column.rows[start:stop] if isinstance(row, Chunk)]
        if chunks[0].header is not None:
            start += 1
            chunks = chunks[1:]
        head, tail = same_ends([block for chunk in chunks for block in chunk.blocks], blocks)
        first, kept_head = _whole_chunks(chunks, head)
        last, kept_tail = _whole_chunks(chunks[first:][::-1], tail)
        self._move(chunks[:first], blocks)
        self._move(chunks[len(chunks) - last :], blocks[len(blocks) - kept_tail :])
        fresh = blocks[kept_head : len(blocks) - kept_tail]
        if first + last < len(chunks) or fresh:
            rows = [Chunk(item, blocks=group) for group in group_blocks(fresh)]
            self._splice(start + first, stop - last, rows)

    def _move(self, chunks: Sequence[Chunk], blocks: Sequence[Block]) -> None:
        """Update the blocks of chunks that moved; chunks with positions of the source are rendered again."""
        start = 0
        for chunk in chunks:
            stop = start + len(chunk.blocks)
            moved = stop > start and chunk.blocks[0].offset != blocks[start].offset
            chunk.blocks = tuple(blocks[start:stop])
            if moved and (chunk.html is None or _PLACED.search(chunk.html)):
                self._builder.renew(chunk)
            start = stop

    def _set_header(self, item: Item, title: str, front_matter: str) -> None:
        start, _ = self._span(item)
        chunk = self._column.rows[start]
        if isinstance(chunk, Chunk) and chunk.header != (title, front_matter):
            chunk.header = (title, front_matter)
            self._builder.forget([chunk], html=True)

    def _span(self, item: Item) -> tuple[int, int]:
        rows = self.rows_of(item)
        assert rows is not None
        return rows

    def _new_item(self, role: Role, *, last: bool = False) -> Item:
        if last:
            item = Item(_LAST, role)
        elif self._front is None:
            item = Item(self._next_id, role)
            self._next_id += 1
        else:
            self._front_id -= 1
            item = Item(self._front_id, role)
        self._items[item.id] = item
        return item

    def _append(self, rows: Sequence[Row], after: Item | None = None) -> None:
        if not rows:
            return
        span = self.rows_of(after) if after is not None else None
        if span is not None:
            index = span[1]
        elif self._front is not None:
            index = self._front
        else:  # items stand in the order of their numbers, also when an earlier one is still being scanned
            index = len(self._column.rows)
            while index and self._column.rows[index - 1].item.id > rows[0].item.id:
                index -= 1
        if self._front is not None and index <= self._front:
            self._front += len(rows)
        self._splice(index, index, rows)

    def _splice(self, start: int, stop: int, rows: Sequence[Row]) -> None:
        removed = self._column.rows[start:stop]
        if not removed and not rows:
            return
        for row in rows:
            if row.width is None:
                row.height = self._estimate(row)
        self._builder.forget([row for row in removed if isinstance(row, Chunk)], html=True)
        self._column.splice(start, stop, rows)
        self.spliced.emit(start, removed, list(rows))


def _whole_chunks(chunks: Sequence[Chunk], blocks: int) -> tuple[int, int]:
    """Return how many chunks the first `blocks` blocks fill wholly, and how many blocks those have."""
    count = used = 0
    for chunk in chunks:
        if not chunk.blocks or used + len(chunk.blocks) > blocks:  # an empty one would part what is around it
            break
        used += len(chunk.blocks)
        count += 1
    return count, used


def _goes_on_with_quote(chunk: Chunk) -> bool:
    first = chunk.blocks[0] if chunk.blocks else None
    return first is not None and first.continues and "quote" in (first.kind, first.of)
