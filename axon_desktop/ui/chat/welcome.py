"""What an empty conversation shows: what Axon is for, and three requests to begin with."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from axon_desktop.ui.chat.style import mark


class Welcome(QWidget):
    """Three clickable requests."""

    chosen = Signal(str)
    """The request that was clicked."""

    def __init__(self, *, offline: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.setSpacing(8)
        title = QLabel(self.tr("What shall be done in your vault?"), self)
        mark(title, kind="title")
        layout.addWidget(title)
        words = (
            self.tr(
                "No model is set up: Axon understands simple commands (no AI). Choose a model in the settings."
            )
            if offline
            else self.tr("Axon reads and writes notes for you. It asks before each write, and all can be undone.")
        )
        text = QLabel(words, self)
        text.setWordWrap(True)
        mark(text, tone="muted")
        layout.addWidget(text)
        layout.addSpacing(4)
        for example in self._offline_examples() if offline else self._examples():
            button = QPushButton(example, self)
            mark(button, kind="example")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.setToolTip(example)
            button.clicked.connect(lambda _=False, request=example: self.chosen.emit(request))
            layout.addWidget(button)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _examples(self) -> tuple[str, str, str]:
        return (
            self.tr("List my notes and tell me what this vault is about"),
            self.tr("Read Home and suggest three links to add"),
            self.tr("Write three ideas for this week into Inbox/Ideas"),
        )

    def _offline_examples(self) -> tuple[str, str, str]:
        """Return commands that the Offline provider understands, in the user's language."""
        return (
            self.tr("list /"),
            self.tr("read Home"),
            self.tr("create note Inbox/Idea: Try Axon Desktop"),
        )
