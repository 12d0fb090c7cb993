"""The vault as a lazy item model: a folder is listed, in a thread, when it is expanded.

An index contains the id of the folder of its item, and its row there. So nothing at all is stored for a
note, and opening a folder of ten thousand notes costs one list.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import (
    QAbstractItemModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from shiboken6 import isValid

from axon_desktop.errors import VaultError
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.look.stylesheet import plain_tip

if TYPE_CHECKING:
    from axon_desktop.ui.tree.listing import Listing, Order
    from axon_desktop.vault import Entry, Vault

Index: TypeAlias = QModelIndex | QPersistentModelIndex

PATH_ROLE = Qt.ItemDataRole.UserRole
FOLDER_ROLE = Qt.ItemDataRole.UserRole + 1
COUNT_ROLE = Qt.ItemDataRole.UserRole + 2
CHANGED_ROLE = Qt.ItemDataRole.UserRole + 3
EXCLUDED_ROLE = Qt.ItemDataRole.UserRole + 4
ORIGINAL_ROLE = Qt.ItemDataRole.UserRole + 5
"""For a conflict copy of a sync service: the vault path of its original."""
ABSENT_ROLE = Qt.ItemDataRole.UserRole + 6

_DRAGGED = "application/x-axon-vault-paths"

_ITEM_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_FOLDER_FLAGS = _ITEM_FLAGS | Qt.ItemFlag.ItemIsDropEnabled
_FILE_FLAGS = _ITEM_FLAGS | Qt.ItemFlag.ItemNeverHasChildren | Qt.ItemFlag.ItemIsDragEnabled
"""Qt requests these for every row that is expanded, each time rows are inserted or removed."""

_ROOT = 1


def display_name(path: str) -> str:
    """Return the display name of a note or folder: its name without `.md`."""
    from axon_desktop.text.file_names import without_suffix

    return without_suffix(path.rpartition("/")[2])


def count_files(paths: Sequence[str]) -> dict[str, int]:
    """Return the number of files in each folder, at any depth."""
    direct: dict[str, int] = {}
    for path in paths:
        folder = path.rpartition("/")[0]
        direct[folder] = direct.get(folder, 0) + 1
    totals: dict[str, int] = {}
    for folder, count in direct.items():
        while folder:
            totals[folder] = totals.get(folder, 0) + count
            folder = folder.rpartition("/")[0]
    return totals


def dragged_paths(mime: QMimeData) -> list[str]:
    """Return the vault paths of files that are being dragged from the tree."""
    written = bytes(mime.data(_DRAGGED).data()).decode("utf-8")
    return written.split("\0") if written else []


@dataclass(slots=True)
class _Folder:
    """A folder that has been shown."""

    id: int
    path: str
    parent: int
    row: int
    """Its row in the parent; updated when rows are inserted or removed."""
    entries: list[Entry] = field(default_factory=list)
    children: dict[str, int] = field(default_factory=dict)
    """Ids of its subfolders that have been shown, by path."""
    excluded: frozenset[str] = frozenset()
    """Paths of entries that the user excluded from search results."""
    originals: Mapping[str, str] = field(default_factory=dict)
    """Originals of the conflict copies among the entries."""
    absent: frozenset[str] = frozenset()
    """Paths of entries whose bytes are not on this computer."""
    listed: bool = False
    loading: bool = False
    stale: bool = False
    """Whether it changed again while it was being listed."""


class VaultModel(QAbstractItemModel):
    """Notes, attachments and folders of one vault."""

    folder_listed = Signal(str)
    """Vault path of a folder whose rows are up to date."""

    def __init__(self, vault: Vault, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._vault = vault
        self._folders = {_ROOT: _Folder(_ROOT, "", 0, 0)}
        self._by_path = {"": _ROOT}
        self._next_id = _ROOT + 1
        self._counts: Mapping[str, int] = {}
        self._changed: frozenset[str] = frozenset()
        self._order: Order = "name"
        self.root_error: VaultError | None = None
        """Why the vault's own folder cannot be listed."""

    # --- the interface of Qt's models

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 (Qt's default)
        """Return the index of a row in a folder."""
        folder = self._folder(parent)
        if folder is None or column != 0 or not 0 <= row < len(folder.entries):
            return QModelIndex()
        return self.createIndex(row, 0, folder.id)

    def parent(self, child: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        """Return the folder of an item."""
        folder = self._folders.get(child.internalId()) if child.isValid() else None
        if folder is None or folder.id == _ROOT:
            return QModelIndex()
        return self.createIndex(folder.row, 0, folder.parent)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of known rows of the folder."""
        folder = self._folder(parent, make=False)
        return len(folder.entries) if folder else 0

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return 1: marks and counts are painted into the same column."""
        return 1

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        """Tell whether a folder may be expanded: unless it is known to be empty."""
        if not parent.isValid():
            return True
        entry = self.entry(parent)
        if entry is None or not entry.is_folder:
            return False
        folder = self._folder(parent, make=False)
        return folder is None or not folder.listed or bool(folder.entries)

    def canFetchMore(self, parent: Index) -> bool:
        """Tell whether the folder has not been listed yet."""
        entry = self.entry(parent) if parent.isValid() else None
        if entry is not None and not entry.is_folder:
            return False
        folder = self._folder(parent, make=False)
        return folder is None or not (folder.listed or folder.loading)

    def fetchMore(self, parent: Index) -> None:
        """Start listing the folder."""
        folder = self._folder(parent)
        if folder is not None:
            self._load(folder)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Make every item selectable; notes never have children, which spares Qt a call per row.

        Qt calls it for every row of a folder, several times when it is expanded: hence no call of `entry`.
        """
        folder, row = (self._folders.get(index.internalId()) if index.isValid() else None), index.row()
        if folder is None or row >= len(folder.entries):
            return Qt.ItemFlag.NoItemFlags
        return _FOLDER_FLAGS if folder.entries[row].is_folder else _FILE_FLAGS

    def mimeTypes(self) -> list[str]:
        """Return the formats of a drag: paths for the tree, files for the chat and other programs."""
        return [_DRAGGED, "text/uri-list"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Pack files for a drag."""
        from PySide6.QtCore import QUrl  # not needed before the first paint

        paths = [entry.path for index in indexes if (entry := self.entry(index)) is not None]
        mime = QMimeData()
        mime.setData(_DRAGGED, "\0".join(paths).encode())
        mime.setUrls([QUrl.fromLocalFile(str(self._vault.root / path)) for path in paths])
        return mime

    def supportedDragActions(self) -> Qt.DropAction:
        """Let other programs copy files; only the tree itself moves them."""
        return Qt.DropAction.CopyAction

    def supportedDropActions(self) -> Qt.DropAction:
        """Return the actions of a drag."""
        return Qt.DropAction.CopyAction

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the data for the view and for screen readers."""
        entry = self.entry(index)
        if entry is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.name if entry.is_folder else display_name(entry.path)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(entry, self._folders[index.internalId()])
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self._tip(entry, self._folders[index.internalId()]))
        if role == PATH_ROLE:
            return entry.path
        if role == FOLDER_ROLE:
            return entry.is_folder
        if role == COUNT_ROLE:
            return self._counts.get(entry.path) if entry.is_folder else None
        if role == CHANGED_ROLE:
            return not entry.is_folder and entry.path in self._changed
        if role == EXCLUDED_ROLE:
            return entry.path in self._folders[index.internalId()].excluded
        if role == ORIGINAL_ROLE:
            return self._folders[index.internalId()].originals.get(entry.path)
        if role == ABSENT_ROLE:
            return entry.path in self._folders[index.internalId()].absent
        return None

    def _tip(self, entry: Entry, holder: _Folder) -> str:
        lines = [entry.path]
        if original := holder.originals.get(entry.path):
            words = self.tr("A sync service put it here because {name} was changed on two devices.")
            lines.append(words.format(name=original))
        if not entry.is_folder and entry.path in self._changed:
            lines.append(self.tr("Changed since this vault was opened, by the agent or another program."))
        if entry.path in holder.excluded:
            lines.append(self.tr("Excluded in Obsidian’s settings: comes last in search results."))
        if entry.path in holder.absent:
            lines.append(self.tr("Not downloaded: a sync service keeps it elsewhere until it is opened."))
        return "\n".join(lines)

    def _spoken(self, entry: Entry, holder: _Folder) -> str:
        if not entry.is_folder:
            name = display_name(entry.path)
            if original := holder.originals.get(entry.path):
                return self.tr("{name}, conflicting copy of {original}").format(name=name, original=original)
            if entry.path in holder.absent:
                return self.tr("{name}, not downloaded").format(name=name)
            return self.tr("{name}, changed").format(name=name) if entry.path in self._changed else name
        count = self._counts.get(entry.path)
        if count is None:
            return self.tr("{name}, folder").format(name=entry.name)
        words = (
            self.tr("{name}, folder with 1 file") if count == 1 else self.tr("{name}, folder with {count} files")
        )
        return words.format(name=entry.name, count=count)

    # --- for the tree

    def entry(self, index: Index) -> Entry | None:
        """Return the note or folder at an index."""
        folder = self._folders.get(index.internalId()) if index.isValid() else None
        if folder is None or index.row() >= len(folder.entries):
            return None
        return folder.entries[index.row()]

    def index_of(self, path: str) -> QModelIndex:
        """Return the index of a path if its folder has been listed."""
        folder = self._folders.get(self._by_path.get(path.rpartition("/")[0], 0))
        if folder is not None:
            for row, entry in enumerate(folder.entries):
                if entry.path == path:
                    return self.createIndex(row, 0, folder.id)
        return QModelIndex()

    def is_listed(self, path: str) -> bool:
        """Tell whether a folder's rows are known."""
        folder = self._folders.get(self._by_path.get(path, 0))
        return folder is not None and folder.listed

    def reload(self, folders: Iterable[str] | None = None) -> None:
        """List folders again (all listed ones, if none are named); rows that stay keep their selection."""
        wanted = list(self._by_path) if folders is None else [path for path in folders if path in self._by_path]
        for path in wanted:
            folder = self._folders[self._by_path[path]]
            if folder.listed or folder.loading or folder.id == _ROOT:
                self._load(folder)

    def set_order(self, order: Order) -> None:
        """Sort every folder in this order from now on."""
        if order != self._order:
            self._order = order
            self.reload()

    def known_folders(self) -> list[QModelIndex]:
        """Return the folders that have been looked into, the innermost first."""
        paths = sorted(self._by_path, key=lambda path: path.count("/"), reverse=True)
        return [index for path in paths if path and (index := self.index_of(path)).isValid()]

    def set_counts(self, counts: Mapping[str, int]) -> None:
        """Show the number of files in each folder."""
        self._counts = counts
        for folder in self._folders.values():
            last = sum(1 for entry in folder.entries if entry.is_folder) - 1  # folders come first
            if last >= 0:
                first = self.createIndex(0, 0, folder.id)
                self.dataChanged.emit(first, self.createIndex(last, 0, folder.id), [COUNT_ROLE])

    def mark_changed(self, paths: Iterable[str]) -> None:
        """Mark exactly these files as changed."""
        before, self._changed = self._changed, frozenset(paths)
        other = before ^ self._changed
        for holder in {path.rpartition("/")[0] for path in other}:
            folder = self._folders.get(self._by_path.get(holder, 0))
            entries = folder.entries if folder is not None else []
            for row in [row for row, entry in enumerate(entries) if entry.path in other]:
                assert folder is not None
                index = self.createIndex(row, 0, folder.id)  # for a range Qt would request each row
                self.dataChanged.emit(index, index, [CHANGED_ROLE])

    # --- folders and their rows

    def _folder(self, parent: Index, *, make: bool = True) -> _Folder | None:
        """Return the folder of an index, stored from now on if `make`."""
        if not parent.isValid():
            return self._folders[_ROOT]
        holder = self._folders.get(parent.internalId())
        if holder is None or parent.row() >= len(holder.entries):
            return None
        entry = holder.entries[parent.row()]
        known = holder.children.get(entry.path)
        if known is not None:
            return self._folders[known]
        if not make or not entry.is_folder:
            return None
        folder = _Folder(self._next_id, entry.path, holder.id, parent.row())
        self._next_id += 1
        self._folders[folder.id] = folder
        self._by_path[folder.path] = folder.id
        holder.children[folder.path] = folder.id
        return folder

    def _load(self, folder: _Folder) -> None:
        if folder.loading:
            folder.stale = True
            return
        folder.loading = True
        spawn(self._list(folder), name=f"list folder {folder.path or '/'}")

    async def _list(self, folder: _Folder) -> None:
        try:
            while True:
                folder.stale = False
                problem: VaultError | None = None
                try:
                    listed, same = await asyncio.to_thread(self._list_folder, folder)
                except VaultError as error:  # the folder was removed; its parent will drop it
                    from axon_desktop.ui.tree.listing import Listing

                    listed, same, problem = Listing([]), False, error
                if not folder.stale:
                    break
        finally:
            folder.loading = False
        if isValid(self) and self._folders.get(folder.id) is folder:  # else another vault was opened meanwhile
            folder.listed = True
            if folder.id == _ROOT:
                self.root_error = problem
            marks = (listed.excluded, listed.originals, listed.absent)
            remarked = (folder.excluded, folder.originals, folder.absent) != marks
            folder.excluded, folder.originals, folder.absent = marks
            if not same:
                self._show(folder, listed.entries)
            if remarked and folder.entries:
                last = self.createIndex(len(folder.entries) - 1, 0, folder.id)
                roles = [EXCLUDED_ROLE, ORIGINAL_ROLE, ABSENT_ROLE]
                self.dataChanged.emit(self.createIndex(0, 0, folder.id), last, roles)
            self.folder_listed.emit(folder.path)

    def _list_folder(self, folder: _Folder) -> tuple[Listing, bool]:
        """List a folder, and tell whether its rows are up to date; called in a thread.

        Nothing else changes the rows of a folder that is being listed, and a write of a note changes none, unless
        the files are sorted by the time of their last change.
        """
        from axon_desktop.ui.tree.listing import list_items  # not needed before the first paint

        listed = list_items(self._vault, folder.path, self._order)
        return listed, listed.entries == folder.entries

    def _index_of_folder(self, folder: _Folder) -> QModelIndex:
        return QModelIndex() if folder.id == _ROOT else self.createIndex(folder.row, 0, folder.parent)

    def _show(self, folder: _Folder, entries: list[Entry]) -> None:
        """Change the folder's rows to `entries` by removing and inserting runs of rows."""
        parent = self._index_of_folder(folder)
        wanted = {(entry.path, entry.is_folder) for entry in entries}
        kept = [(entry.path, entry.is_folder) in wanted for entry in folder.entries]
        for stay, run in reversed(
            [(stay, list(run)) for stay, run in groupby(range(len(kept)), kept.__getitem__)]
        ):
            if not stay:
                self.beginRemoveRows(parent, run[0], run[-1])
                for entry in folder.entries[run[0] : run[-1] + 1]:
                    self._forget(folder, entry.path)
                del folder.entries[run[0] : run[-1] + 1]
                self._renumber(folder)
                self.endRemoveRows()
        have = {(entry.path, entry.is_folder) for entry in folder.entries}
        staying = [entry for entry in entries if (entry.path, entry.is_folder) in have]
        if [entry.path for entry in staying] != [entry.path for entry in folder.entries]:
            self._move_rows(folder, staying)
        fresh = [(entry.path, entry.is_folder) not in have for entry in entries]
        for new, run in [(new, list(run)) for new, run in groupby(range(len(fresh)), fresh.__getitem__)]:
            if new:
                self.beginInsertRows(parent, run[0], run[-1])
                folder.entries[run[0] : run[0]] = entries[run[0] : run[-1] + 1]
                self._renumber(folder)
                self.endInsertRows()

    def _move_rows(self, folder: _Folder, entries: list[Entry]) -> None:
        """Put the rows of a folder into another order; what is selected or expanded stays so."""
        self.layoutAboutToBeChanged.emit()
        before = folder.entries
        held = [index for index in self.persistentIndexList() if index.internalId() == folder.id]
        rows = {entry.path: row for row, entry in enumerate(entries)}
        folder.entries = list(entries)
        self._renumber(folder)
        moved = [self.createIndex(rows[before[index.row()].path], 0, folder.id) for index in held]
        self.changePersistentIndexList(held, moved)
        self.layoutChanged.emit()

    def _renumber(self, folder: _Folder) -> None:
        if folder.children:
            rows = {entry.path: row for row, entry in enumerate(folder.entries)}
            for path, child in folder.children.items():
                self._folders[child].row = rows[path]

    def _forget(self, folder: _Folder, path: str) -> None:
        """Drop a removed subfolder, with everything below it."""
        gone = folder.children.pop(path, None)
        if gone is not None:
            child = self._folders.pop(gone)
            del self._by_path[child.path]
            for below in list(child.children):
                self._forget(child, below)
