"""What an empty conversation shows: what Axon is for, and three requests to begin with."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from axon_desktop.ui.chat.style import mark

# Requests are written by people, not by the program: in the user's language, whether it is translated or not.
_EXAMPLES = {
    False: (
        "List my notes and tell me what this vault is about",
        "Read Home and suggest three links to add",
        "Write three ideas for this week into Inbox/Ideas",
    ),
    True: (
        "列出我的笔记，告诉我这个库讲什么",
        "读取 Home，建议三个可以添加的链接",
        "新建笔记 Inbox/想法，写下本周的三个想法",
    ),
}
_OFFLINE_EXAMPLES = {
    False: ("list /", "read Home", "create note Inbox/Idea: Try Axon Desktop"),
    True: ("列出 /", "读取 Home", "新建笔记 Inbox/想法：试试 Axon Desktop"),
}


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
        chinese = self.locale().language() == QLocale.Language.Chinese
        for example in (_OFFLINE_EXAMPLES if offline else _EXAMPLES)[chinese]:
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
