"""ToneDelegate: cells with text in colours of the current look."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from axon_desktop.ui.look.theme import current_colors

TONE_ROLE = Qt.ItemDataRole.UserRole + 1
"""Role of the name of a cell's text colour, such as `ok`; without one it is the normal text colour."""


class ToneDelegate(QStyledItemDelegate):
    """Paints text in its colour, also in the selected row."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Set the colour of the cell."""
        super().initStyleOption(option, index)
        palette = QPalette(option.palette)
        color = QColor(getattr(current_colors(), index.data(TONE_ROLE) or "text"))
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
            palette.setColor(role, color)
        option.palette = palette
