"""RowTable: the table of changes, operated by mouse and keyboard."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QTableView, QWidget

from axon_desktop.ui.changes.row_painting import LINE, RowDelegate
from axon_desktop.ui.widgets.row_list import RowList

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class RowTable(RowList):
    """Shows turns and files of the changes."""

    current_changed = Signal(int)
    """The current row changed; -1 for none."""
    entered_row = Signal(int)
    """A row was clicked, or activated by the keyboard."""
    folded = Signal(int, bool)
    """A row is to be unfolded (True) or folded (False) by the keyboard."""
    menu_requested = Signal(int, QPoint)
    """(row, position on the screen) of a requested context menu."""

    def __init__(self, model: QAbstractItemModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, delegate := RowDelegate(), LINE, parent)
        self._delegate = delegate
        self.setObjectName("change_rows")
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setModel(model)
        self.selectionModel().currentChanged.connect(lambda now, _old: self.current_changed.emit(now.row()))

    def go_to(self, row: int) -> None:
        """Select a row and scroll to it."""
        index = self.model().index(row, 0) if row >= 0 else QModelIndex()
        self.setCurrentIndex(index)
        if index.isValid():
            self.scrollTo(index)

    @property
    def row(self) -> int:
        """The current row; -1 for none."""
        return self.currentIndex().row()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Emit `entered_row` for a click."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and index == self.currentIndex():
            self.entered_row.emit(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter or Space activates a row, Left and Right fold and unfold it."""
        row = self.row
        if row >= 0 and (event.key() in _ENTER or event.key() == Qt.Key.Key_Space):
            self.entered_row.emit(row)
        elif row >= 0 and event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self.folded.emit(row, event.key() == Qt.Key.Key_Right)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of a row; by keyboard, of the current one."""
        row, place = self.place_of_menu(event)
        if row >= 0:
            self.menu_requested.emit(row, place)
