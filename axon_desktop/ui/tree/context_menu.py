"""TreeMenu: the actions on a note or folder of the vault panel."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from axon_desktop.ui.tree.model import display_name

if TYPE_CHECKING:
    from axon_desktop.ui.tree.panel import VaultTree


class TreeMenu(QMenu):
    """Emits the tree's signals; deletes itself on closing."""

    def __init__(self, tree: VaultTree, path: str, *, is_folder: bool, original: str = "") -> None:
        """Take a vault path, empty for the root; `original` is the original of a conflict copy."""
        super().__init__(tree)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if not is_folder:
            self.addAction(self.tr("&Open"), partial(tree.note_requested.emit, path))
            self.addAction(self.tr("Open in new &tab"), partial(tree.new_tab_requested.emit, path))
            self.addAction(self.tr("Open in Ob&sidian"), partial(tree.obsidian_requested.emit, path))
        if original:
            words = self.tr("Com&pare with {name}…").format(name=display_name(original).replace("&", "&&"))
            self.addAction(words, partial(tree.compare_requested.emit, path, original))
        reveal = partial(tree.reveal_outside, path, is_folder=is_folder)
        self.addAction(self.tr("Re&veal in file manager"), reveal)
        self.addSeparator()
        folder = path if is_folder else path.rpartition("/")[0]
        self.addAction(self.tr("&New note here…"), partial(tree.new_note_requested.emit, folder))
        self.addAction(self.tr("New &folder…"), partial(tree.new_folder_requested.emit, folder))
        if not path:
            return
        self.addSeparator()
        rename = self.addAction(self.tr("&Rename…"), partial(tree.rename_requested.emit, path, is_folder))
        if not is_folder:
            self.addAction(self.tr("&Duplicate"), partial(tree.duplicate_requested.emit, path))
        self.addAction(self.tr("Mov&e to…"), partial(tree.move_to_requested.emit, path, is_folder))
        trash = self.addAction(self.tr("&Move to trash…"), partial(tree.trash_requested.emit, path, is_folder))
        for action, key in ((rename, Qt.Key.Key_F2), (trash, Qt.Key.Key_Delete)):
            action.setShortcut(key)  # the tree itself handles the key
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.addSeparator()
        if not is_folder:
            self.addAction(self.tr("&Copy wikilink"), partial(tree.copy_link, path))
        self.addAction(self.tr("&Bookmark"), partial(tree.bookmark_requested.emit, path, is_folder))
        self.addAction(self.tr("Mention in c&hat"), partial(tree.mention_requested.emit, path))
