"""The Markdown view of notes and conversations: its contents."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal
from urllib.parse import unquote

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from axon_desktop.markdown.scan.blocks import Block
from axon_desktop.markdown.scan.open_end import without_open_end
from axon_desktop.ui.look.theme import in_force
from axon_desktop.ui.markdown_view.embeds.embedded_notes import LoadNote
from axon_desktop.ui.markdown_view.interaction import Interaction
from axon_desktop.ui.markdown_view.layout.chunk import (
    FOLD_SCHEME,
    MORE_SCHEME,
    TASK_SCHEME,
    Card,
    Chunk,
    Item,
    Row,
    WidgetRow,
    group_blocks,
    join_tables,
)
from axon_desktop.ui.markdown_view.layout.chunk_builder import ResolveLink
from axon_desktop.ui.markdown_view.layout.headings import NEAR, find_anchor, find_heading, find_line, last_heading
from axon_desktop.ui.markdown_view.layout.position import ViewPosition, find_spot, spot_in, y_in
from axon_desktop.ui.markdown_view.stream import Stream

EARLIER_SECONDS = 0.003
"""Time for adding earlier items above everything, in one turn of the event loop."""
"""Minimum interval between reports that the position moved."""

TextRole = Literal["user", "assistant", "thinking", "status"]


class MarkdownView(Interaction):
    """Shows one note, or a conversation of texts and widgets, in one column."""

    jump_started = Signal()
    """A link within the text was followed; the view is still at the link."""
    task_toggled = Signal(int, bool)
    """(line of the note's source from 1, whether to tick the task on it): the box of a task was clicked.

    `set_task` in markdown/scan/tasks.py makes the change; the view shows it when it is given the new text.
    """

    def __init__(
        self,
        *,
        resolve_link: ResolveLink | None = None,
        load_image: Callable[[str], bytes | None] | None = None,
        load_note: LoadNote | None = None,
        parent: QWidget | None = None,
    ) -> None:
        self._stream: tuple[Item, Stream] | None = None
        self._strict_breaks = False
        super().__init__(resolve_link, load_image, load_note, parent)
        self._goal: ViewPosition | str | int | None = None
        """A position, a heading or footnote, or a line, to scroll to as soon as it is found."""
        in_force.changed.connect(self._set_style)

    # Appearance

    def set_font_size(self, px: int) -> None:
        """Set the text size, keeping the position."""
        if px != self._font_px:
            self._font_px = px
            self._restyle()

    def set_resolver(self, resolve_link: ResolveLink | None) -> None:
        """Set how links are resolved; the content is rendered again."""
        self._resolve_link = resolve_link
        self._set_style()

    def set_strict_line_breaks(self, strict: bool) -> None:
        """Show a line end inside a paragraph as a blank (`strictLineBreaks` of `app.json`) or as a break."""
        if strict != self._strict_breaks:
            self._strict_breaks = strict
            self._set_style()

    def _set_style(self) -> None:
        self._builder.set_style(self._resolve_link, strict_breaks=self._strict_breaks)
        self._restyle()

    def forget_notes(self) -> None:
        """Drop embedded notes and pictures: the next ones belong to another vault."""
        self._notes.clear()
        self._images.clear()

    def notes_changed(self, paths: Iterable[str], *, many: bool = False) -> None:
        """Update other notes and pictures where they are embedded: these, or with `many` all."""
        changed = None if many else frozenset(paths)
        self._notes.outdate(changed)
        self._images.outdate(changed)

    # Content

    def set_note(self, title: str, source: str, *, path: str = "", keep_position: bool = False) -> None:
        """Show one note; with `keep_position` only changes are laid out again, and the text does not move.

        `path` is its vault path: then its own sections can be embedded in it.
        """
        self._end_any_stream()
        keep = keep_position and self._is_note and bool(self._column.rows)
        if not keep:
            self._reset()
        if not self._is_note:
            self._is_note = True
            self._restyle()
        self._images.forget_refusals()
        with self._awaiting():
            self._content.set_note(title, source, path=path, keep=keep)
        self._turn()

    def clear(self) -> None:
        """Remove everything and prepare for a conversation."""
        self._end_any_stream()
        self._reset()
        self._content.clear()
        self._anchor.follows = True
        if self._is_note:
            self._is_note = False
            self._restyle()

    def add_text(self, source: str, role: TextRole, *, later: bool = False) -> int:
        """Append a message and return its number; one of many is parsed `later`: near the viewport, or in time."""
        self._begin_conversation()
        number = self._content.add_text(source, role, later=later)
        self.schedule()  # it may have no visible part yet
        return number

    def add_widget(self, widget: QWidget, *, last: bool = False) -> int:
        """Append a widget, which then belongs to the view, and return its number.

        The `last` one stays below everything that is added after it.
        """
        self._begin_conversation()
        return self._content.add_row(lambda item: self._adopted(WidgetRow(item, widget=widget)), last=last)

    def add_card(self, card: Card, *, later: bool = False) -> int:
        """Append a card and return its number; its widget is created at once, or `later` near the viewport."""
        self._begin_conversation()

        def make_row(item: Item) -> WidgetRow:
            row = WidgetRow(item, card=card)
            return row if later else self._adopted(row)

        return self._content.add_row(make_row)

    def replace_items(self, items: Sequence[int], card: Card) -> None:
        """Replace the first of some widgets by one card, and remove the others, in one step."""
        first, *rest = items
        with self._at_once():
            self._content.replace_row(first, lambda item: self._adopted(WidgetRow(item, card=card)))
            for item in rest:
                self._content.remove(item)

    def card_changed(self, item_id: int) -> None:
        """Note that the height of a card changed before its widget was created."""
        self._content.estimate_again(item_id)

    def add_earlier(self, pieces: Iterator[None]) -> None:
        """Add earlier items above everything when there is time, or when all of them are needed.

        Each step of `pieces` adds one, the newest first. The visible text does not move.
        """
        self._content.set_earlier(self._in_slices(pieces))
        self.schedule()

    def finish_earlier(self) -> None:
        """Add all earlier items above everything at once."""
        self._content.finish_earlier()

    def remove_item(self, item_id: int) -> None:
        """Remove a message or delete a widget."""
        if self._stream is not None and self._stream[0].id == item_id:
            self._stream[1].close()
            self._stream = None
        self._content.remove(item_id)

    def begin_stream(self, role: TextRole = "assistant") -> int:
        """Append a message that `append_stream` lets grow, and return its number."""
        self._begin_conversation()
        self._end_any_stream()
        item = self._content.begin(role)
        self._stream = item, Stream(self._write_stream, self._builder.warm_up, self)
        return item.id

    def append_stream(self, text: str) -> None:
        """Add a delta to the growing message; it is visible within 33 ms."""
        if self._stream is not None:
            self._stream[1].append(text)

    def end_stream(self) -> None:
        """Finish the growing message: it is then the same as if it had been added as a whole."""
        if self._stream is not None:
            item, stream = self._stream
            self._stream = None
            self._content.finish(item, without_open_end(stream.close()))
            stream.deleteLater()
            self.schedule()

    def scroll_to_end(self) -> None:
        """Scroll to the end, and stay there while it grows."""
        self._anchor.follows = True
        self._settle()
        self.schedule()

    @property
    def follows_end(self) -> bool:
        """Whether the end stays visible while it grows."""
        return self._anchor.follows

    def scroll_to_heading(self, heading: str) -> None:
        """Scroll until a heading or footnote of the note is at the top; does nothing if there is none."""
        self._goal = heading
        self._text_scanned()

    def go_to_line(self, line: int) -> None:
        """Scroll until a line of the note's source, from 1, is near the top; does nothing if there is none."""
        self._goal = line
        self._text_scanned()

    def heading_at_top(self) -> str:
        """Return the heading (Markdown) above the text at the upper edge; empty if there is none."""
        rows = self._column.rows
        if not self._is_note or not rows:
            return ""
        index = self._column.at(self.scroll_y + NEAR)
        chunks = (row for row in reversed(rows[: index + 1]) if isinstance(row, Chunk))
        return last_heading(chunks, self.scroll_y + NEAR - self._column.text_top(index))

    def place(self) -> ViewPosition:
        """Return the position at the upper edge in the source; it stays valid whatever is laid out later."""
        if isinstance(self._goal, ViewPosition):
            return self._goal
        rows, y = self._column.rows, self.scroll_y
        index = self._column.at(y) if rows else 0
        row = rows[index] if rows else None
        return spot_in(row, y - self._column.top(index)) if isinstance(row, Chunk) else ViewPosition(False, -1.0)

    def go_to(self, place: ViewPosition) -> None:
        """Scroll a position to the upper edge, also one that is not parsed yet; scrolling cancels it."""
        self._goal = place
        self._text_scanned()

    def to_plain_text(self) -> str:
        """Return the whole text."""
        self._write_pending()
        return super().to_plain_text()

    # Internals

    def _in_slices(self, pieces: Iterator[None]) -> Iterator[None]:
        """Add some pieces above in each step, and show them at once."""
        left = True
        while left:
            deadline = time.perf_counter() + EARLIER_SECONDS
            with self._at_once():
                while left and time.perf_counter() < deadline:
                    with self._above_all():
                        left = next(pieces, pieces) is None
            yield

    @contextmanager
    def _above_all(self) -> Iterator[None]:
        """Redirect additions to above everything; the visible text stays in position."""
        anchor = self._anchor
        if anchor.row is None and self._column.rows:
            anchor.hold(self._column.rows[0], 0.0)
        row = anchor.row
        lead = row.lead if row is not None else 0.0
        with self._content.before_all():
            yield
        if row is not None:
            anchor.offset += row.lead - lead  # the first row has another space above it than the next ones

    def _adopted(self, row: WidgetRow) -> WidgetRow:
        self._widgets.adopt(row)
        return row

    def _begin_conversation(self) -> None:
        if self._is_note:
            self.clear()
        elif not self._column.rows:
            self._anchor.follows = True

    def _reset(self) -> None:
        self._forget_place()
        self._images.drop_waiting()
        self._notes.forget_queries()
        self._goal = None
        self._anchor.follows = False
        self._anchor.move(0.0)

    def _end_any_stream(self) -> None:
        if self._stream is not None:
            self.end_stream()

    def follow(self, href: str, chunk: Chunk | None = None) -> None:
        """Follow a link within the note, do what a command says, or report the address."""
        if href.startswith("#"):
            self.jump_started.emit()
            self.scroll_to_heading(href[1:])
        elif href.startswith(MORE_SCHEME):
            self._content.expand(int(href.removeprefix(MORE_SCHEME)))
        elif href.startswith(FOLD_SCHEME):
            if chunk is not None:
                self._fold(chunk, href.removeprefix(FOLD_SCHEME))
        elif href.startswith(TASK_SCHEME):
            self.task_toggled.emit(int(href[len(TASK_SCHEME) : -1]), href.endswith("+"))
        else:
            super().follow(href, chunk)

    def _fold(self, chunk: Chunk, callout: str) -> None:
        """Fold or unfold a callout, and the rest of it in the chunks after this one."""
        for part, number in self._content.parts_of_callout(chunk, callout):
            part.flipped ^= {number}
            self._builder.renew(part)
        self.schedule()

    def _write_pending(self) -> None:
        if self._stream is not None:
            self._stream[1].flush()

    def _write_stream(self, sealed: Sequence[Block], tail: Sequence[Block]) -> Iterator[None]:
        """Show finished blocks and the growing end; all is prepared step by step, then shown at once."""
        assert self._stream is not None
        item = self._stream[0]
        for _ in self._builder.render_pieces((*sealed, *tail)):
            yield
        rows = [Chunk(item, blocks=group) for group in group_blocks(sealed)]
        end = self._content.end_of(item)
        self._keep_tables(end, rows)
        for row in rows[-2:]:  # if they were parsed later, visible text would flicker
            self._builder.show_pieces(row)
            row.height = self._builder.build(row, self.column_width)
            yield
        with self._at_once():
            last = self._content.grow(item, rows)
            for row in rows:
                if row.images:  # they may have been loaded before the row was in the column
                    row.width = None
            if rows:
                last.renew_tables()
            last.blocks = tuple(tail)
            self._join_tables(last)
            self._set_height(last, self._builder.show_blocks(last, tail, self.column_width))
            self._column.refresh_lead(self._column.index(last))  # it may begin with another kind of block now

    def _keep_tables(self, end: Chunk, rows: Sequence[Chunk]) -> None:
        """Keep in finished chunks the scroll offsets of tables from the growing end."""
        above = self._rows_above(end)
        for index, row in enumerate(rows):
            row.keep_tables([end])
            join_tables(row, [*reversed(rows[:index]), *above])

    def _restyle(self) -> None:
        self._write_pending()  # else blocks that are not shown yet would keep the old style
        super()._restyle()

    def _bar_moved(self, value: int) -> None:
        if not self._settling:
            self._goal = None
        super()._bar_moved(value)

    def _rows_spliced(self, start: int, removed: Sequence[Row], added: Sequence[Row]) -> None:
        super()._rows_spliced(start, removed, added)
        if isinstance(self._goal, ViewPosition):
            self._approach_spot(self._goal)

    def _text_scanned(self) -> None:
        super()._text_scanned()
        if isinstance(self._goal, ViewPosition):
            self._approach_spot(self._goal)
        elif isinstance(self._goal, int):
            self._approach_line(self._goal)
        elif self._goal:
            self._approach_heading(self._goal)

    def _approach_spot(self, spot: ViewPosition) -> None:
        """Scroll a position to the upper edge; while the note is being parsed it may still move to another row."""
        chunk, known = find_spot(self._content.chunks(), spot)
        if chunk is not None and (known or not self._content.scanning):
            self.ensure_built(chunk)
            self._anchor.hold(chunk, y_in(chunk, spot))
            self._settle()
            self.schedule()
        if not self._content.scanning:
            self._goal = None

    def _approach_line(self, line: int) -> None:
        """Scroll a line of the source to the upper edge as soon as its chunk is known."""
        chunk, known = find_line(self._content.chunks(), line)
        if not known and self._content.scanning:
            return
        self._goal = None
        if chunk is None:
            return
        block = [block for block in chunk.blocks if block.line < line or block is chunk.blocks[0]][-1]
        above = block.source.splitlines(keepends=True)[: max(0, line - 1 - block.line)]
        self.go_to(ViewPosition(False, float(block.offset + sum(map(len, above)))))

    def _approach_heading(self, heading: str) -> None:
        """Scroll a heading or footnote to the upper edge as soon as it is there."""
        found = find_heading(self._content.chunks(), heading)
        anchor = unquote(heading).split("#")[-1]
        if found is not None:
            chunk: Chunk | None = found[0]
        else:
            chunk = find_anchor(self._content.chunks(), anchor, self._builder.render)
        if chunk is None and self._content.scanning:
            return
        self._goal = None
        if chunk is not None:
            self.ensure_built(chunk)
            assert chunk.document is not None
            place = chunk.document.heading_position(found[1]) if found else chunk.document.anchor_position(anchor)
            self.reveal(chunk, place or 0, at_top=True)
