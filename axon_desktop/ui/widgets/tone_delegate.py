"""ToneDelegate: cells in the colours of the look in force."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from axon_desktop.ui.look.current import current_colors

TONE_ROLE = Qt.ItemDataRole.UserRole + 1
"""Name of the colour of a cell's words, such as `ok`; that of text without one."""


class ToneDelegate(QStyledItemDelegate):
    """Paints words in their colour, also in the chosen row."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Take the colour of the cell."""
        super().initStyleOption(option, index)
        palette = QPalette(option.palette)
        color = QColor(getattr(current_colors(), index.data(TONE_ROLE) or "text"))
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
            palette.setColor(role, color)
        option.palette = palette
