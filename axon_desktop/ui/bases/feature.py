"""What the views of bases need of the window: the index of the vault that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.ui.window.main_window import MainWindow
    from axon_desktop.vault import Vault


class ShownIndex(QObject):
    """Holds the index of the vault that a window shows; a view finds it in its window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.index: VaultIndex | None = None
        """What knows the notes' properties; None while nothing does."""
        window.vault_shown.connect(self._enter)
        window.vault_left.connect(self._leave)

    def _enter(self, _vault: Vault, index: VaultIndex | None) -> None:
        self.index = index

    def _leave(self) -> None:
        self.index = None


def install(window: MainWindow) -> None:
    """Let views of bases in this window use its index."""
    ShownIndex(window)


def index_around(widget: QWidget) -> VaultIndex | None:
    """Return the index of the window that a widget is in; None if it has none."""
    shown = widget.window().findChild(ShownIndex)
    return shown.index if isinstance(shown, ShownIndex) else None
