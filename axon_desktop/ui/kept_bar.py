"""KeptBar: a scroll bar whose room is kept while there is nothing to scroll, so that no text is laid out anew."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar

_WIDTH = 10
"""Pixels; a text's margin has room for them."""


class KeptBar(QScrollBar):
    """Paints itself only when there is something to scroll."""

    def sizeHint(self) -> QSize:
        """Return a width that no style changes."""
        return QSize(_WIDTH, super().sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Leave the room blank where all is in sight."""
        if self.maximum() > self.minimum():
            super().paintEvent(event)


def keep_bar(area: QAbstractScrollArea) -> None:
    """Give an area a scroll bar at its right side that neither comes nor goes."""
    area.setVerticalScrollBar(KeptBar(Qt.Orientation.Vertical, area))
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
