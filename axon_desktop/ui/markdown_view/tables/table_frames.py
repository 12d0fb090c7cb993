"""Tables that are wider than the text: each scrolls sideways in its own frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QCursor, QKeyEvent, QPainter, QPaintEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import QScrollBar, QStyle, QStyleOptionSlider, QWidget

from axon_desktop.markdown.scan.split import MAX_PARTS
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.markdown_view.embeds.embedded_notes import LoadNote
from axon_desktop.ui.markdown_view.layout.chunk import Chunk, Row, join_tables
from axon_desktop.ui.markdown_view.layout.chunk_builder import ResolveLink
from axon_desktop.ui.markdown_view.layout.hit_testing import HitTesting
from axon_desktop.ui.markdown_view.tables.wide_tables import SharedTable, WideTable, table_at

STEP = 40
"""Pixels of one press of an arrow key."""
NOTCH = 60
"""Pixels of one notch of a wheel."""
_BAR = 10
"""Height of a bar; there is as much space below a table."""
_AROUND = 24.0
"""Pixels that stay visible beside a revealed position."""
NOTCH_ANGLE = 120
"""Qt's unit for one notch."""
_FAR = 1 << 30
"""Pixels; more than any table is wide."""


class TableBar(QScrollBar):
    """The bar below a table; a vertical wheel on it scrolls the text, as everywhere around it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._ground: QColor | None = None
        self._picture: QPixmap | None = None
        self._pictured: tuple[object, ...] = ()
        """The state that the picture shows."""
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the focus is in the text: see `Framed.sideways_key`
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setSingleStep(STEP)
        self.setAccessibleName(translate("MarkdownView", "Scroll the table sideways"))

    def set_ground(self, ground: QColor | None) -> None:
        """Set the background to this colour, or to transparent."""
        if ground != self._ground:
            self._ground = ground
            self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, ground is not None)
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint from a cached picture: the bar moves with each frame of a scroll; a style sheet takes 1 ms."""
        option = self._option()
        look = self.style(), option.palette.cacheKey(), self._ground and self._ground.rgba()
        place = option.maximum, option.pageStep, option.sliderPosition
        shown = (
            self.size().toTuple(),
            self.devicePixelRatioF(),
            option.state,
            option.activeSubControls,
            *look,
            *place,
        )
        if self._picture is None or self._pictured != shown:
            self._picture, self._pictured = self._draw(option), shown
        QPainter(self).drawPixmap(0, 0, self._picture)

    def _option(self) -> QStyleOptionSlider:
        """Return the option of `QScrollBar.paintEvent`: `initStyleOption` leaves out which parts there are."""
        option, kind = QStyleOptionSlider(), QStyle.ComplexControl.CC_ScrollBar
        self.initStyleOption(option)
        option.subControls = QStyle.SubControl.SC_All
        if self.isSliderDown():
            option.activeSubControls = QStyle.SubControl.SC_ScrollBarSlider
            option.state |= QStyle.StateFlag.State_Sunken
        elif self.underMouse():
            pointer = self.mapFromGlobal(QCursor.pos())
            option.activeSubControls = self.style().hitTestComplexControl(kind, option, pointer, self)
        return option

    def _draw(self, option: QStyleOptionSlider) -> QPixmap:
        picture = QPixmap(self.size() * self.devicePixelRatioF())
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        picture.fill(self._ground or Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self.style().drawComplexControl(QStyle.ComplexControl.CC_ScrollBar, option, painter, self)
        painter.end()
        return picture

    def changeEvent(self, event: QEvent) -> None:
        """Apply a new style."""
        self._picture = None
        super().changeEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll sideways only; the rest is left to the text."""
        if abs(event.angleDelta().x()) > abs(event.angleDelta().y()):
            super().wheelEvent(event)
        else:
            event.ignore()


class Framed(HitTesting):
    """A canvas whose wide tables are shown in frames."""

    def __init__(
        self,
        resolve_link: ResolveLink | None,
        load_image: Callable[[str], bytes | None] | None,
        load_note: LoadNote | None,
        parent: QWidget | None,
    ) -> None:
        self._bars: dict[SharedTable, TableBar] = {}
        self._spare_bars: list[TableBar] = []
        super().__init__(resolve_link, load_image, load_note, parent)

    def _build(self, chunk: Chunk, width: float) -> None:
        self._join_tables(chunk)
        before = [(part, table.shared, table.shared.offset) for part, table, _ in self.wide_tables()]
        super()._build(chunk, width)
        if moved := [part for part, shared, offset in before if shared.offset != offset]:
            self._paint_again(moved)

    def _join_tables(self, chunk: Chunk) -> None:
        """Share with a chunk the table that it continues."""
        if chunk.continues_table and chunk.above is None:
            join_tables(chunk, self._rows_above(chunk))

    def _rows_above(self, chunk: Chunk) -> list[Row]:
        """Return the rows in which a table of the chunk may begin, the nearest first."""
        index = self._column.index(chunk)
        return self._column.rows[max(0, index - MAX_PARTS) : index][::-1]

    def _rows_spliced(self, start: int, removed: Sequence[Row], added: Sequence[Row]) -> None:
        gone = [row for row in removed if isinstance(row, Chunk)]
        for row in added if gone else ():
            if isinstance(row, Chunk):
                row.keep_tables(gone)
        super()._rows_spliced(start, removed, added)

    def wide_tables(self) -> Iterator[tuple[Chunk, WideTable, QRectF]]:
        """Yield the visible wide tables, each part with its chunk and its frame in the viewport."""
        height = self.viewport().height()
        for chunk in self.visible_chunks():
            for table in chunk.tables if chunk.document is not None else ():
                area = table.area.translated(self.chunk_origin(chunk))
                if area.bottom() > 0 and area.top() < height:
                    yield chunk, table, area

    def wide_table_at(self, point: QPoint | QPointF) -> WideTable | None:
        """Return the wide table at a point of the viewport."""
        chunk = self.chunk_at(point)
        if chunk is None or chunk.document is None:
            return None
        return table_at(chunk.tables, QPointF(point) - self.chunk_origin(chunk))

    def scroll_table(self, table: WideTable, offset: float) -> None:
        """Scroll all parts of a table sideways."""
        shared, offset = table.shared, max(0, min(table.reach, round(offset)))
        if shared.offset == offset:
            return
        shared.offset = offset
        self._paint_again(chunk for chunk, part, _ in list(self.wide_tables()) if part.shared is shared)
        self.moved.emit()

    def reveal(self, chunk: Chunk, position: int, *, at_top: bool = False) -> None:
        """Scroll until a text position is visible, also in a table."""
        super().reveal(chunk, position, at_top=at_top)
        for table in chunk.tables:
            if table.holds(position) and chunk.document is not None:
                x, room = chunk.document.position_rect(position).left() - table.area.left(), table.area.width()
                around = min(_AROUND, room / 4)
                if not table.offset + around <= x <= table.offset + room - around:
                    self.scroll_table(table, x - (around if x < table.offset + around else room - around))

    # Keys

    def current_table(self) -> WideTable | None:
        """Return the visible wide table that has the focus, or in which the selection ends."""
        head = self.selection.head
        if self.link_focus.chunk is not None:
            link, chunk = self.link_focus.link, self.link_focus.chunk
            position = link.start if link is not None else -1
        elif head is not None:
            chunk, position = head.chunk, head.position
        else:
            return None
        inside = next((table for table in chunk.tables if table.holds(position)), None)
        if inside is None:
            return None
        return next((table for _, table, _ in self.wide_tables() if table.shared is inside.shared), None)

    def sideways_key(self, event: QKeyEvent) -> bool:
        """Scroll the current table by a key; return whether that was done."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or event.key() not in _STEPS:
            return False
        table = self.current_table()
        if table is None:
            return False
        self.scroll_table(table, table.offset + _STEPS[event.key()])
        return True

    # Mouse

    def sideways_wheel(self, event: QWheelEvent) -> bool:
        """Scroll the table under the mouse by a horizontal wheel or touchpad; tell whether it did."""
        pixels, angle = event.pixelDelta(), event.angleDelta()
        moved = angle if pixels.isNull() else pixels
        sideways = moved.x()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not sideways:
            sideways = moved.y()
        elif abs(moved.x()) <= abs(moved.y()):
            return False
        table = self.wide_table_at(event.position())
        if table is None or not sideways:
            return False
        by = float(sideways) if not pixels.isNull() else sideways * NOTCH / NOTCH_ANGLE
        self.scroll_table(table, table.offset - by)
        return True

    def beyond_frame(self, point: QPointF) -> tuple[WideTable, float] | None:
        """Return the table in which the selection began, and the distance of a point beside it from its frame."""
        start = self.selection.start
        if start is None:
            return None
        began = next((table for table in start.chunk.tables if table.holds(start.position)), None)
        for _, table, area in self.wide_tables() if began is not None else ():
            if began is not None and table.shared is began.shared and area.top() <= point.y() < area.bottom():
                beyond = min(0.0, point.x() - area.left()) + max(0.0, point.x() - area.right())
                return (table, beyond) if beyond else None
        return None

    # Bars

    def _place_widgets(self) -> None:
        """Place the bars too: below their tables, or at the lower edge while these continue below it."""
        super()._place_widgets()
        seen: dict[SharedTable, tuple[WideTable, QRectF, QColor | None]] = {}
        for chunk, table, area in self.wide_tables():
            ground = table.ground or (None if chunk.item.role == "user" else QColor(self.ground))
            seen[table.shared] = table, area, ground
        for shared in [shared for shared in self._bars if shared not in seen]:
            bar = self._bars.pop(shared)
            bar.hide()
            self._spare_bars.append(bar)
        for shared, (table, area, ground) in seen.items():
            if shared not in self._bars:
                self._bars[shared] = self._take_bar()
            self._place_bar(self._bars[shared], table, area, ground)

    def _take_bar(self) -> TableBar:
        bar = self._spare_bars.pop() if self._spare_bars else None
        if bar is None:
            bar = TableBar(self.viewport())
            bar.valueChanged.connect(self._bar_of_table_moved)
        return bar

    def _place_bar(self, bar: TableBar, table: WideTable, area: QRectF, ground: QColor | None) -> None:
        bar.blockSignals(True)  # this state is known already
        bar.setRange(0, table.reach)
        bar.setPageStep(int(area.width()))
        bar.setValue(table.offset)
        bar.blockSignals(False)
        below, lowest = round(area.bottom()) + 1, self.viewport().height() - _BAR
        bar.set_ground(ground or (QColor(self.ground) if below > lowest else None))
        bar.setGeometry(round(area.left()), min(below, lowest), int(area.width()), _BAR)
        bar.setVisible(lowest - area.top() > 2 * _BAR)  # else it would cover the titles

    def _bar_of_table_moved(self, value: int) -> None:
        shared = next((shared for shared, bar in self._bars.items() if bar is self.sender()), None)
        table = next((table for _, table, _ in self.wide_tables() if table.shared is shared), None)
        if table is not None:
            self.scroll_table(table, value)


_STEPS: dict[int, int] = {
    Qt.Key.Key_Left: -STEP,
    Qt.Key.Key_Right: STEP,
    Qt.Key.Key_Home: -_FAR,
    Qt.Key.Key_End: _FAR,
}
