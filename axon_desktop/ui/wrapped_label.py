"""WrappedLabel: plain words over as many lines as they need; unlike with Qt's label, a long name is broken too."""

from __future__ import annotations

import re

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from axon_desktop.ui.plain_tip import plain_tip

_UNBROKEN = r"[^ \t\n\u200d\u2e80-\U0010ffff]{24}(?=[^ \t\n\u200d\u2e80-\U0010ffff])"
"""A part of an address or a name where a line could not be broken otherwise; compiled when first needed, as that
takes some ms."""
_BREAK = "\u200b"


class WrappedLabel(QLabel):
    """Nothing in its words makes a dialog wider than it is."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show words; a screen reader is told them as they are."""
        shown = breakable(text)
        super().setText(shown)
        self.setAccessibleName(text if shown != text else "")

    def text(self) -> str:
        """Return the words as they are."""
        return super().text().replace(_BREAK, "")


class RoomyLabel(WrappedLabel):
    """Has room for so many lines, whatever it says: nothing moves when it says something else."""

    def __init__(self, lines: int, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._lines = lines
        self._whole = ""
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say(self, words: str) -> None:
        """Show words; of more than there is room for the beginning, and all of them in the tooltip."""
        self._whole = words
        self._fit()

    def text(self) -> str:
        """Return the words, also those that there is no room for."""
        return self._whole

    def sizeHint(self) -> QSize:
        """Return the room."""
        return QSize(super().sizeHint().width(), self._room())

    def minimumSizeHint(self) -> QSize:
        """Return the room; it may be as narrow as it likes."""
        return QSize(0, self._room())

    def hasHeightForWidth(self) -> bool:
        """Tell that the room is the same at every width."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much as fits now."""
        super().resizeEvent(event)
        self._fit()

    def _room(self) -> int:
        return self._lines * self.fontMetrics().lineSpacing()

    def _fit(self) -> None:
        shown = self._whole
        while shown and self._height_of(shown) > self._room():
            shown = f"{shown[:-2].rstrip('…')[: -max(1, len(shown) // 20)].rstrip()}…"
        if breakable(shown) != QLabel.text(self):
            QLabel.setText(self, breakable(shown))
        self.setAccessibleName(self._whole)
        self.setToolTip(plain_tip(self._whole) if shown != self._whole else "")

    def _height_of(self, words: str) -> int:
        room = QRect(0, 0, max(1, self.width()), 10_000)
        return self.fontMetrics().boundingRect(room, int(Qt.TextFlag.TextWordWrap), breakable(words)).height()


def breakable(text: str) -> str:
    """Return text in which a line can also end within a long name."""
    return re.sub(_UNBROKEN, rf"\g<0>{_BREAK}", text)
