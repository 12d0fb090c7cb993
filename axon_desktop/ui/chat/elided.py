"""Texts that give way to their neighbours: a label and a button that end in "…" where room is short."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter, QWidget

from axon_desktop.ui.plain_tip import plain_tip

_WRAPPED = QTextOption()
_WRAPPED.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)


class ElidedLabel(QLabel):
    """A line of text that gives way to its neighbours."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        """Take the text, and where it gives way."""
        super().__init__(text, parent)
        self._gives_way = mode
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """Return room for a few letters."""
        return QSize(24, super().minimumSizeHint().height())

    def shown_text(self) -> str:
        """Return what of the text there is room for."""
        return self.fontMetrics().elidedText(self.text(), self._gives_way, self.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as much of the text as there is room for."""
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | self.alignment(), self.shown_text())


class ElidedButton(QPushButton):
    """A button as wide as there is room, whatever its text, of which it shows some lines; the tooltip has all."""

    def __init__(self, text: str, parent: QWidget | None = None, *, lines: int = 1) -> None:
        """Take the text, and over how many lines it may go where room is short."""
        super().__init__(text.replace("&", "&&"), parent)
        self._words = text
        self._most = lines
        height = QSizePolicy.Policy.Fixed if lines == 1 else QSizePolicy.Policy.Minimum
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, height)
        policy.setHeightForWidth(lines > 1)
        self.setSizePolicy(policy)
        self.setToolTip(plain_tip(text))
        self.setAccessibleName(text)

    def shown_lines(self, width: int) -> list[str]:
        """Return what of the text a button of this width has room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.rect = QRect(0, 0, width, self.height())
        room = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self).width()
        starts = self._breaks(room)[: self._most] or [0]
        lines = [self._words[start:end].rstrip() for start, end in pairwise([*starts, len(self._words)])]
        return [self.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, room) for line in lines]

    def _breaks(self, room: int) -> list[int]:
        """Return where each line of the whole text would begin."""
        layout = QTextLayout(self._words, self.font())
        layout.setTextOption(_WRAPPED)
        starts: list[int] = []
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1, room))
            starts.append(line.textStart())
        layout.endLayout()
        return starts

    def heightForWidth(self, width: int) -> int:
        """Return the height with the lines that a width needs."""
        more = len(self.shown_lines(width)) - 1
        return super().sizeHint().height() + more * self.fontMetrics().lineSpacing()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button with as much of the text as there is room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = "\n".join(self.shown_lines(self.width())).replace("&", "&&")
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)
