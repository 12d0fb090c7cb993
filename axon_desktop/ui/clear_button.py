"""The cross that empties a box for one line: Qt's own has neither name nor tooltip."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLineEdit, QToolButton

from axon_desktop.ui.plain_tip import plain_tip


def offer_clearing(box: QLineEdit) -> None:
    """Put the cross into a box; by the keyboard a box is emptied with Escape, or with Ctrl+A and Delete."""
    box.setClearButtonEnabled(True)
    cross = box.findChild(QToolButton)
    if cross is not None:
        words = QCoreApplication.translate("ClearButton", "Clear")
        cross.setAccessibleName(words)
        cross.setToolTip(plain_tip(words))
