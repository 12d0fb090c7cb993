"""WrappedLabel: plain words over as many lines as they need; unlike with Qt's label, a long name is broken too."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

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


def breakable(text: str) -> str:
    """Return text in which a line can also end within a long name."""
    return re.sub(_UNBROKEN, rf"\g<0>{_BREAK}", text)
