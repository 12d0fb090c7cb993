"""Parts that the pages of the settings dialog share."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QComboBox, QLabel, QVBoxLayout, QWidget

from axon_desktop.ui.chat.style import mark
from axon_desktop.ui.icons import paint_icon
from axon_desktop.ui.sizes import px
from axon_desktop.vault.markdown.colors import Colors

_ARROW = 12


class Chooser(QComboBox):
    """A combo box that draws its own arrow: a style sheet cannot without an image file."""

    def __init__(self, colors: Colors) -> None:
        super().__init__()
        self._colors = colors
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_colors(self, colors: Colors) -> None:
        """Paint with other colours."""
        self._colors = colors
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint frame, words and arrow."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._colors.accent if self.hasFocus() else self._colors.line), 1))
        painter.setBrush(QColor(self._colors.raised))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.setPen(QColor(self._colors.text))
        side = px(_ARROW)
        words = self.rect().adjusted(9, 0, -side - 14, 0)
        picture = self.itemIcon(self.currentIndex())
        if not picture.isNull():
            place = QRect(words.topLeft(), QSize(self.iconSize().width(), self.height()))
            picture.paint(painter, place)
            words.setLeft(place.right() + 7)
        shown = self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, shown)
        arrow = QRectF(self.width() - side - 10, (self.height() - side) / 2, side, side)
        paint_icon(painter, "chevron_down", arrow, QColor(self._colors.muted))


def chooser(choices: Mapping[str, str], chosen: str, colors: Colors) -> Chooser:
    """Return a combo box of values and the words for them."""
    box = Chooser(colors)
    for value, words in choices.items():
        box.addItem(words, value)
    box.setCurrentIndex(max(0, box.findData(chosen)))
    return box


def page_layout(page: QWidget, title: str, hint: str = "") -> QVBoxLayout:
    """Give a page its heading and return the layout for what is below."""
    layout = QVBoxLayout(page)
    layout.setContentsMargins(22, 18, 22, 12)
    layout.setSpacing(0)
    heading = QLabel(title, page)
    mark(heading, kind="title")
    layout.addWidget(heading)
    layout.addSpacing(6)
    if hint:
        words = QLabel(hint, page)
        words.setWordWrap(True)
        mark(words, tone="muted")
        layout.addWidget(words)
        layout.addSpacing(12)
    else:
        layout.addSpacing(8)
    return layout
