"""BaseModel: the rows of a base for a table view; cells are made when they are displayed."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QIcon

from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.vault.bases.query import Cell, Row

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class BaseModel(QAbstractTableModel):
    """The files that a view of a base selects."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._titles: Sequence[str] = ()
        self._rows: Sequence[Row] = ()

    def set_rows(self, titles: Sequence[str], rows: Sequence[Row]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._titles, self._rows = titles, rows
        self.endResetModel()

    def row(self, number: int) -> Row:
        """Return one row."""
        return self._rows[number]

    def link(self, index: Index) -> str:
        """Return the link of a cell, as the reading pane understands it; empty for none."""
        cell = self._cell(index)
        if cell.path:
            return "axon-note:" + quote(cell.path)
        if cell.missing:
            return "axon-new:" + quote(cell.missing)
        return cell.text if cell.text.startswith(("http://", "https://")) and " " not in cell.text else ""

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Count the files."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Count the columns."""
        return 0 if parent.isValid() else len(self._titles)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        """Return the title of a column."""
        roles = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole
        if orientation is not Qt.Orientation.Horizontal or role not in roles or section >= len(self._titles):
            return None
        title = self._titles[section]
        return plain_tip(title) if role == Qt.ItemDataRole.ToolTipRole else title

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | QColor | QIcon | None:
        """Return a cell's text, its colour if it is a link, or why it is empty; a row may be marked as unsure."""
        colors = current_colors()
        cell = self._cell(index)
        if index.column() == 0 and self._rows[index.row()].unsure:
            why = self.tr("The filter cannot evaluate this file; it is shown anyway.")
            if role == Qt.ItemDataRole.DecorationRole:
                return icon("help")
            if role == Qt.ItemDataRole.ToolTipRole:
                return plain_tip(f"{cell.text}\n{why}")
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return f"{cell.text} – {why}"
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text if cell.known else "?"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(cell.text if cell.known else self.tr("This value cannot be calculated.")) or None
        if role == Qt.ItemDataRole.ForegroundRole:
            if not cell.known:
                return QColor(colors.warn)
            return QColor(colors.accent) if self.link(index) else None
        return None

    def _cell(self, index: Index) -> Cell:
        return self._rows[index.row()].cells[index.column()]
