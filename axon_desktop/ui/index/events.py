"""IndexEvents: carries news of the vault's index from its threads to the window's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import IndexState, OutsideChange


class IndexEvents(QObject):
    """Emits what the index says; connect to objects of the window's thread."""

    state_changed = Signal(object)
    """IndexState: how far it is."""
    outside_changed = Signal(object)
    """OutsideChange: other programs changed files."""

    def take(self, event: IndexState | OutsideChange) -> None:
        """Hear one event; called from a thread of the index."""
        from axon_desktop.index.vault_index import IndexState

        (self.state_changed if isinstance(event, IndexState) else self.outside_changed).emit(event)
