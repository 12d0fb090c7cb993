"""Filtering vault paths by words, and the flat list of the matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.tree.model import display_name

if TYPE_CHECKING:
    from axon_desktop.vault import Vault

LIMIT = 500


def match_paths(paths: Sequence[str], query: str, limit: int = LIMIT) -> list[str]:
    """Return the paths that contain every word of the query, best first.

    A path whose name starts with the query comes before one whose name contains all words, and that before one
    that matches only with its folders; shorter before longer.
    """
    from axon_desktop.text.file_names import same_name

    words = same_name(query).split()
    if not words:
        return []
    whole = " ".join(words)
    found: list[tuple[int, int, str]] = []
    for path in paths:
        folded = same_name(path)
        if all(word in folded for word in words):
            name = folded.rpartition("/")[2]
            rank = 0 if name.startswith(whole) else 1 if all(word in name for word in words) else 2
            found.append((rank, len(path), path))
    found.sort()
    return [path for _, _, path in found[:limit]]


def find_matches(vault: Vault, query: str) -> list[str]:
    """Return the vault's matching files, those that the user excluded last; call it in a thread."""
    from axon_desktop.vault.obsidian.config import read_app_settings

    found = match_paths(vault.names.paths, query)
    settings = read_app_settings(vault.root)
    return sorted(found, key=settings.ignores) if settings.ignore_filters else found


class MatchModel(QAbstractListModel):
    """The matches of the filter: names, with their folders as user data."""

    def __init__(self) -> None:
        super().__init__()
        self._paths: list[str] = []

    def set_paths(self, paths: list[str]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._paths = paths
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        """Return the number of matches."""
        return 0 if parent.isValid() else len(self._paths)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the name, or the folder for `UserRole`, or the whole path."""
        if not 0 <= index.row() < len(self._paths):
            return None
        path = self._paths[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return display_name(path)
        if role == Qt.ItemDataRole.UserRole:
            return path.rpartition("/")[0]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(path)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return path
        return None

    def path(self, index: QModelIndex) -> str:
        """Return the vault path of a row, empty for none."""
        return self._paths[index.row()] if 0 <= index.row() < len(self._paths) else ""
