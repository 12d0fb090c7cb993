"""WarningLabel: words behind the sign of a warning."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.icons import paint_icon
from axon_desktop.ui.level_text import line_height
from axon_desktop.ui.sizes import px
from axon_desktop.ui.wrapped_label import WrappedLabel

_ICON = 14
_GAP = 6
_FIRST = 20
"""Signs by which the height of the first line is told."""


class WarningLabel(WrappedLabel):
    """Plain words, perhaps of several lines; the sign is beside the first one, in their colour."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setContentsMargins(px(_ICON) + _GAP, 0, 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the words and the sign."""
        super().paintEvent(event)
        painter, side = QPainter(self), px(_ICON)
        height, _ = line_height(self.font(), self.text()[:_FIRST])
        place = QRectF(0, (height - side) / 2, side, side)
        paint_icon(painter, "warning", place, self.palette().windowText().color())
