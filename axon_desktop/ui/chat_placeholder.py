"""ChatPlaceholder: what stands in the chat panel until a vault is open."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget


class ChatPlaceholder(QWidget):
    """Says what is waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("chat_waiting")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._hint = QLabel(self.tr("Opening the vault…"))
        self._hint.setObjectName("chat_hint")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hint.setWordWrap(True)
        QVBoxLayout(self).addWidget(self._hint)

    def show_no_vault(self) -> None:
        """Say what to do when no vault could be opened."""
        self._hint.setText(self.tr("No vault is open. Choose one with File → Open vault…"))
