"""The editor in the window: what is written is saved before the vault is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow


class WindowEditor(QObject):
    """Connects the editor of the reading pane with the window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.context.left.connect(self._vault_left)

    def _vault_left(self) -> None:
        """Save what is not saved; whoever closes the program waits for running tasks."""
        editor = self._window.preview.body.made_editor
        if editor is not None:
            editor.forget()


def install(window: MainWindow) -> None:
    """Put the editor into a window; after the tabs, which note the place in it first."""
    WindowEditor(window)
