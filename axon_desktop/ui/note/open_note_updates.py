"""OpenNoteUpdates: updates the notes open in the pane, and their links, when files change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from axon_desktop.ui.aio import single_shot, spawn

if TYPE_CHECKING:
    from axon_desktop.ui.note.pane import NotePane
    from axon_desktop.vault.history.changes import VaultChanged

_RELINK_PAUSE_MS = 400


class OpenNoteUpdates(QObject):
    """Keeps one pane up to date with its vault."""

    def __init__(self, pane: NotePane) -> None:
        super().__init__(pane)
        self._pane = pane
        self._relink_pause = single_shot(self, _RELINK_PAUSE_MS, self._relink)
        self._linked: Sequence[str] = ()
        """The files of the vault when the links were last resolved."""

    def names_ready(self) -> None:
        """Resolve the links again, now that the names are known."""
        vault = self._pane.body.vault
        if vault is not None:
            self._linked = vault.names.paths
        self._pane.body.renew_links()
        if not self._pane.path:
            self._pane.show_nothing()

    def _relink(self) -> None:
        """Resolve the links again if files were added or removed; edited files change no link."""
        vault = self._pane.body.vault
        if vault is not None and vault.names.paths != self._linked:
            self.names_ready()

    def on_vault_changed(self, change: VaultChanged) -> None:
        """Update the open notes after a change, and links to added or removed files."""
        pane, body = self._pane, self._pane.body
        if change.moved:
            before = pane.path
            pane.tabs.follow_moves(change.moved)
            if pane.path != before:
                pane.renamed(before)
        if body.made_editor is not None:
            body.made_editor.on_vault_changed(change)
            body.made_editor.edit.files_changed(None if change.many else change.paths)
        if change.many or pane.path in change.paths:
            pane.refresh()
        if body.made_view is not None:
            body.made_view.notes_changed(change.paths, many=change.many)
        self._relink_pause.start()
        if body.vault is not None:
            from axon_desktop.ui.tabs.missing_files import mark_gone

            spawn(mark_gone(pane.tabs, body.vault, change), name="look for the notes of the tabs")
