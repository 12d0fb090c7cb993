"""The scroll area under the Markdown view: keeps the place, builds what is near, paints what is ready."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from axon_desktop.markdown.html.embeds import embed_mark
from axon_desktop.ui.look.sizes import note_width, px
from axon_desktop.ui.look.style import keep_bar
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.markdown_view.accessible import install
from axon_desktop.ui.markdown_view.embeds.embedded_notes import LoadNote, NoteStore
from axon_desktop.ui.markdown_view.embeds.embedded_widgets import Widgets
from axon_desktop.ui.markdown_view.embeds.images import ImageStore
from axon_desktop.ui.markdown_view.embeds.picture import Look
from axon_desktop.ui.markdown_view.find import Finder
from axon_desktop.ui.markdown_view.layout.chunk import Chunk, Row, WidgetRow
from axon_desktop.ui.markdown_view.layout.chunk_builder import Builder, ResolveLink
from axon_desktop.ui.markdown_view.layout.chunk_document import Link
from axon_desktop.ui.markdown_view.layout.column import (
    BUBBLE_PAD_BOTTOM,
    BUBBLE_PAD_TOP,
    BUBBLE_PAD_X,
    Column,
)
from axon_desktop.ui.markdown_view.layout.content import Content
from axon_desktop.ui.markdown_view.layout.disposal import Disposal
from axon_desktop.ui.markdown_view.layout.scroll_anchor import Anchor
from axon_desktop.ui.markdown_view.painter import Painting, paint_bubble, paint_chunk, paint_placeholder
from axon_desktop.ui.markdown_view.repaint import MARGIN, Sight, find_changes, without_painted
from axon_desktop.ui.markdown_view.selection import Place, Selection
from axon_desktop.ui.markdown_view.tables.wide_tables import SharedTable

TURN_SECONDS = 0.003
PAINT_PAUSE = 2
"""Milliseconds left for other events after what was laid out is handed to the screen."""
SMALL_CHARS = 50_000
"""Up to so much text all is done in the window's own thread; of more, only what is seen."""
NOTE_PX = 15
CHAT_PX = 13
END_SLACK = 2


class Canvas(QAbstractScrollArea):
    """A column of text and widgets of which only the part near the viewport is laid out."""

    moved = Signal()
    """Text moved on the screen."""
    selection_changed = Signal()

    def __init__(
        self,
        resolve_link: ResolveLink | None,
        load_image: Callable[[str], bytes | None] | None,
        load_note: LoadNote | None,
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent)
        install()
        self._resolve_link = resolve_link
        self._font_px: int | None = None
        self._is_note = False
        self._placeholder = ""
        self._seen: dict[Row, Sight] = {}
        """What is painted, or will be when all pending paint events are through."""
        self._small: bool | None = None
        """Whether there is little text; None when that has to be counted again."""
        self._settling = False
        self._images = ImageStore(load_image, self._look(), self)
        self._images.loaded.connect(self._images_loaded)
        self._notes = NoteStore(load_note, self)
        self._notes.loaded.connect(self._note_loaded)
        self._disposal = Disposal(self)
        self._builder = Builder(self.text_font(), resolve_link, self._images, self._notes, self._disposal, self)
        self._builder.rendered.connect(self.schedule)
        self._column = Column()
        self._content = Content(self._column, self._builder, self._estimate, self)
        self._content.spliced.connect(self._rows_spliced)
        self._content.scanned.connect(self._text_scanned)
        self._anchor = Anchor(self._column)
        self._selection = Selection(self._column, self.selection_changed.emit)
        self._finder = Finder()
        self._focused_link: tuple[Chunk, int] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._turn)
        self._widgets = Widgets(self._column, self._disposal, self)
        self._widgets.asked.connect(self._measure_widgets)
        self._held = False
        self._gathered = False
        self._built = False
        """Whether something is laid out that `_settle` has not yet shown."""
        self._awaited = False
        """Whether another text was just given: till its beginning is laid out, the one before stays to be seen."""
        self._bar_value = 0
        """Where the scroll bar stood last."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        keep_bar(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # what moves is copied
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.verticalScrollBar().valueChanged.connect(self._bar_moved)
        self.verticalScrollBar().setSingleStep(24)
        self._restyle()

    # Geometry

    @property
    def column_width(self) -> float:
        """Return the width of the text column, in the middle; the scroll bar stands in its right margin."""
        width = float(self.width())
        if not self._is_note:
            return max(60.0, min(900.0, width - 24.0))
        return note_width(width)

    @property
    def column_left(self) -> float:
        """Return the x of the text column in the viewport."""
        return float(int((self.width() - self.column_width) / 2))

    @property
    def scroll_y(self) -> float:
        """Return the y of the column that is at the upper edge of the viewport."""
        return self._anchor.y(self._end)

    @property
    def column_height(self) -> float:
        """Return the height of all there is, with the space around it."""
        return self._column.total

    @property
    def _end(self) -> float:
        return max(0.0, self._column.total - self.viewport().height())

    @property
    def ground(self) -> str:
        """Return the colour that everything stands on."""
        colors = current_colors()
        return colors.bg if self._is_note else colors.raised

    def text_font(self) -> QFont:
        """Return the font of the text."""
        font = QFont(self.font())
        font.setPixelSize(self.font_px)
        return font

    @property
    def font_px(self) -> int:
        """Return the size of the text in pixels."""
        return self._font_px or px(NOTE_PX if self._is_note else CHAT_PX)

    def chunk_origin(self, chunk: Chunk) -> QPointF:
        """Return where a chunk's document begins in the viewport."""
        top = self._column.text_top(self._column.index(chunk)) - self.scroll_y
        return QPointF(self.column_left + chunk.indent, top)

    def rows_between(self, top: float, bottom: float) -> Sequence[Row]:
        """Return the rows that stand between two viewport coordinates."""
        if not self._column.rows:
            return ()
        y = self.scroll_y
        return self._column.rows[self._column.at(y + top) : self._column.at(y + bottom) + 1]

    def _rows_painted(self, top: int, bottom: int) -> Sequence[Row]:
        """Return the rows of which something is seen between two viewport coordinates.

        The ground of a message and the overhang of letters reach out of their own row.
        """
        return self.rows_between(float(top - MARGIN), float(bottom + MARGIN))

    def visible_chunks(self) -> list[Chunk]:
        """Return the chunks in the viewport."""
        rows = self.rows_between(0.0, float(self.viewport().height()))
        return [row for row in rows if isinstance(row, Chunk)]

    # Building

    def schedule(self) -> None:
        """Go on building in the next turn of the event loop."""
        if not self._held and not self._timer.isActive():
            self._timer.start(0)

    def hold(self, held: bool) -> None:
        """Show nothing new while much is added, then all of it at once."""
        self._held = held
        self._repaint()
        if not held:
            self._settle()
            self.schedule()

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Show what changes meanwhile in one step."""
        self._gathered = True
        try:
            yield
        finally:
            self._gathered = False
            self._settle()

    @contextmanager
    def _awaiting(self) -> Iterator[None]:
        """Show what is given meanwhile, if it is another text, as soon as the first of it is laid out."""
        self._gathered = True
        try:
            yield
        finally:
            self._gathered = False
            self._settle_bar()
            self._built = self._awaited = True

    @property
    def busy(self) -> bool:
        """Whether something is still to be scanned, laid out near the viewport, or deleted."""
        return self._timer.isActive() or self._content.scanning or self._disposal.busy

    @property
    def at_work(self) -> bool:
        """Whether something is still to come, also from a thread."""
        return self.busy or self._builder.at_work or self._images.at_work or self._notes.at_work

    @property
    def selection(self) -> Selection:
        """Return what is selected."""
        return self._selection

    def select(self, start: Place | None, head: Place | None) -> None:
        """Select from one place to another; None for nothing."""
        self._selection.set(start, head)
        self.viewport().update()

    def has_link_focus(self, chunk: Chunk, number: int) -> bool:
        """Tell whether a link has the keyboard focus."""
        return self.hasFocus() and self._focused_link == (chunk, number)

    def ensure_built(self, chunk: Chunk) -> None:
        """Lay out one chunk here and now."""
        width = self.column_width
        if not self._builder.is_built(chunk, width):
            while chunk.source:
                self._content.read(chunk, TURN_SECONDS)
            self._build(chunk, width)
            self._settle()

    def _turn(self) -> None:
        """Build for some milliseconds: what is visible first, then a screen each way, then the rest of a scan.

        It is shown in a turn of its own: laying out and painting together would hold up the window.
        """
        if self._built and not self._awaited:
            self._show_built()
            return
        deadline = time.perf_counter() + TURN_SECONDS
        width = self.column_width
        while True:
            row, waiting = self._next_row(width)
            if row is None:
                self._awaited = False  # nothing more can be had at once
                break
            begun = time.perf_counter()
            if self._prepare(row, width):
                self._built = True
                self._awaited &= isinstance(row, Chunk) and row.header is not None
            now = time.perf_counter()
            if now + (now - begun) >= deadline:  # another one like it would take too long
                break
        self._builder.render_soon(waiting)
        # What came before everything waits for what is near: it would hold up the thread that renders that.
        goes_on = self._content.reading if waiting else self._content.scanning
        if row is None and goes_on:
            self._content.advance(TURN_SECONDS / 2, earlier=not waiting)
        if row is not None or self._built or goes_on:
            self.schedule()
        elif self._column.rows:
            self._builder.warm_up()

    def _show_built(self) -> None:
        self._built = False
        self._settle()
        if not self._held:
            self._timer.start(PAINT_PAUSE)

    def _next_row(self, width: float) -> tuple[Row | None, list[Chunk]]:
        """Return the row to prepare next, and the chunks that the worker must render first."""
        height = float(self.viewport().height())
        visible = list(self.rows_between(0.0, height))
        if self._anchor.follows:
            visible.reverse()
        near = [*self.rows_between(height, 2 * height), *reversed(self.rows_between(-height, 0.0))]
        self._builder.make_room(len(visible) + len(near))
        waiting: list[Chunk] = []
        for row in (*visible, *near):
            if isinstance(row, WidgetRow):
                if not self._widgets.is_ready(row, width):
                    return row, waiting
                continue
            if not isinstance(row, Chunk) or self._builder.is_built(row, width):
                continue
            if (
                row.source
                or row.html is not None
                or ((row in visible or self._is_small()) and self._builder.is_quick(row))
            ):
                return row, waiting
            if row not in waiting:
                waiting.append(row)
        return None, waiting[:6]

    def _is_small(self) -> bool:
        if self._small is None:
            total = 0
            self._small = True
            for chunk in self._content.chunks():
                total += chunk.size
                if total > SMALL_CHARS:
                    self._small = False
                    break
        return self._small

    def _prepare(self, row: Row, width: float) -> bool:
        """Do the next step towards showing a row; return whether there is something to show now."""
        if isinstance(row, WidgetRow):
            made, height = row.widget is None, row.height
            self._set_height(row, self._widgets.prepare(row, width))
            return made or row.height != height
        if isinstance(row, Chunk) and row.source:
            self._content.read(row, TURN_SECONDS / 2)
        elif isinstance(row, Chunk) and row.html is None:
            self._builder.render(row)
            return False
        elif isinstance(row, Chunk):
            self._build(row, width)
        return True

    def _build(self, chunk: Chunk, width: float) -> None:
        old = chunk.height
        self._anchor.hold_text(chunk)
        self._set_height(chunk, self._builder.build(chunk, width))
        self._anchor.restore(chunk, old)

    def _set_height(self, row: Row, height: float) -> None:
        was_hidden = row.height == 0.0
        self._column.resize(row, height)
        if was_hidden or height == 0.0:
            self._column.refresh_lead(self._column.index(row))

    def _settle(self) -> None:
        """Bring the scroll bar, the widgets and the picture in line with the column."""
        if self._held or self._gathered:
            return
        self._settle_bar()
        self._show_changes()

    def _settle_bar(self) -> None:
        bar = self.verticalScrollBar()
        self._settling = True
        bar.setPageStep(self.viewport().height())
        bar.setRange(0, round(self._end))
        bar.setValue(round(self.scroll_y))
        self._bar_value = bar.value()
        self._settling = False

    def _show_changes(self) -> None:
        """Move on the screen what moved, paint what is new, and place the widgets."""
        y, height = self.scroll_y, self.viewport().height()
        now = {row: self._sight(row, y) for row in self._rows_painted(0, height)}
        if now != self._seen:  # what is built or scanned outside the viewport must not cost a repaint
            step, strips = find_changes(self._seen, now, height)
            self._seen = now
            if step:
                self.viewport().scroll(0, step)
            if step != 0:
                self.moved.emit()
            for top, bottom in strips:
                self.viewport().update(0, top, self.viewport().width(), bottom - top)
        self._place_widgets()

    def _sight(self, row: Row, y: float) -> Sight:
        index, look = self._column.index(row), 0
        if isinstance(row, Chunk) and row.document is not None:
            start, stop = self._column.items_rows(index) if row.item.role == "user" else (index, index + 1)
            look = sum(part.look for part in self._column.rows[start:stop] if isinstance(part, Chunk))
        return Sight(int(self._column.top(index) - y), int(self._column.bottom(index) - y), look)

    def _paint_again(self, chunks: Iterable[Chunk]) -> None:
        """Paint some chunks anew, if they are seen."""
        for chunk in chunks:
            self._builder.renew_look(chunk)
        self._show_changes()

    def _repaint(self) -> None:
        """Paint everything anew."""
        self._seen = {}
        self.viewport().update()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Leave it to `_show_changes` what is painted; the base class would paint everything."""

    def _bar_moved(self, value: int) -> None:
        if self._settling:
            return
        bar = self.verticalScrollBar()
        self._anchor.follows = not self._is_note and value >= bar.maximum() - END_SLACK
        if not self._anchor.follows:
            moved = round(self.scroll_y) + value - self._bar_value if self._built else value
            self._anchor.move(max(0.0, float(moved)))  # whole pixels: what moves is copied
        self._bar_value = value
        self._show_changes()
        self.schedule()

    def _rows_spliced(self, start: int, removed: Sequence[Row], added: Sequence[Row]) -> None:
        self._small = None
        self._anchor.replaced(start, removed, added)
        self._selection.forget_rows(removed)
        if self._finder.current is not None and self._finder.current[0] in removed:
            self._finder.current = None
        if self._focused_link is not None and self._focused_link[0] in removed:
            self._focused_link = None
        for row in removed:
            if isinstance(row, WidgetRow):
                self._widgets.remove(row)
            self._disposal.take(row)
        if not self._widgets.measure_if_asked():  # what moves for both reasons moves once
            self._settle()
        self.schedule()

    def _estimate(self, row: Row) -> float:
        if isinstance(row, WidgetRow):
            return self._widgets.estimate(row, self.column_width)
        return row.guess_height(self.column_width, self.font_px) if isinstance(row, Chunk) else 0.0

    def _text_scanned(self) -> None:
        """Do what waited for the whole text."""
        self._settle()
        self.schedule()

    def _images_loaded(self, paths: frozenset[str]) -> None:
        """Lay out again the chunks that show one of these pictures, each in its turn."""
        for chunk in self._content.chunks():
            if chunk.document is not None and not paths.isdisjoint(chunk.images):
                chunk.width = None
                self.schedule()

    def _note_loaded(self, path: str) -> None:
        """Render again the chunks in which this note is embedded."""
        mark = embed_mark(path)
        for chunk in self._content.chunks():
            if mark in chunk.html if chunk.html is not None else chunk.has_embeds():
                self._builder.renew(chunk)  # what the worker may be rendering just now knows nothing of the note
                self.schedule()

    def _look(self) -> Look:
        """Return what drawn pictures have to fit."""
        hint = self.tr("This formula could not be parsed")
        return Look(current_colors(), self.text_font(), self.devicePixelRatioF(), hint)

    def _restyle(self) -> None:
        """Drop all documents and lay out again with the present font and colours."""
        self._images.set_look(self._look())
        self._builder.set_font(self.text_font())
        self._column.set_padding(22.0 if self._is_note else 12.0)
        for chunk in self._content.chunks():
            self._anchor.hold_text(chunk)
        self._builder.forget(self._content.chunks(), html=True)
        self._settle()
        self.viewport().update()
        self.schedule()

    # Widgets

    def _place_widgets(self) -> None:
        """Show the widgets in the viewport and a screen above and below it where they belong, hide the others."""
        height = float(self.viewport().height())
        near = [row for row in self.rows_between(-height, 2 * height) if isinstance(row, WidgetRow)]
        self._widgets.place(near, self.scroll_y, self.column_left, self.column_width)

    def _measure_widgets(self) -> None:
        """Take the heights that the shown widgets want now."""
        width = self.column_width
        for row in self._widgets.near():
            self._set_height(row, self._widgets.prepare(row, width))
        self._settle()

    # Events

    def viewportEvent(self, event: QEvent) -> bool:
        """Follow the size that widgets without a layout ask for."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._widgets.measure_soon()
        elif event.type() == QEvent.Type.DevicePixelRatioChange:
            self._restyle()
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the place; what is visible is laid out again in the next turns."""
        super().resizeEvent(event)
        self._settle()
        self.schedule()

    def changeEvent(self, event: QEvent) -> None:
        """Take over a new application font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_timer"):
            self._restyle()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is ready; nothing is laid out here."""
        rows = self._rows_painted(event.rect().top(), event.rect().bottom() + 1)
        if self._built:  # it is painted where it stands already, not where it was shown last
            self._seen = without_painted(self._seen, rows, event.rect().top(), event.rect().bottom() + 1)
        painter = QPainter(self.viewport())
        clip = QRectF(event.rect())
        painting = Painting(painter, current_colors(), clip, self.column_left, self.column_width, self.ground)
        painting.fill()
        if self._held:
            return
        if not self._column.rows:
            paint_placeholder(painting, self._placeholder, self.text_font(), QRectF(self.viewport().rect()))
            return
        y = self.scroll_y
        bubbles = set()
        frame = self._focused_frame()
        for row in rows:
            if not isinstance(row, Chunk):
                continue
            index = self._column.index(row)
            if row.item.role == "user" and row.item.id not in bubbles:
                bubbles.add(row.item.id)
                paint_bubble(painting, *self._bubble(index))
            if row.document is not None:
                self._builder.touch(row)
                paint_chunk(
                    painting,
                    row,
                    self._column.text_top(index) - y,
                    selected=self._selection.range_in(row),
                    hits=self._finder.ranges(row),
                    hit=self._finder.current[1] if self._finder.current and self._finder.current[0] is row else -1,
                    link=self._link_range(row),
                    focused=frame,
                )

    def _bubble(self, index: int) -> tuple[float, float, float]:
        """Return left, top and bottom of the bubble that holds a row."""
        start, stop = self._column.items_rows(index)
        rows = [row for row in self._column.rows[start:stop] if isinstance(row, Chunk)]
        y = self.scroll_y
        return (
            min(row.indent for row in rows) - BUBBLE_PAD_X,
            self._column.text_top(start) - y - BUBBLE_PAD_TOP,
            self._column.bottom(stop - 1) - y + BUBBLE_PAD_BOTTOM,
        )

    def _focused_frame(self) -> SharedTable | None:
        """Return the table whose frame has the keyboard focus."""
        if self._focused_link is None or not self.hasFocus():
            return None
        chunk, number = self._focused_link
        return chunk.frame_at(number)

    def _link_range(self, chunk: Chunk) -> tuple[int, int] | None:
        if self._focused_link is None or self._focused_link[0] is not chunk or not self.hasFocus():
            return None
        links = self.links_of(chunk)
        if self._focused_link[1] >= len(links):
            return None
        link = links[self._focused_link[1]]
        return link.start, link.end

    def links_of(self, chunk: Chunk) -> list[Link]:
        """Return the links of a laid-out chunk, and what else the keyboard can reach in it."""
        return chunk.stops()
