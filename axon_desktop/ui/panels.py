"""How wide the panels are: a share of the window, until the user drags one to a width of their own."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

_SHARES = ((0.174, 190, 250), (0.306, 330, 440))
"""(share of the window's width, least, most) of the vault panel and the chat panel."""
_AREAS = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)


class PanelWidths:
    """Sizes the vault panel and the chat panel of one window, and knows which of them the user has dragged."""

    def __init__(self, window: QMainWindow, vault_dock: QDockWidget, chat_dock: QDockWidget) -> None:
        self._window = window
        self._docks = (vault_dock, chat_dock)
        self._dragged: dict[str, int] = {}
        self._before_drag: dict[str, int] = {}

    def fit(self) -> None:
        """Give each panel in its own place the width it was dragged to, else its share of the window."""
        docks, widths = [], []
        for dock, area, (share, least, most) in zip(self._docks, _AREAS, _SHARES, strict=True):
            if not dock.isFloating() and self._window.dockWidgetArea(dock) == area:
                default = min(max(round(self._window.width() * share), least), most)
                docks.append(dock)
                widths.append(self._dragged.get(dock.objectName(), default))
        if docks:
            self._window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)

    def pressed(self) -> None:
        """Note the widths when the mouse goes down, perhaps between two panels."""
        self._before_drag = {dock.objectName(): dock.width() for dock in self._docks}

    def released(self) -> None:
        """Remember the width of what was dragged."""
        for dock in self._docks:
            name, width = dock.objectName(), dock.width()
            if self._before_drag.get(name, width) != width:
                self._dragged[name] = width
        self._before_drag = {}

    def reset(self) -> None:
        """Forget what was dragged."""
        self._dragged = {}
        self.fit()

    def save(self, state: QSettings) -> None:
        """Keep the dragged widths for the next start."""
        for dock in self._docks:
            state.setValue(f"dragged/{dock.objectName()}", self._dragged.get(dock.objectName(), 0))

    def restore(self, state: QSettings) -> None:
        """Take up what the last window kept."""
        for dock in self._docks:
            width = str(state.value(f"dragged/{dock.objectName()}", ""))
            if width.isdecimal() and int(width):
                self._dragged[dock.objectName()] = int(width)
