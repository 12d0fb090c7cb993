"""RewindBar: shows that the conversation or the notes were rewound, and offers to undo that."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import mark, plain_tip
from axon_desktop.ui.look.theme import in_force

_CROSS = 12


class RewindBar(QFrame):
    """A bar above the input box, initially hidden."""

    return_requested = Signal()
    """The rewind is to be undone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("back_strip")
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        mark(self.label, kind="small")
        self.button = QPushButton(self.tr("Ta&ke it back"), self)
        self.button.clicked.connect(self.return_requested)
        mark(self.button, kind="link")
        self.close_button = QPushButton(self)
        self.close_button.setAccessibleName(self.tr("Hide"))
        self.close_button.setToolTip(plain_tip(self.close_button.accessibleName()))
        self.close_button.clicked.connect(self.hide)
        self.close_button.setIcon(icon("close", _CROSS))
        mark(self.close_button, kind="flat")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 5, 8, 5)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.button)
        layout.addWidget(self.close_button)
        self._fit()
        in_force.changed.connect(self._fit)
        self.hide()

    def _fit(self) -> None:
        self.close_button.setIconSize(QSize(px(_CROSS), px(_CROSS)))

    def say(self, words: str) -> None:
        """Show the bar with a sentence."""
        self.label.setText(words)
        self.button.setAccessibleDescription(words)
        self.button.setEnabled(True)
        self.show()
