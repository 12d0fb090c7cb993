"""Painting combo boxes: a style sheet cannot draw their arrow without an image file."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QComboBox

from axon_desktop.ui.icons import paint_icon
from axon_desktop.ui.sizes import px

_ARROW = 12
_INSET = 11
"""Of the words; those of a text field begin there, too."""


def paint_combo_box(box: QComboBox, line: QColor, ground: QColor, text: QColor, arrow: QColor) -> None:
    """Paint a combo box in these colours: frame, words and arrow."""
    painter = QPainter(box)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(line, 1))
    painter.setBrush(ground)
    painter.drawRoundedRect(QRectF(box.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
    painter.setPen(text)
    side = px(_ARROW)
    words = box.rect().adjusted(_INSET, 0, -side - 14, 0)
    picture = box.itemIcon(box.currentIndex())
    if not picture.isNull():
        place = QRect(words.topLeft(), QSize(box.iconSize().width(), box.height()))
        picture.paint(painter, place)
        words.setLeft(place.right() + 7)
    shown = box.fontMetrics().elidedText(box.currentText(), Qt.TextElideMode.ElideRight, words.width())
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, shown)
    place_of_arrow = QRectF(box.width() - side - 10, (box.height() - side) / 2, side, side)
    paint_icon(painter, "chevron_down", place_of_arrow, arrow)
