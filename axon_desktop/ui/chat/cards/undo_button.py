"""UndoButton: the button after the status of a card whose change can be undone."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget

from axon_desktop.ui.look.stylesheet import baseline, mark, mono_font
from axon_desktop.ui.look.theme import current_colors


class UndoButton(QPushButton):
    """A word that looks like a link, on the base line of the text before it."""

    def __init__(self, parent: QWidget, words_font: Callable[[], QFont] = mono_font) -> None:
        """Take a function that returns the font of the text before it."""
        super().__init__(parent)
        self._words_font = words_font
        mark(self, kind="undo")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        """Return the size of the word."""
        metrics = QFontMetrics(self._words_font())
        return QSize(metrics.horizontalAdvance(self.text()), metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the word, underlined on hover and focus."""
        painter = QPainter(self)
        font = self._words_font()
        font.setUnderline(self.underMouse() or self.hasFocus())
        painter.setFont(font)
        painter.setPen(QColor(current_colors().accent))
        painter.drawText(0, baseline(self.rect(), font), self.text())
