"""Texts that give way to their neighbours: a label and a button that end in "…" where room is short."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter, QWidget

from axon_desktop.ui.plain_tip import plain_tip


class ElidedLabel(QLabel):
    """A line of text that gives way to its neighbours."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """Return room for a few letters."""
        return QSize(24, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as much of the text as there is room for."""
        painter = QPainter(self)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.setPen(self.palette().windowText().color())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | self.alignment(), text)


class ElidedButton(QPushButton):
    """A button as wide as there is room, whatever its text; the tooltip has all of it."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text.replace("&", "&&"), parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setToolTip(plain_tip(text))
        self.setAccessibleName(text)

    def shown_text(self) -> str:
        """Return what of the text there is room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self).width()
        mode, flag = Qt.TextElideMode.ElideRight, Qt.TextFlag.TextShowMnemonic
        return self.fontMetrics().elidedText(self.text(), mode, room, flag)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button with as much of the text as there is room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = self.shown_text()
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)
