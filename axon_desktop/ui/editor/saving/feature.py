"""The editor in the window: typed text is saved before the vault is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow


class EditorFeature(QObject):
    """Connects the editor of the note pane with the window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.context.left.connect(self._vault_left)

    def _vault_left(self) -> None:
        """Save unsaved text; closing the program waits for running tasks."""
        self._window.groups.forget_text()
