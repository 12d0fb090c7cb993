"""The vault panel: filter box, lazy tree, matches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListView, QMenu, QStackedWidget, QTreeView, QWidget

from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.buttons.clear_button import offer_clearing
from axon_desktop.ui.drag_drop.drop_words import ignore_files
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.look.parts import name_panel, text_label, vbox
from axon_desktop.ui.look.sizes import row_height
from axon_desktop.ui.look.theme import in_force
from axon_desktop.ui.runtime import open_external as outside
from axon_desktop.ui.tree.change_marks import ChangedFiles
from axon_desktop.ui.tree.delegate import MatchDelegate
from axon_desktop.ui.tree.filter import MatchModel, find_matches
from axon_desktop.ui.tree.model import FOLDER_ROLE, ORIGINAL_ROLE, PATH_ROLE, VaultModel, count_files, display_name
from axon_desktop.ui.tree.view import TreeView

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import IndexState
    from axon_desktop.ui.tree.listing import Order
    from axon_desktop.vault import Vault
    from axon_desktop.vault.history.changes import VaultChanged

_FILTER_PAUSE_MS = 80
_RECOUNT_PAUSE_MS = 500
_PATIENCE_MS = 300
"""How long reading the vault's folder may take before that is shown."""
_SCAN_AGAIN = 5.0
"""Seconds for which scanned names are valid when the user comes back to the window."""
_TOOLBAR_HEIGHT = 34
_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class VaultTree(QWidget):
    """The left panel of the window."""

    note_requested = Signal(str)
    """Vault path of a file to show."""
    new_tab_requested = Signal(str)
    """Vault path of a file to show in a tab of its own."""
    mention_requested = Signal(str)
    """Vault path of a note or folder to mention in the chat."""
    obsidian_requested = Signal(str)
    """Vault path of a file to show in Obsidian."""
    new_note_requested = Signal(str)
    """Parent for a new note; empty for the root."""
    new_folder_requested = Signal(str)
    """Parent for a new folder; empty for the root."""
    rename_requested = Signal(str, bool)
    """(vault path, whether it is a folder)."""
    trash_requested = Signal(str, bool)
    """(vault path, whether it is a folder)."""
    move_requested = Signal(list, str)
    """(vault paths of files, target folder)."""
    move_to_requested = Signal(str, bool)
    """(vault path, whether it is a folder): the target is to be asked for."""
    bookmark_requested = Signal(str, bool)
    """(vault path, whether it is a folder)."""
    duplicate_requested = Signal(str)
    """Vault path of a file to copy."""
    compare_requested = Signal(str, str)
    """(vault path of a conflict copy, of its original)."""
    message_requested = Signal(str)
    """A sentence for the status bar."""
    counted = Signal(int)
    """How many notes the vault has."""

    names_changed = Signal()
    """A scan found changed names: links may resolve differently."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_panel(self, "vault_tree")
        self._vault: Vault | None = None
        self._model: VaultModel | None = None
        self._changed: ChangedFiles | None = None
        self._matches = MatchModel()
        self._searching = 0
        self._scanned = time.monotonic()
        self._counted: Sequence[str] | None = None
        """The vault's paths at the last count of its files."""
        self._revealing = ""
        """File to select as soon as it has a row."""
        self._chosen_last = ""
        """The selected path whose row was removed."""
        self._away = False
        self._top = QPersistentModelIndex()
        self._order: Order = "name"

        self.toolbar = QWidget()
        """Room for what `toolbar.py` puts there after the first paint."""
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Filter notes"))
        self.filter.setAccessibleName(self.tr("Filter notes"))
        offer_clearing(self.filter)
        ignore_files(self.filter)
        self.filter.installEventFilter(self)
        self.view = TreeView()
        self.view.setAccessibleName(self.tr("Vault"))
        self.matches = QListView()
        self.matches.setObjectName("matches")
        self.matches.setAccessibleName(self.tr("Matching notes"))
        self.matches.setUniformItemSizes(True)
        self.matches.setMouseTracking(True)
        self.matches.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.matches.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.matches.setModel(self._matches)
        self._delegate = MatchDelegate()
        self.matches.setItemDelegate(self._delegate)
        self.matches.installEventFilter(self)
        self._hint = text_label(name="tree_hint", wraps=True, align=Qt.AlignmentFlag.AlignTop)
        self._pages = QStackedWidget()
        for page in (self.view, self.matches, self._hint):
            self._pages.addWidget(page)
        vbox(self.toolbar, self.filter, self._pages, parent=self, margins=(8, 0, 8, 0))
        self._fit()
        in_force.changed.connect(self._fit)
        self.setFocusProxy(self.view)

        self._filter_pause = single_shot(self, _FILTER_PAUSE_MS, self._search)
        self._recount_pause = single_shot(self, _RECOUNT_PAUSE_MS, self.recount)
        self._patience = single_shot(self, _PATIENCE_MS, self._show_state)
        self.filter.textChanged.connect(self._filter_changed)
        self.view.chosen.connect(self._choose)
        self.view.rename_requested.connect(self._rename)
        self.view.trash_requested.connect(self._trash)
        self.view.dropped.connect(self.move_requested)
        self.matches.clicked.connect(self._choose_match)
        self.matches.doubleClicked.connect(self._choose_match)  # the second click takes the focus back
        self.view.customContextMenuRequested.connect(self._tree_menu)
        self.matches.customContextMenuRequested.connect(self._match_menu)

    def _fit(self) -> None:
        self.toolbar.setFixedHeight(row_height(_TOOLBAR_HEIGHT))

    # --- slots of the window

    def set_vault(self, vault: Vault) -> None:
        """Show a vault from its root."""
        old = self._model
        self._vault = vault
        self._counted = None
        self._model = VaultModel(vault, self)
        self._model.set_order(self._order)
        self._changed = ChangedFiles(vault)
        self._model.rowsAboutToBeInserted.connect(self._remember_top)
        self._model.rowsAboutToBeRemoved.connect(self._remember_top)
        self._model.rowsAboutToBeRemoved.connect(
            self._rows_leaving
        )  # before the view: it would select another row
        self._model.folder_listed.connect(self._folder_listed)
        self.view.set_current_note("")
        self._revealing = self._chosen_last = ""
        self.view.setModel(self._model)
        self.filter.setEnabled(True)
        self.filter.clear()
        self._show_folders()
        self._away = False
        self._patience.start()
        if old is not None:
            old.deleteLater()
        self._model.reload([""])

    def leave_vault(self) -> None:
        """Start nothing more in the vault: it, or the whole program, is about to be closed."""
        for timer in (self._filter_pause, self._recount_pause, self._patience):
            timer.stop()

    def show_no_vault(self) -> None:
        """Show what to do when no vault could be opened."""
        self.filter.setEnabled(False)
        self._show_message(self.tr("No vault is open. Choose one with File → Open vault…"))

    def follow_index(self, state: IndexState) -> None:
        """List the folders again when the vault became missing or returned."""
        away = state.watch == "away"
        if away is not self._away and self._model is not None:
            self._away = away
            self._model.reload()

    def set_current_note(self, path: str) -> None:
        """Select the note in the note pane, expanding its folders."""
        self.view.set_current_note(path)
        self.reveal(path)

    def set_order(self, order: Order) -> None:
        """Sort the files of every folder."""
        self._order = order
        if self._model is not None:
            self._model.set_order(order)

    def collapse_all(self) -> None:
        """Collapse every folder; Qt's own way would tell nobody."""
        for folder in self._model.known_folders() if self._model is not None else ():
            self.view.collapse(folder)

    @property
    def chosen(self) -> tuple[str, bool]:
        """(vault path, whether it is a folder) of the selected row; an empty path for none."""
        index = self.view.selected if self._model is not None else QModelIndex()
        return str(index.data(PATH_ROLE) or ""), bool(index.data(FOLDER_ROLE))

    def is_by_agent(self, path: str) -> bool:
        """Tell whether a file is marked since the agent changed it."""
        return self._changed is not None and self._changed.is_by_agent(path)

    def on_vault_changed(self, change: VaultChanged) -> None:
        """Show added, removed and changed files; the selection follows a moved file."""
        if self._model is None or self._changed is None:
            return
        chosen = self.view.selected.data(PATH_ROLE) or self._chosen_last
        folders = set()
        for path in change.paths:
            folders.add(path)
            while path:
                path = path.rpartition("/")[0]
                folders.add(path)
        self._model.reload(None if change.many else folders)
        self._changed.follow(change)
        self._model.mark_changed(self._changed.paths)
        if change.origin == "undo":
            spawn(self._unmark(change), name="look what is still changed")
        if change.origin in ("user", "undo") and chosen in change.moved:
            self.reveal(change.moved[chosen])
        self._recount_pause.start()

    def refresh(self) -> None:
        """List all visible folders again, and scan the vault's names."""
        if self._model is not None:
            self._model.reload()
            spawn(self._rescan(), name="scan names")

    def reload_shown(self) -> None:
        """List the visible folders again, and scan old names: another program may have changed them."""
        if self._model is not None:
            self._model.reload()
        if self._vault is not None and self._vault.names.ready and time.monotonic() > self._scanned + _SCAN_AGAIN:
            spawn(self._rescan(), name="scan names")

    def recount(self) -> None:
        """Count the files of each folder in a thread."""
        spawn(self._count(), name="count notes")

    # --- in the background

    async def _unmark(self, undo: VaultChanged) -> None:
        """Find which files of an undo, or a redo, are still changed."""
        changed, model = self._changed, self._model
        if changed is not None and model is not None:
            await changed.drop_undone(undo.paths)
            if model is self._model:
                model.mark_changed(changed.paths)

    async def _rescan(self) -> None:
        if self._vault is not None:
            self._scanned = time.monotonic()
            names = self._vault.names
            before = names.paths
            await asyncio.to_thread(names.scan)
            if names.paths != before:
                self.names_changed.emit()
            await self._count()

    async def _count(self) -> None:
        vault = self._vault
        if vault is None or not vault.names.ready:
            return
        names = vault.names
        paths = names.paths
        if paths is self._counted:  # no file was added or removed
            return
        self._counted = paths
        counts, notes = await asyncio.to_thread(lambda: (count_files(paths), names.count_notes))
        if vault is self._vault and self._model is not None:
            self._model.set_counts(counts)
            self.counted.emit(notes)

    def _filter_changed(self, text: str) -> None:
        if text.strip():
            self._filter_pause.start()
        else:
            self._filter_pause.stop()
            self._searching += 1
            self._show_state()

    def _search(self) -> None:
        self._searching += 1
        spawn(self._find(self.filter.text(), self._searching), name="filter notes")

    async def _find(self, query: str, serial: int) -> None:
        if self._vault is None:
            return
        from axon_desktop.ui.accessibility.announcer import announce  # not needed before the first paint

        found = await asyncio.to_thread(find_matches, self._vault, query)
        if serial != self._searching:
            return  # the text changed
        self._matches.set_paths(found)
        if found:
            self.matches.setCurrentIndex(self._matches.index(0))
            self._pages.setCurrentWidget(self.matches)
        else:
            ready = self._vault.names.ready
            self._show_message(
                self.tr("No notes match.") if ready else self.tr("Still reading the file names in the vault…")
            )
            announce(self._hint.text(), topic="find")

    def _show_message(self, words: str) -> None:
        self._hint.setText(words)
        self._pages.setCurrentWidget(self._hint)
        self.setFocusProxy(self.filter)  # a hidden widget cannot have the focus

    def _show_folders(self) -> None:
        self._pages.setCurrentWidget(self.view)
        self.setFocusProxy(self.view)

    def _show_state(self) -> None:
        """Show the folders, or why there are none, unless filter matches are shown."""
        model = self._model
        if model is None or self.filter.text().strip():
            return
        if model.rowCount():
            self._show_folders()
        elif model.root_error is not None:
            words = self.tr("The vault’s folder cannot be read. Axon continues as soon as it is back.\n\n{why}")
            self._show_message(words.format(why=error_text(model.root_error)))
        elif model.is_listed(""):
            self._show_message(self.tr("No notes yet"))
        else:
            self._show_message(self.tr("Reading the vault’s folders…"))

    # --- choosing

    def _choose(self, index: QModelIndex) -> None:
        if index.data(FOLDER_ROLE):
            self.view.setExpanded(index, not self.view.isExpanded(index))
        else:
            self.note_requested.emit(index.data(PATH_ROLE))

    def _choose_match(self, index: QModelIndex) -> None:
        path = self._matches.path(index)
        if path:
            self.note_requested.emit(path)

    def _remember_top(self) -> None:
        """Remember the first visible row, if it is not the first of all: rows may change above it."""
        if self.view.verticalScrollBar().value() and not self._top.isValid():
            self._top = QPersistentModelIndex(self.view.indexAt(QPoint(0, 0)))

    def _rows_leaving(self, parent: QModelIndex, first: int, last: int) -> None:
        """Clear the selection when its row is removed; the focus stays near it."""
        current = self.view.currentIndex()
        if self._model is not None and current.parent() == parent and first <= current.row() <= last:
            self._chosen_last = self.view.selected.data(PATH_ROLE) or ""
            beside = self._model.index(first - 1, 0, parent) if first else parent
            self.view.selectionModel().setCurrentIndex(beside, QItemSelectionModel.SelectionFlag.Clear)

    def _folder_listed(self, path: str) -> None:
        if not path:
            self._patience.stop()
            self._show_state()
        if self._top.isValid() and self._model is not None and not self._revealing:
            top = self._model.index(self._top.row(), 0, self._top.parent())
            self.view.scrollTo(top, QTreeView.ScrollHint.PositionAtTop)
        self._top = QPersistentModelIndex()
        if not self.view.currentIndex().isValid() and self._model is not None and not self._revealing:
            first = self._model.index(0, 0)
            self.view.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
        self._reveal_step()
        self._choose_again()

    def _choose_again(self) -> None:
        """Restore the selection whose row was removed, as soon as it is back and if nothing else was selected."""
        if self._model is None or not self._chosen_last or self._revealing or self.view.selected.isValid():
            return
        index = self._model.index_of(self._chosen_last)
        if index.isValid():
            self._chosen_last = ""
            self.view.choose(index)

    def reveal(self, path: str) -> None:
        """Select a file or folder, as soon as the folders above it are listed."""
        self._revealing = path
        self._reveal_step()

    def _reveal_step(self) -> None:
        """Expand the next folder on the way to the file, or select the file; listing a folder calls it again."""
        if not self._revealing or self._model is None:
            return
        parts = self._revealing.split("/")[:-1]
        for depth in range(len(parts)):
            folder = "/".join(parts[: depth + 1])
            index = self._model.index_of(folder)
            if not index.isValid():
                return
            self.view.expand(index)
            if not self._model.is_listed(folder):
                self._model.fetchMore(index)
                return
        index = self._model.index_of(self._revealing)
        if index.isValid():
            self._revealing = ""
            self.view.choose(index)

    def eventFilter(self, watched: object, event: object) -> bool:
        """Handle the keys of the filter field and the matches: Esc clears, arrows and Enter choose."""
        if isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress:
            key = event.key()
            if key == Qt.Key.Key_Escape and self.filter.text():
                self.filter.clear()
                (self.filter if watched is self.filter else self.view).setFocus()
                return True
            if watched is self.filter and key == Qt.Key.Key_Down:
                (self.matches if self._pages.currentWidget() is self.matches else self.view).setFocus()
                return True
            if key in _ENTER_KEYS and self._pages.currentWidget() is self.matches:
                self._choose_match(self.matches.currentIndex())
                return True
        return super().eventFilter(watched, event)  # type: ignore[arg-type]

    # --- the context menu

    def _tree_menu(self, position: QPoint) -> None:
        index = self.view.indexAt(position)
        if index.isValid():
            path, original = index.data(PATH_ROLE), index.data(ORIGINAL_ROLE) or ""
            menu = self.make_menu(path, is_folder=bool(index.data(FOLDER_ROLE)), original=original)
        else:
            menu = self.make_menu("", is_folder=True)
        menu.popup(self.view.viewport().mapToGlobal(position))

    def _match_menu(self, position: QPoint) -> None:
        path = self._matches.path(self.matches.indexAt(position))
        if path:
            self.make_menu(path, is_folder=False).popup(self.matches.viewport().mapToGlobal(position))

    def make_menu(self, path: str, *, is_folder: bool, original: str = "") -> QMenu:
        """Return the context menu of a note or folder, which deletes itself on closing."""
        from axon_desktop.ui.tree.context_menu import TreeMenu  # not needed before the first paint

        return TreeMenu(self, path, is_folder=is_folder, original=original)

    def reveal_outside(self, path: str, *, is_folder: bool = False) -> None:
        """Show a file or folder in the system's file manager."""
        if self._vault is not None and not outside.reveal(self._vault.root, path, is_folder=is_folder):
            self.message_requested.emit(self.tr("The file manager did not respond."))

    def copy_link(self, path: str) -> None:
        """Copy the shortest wikilink that resolves to this file."""
        if self._vault is None:
            return
        from axon_desktop.text.file_names import without_suffix

        name = display_name(path)
        unique = self._vault.names.resolve_link(name, "") == path
        target = name if unique else without_suffix(path)
        QGuiApplication.clipboard().setText(f"[[{target}]]")
        self.message_requested.emit(self.tr("Copied [[{target}]]").format(target=target))

    def _rename(self, index: QModelIndex) -> None:
        self.rename_requested.emit(index.data(PATH_ROLE), bool(index.data(FOLDER_ROLE)))

    def _trash(self, index: QModelIndex) -> None:
        self.trash_requested.emit(index.data(PATH_ROLE), bool(index.data(FOLDER_ROLE)))
