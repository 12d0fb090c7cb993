"""PanelRowModel: the visible lines, as a table of one column."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt

from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.note_panel.rows import PanelRow, parent_row, shown_rows

Index: TypeAlias = QModelIndex | QPersistentModelIndex


class PanelRowModel(QAbstractListModel):
    """Has all lines, and shows them by folding and filter."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folded: set[str] = set()
        """Keys of folded lines; call `refold` after a change."""
        self.lines: Sequence[PanelRow] = ()
        """All lines, visible or not."""
        self.dragged: Callable[[PanelRow], QMimeData | None] | None = None
        """Returns what is dragged for a line; None where no line can be dragged."""
        self._wanted = ""
        self._rows: list[int] = []

    def set_lines(self, lines: Sequence[PanelRow]) -> bool:
        """Replace the lines; tell whether they changed."""
        if lines == self.lines:
            return False
        self.lines = lines
        self.refold()
        return True

    def set_filter(self, wanted: str) -> None:
        """Show only lines with these words, and their ancestors."""
        if wanted != self._wanted:
            self._wanted = wanted
            self.refold()

    def replace(self, changed: Mapping[str, PanelRow]) -> None:
        """Replace the texts of lines, by their keys."""
        places = [place for place, line in enumerate(self.lines) if line.key in changed]
        lines = [*self.lines]
        for place in places:
            lines[place] = changed[lines[place].key]
        self.lines = lines
        rows = [row for place in places if (row := self._row_at(place)) is not None]
        if rows:
            self.dataChanged.emit(self.index(min(rows), 0), self.index(max(rows), 0))

    def refold(self) -> None:
        """Apply the folding."""
        self.beginResetModel()
        self._rows = shown_rows(self.lines, self.folded, self._wanted)
        self.endResetModel()

    # --- rows

    def line(self, row: int) -> PanelRow:
        """Return the line in a row."""
        return self.lines[self._rows[row]]

    def row_at_or_above(self, key: str) -> int | None:
        """Return the row of a line, or of its nearest visible ancestor."""
        place = self._find(key)
        while place is not None and self._row_at(place) is None:
            place = parent_row(self.lines, place)
        return None if place is None else self._row_at(place)

    def parent_of(self, row: int) -> int | None:
        """Return the row of a line's parent."""
        above = parent_row(self.lines, self._rows[row])
        return None if above is None else self._row_at(above)

    def is_open(self, line: PanelRow) -> bool:
        """Tell whether the children of a line are visible."""
        return bool(self._wanted) or line.key not in self.folded

    def _find(self, key: str) -> int | None:
        """Search all lines: that is cheaper than an index of very many."""
        return next((place for place, line in enumerate(self.lines) if line.key == key), None)

    def _row_at(self, place: int) -> int | None:
        row = bisect_left(self._rows, place)
        return row if row < len(self._rows) and self._rows[row] == place else None

    # --- the interface of Qt's models

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of visible lines."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Make all lines selectable except remarks."""
        if index.isValid() and self.line(index.row()).kind == "hint":
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Pack a line for a drag."""
        packed = self.dragged(self.line(indexes[0].row())) if self.dragged is not None and indexes else None
        return packed or QMimeData()

    def supportedDragActions(self) -> Qt.DropAction:
        """Let lines be copied only."""
        return Qt.DropAction.CopyAction

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return the text, the tooltip, or the text for screen readers."""
        if not index.isValid():
            return None
        line = self.line(index.row())
        if role == Qt.ItemDataRole.DisplayRole:
            return line.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(line.tip) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._read_out(line)
        return None

    def _read_out(self, line: PanelRow) -> str:
        parts = [line.text, line.note]
        if line.foldable:
            parts.append(self.tr("unfolded") if self.is_open(line) else self.tr("folded"))
        return ", ".join(part for part in parts if part)
