"""ShownNote: what the reading pane shows, kept for pages that are made later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.ui.window.main_window import MainWindow
    from axon_desktop.vault import Vault
    from axon_desktop.vault.history.changes import VaultChanged


class ShownNote(QObject):
    """Listens to a window from the beginning."""

    changed = Signal(str, str)
    """(path, text) of the note that is shown, or of what became of it; both empty when none is."""
    vault_changed = Signal()
    """Another vault is shown, or none."""
    files_changed = Signal(object)
    """VaultChanged: somebody wrote in the vault."""
    index_changed = Signal()
    """The index, or the vault's names, have come further."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.path = ""
        """Vault path of the note; empty for none."""
        self.text = ""
        """Its text as it is shown or typed; empty for what is no note."""
        self.vault: Vault | None = None
        """The vault that is shown."""
        self.index: VaultIndex | None = None
        """What knows the vault's links; None while nothing does."""
        self._unsubscribe = _nothing
        window.preview.text_shown.connect(self._show)
        window.preview.note_opened.connect(self._rename)
        window.vault_shown.connect(self._enter)
        window.vault_left.connect(self._leave)
        window.index_events.state_changed.connect(lambda _state: self.index_changed.emit())
        window.tree.counted.connect(lambda _count: self.index_changed.emit())

    def _show(self, path: str, text: str) -> None:
        if (path, text) != (self.path, self.text):
            self.path, self.text = path, text
            self.changed.emit(path, text)

    def _rename(self, path: str) -> None:
        """Take the new name of a file whose text is shown already."""
        self._show(path, self.text)

    def _enter(self, vault: Vault, index: VaultIndex | None) -> None:
        self.vault, self.index = vault, index
        self._unsubscribe = vault.subscribe(self._heard)
        self.vault_changed.emit()

    def _heard(self, change: VaultChanged) -> None:
        """Pass on a change; called from the thread that made it, the signal crosses to the window's."""
        self.files_changed.emit(change)

    def _leave(self) -> None:
        self._unsubscribe()
        self._unsubscribe = _nothing
        self.vault = self.index = None
        self._show("", "")
        self.vault_changed.emit()


def _nothing() -> None:
    return None
