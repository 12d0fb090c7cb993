"""The scroll area under the Markdown view: keeps the position, lays out rows near the viewport, paints them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.style import keep_bar
from axon_desktop.ui.look.theme import current_colors, in_force, note_width
from axon_desktop.ui.markdown_view.accessible import install
from axon_desktop.ui.markdown_view.embeds.embedded_notes import LoadNote, NoteStore
from axon_desktop.ui.markdown_view.embeds.embedded_widgets import EmbeddedWidgets
from axon_desktop.ui.markdown_view.embeds.images import ImageStore
from axon_desktop.ui.markdown_view.embeds.picture import PictureFormat
from axon_desktop.ui.markdown_view.find import Finder
from axon_desktop.ui.markdown_view.layout.build_order import BuildOrder
from axon_desktop.ui.markdown_view.layout.chunk import Chunk, Row, WidgetRow
from axon_desktop.ui.markdown_view.layout.chunk_builder import ChunkBuilder, ResolveLink
from axon_desktop.ui.markdown_view.layout.column import Column
from axon_desktop.ui.markdown_view.layout.content import Content
from axon_desktop.ui.markdown_view.layout.disposal import Disposal
from axon_desktop.ui.markdown_view.layout.scroll_anchor import ScrollAnchor
from axon_desktop.ui.markdown_view.link_focus import LinkFocus
from axon_desktop.ui.markdown_view.painter import Painting, paint_bubble, paint_chunk
from axon_desktop.ui.markdown_view.repaint import MARGIN, Picture
from axon_desktop.ui.markdown_view.selection import Selection

if TYPE_CHECKING:
    from axon_desktop.ui.markdown_view.reading.place import ReadingPlace

TURN_SECONDS = 0.003
PAINT_PAUSE = 2
"""Milliseconds left for other events after a repaint."""
NOTE_PX = 15
CHAT_PX = 13
END_SLACK = 2


class Viewport(QAbstractScrollArea):
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
        self._settling = False
        self._images = ImageStore(load_image, self._look(), self)
        self._notes = NoteStore(load_note, self)
        self._disposal = Disposal(self)
        self._builder = ChunkBuilder(
            self.text_font(), resolve_link, self._images, self._notes, self._disposal, self
        )
        self._builder.rendered.connect(self.schedule)
        self._column = Column()
        self._picture = Picture(self._column)
        self._content = Content(self._column, self._builder, self._estimate, self)
        self._content.spliced.connect(self._rows_spliced)
        self._content.scanned.connect(self._text_scanned)
        self._content.outdated.connect(self.schedule)
        self._images.loaded.connect(self._content.images_loaded)
        self._notes.loaded.connect(self._content.note_loaded)
        self._anchor = ScrollAnchor(self._column)
        self.selection = Selection(self._column, self.selection_changed.emit)
        self.selection_changed.connect(self.viewport().update)
        self._finder = Finder()
        self.link_focus = LinkFocus()
        self._reading: ReadingPlace | None = None
        """The link with the keyboard focus."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._turn)
        self._widgets = EmbeddedWidgets(self._column, self._disposal, self)
        self._widgets.asked.connect(self._measure_widgets)
        self._build_order = BuildOrder(self._content, self._builder, self._widgets)
        self._held = False
        self._gathered = False
        self._built = False
        """Whether something is laid out that `_settle` has not yet shown."""
        self._awaited = False
        """Whether another text was just given: until its beginning is laid out, the previous one stays visible."""
        self._bar_value = 0
        """The last value of the scroll bar."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        keep_bar(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # rows that move are copied
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.verticalScrollBar().valueChanged.connect(self._bar_moved)
        self.verticalScrollBar().setSingleStep(24)
        self._restyle()

    # Geometry

    @property
    def column_width(self) -> float:
        """Return the width of the centred text column; the scroll bar is in its right margin."""
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
        """Return the y in the column at the upper edge of the viewport."""
        return self._anchor.y(self._end)

    @property
    def column_height(self) -> float:
        """Return the height of the whole column, with the space around it."""
        return self._column.total

    @property
    def _end(self) -> float:
        return max(0.0, self._column.total - self.viewport().height())

    @property
    def ground(self) -> str:
        """Return the background colour."""
        colors = current_colors()
        return colors.bg if self._is_note else colors.raised

    def text_font(self) -> QFont:
        """Return the font of the text."""
        font = QFont(self.font())
        font.setPixelSize(self.font_px)
        if chosen := in_force.notes.text_font:
            font.setFamilies([chosen, *font.families()])
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
        """Return the rows between two viewport coordinates."""
        if not self._column.rows:
            return ()
        y = self.scroll_y
        return self._column.rows[self._column.at(y + top) : self._column.at(y + bottom) + 1]

    def _rows_painted(self, top: int, bottom: int) -> Sequence[Row]:
        """Return the rows of which something is visible between two viewport coordinates.

        The bubble of a message and the overhang of letters extend beyond their own row.
        """
        return self.rows_between(float(top - MARGIN), float(bottom + MARGIN))

    def visible_chunks(self) -> list[Chunk]:
        """Return the chunks in the viewport."""
        rows = self.rows_between(0.0, float(self.viewport().height()))
        return [row for row in rows if isinstance(row, Chunk)]

    # Building

    def schedule(self) -> None:
        """Continue laying out in the next turn of the event loop."""
        if not self._held and not self._timer.isActive():
            self._timer.start(0)

    def hold(self, held: bool) -> None:
        """Show no changes while `held`, then all of them at once."""
        self._held = held
        self._repaint()
        if not held:
            self._settle()
            self.schedule()

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Show the changes made in this context in one step."""
        self._gathered = True
        try:
            yield
        finally:
            self._gathered = False
            self._settle()

    @contextmanager
    def _awaiting(self) -> Iterator[None]:
        """Show a text that is set in this context as soon as its beginning is laid out."""
        self._gathered = True
        try:
            yield
        finally:
            self._gathered = False
            self._settle_bar()
            self._built = self._awaited = True

    @property
    def busy(self) -> bool:
        """Whether there is something left to scan, to lay out near the viewport, or to delete."""
        return self._timer.isActive() or self._content.scanning or self._disposal.busy

    @property
    def at_work(self) -> bool:
        """Whether there is work left, also in a thread."""
        return self.busy or self._builder.at_work or self._images.at_work or self._notes.at_work

    def ensure_built(self, chunk: Chunk) -> None:
        """Lay out one chunk immediately."""
        width = self.column_width
        if not self._builder.is_built(chunk, width):
            while chunk.source:
                self._content.read(chunk, TURN_SECONDS)
            self._build(chunk, width)
            self._settle()

    def _turn(self) -> None:
        """Lay out for some milliseconds: visible rows first, then a screen each way, then the rest of a scan.

        Painting has a turn of its own: both together would block the window too long.
        """
        if self._built and not self._awaited:
            self._show_built()
            return
        deadline = time.perf_counter() + TURN_SECONDS
        width = self.column_width
        while True:
            row, waiting = self._next_row(width)
            if row is None:
                self._awaited = False  # nothing more can be laid out now
                break
            begun = time.perf_counter()
            if self._prepare(row, width):
                self._built = True
                self._awaited &= isinstance(row, Chunk) and row.header is not None
            now = time.perf_counter()
            if now + (now - begun) >= deadline:  # another one like it would take too long
                break
        self._builder.render_soon(waiting)
        # Earlier messages wait for the rows near the viewport: they would delay the thread that renders those.
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
        """Return the row to lay out next, and the chunks that the worker must render first."""
        height = float(self.viewport().height())
        visible = list(self.rows_between(0.0, height))
        if self._anchor.follows:
            visible.reverse()
        near = [*self.rows_between(height, 2 * height), *reversed(self.rows_between(-height, 0.0))]
        return self._build_order.next_row(visible, near, width)

    def _prepare(self, row: Row, width: float) -> bool:
        """Do the next step of laying out a row; return whether there is something new to show."""
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
        """Update the scroll bar, the widgets and the painted rows from the column."""
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
        """Scroll the rows that moved, paint new ones, and position the widgets."""
        y, height = self.scroll_y, self.viewport().height()
        changes = self._picture.update(self._rows_painted(0, height), y, height)
        if changes is not None:  # layout outside the viewport must not cost a repaint
            step, strips = changes
            if step:
                self.viewport().scroll(0, step)
            if step != 0:
                self.moved.emit()
            for top, bottom in strips:
                self.viewport().update(0, top, self.viewport().width(), bottom - top)
        self._place_widgets()

    def _paint_again(self, chunks: Iterable[Chunk]) -> None:
        """Paint some chunks again, if they are seen."""
        for chunk in chunks:
            self._builder.renew_look(chunk)
        self._show_changes()

    def _repaint(self) -> None:
        """Paint everything again."""
        self._picture.forget()
        self.viewport().update()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Do nothing: `_show_changes` paints; the base class would paint everything."""

    def _bar_moved(self, value: int) -> None:
        if self._settling:
            return
        bar = self.verticalScrollBar()
        self._anchor.follows = not self._is_note and value >= bar.maximum() - END_SLACK
        if not self._anchor.follows:
            moved = round(self.scroll_y) + value - self._bar_value if self._built else value
            self._anchor.move(max(0.0, float(moved)))  # whole pixels: rows that move are copied
        self._bar_value = value
        self._show_changes()
        self.schedule()

    def _rows_spliced(self, start: int, removed: Sequence[Row], added: Sequence[Row]) -> None:
        self._build_order.content_changed()
        self._anchor.replaced(start, removed, added)
        self.selection.forget_rows(removed)
        if self._finder.current is not None and self._finder.current[0] in removed:
            self._finder.current = None
        self.link_focus.forget_rows(removed)
        for row in removed:
            if isinstance(row, WidgetRow):
                self._widgets.remove(row)
            self._disposal.take(row)
        if not self._widgets.measure_if_asked():  # rows that move for both reasons move once
            self._settle()
        self.schedule()

    def _estimate(self, row: Row) -> float:
        if isinstance(row, WidgetRow):
            return self._widgets.estimate(row, self.column_width)
        return row.guess_height(self.column_width, self.font_px) if isinstance(row, Chunk) else 0.0

    def _text_scanned(self) -> None:
        """Continue what waited for the whole text."""
        self._settle()
        self.schedule()

    def _look(self) -> PictureFormat:
        """Return the style that drawn pictures must match."""
        hint = self.tr("This formula could not be parsed")
        return PictureFormat(current_colors(), self.text_font(), self.devicePixelRatioF(), hint)

    def _restyle(self) -> None:
        """Drop all documents and lay out again with the current font and colours."""
        self._images.set_look(self._look())
        self._builder.set_font(self.text_font())
        self._column.set_padding(22.0 if self._is_note else 12.0)
        for chunk in self._content.chunks():
            self._anchor.hold_text(chunk)
        self._builder.forget(self._content.chunks(), html=True)
        self._settle()
        self.viewport().update()
        self.schedule()

    # EmbeddedWidgets

    def _place_widgets(self) -> None:
        """Position the widgets in the viewport and a screen above and below it, hide the others."""
        height = float(self.viewport().height())
        near = [row for row in self.rows_between(-height, 2 * height) if isinstance(row, WidgetRow)]
        self._widgets.place(near, self.scroll_y, self.column_left, self.column_width)

    def _measure_widgets(self) -> None:
        """Update the heights of the visible widgets."""
        width = self.column_width
        for row in self._widgets.near():
            self._set_height(row, self._widgets.prepare(row, width))
        self._settle()

    # Events

    def viewportEvent(self, event: QEvent) -> bool:
        """Handle new size hints of widgets without a layout, and another screen resolution."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._widgets.measure_soon()
        elif event.type() == QEvent.Type.DevicePixelRatioChange:
            self._restyle()
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the position; visible rows are laid out again in the next turns."""
        super().resizeEvent(event)
        self._settle()
        self.schedule()

    def changeEvent(self, event: QEvent) -> None:
        """Apply a new application font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_timer"):
            self._restyle()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows that are laid out; nothing is laid out here."""
        rows = self._rows_painted(event.rect().top(), event.rect().bottom() + 1)
        if self._built:  # rows are painted at their new position, not where they were last
            self._picture.drop_painted(rows, event.rect().top(), event.rect().bottom() + 1)
        painter = QPainter(self.viewport())
        clip = QRectF(event.rect())
        painting = Painting(painter, current_colors(), clip, self.column_left, self.column_width, self.ground)
        painting.fill()
        if self._held:
            return
        y = self.scroll_y
        bubbles = set()
        focus = self.link_focus if self.hasFocus() else None
        frame = focus.frame if focus is not None else None
        for row in rows:
            if not isinstance(row, Chunk):
                continue
            index = self._column.index(row)
            if row.item.role == "user" and row.item.id not in bubbles:
                bubbles.add(row.item.id)
                left, top, bottom = self._column.bubble(index)
                paint_bubble(painting, left, top - y, bottom - y)
            if row.document is not None:
                self._builder.touch(row)
                paint_chunk(
                    painting,
                    row,
                    self._column.text_top(index) - y,
                    selected=self.selection.range_in(row),
                    hits=self._finder.ranges(row),
                    hit=self._finder.current[1] if self._finder.current and self._finder.current[0] is row else -1,
                    link=focus.link_in(row) if focus is not None else None,
                    focused=frame,
                )
