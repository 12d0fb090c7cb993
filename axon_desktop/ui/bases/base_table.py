"""BaseTable: the table of a base's files; text that does not fit ends in an ellipsis."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionHeader,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from axon_desktop.ui.markdown_view.tables.table_frames import NOTCH, NOTCH_ANGLE
from axon_desktop.vault.bases.base_file import View

_WIDEST = 320
_NARROWEST = 70
_TITLE_MARGINS = 11 + 18 + 1
"""Pixels beside a title, as in the style sheet; the larger margin holds the sort arrow."""
_LITTLE = 60
"""Overhang in pixels that is too small to be worth a horizontal scroll bar."""
_GAP = 6
_MARGINS = 28
"""Pixels beside the text of a cell, with some to spare."""
SAMPLED = 60
"""Rows from which widths and heights are computed."""
_PICTURE = 4.4
"""Height of a row with a picture, as a share of the font's; pictures may be twice as wide."""


class BaseTable(QTableView):
    """A table whose columns fit their first rows; it scrolls sideways where there is too little room."""

    def __init__(self, model: QAbstractItemModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("base_table")
        self._pixels = 15
        self._pictures = False
        self.setModel(model)
        self.setItemDelegate(_Cells(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalScrollBar().valueChanged.connect(self.viewport().update)  # the ellipses move
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self._titles = _Titles(self)
        self.setHorizontalHeader(header)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.setSectionsMovable(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicatorShown(True)

    def set_font_size(self, pixels: int) -> None:
        """Use a font that fits notes of this font size."""
        font, header = QFont(self.font()), self.horizontalHeader()
        font.setPixelSize(max(9, pixels - 2))
        for part in (self, header, header.viewport()):  # otherwise each would use the window's font
            part.setFont(font)
        self._pixels = pixels
        self.fit_rows(pictures=self._pictures)

    def fit_rows(self, *, pictures: bool) -> None:
        """Set the height of the rows, with or without pictures."""
        self._pictures = pictures
        height = round(self._pixels * (_PICTURE if pictures else 1.9))
        self.verticalHeader().setDefaultSectionSize(height)
        self.setIconSize(QSize(2 * height, height - _GAP) if pictures else QSize())

    def fit_columns(self, view: View) -> None:
        """Set the widths of columns from the view, or from their first rows."""
        metrics, header, model = self.fontMetrics(), self._titles, self.model()
        header.setStretchLastSection(False)
        spare: dict[int, int] = {}
        empty: dict[int, int] = {}
        for column, key in enumerate(view.columns):
            rows = range(min(SAMPLED, model.rowCount()))
            texts = [str(model.data(model.index(row, column))) for row in rows]
            filled = max((metrics.horizontalAdvance(text[:80]) + _MARGINS for text in texts), default=0)
            if any(model.data(model.index(row, column), Qt.ItemDataRole.DecorationRole) for row in rows):
                filled += self.iconSize().width() + _GAP
            filled = max(_NARROWEST, min(_WIDEST, filled))
            needed = max(filled, min(_WIDEST, header.needed(column)))
            sortable = max(needed, min(_WIDEST, header.sectionSizeHint(column)))  # with the sort arrow
            self.setColumnWidth(column, view.widths.get(key) or sortable)
            if key not in view.widths:
                spare[column] = sortable - needed
                empty[column] = sortable - filled
        self._use_room({column: spare[column] for column in sorted(empty, key=empty.__getitem__, reverse=True)})

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll sideways with Shift, as in notes."""
        turned = event.angleDelta()
        if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier or turned.x():
            super().wheelEvent(event)
            return
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() - round(turned.y() * NOTCH / NOTCH_ANGLE))
        event.accept()

    def _use_room(self, spare: dict[int, int]) -> None:
        """Narrow columns of a table that is slightly too wide, each by what it can spare, in this order.

        The last column takes the rest.
        """
        header = self.horizontalHeader()
        room = self.maximumViewportSize().width() - self.verticalScrollBar().sizeHint().width()
        excess = header.length() - room
        if 0 < excess <= _LITTLE:
            for column, most in spare.items():
                given = min(most, header.length() - room)
                self.setColumnWidth(column, self.columnWidth(column) - given)
            excess = header.length() - room
            widest = max(sorted(spare)[1:] or spare, key=self.columnWidth, default=0)
            if excess <= self.columnWidth(widest) - _NARROWEST:
                self.setColumnWidth(widest, self.columnWidth(widest) - excess)
        header.setStretchLastSection(header.length() <= room)


class _Titles(QHeaderView):
    """The titles of the columns; one that does not fit ends in "…", also beside the sort arrow."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, index: int) -> None:
        """Elide the title."""
        super().initStyleOptionForIndex(option, index)
        room = self.sectionSize(index) - _TITLE_MARGINS
        option.text = self._metrics().elidedText(option.text, Qt.TextElideMode.ElideRight, room)

    def needed(self, column: int) -> int:
        """Return the width that a column needs for its title."""
        title = str(self.model().headerData(column, Qt.Orientation.Horizontal))
        return self._metrics().horizontalAdvance(title[:80]) + _TITLE_MARGINS

    def _metrics(self) -> QFontMetrics:
        font = QFont(self.viewport().font())
        font.setWeight(QFont.Weight.DemiBold)  # as in the style sheet
        return QFontMetrics(font)


class _Cells(QStyledItemDelegate):
    """Draws text only in the visible part of a column; text that does not fit ends in "…"."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the text in the visible part of the cell."""
        seen, cell = QStyleOptionViewItem(option), QRect(option.rect)
        cell.setLeft(max(cell.left(), 0))
        cell.setRight(min(cell.right(), self._view.viewport().width() - 1))
        seen.rect = cell
        super().paint(painter, seen, index)
