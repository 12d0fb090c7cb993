"""ListSplitter: a list, and beside it the selected item; one below the other where it is narrow."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

_NARROW = 660
_GAP = 8
"""Between the list and the handle, as in the style sheet."""


class ListSplitter(QSplitter):
    """Changes its orientation by its width."""

    def __init__(self, chooser: QWidget, pane: QWidget, sizes: list[int], parent: QWidget) -> None:
        """Take both widgets, and their initial widths."""
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("changes_splitter")
        self.setHandleWidth(1 + _GAP)
        self.setChildrenCollapsible(False)
        self.addWidget(chooser)
        self.addWidget(pane)
        self.setSizes(sizes)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the pane below the list where it is narrow."""
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
        self.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)
