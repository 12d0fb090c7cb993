"""OutlineList: the headings of a note, of which each can be dragged to another place, or moved by the menu."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.note_panel.row_view import PanelRowView
from axon_desktop.ui.note_panel.rows import PanelRow

_EDGE = 24
"""Pixels beside the list in which a section is still moved."""
_ONLY = QItemSelectionModel.SelectionFlag.ClearAndSelect


class OutlineList(PanelRowView):
    """Emits what to move where; the list itself changes with the note."""

    moved = Signal(int, int)
    """(line of the heading whose section moves, line of the heading that comes after it, 0 for the end)."""

    bookmark_requested = Signal(str)
    """A heading, as the note writes it."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._grabbed: PanelRow | None = None
        self._from = QPoint()
        self._gap: int | None = None
        """Row before which the section would come; None while nothing is dragged."""
        self.menu_requested.connect(lambda line, place: self.make_menu(line).popup(place))

    # --- by mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note what may be dragged."""
        self._from = event.position().toPoint()
        by_left = event.button() == Qt.MouseButton.LeftButton
        super().mousePressEvent(event)
        self._grabbed = self.line_at(self._from) if by_left and self._pressed else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show between which headings the section would come; outside it the heading is carried as a link."""
        super().mouseMoveEvent(event)
        place = event.position().toPoint()
        if self._gap is not None and not -_EDGE <= place.x() <= self.viewport().width() + _EDGE:
            row = next(row for row in range(self.lines.rowCount()) if self.lines.line(row) is self._grabbed)
            self._pressed = ""
            self._end_drag()
            self.selectionModel().select(self.lines.index(row, 0), _ONLY)
            self.startDrag(Qt.DropAction.CopyAction)
            return
        far = (place - self._from).manhattanLength() >= QApplication.startDragDistance()
        if self._grabbed is not None and (far or self._gap is not None):
            if self._gap is None:
                self.grabKeyboard()
            self._show_gap(self._gap_at(place))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Move the section, or choose the heading."""
        grabbed, gap = self._grabbed, self._gap
        self._end_drag()
        if grabbed is None or gap is None:
            super().mouseReleaseEvent(event)
            return
        self._pressed = ""
        rows = self.lines.rowCount()
        self.moved.emit(grabbed.target.line, self.lines.line(gap).target.line if gap < rows else 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End a drag with Escape."""
        if self._gap is None:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            self._pressed = ""
            self._end_drag()

    def _end_drag(self) -> None:
        if self._gap is not None:
            self.releaseKeyboard()
        self._grabbed = None
        self._show_gap(None)

    def _gap_at(self, place: QPoint) -> int:
        row = self.indexAt(place).row()
        if row < 0:
            return 0 if place.y() < 0 else self.lines.rowCount()
        return row + (place.y() > self.visualRect(self.lines.index(row, 0)).center().y())

    def _show_gap(self, gap: int | None) -> None:
        if gap != self._gap:
            self._gap = gap
            self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line between the headings."""
        super().paintEvent(event)
        if self._gap is not None:
            rows = self.lines.rowCount()
            rect = self.visualRect(self.lines.index(min(self._gap, rows - 1), 0))
            height = rect.bottom() if self._gap == rows else max(1, rect.top())
            painter = QPainter(self.viewport())
            painter.setPen(QPen(QColor(current_colors().accent), 2))
            painter.drawLine(4, height, self.viewport().width() - 4, height)

    # --- by menu

    def make_menu(self, line: PanelRow) -> QMenu:
        """Return the menu of a heading, which deletes itself on closing."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Open in new tab"), partial(self.chosen.emit, line, True))
        menu.addAction(self.tr("Bookmark"), partial(self.bookmark_requested.emit, line.target.anchor))
        menu.addSeparator()
        above, below = self._places(line)
        for words, place in ((self.tr("Move up"), above), (self.tr("Move down"), below)):
            action = menu.addAction(words)
            action.setEnabled(place is not None)
            if place is not None:
                action.triggered.connect(partial(self._move, line.target.line, place))
        return menu

    def _move(self, line: int, before: int, _checked: bool = False) -> None:
        self.moved.emit(line, before)

    def _places(self, line: PanelRow) -> tuple[int | None, int | None]:
        """Return the heading before which a section comes one step up, and one step down; None for no step."""
        lines = self.lines.lines
        at = next((number for number, other in enumerate(lines) if other.key == line.key), 0)
        above = next((other for other in reversed(lines[:at]) if other.depth <= line.depth), None)
        after = [number for number in range(at + 1, len(lines)) if lines[number].depth <= line.depth]
        up = above.target.line if above is not None and above.depth == line.depth else None
        if not after or lines[after[0]].depth != line.depth:
            return up, None
        return up, lines[after[1]].target.line if len(after) > 1 else 0
