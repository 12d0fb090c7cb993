"""RewindBar: shows that the conversation or the notes were rewound, and offers to undo that."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QWidget

from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import hbox, push_button, text_label
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import in_force

_CROSS = 12


class RewindBar(QFrame):
    """A bar above the input box, initially hidden."""

    return_requested = Signal()
    """The rewind is to be undone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("back_strip")
        self.label = text_label("", self, wraps=True, kind="small")
        self.button = push_button(self.tr("Ta&ke it back"), self, self.return_requested, kind="link")
        self.close_button = push_button("", self, self.hide, tip=plain_tip(self.tr("Hide")), kind="flat")
        self.close_button.setAccessibleName(self.tr("Hide"))
        self.close_button.setIcon(icon("close", _CROSS))
        hbox((self.label, 1), self.button, self.close_button, parent=self, margins=(12, 5, 8, 5), spacing=-1)
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
