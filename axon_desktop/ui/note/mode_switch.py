"""ModeSwitch: the modes of a note side by side, one of them chosen."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QToolButton, QWidget

from axon_desktop.ui.look.parts import hbox
from axon_desktop.ui.tabs.tab import Mode


class ModeSwitch(QWidget):
    """Three buttons as one."""

    chosen = Signal(str)
    """A `Mode` that the user wants."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("mode_switch")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._row = hbox(parent=self, spacing=0)
        self._group = QButtonGroup(self)
        self._buttons: dict[Mode, QToolButton] = {}

    def set_names(self, names: Mapping[Mode, str]) -> None:
        """Make a button for each mode."""
        for place, (mode, name) in enumerate(names.items()):
            button = self._buttons[mode] = QToolButton()
            button.setText(name)
            button.setCheckable(True)
            button.setProperty("place", ("first", "middle", "last")[place])
            button.clicked.connect(lambda _checked=False, mode=mode: self.chosen.emit(mode))
            self._group.addButton(button)
            self._row.addWidget(button)

    def set_mode(self, mode: Mode, *, possible: bool) -> None:
        """Show the mode, and whether there is a choice."""
        for button in self._buttons.values():
            button.setEnabled(possible)
        self._buttons[mode].setChecked(True)
