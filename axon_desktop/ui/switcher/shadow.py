"""Shadow: sets a box apart from the text that it lies over."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

_DEPTH = 18
"""Pixels around the box."""
_DOWN = 4
"""Pixels by which it lies lower than the box."""
_RADIUS = 10
"""Of the box's corners."""
_DARKEST = 44
"""Opacity at the edge of the box, of 255."""


class Shadow(QWidget):
    """Lies under a box and goes where it goes; an effect of Qt's would draw the box anew with each key."""

    def __init__(self, box: QWidget) -> None:
        super().__init__(box.parentWidget())
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self._box = box
        box.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the box."""
        match event.type():
            case QEvent.Type.Show | QEvent.Type.ZOrderChange:
                self.setVisible(self._box.isVisible())
                self.stackUnder(self._box)
            case QEvent.Type.Hide:
                self.hide()
            case QEvent.Type.Move | QEvent.Type.Resize:
                place = self._box.geometry()
                self.setGeometry(place.adjusted(-_DEPTH, -_DEPTH, _DEPTH, _DEPTH).translated(0, _DOWN))
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ring around ring, each lighter than the one before; nothing is seen of what the box covers."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(_DEPTH, _DEPTH, -_DEPTH, -_DEPTH)
        for ring in range(-_DOWN, _DEPTH):
            opacity = _DARKEST * (1 - max(0, ring) / _DEPTH) ** 2
            painter.setPen(QPen(QColor(0, 0, 0, round(opacity)), 1))
            around = ring + 0.5
            painter.drawRoundedRect(
                box.adjusted(-around, -around, around, around), _RADIUS + around, _RADIUS + around
            )
