"""RowList: a list of painted rows that is cheap for very many; TwoLineDelegate paints rows of two lines."""

from __future__ import annotations

from typing import TypeAlias

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QFont, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from axon_desktop.ui.look.sizes import row_height
from axon_desktop.ui.look.theme import current_colors

Index: TypeAlias = QModelIndex | QPersistentModelIndex
_PADDING = 8
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


class TwoLineDelegate(QStyledItemDelegate):
    """Paints a name in bold with a remark at the right, and a line below, elided and on their base lines.

    Chinese characters are higher than Latin ones.
    """

    cut = Qt.TextElideMode.ElideRight
    """Where the line below is elided."""

    def words(self, index: Index) -> tuple[str, str, str]:
        """Return the name, the remark, and the line below."""
        raise NotImplementedError

    def color(self, _index: Index) -> str:
        """Return the colour of the name."""
        return current_colors().text

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of two lines."""
        return QSize(100, 2 * QFontMetrics(option.font).height() + 2 * _PADDING + 6)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint both lines."""
        name, remark, below = self.words(index)
        c, state = current_colors(), option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            focused = bool(state & QStyle.StateFlag.State_HasFocus)
            painter.setPen(QPen(QColor(c.accent), 1) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.accent_soft))
            painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        inner: QRect = option.rect.adjusted(10, _PADDING, -10, -_PADDING)
        metrics = QFontMetrics(option.font)
        room = metrics.horizontalAdvance(remark)
        painter.setFont(option.font)
        painter.setPen(QColor(c.muted))
        painter.drawText(QRect(inner.right() - room, inner.top(), room + 1, metrics.height()), 0, remark)
        shown = metrics.elidedText(below, self.cut, inner.width())
        painter.drawText(inner.left(), inner.bottom() - metrics.descent(), shown)
        bold = QFont(option.font)
        bold.setBold(True)
        painter.setFont(bold)
        painter.setPen(QColor(self.color(index)))
        shown = QFontMetrics(bold).elidedText(name, Qt.TextElideMode.ElideRight, inner.width() - room - 12)
        painter.drawText(inner.left(), inner.top() + painter.fontMetrics().ascent(), shown)
        painter.restore()
