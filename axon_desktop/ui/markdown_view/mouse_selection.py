"""MouseSelection: selects text by dragging, by a double or triple click, or with Shift."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QMouseEvent, QTextCursor
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.markdown_view.layout.chunk import SMALL_CHARS
from axon_desktop.ui.markdown_view.selection import TextPosition

if TYPE_CHECKING:
    from axon_desktop.ui.markdown_view.interaction import Interaction

AUTOSCROLL_MS = 30


class MouseSelection(QObject):
    """Belongs to one view, which passes the events of the left button on to it."""

    def __init__(self, view: Interaction) -> None:
        super().__init__(view)
        self._view = view
        self.dragging = False
        """Whether the button is held down."""
        self._last_double_click: tuple[float, QPoint] | None = None
        self._autoscroll = QTimer(self)
        self._autoscroll.setInterval(AUTOSCROLL_MS)
        self._autoscroll.timeout.connect(self._scroll_and_select)

    def press(self, event: QMouseEvent) -> bool:
        """Begin a selection; tell whether the last one continues instead."""
        view, selection = self._view, self._view.selection
        place = view.place_at(event.position())
        if place is None:
            return False
        if self._is_third_click(event):
            self._select_around(place, QTextCursor.SelectionType.BlockUnderCursor)
            return False
        start = selection.start if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else None
        selection.set(start or place, place)
        self.dragging = True
        view.viewport().update()
        return start is not None

    def double_click(self, event: QMouseEvent) -> None:
        """Select a word."""
        place = self._view.place_at(event.position())
        if place is not None:
            self._last_double_click = event.timestamp(), event.position().toPoint()
            self._select_around(place, QTextCursor.SelectionType.WordUnderCursor)

    def drag(self, point: QPointF) -> None:
        """Select up to a point of the viewport; outside of it, scroll."""
        view = self._view
        self._select_to(point)
        outside = not 0 <= point.y() < view.viewport().height() or view.beyond_frame(point) is not None
        if outside and not self._autoscroll.isActive():
            self._autoscroll.start()
        elif not outside:
            self._autoscroll.stop()

    def stop_scrolling(self) -> None:
        """Stop scrolling."""
        self._autoscroll.stop()

    def release(self) -> None:
        """End the selection, which can now be pasted elsewhere with the middle button."""
        self.dragging = False
        self._offer_primary()

    def _is_third_click(self, event: QMouseEvent) -> bool:
        last, self._last_double_click = self._last_double_click, None
        if last is None or event.timestamp() - last[0] > QApplication.doubleClickInterval():
            return False
        return (event.position().toPoint() - last[1]).manhattanLength() < QApplication.startDragDistance()

    def _select_around(self, place: TextPosition, kind: QTextCursor.SelectionType) -> None:
        chunk = place.chunk
        assert chunk.document is not None
        cursor = QTextCursor(chunk.document)
        cursor.setPosition(place.position)
        if kind is QTextCursor.SelectionType.BlockUnderCursor:  # Qt's own would include the line break before it
            cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock)
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        else:
            cursor.select(kind)
        self._view.selection.set(
            TextPosition(chunk, cursor.selectionStart()), TextPosition(chunk, cursor.selectionEnd())
        )
        self._offer_primary()

    def _select_to(self, point: QPointF) -> None:
        view, start = self._view, self._view.selection.start
        place = view.place_at(point)
        if place is not None and start is not None:
            view.selection.set(start, place)

    def _scroll_and_select(self) -> None:
        """Scroll while the mouse is held outside, faster at a larger distance."""
        view, height = self._view, self._view.viewport().height()
        point = view.viewport().mapFromGlobal(view.cursor().pos())
        beyond = point.y() if point.y() < 0 else max(0, point.y() - height)
        bar = view.verticalScrollBar()
        bar.setValue(bar.value() + beyond)
        if (frame := view.beyond_frame(QPointF(point))) is not None:
            view.scroll_table(frame[0], frame[0].offset + frame[1])
        self._select_to(QPointF(point.x(), min(max(point.y(), 0), height - 1)))

    def _offer_primary(self) -> None:
        clipboard, selection = QGuiApplication.clipboard(), self._view.selection
        if not clipboard.supportsSelection() or selection.empty:
            return
        if sum(chunk.size for chunk, _, _ in selection.chunks()) <= SMALL_CHARS:
            clipboard.setText(self._view.selected_text(), clipboard.Mode.Selection)
