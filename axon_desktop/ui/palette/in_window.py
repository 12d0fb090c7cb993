"""The command palette in the window: Ctrl+P, and which commands were used last."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from axon_desktop.ui.palette.commands import commands_of
from axon_desktop.ui.search.recent import RecentList

if TYPE_CHECKING:
    from axon_desktop.ui.main_window import MainWindow
    from axon_desktop.ui.palette.palette import Palette

_MAX_RECENT = 8


class PaletteInWindow(QObject):
    """Makes the palette when it is first wanted."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._palette: Palette | None = None
        window.menus.palette_requested.connect(self._open)

    def _open(self) -> None:
        if self._palette is None:
            from axon_desktop.ui.palette.palette import Palette

            window = self._window
            recent = RecentList(window.state, _MAX_RECENT)
            recent.open("commands_used")
            self._palette = Palette(window.theme.colors, recent, partial(commands_of, window), window)
            window.theme.colors_changed.connect(self._palette.set_colors)
        self._palette.open_list()


def add_palette(window: MainWindow) -> None:
    """Put the command palette into a window."""
    PaletteInWindow(window)
