"""ListSplitter: a list and beside it what is chosen; one below the other where there is little room."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

_NARROW = 660
_GAP = 8
"""Between the list and the line behind it, as the style sheet has it."""


class ListSplitter(QSplitter):
    """Turns by itself."""

    def __init__(self, chooser: QWidget, pane: QWidget, sizes: list[int], parent: QWidget) -> None:
        """Take both, and how wide they are at first."""
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("changes_splitter")
        self.setHandleWidth(1 + _GAP)
        self.setChildrenCollapsible(False)
        self.addWidget(chooser)
        self.addWidget(pane)
        self.setSizes(sizes)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the pane below the list where there is little room."""
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
        self.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)
