"""VaultContext: the vault of a window, its index, and the current note."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from axon_desktop.errors import IndexUnavailableError

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import IndexState, OutsideChange, VaultIndex
    from axon_desktop.meaning.meaning_index import MeaningIndex
    from axon_desktop.vault import Vault

T = TypeVar("T")


class VaultContext(QObject):
    """One per window, for all its features: none of them has a vault, an index or a current note of its own.

    Connect to objects of the window's thread: files and the index change in others.
    """

    entered = Signal()
    """Another vault is shown from now on; its names may not be known yet."""
    left = Signal()
    """No vault is shown: the former one must not be used any more."""
    files_changed = Signal(object)
    """VaultChanged: a file of the vault was changed."""
    index_state_changed = Signal(object)
    """IndexState: the progress of the index."""
    outside_changed = Signal(object)
    """OutsideChange: other programs changed files."""
    catalog_changed = Signal()
    """The index, or the list of the vault's names, knows more than before."""
    meaning_changed = Signal()
    """There is another `meaning`, or its state has changed."""
    note_changed = Signal(str, str)
    """(path, text) of the current note, also after editing; both empty when there is none."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.vault: Vault | None = None
        self.index: VaultIndex | None = None
        """The index of links and properties; None while there is none."""
        self.meaning: MeaningIndex | None = None
        """What finds by meaning; None while there is none, or none is wanted."""
        self.note_path = ""
        """Vault path of the current note; empty for none."""
        self.note_text = ""
        """Its text as shown or typed; empty for other files."""
        self._unsubscribe: Callable[[], None] = _nothing
        self.index_state_changed.connect(self.catalog_changed)

    def open(self, vault: Vault, index: VaultIndex | None) -> None:
        """Set another vault; `entered` is emitted by the window, when it shows it."""
        self.vault, self.index = vault, index
        self._unsubscribe = vault.subscribe(self.files_changed.emit)

    def leave(self) -> None:
        """Drop the current vault, if there is one."""
        if self.vault is None:
            return
        self._unsubscribe()
        self._unsubscribe = _nothing
        self.vault = self.index = None
        self.left.emit()
        self.show_note("", "")

    def take_index_event(self, event: IndexState | OutsideChange) -> None:
        """Pass an event on to the window's thread; called from a thread of the index."""
        from axon_desktop.index.vault_index import IndexState

        (self.index_state_changed if isinstance(event, IndexState) else self.outside_changed).emit(event)

    def show_note(self, path: str, text: str) -> None:
        """Set the current note."""
        if (path, text) != (self.note_path, self.note_text):
            self.note_path, self.note_text = path, text
            self.note_changed.emit(path, text)

    def rename_note(self, path: str) -> None:
        """Set the new path of the current note, whose text is the same."""
        self.show_note(path, self.note_text)


def _nothing() -> None:
    return None


async def ask_index(index: VaultIndex, question: Callable[[], T]) -> T | None:
    """Ask in a thread; None if the index was closed, or is damaged: then it is rebuilt."""
    try:
        return await asyncio.to_thread(question)
    except IndexUnavailableError:
        return None
    except (ValueError, OSError):
        await asyncio.to_thread(index.distrust)
        return None
