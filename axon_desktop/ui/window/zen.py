"""ZenMode: the note alone in the window; panels and bars are hidden until a key or Escape brings them back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

if TYPE_CHECKING:
    from axon_desktop.ui.note.pane import NotePane
    from axon_desktop.ui.window.main_window import MainWindow


class ZenMode(QObject):
    """Of one window; not kept for the next start."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._action = window.menus.actions["writing.zen"]
        self._hidden: list[str] = []
        """Names of the panels that were shown."""
        self._action.toggled.connect(self._switch)
        window.groups.each(self._dress)
        window.installEventFilter(self)

    def _switch(self, on: bool) -> None:
        window, docks = self._window, self._window.panels.docks
        window.menuBar().setFixedHeight(0)  # hidden, its actions would have no keys
        if on:
            self._hidden = [dock.objectName() for dock in docks if not dock.isHidden()]
        else:
            window.menus.fit()
        for dock in docks:
            if dock.objectName() in self._hidden:
                dock.setVisible(not on)
        window.status.setVisible(not on)
        for pane in window.groups.all:
            self._dress(pane)
        window.groups.focus_page()

    def _dress(self, pane: NotePane) -> None:
        pane.tab_bar.setVisible(not self._action.isChecked())
        pane.header.setVisible(not self._action.isChecked())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Escape that nothing else in the window has a use for."""
        if (
            self._action.isChecked()
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Escape
        ):
            self._action.setChecked(False)
            return True
        return super().eventFilter(watched, event)
