"""RowList: a list of painted rows that is cheap for very many."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QTableView, QWidget

from axon_desktop.ui.look.sizes import row_height

_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)


class RowList(QTableView):
    """One column over the whole width; one row is selected at a time.

    It is a table because Qt's lists and trees measure every row they have, tables only the visible ones.
    """

    def __init__(self, name: str, delegate: QStyledItemDelegate, row: int, parent: QWidget | None = None) -> None:
        """Take the accessible name, the delegate, and the row height of the design."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setItemDelegate(delegate)
        self._row = row
        self.setMouseTracking(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
        across, down = self.horizontalHeader(), self.verticalHeader()
        across.hide()
        across.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        across.setMinimumSectionSize(1)
        down.hide()
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.measure()

    def measure(self) -> None:
        """Set the row height for the user's text size and density."""
        self.verticalHeader().setMinimumSectionSize(row_height(self._row))
        self.verticalHeader().setDefaultSectionSize(row_height(self._row))

    def place_of_menu(self, event: QContextMenuEvent) -> tuple[int, QPoint]:
        """Return the row of a context menu, -1 for none, and its position on the screen."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            return index.row(), self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
        return self.indexAt(event.pos()).row(), event.globalPos()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the first and last row by Home and End, which in Qt's tables go to the first and last column."""
        if event.key() in _ENDS:
            row = 0 if event.key() == Qt.Key.Key_Home else self.model().rowCount() - 1
            self.setCurrentIndex(self.model().index(row, 0))
        else:
            super().keyPressEvent(event)
