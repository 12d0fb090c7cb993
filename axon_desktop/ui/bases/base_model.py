"""BaseModel: the rows of a base for a table view; cells are made when they are displayed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from urllib.parse import quote

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPixmap

from axon_desktop.markdown.html.links import host
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.markdown_view.embeds.images import ImageStore
from axon_desktop.ui.markdown_view.embeds.picture import PictureFormat
from axon_desktop.vault.bases.query import Cell, Row

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class BaseModel(QAbstractTableModel):
    """The files that a view of a base selects."""

    def __init__(self, load_image: Callable[[str], bytes | None], parent: QObject) -> None:
        """Take a function that reads a picture of the vault; it is called in a thread."""
        super().__init__(parent)
        self._titles: Sequence[str] = ()
        self._rows: Sequence[Row] = ()
        self.images = ImageStore(load_image, PictureFormat(current_colors(), QFont(), 1.0), self)
        self._icons: dict[str, QIcon] = {}
        """Pictures of cells; an icon keeps the sizes in which it was painted."""
        self._refused: set[str] = set()
        """Those that cannot be read: their text is shown."""
        self.images.loaded.connect(self._show_images)

    def set_rows(self, titles: Sequence[str], rows: Sequence[Row]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._titles, self._rows = titles, rows
        self._icons.clear()
        self._refused.clear()
        self.images.forget_refusals()
        self.endResetModel()

    def has_pictures(self, rows: int) -> bool:
        """Tell whether one of the first rows shows a picture."""
        return any(_is_shown(cell) for row in self._rows[:rows] for cell in row.cells)

    def row(self, number: int) -> Row:
        """Return one row."""
        return self._rows[number]

    def link(self, index: Index) -> str:
        """Return the link of a cell, as the reading pane understands it; empty for none."""
        cell = self._cell(index)
        if _is_elsewhere(cell):
            return cell.picture
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
        """Return a cell's text, its colour if it is a link, or why it is empty; a row may be marked as unsure.

        A picture of the vault is shown in place of its text; of one elsewhere only the host is named.
        """
        cell = self._cell(index)
        if index.column() == 0 and self._rows[index.row()].unsure:
            why = self.tr("The filter cannot evaluate this file; it is shown anyway.")
            if role == Qt.ItemDataRole.DecorationRole:
                return icon("help")
            if role == Qt.ItemDataRole.ToolTipRole:
                return plain_tip(f"{cell.text}\n{why}")
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return f"{cell.text} – {why}"
        if _is_shown(cell) and cell.picture not in self._refused:
            if role == Qt.ItemDataRole.DecorationRole:
                return self._icon(cell.picture)
            if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
                return "" if role == Qt.ItemDataRole.DisplayRole else cell.text
        return self._as_text(index, role)

    def _as_text(self, index: Index, role: int) -> str | QColor | None:
        colors, cell = current_colors(), self._cell(index)
        if role == Qt.ItemDataRole.DisplayRole:
            shown = f"▧ {host(cell.picture)}" if _is_elsewhere(cell) else cell.text
            return shown if cell.known else "?"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(cell.text if cell.known else self.tr("This value cannot be calculated.")) or None
        if role == Qt.ItemDataRole.ForegroundRole:
            if not cell.known:
                return QColor(colors.warn)
            return QColor(colors.accent) if self.link(index) else None
        return None

    def _icon(self, name: str) -> QIcon:
        """Return a picture; an empty one until it is read."""
        if name not in self._icons:
            image = self.images.image(name)
            if self.images.picture(name) is None:
                empty = QPixmap(1, 1)
                empty.fill(Qt.GlobalColor.transparent)
                return QIcon(empty)
            self._icons[name] = QIcon(QPixmap.fromImage(image))
        return self._icons[name]

    def _show_images(self, names: frozenset[str]) -> None:
        for name in names:
            self._icons.pop(name, None)
        self._refused = (self._refused - names) | {name for name in names if self.images.picture(name) is None}
        if self._rows and self._titles:
            last = self.index(len(self._rows) - 1, len(self._titles) - 1)
            self.dataChanged.emit(self.index(0, 0), last, [Qt.ItemDataRole.DecorationRole])

    def _cell(self, index: Index) -> Cell:
        return self._rows[index.row()].cells[index.column()]


def _is_elsewhere(cell: Cell) -> bool:
    """Tell whether a cell's picture is not loaded, since it is in the network."""
    return bool(cell.picture) and not cell.path and not cell.picture.lower().startswith("data:")


def _is_shown(cell: Cell) -> bool:
    return bool(cell.picture) and not _is_elsewhere(cell)
