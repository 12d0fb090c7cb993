"""FilterBox: a box above a list of lines that filters them by words."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit

from axon_desktop.ui.buttons.clear_button import offer_clearing
from axon_desktop.ui.drag_drop.drop_words import ignore_files
from axon_desktop.ui.look.parts import text_label
from axon_desktop.ui.note_panel.row_view import PanelRowView

_PAUSE_MS = 80


class FilterBox(QLineEdit):
    """Down goes to the list, Enter chooses its current line, Escape clears the box."""

    looked = Signal()
    """The filter changed: other lines may be shown."""

    def __init__(self, name: str, lines: PanelRowView) -> None:
        super().__init__()
        self._lines = lines
        self.setPlaceholderText(name)
        self.setAccessibleName(name)
        offer_clearing(self)
        ignore_files(self)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._look)
        self.textChanged.connect(lambda _text: self._pause.start())

    def _look(self) -> None:
        self._lines.set_filter(self.text())
        self.looked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass on the keys for the list."""
        key = event.key()
        if key == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif key == Qt.Key.Key_Down:
            self._lines.setFocus()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._pause.isActive():
                self._pause.stop()
                self._look()
            self._lines.keyPressEvent(event)
        else:
            super().keyPressEvent(event)


def make_hint() -> QLabel:
    """Return the hint for an empty list."""
    return text_label(name="lines_hint", wraps=True, plain=True, align=Qt.AlignmentFlag.AlignTop)
