"""FolderChooser: chooses the folder into which a file or folder is moved, by typing parts of its path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.quick_open.box import QuickOpenBox
from axon_desktop.ui.quick_open.row_list import QuickOpenRow
from axon_desktop.ui.tree.model import display_name
from axon_desktop.vault import Vault
from axon_desktop.vault.names.quick_search import NameMatch, NameSearch

_LIMIT = 100


class FolderChooser(QuickOpenBox[NameMatch]):
    """Offers every folder but the one where the item is; for a folder none within it."""

    def __init__(
        self, vault: Vault, path: str, move: Callable[[str], None], parent: QWidget, *, is_folder: bool
    ) -> None:
        """Take what is to be moved, and what to call with the chosen folder, empty for the root."""
        super().__init__(partial(_row, vault.name), parent)
        self._move = move
        here = path.rpartition("/")[0]
        self._folders = [
            folder
            for folder in ("", *sorted(vault.names.folders))
            if folder != here and not (is_folder and f"{folder}/".startswith(f"{path}/"))
        ]
        self._search = NameSearch((), [(folder, folder or vault.name) for folder in self._folders])
        words = self.tr("Move {name} to").format(name=display_name(path))
        self._set_words(words, words)

    def close_list(self) -> None:
        """Close for good."""
        super().close_list()
        self.deleteLater()

    def _ask(self) -> None:
        if self.isHidden():
            return
        query = self.box.text()
        found = [NameMatch(folder, folder) for folder in self._folders]
        if query.strip():
            found = self._search.find(query, _LIMIT)
        self.list.show_things(found)
        self._show_message("" if found else self.tr("No matching folder."))
        self._announce()

    def _working_keys(self) -> Sequence[str]:
        return (self.tr("Enter to move"),) if self.list.offers.rowCount() else ()

    def _choose(self, _modifiers: Qt.KeyboardModifier) -> None:
        match = self.list.chosen
        if match is not None:
            self.close_list()
            self._move(match.path)


def _row(vault: str, match: NameMatch) -> QuickOpenRow:
    return QuickOpenRow(match.name or vault, "folder", match.marks, tip=match.path)
