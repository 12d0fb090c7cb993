"""Bookmarks in the window: a page of the vault panel, and what adds and opens them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.note_panel.feature import NotePanelFeature

if TYPE_CHECKING:
    from axon_desktop.ui.bookmarks.bookmark_file import Bookmark
    from axon_desktop.ui.bookmarks.page import BookmarksPage
    from axon_desktop.ui.window.main_window import MainWindow
    from axon_desktop.vault import Vault
    from axon_desktop.vault.history.changes import VaultChanged


class BookmarksFeature(QObject):
    """Reads the bookmarks of a vault when the page is first shown, or one is added."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._page: BookmarksPage | None = None
        self._own: list[Bookmark] | None = None
        """The user's bookmarks; None while they are not read."""
        self._one_at_a_time = asyncio.Lock()
        window.vault_panel.add_page("bookmarks", self.tr("Bookmarks"), "bookmark", self._make_page)
        actions = window.menus.actions
        actions["file.bookmark"].triggered.connect(self._add_chosen)
        actions["edit.bookmark_search"].triggered.connect(self._add_search)
        actions["view.bookmarks"].triggered.connect(lambda: window.show_panel_page("bookmarks"))
        window.tree.bookmark_requested.connect(self._add_file)
        window.context.entered.connect(self._forget)
        window.context.left.connect(self._forget)
        window.context.files_changed.connect(self._follow)
        window.context.catalog_changed.connect(lambda: self._refresh() if self._own is not None else None)

    def _make_page(self) -> QWidget:
        from axon_desktop.ui.bookmarks.page import BookmarksPage

        page = self._page = BookmarksPage()
        page.chosen.connect(self._open)
        page.removed.connect(lambda one: spawn(self._change(without=one), name="remove a bookmark"))
        self._refresh()
        return page

    def _forget(self) -> None:
        self._own = None
        if self._page is not None:
            self._refresh()

    def _refresh(self) -> None:
        if self._window.context.vault is not None:
            spawn(self._change(), name="bookmarks")

    def _follow(self, change: VaultChanged) -> None:
        from axon_desktop.ui.bookmarks.bookmark_file import moved

        if change.moved and self._own is not None and moved(self._own, change.moved) != self._own:
            spawn(self._change(to=dict(change.moved)), name="bookmarks")

    # --- adding and removing

    def _add_file(self, path: str, is_folder: bool) -> None:
        from axon_desktop.ui.bookmarks.bookmark_file import Bookmark

        spawn(self._change(add=Bookmark("folder" if is_folder else "file", path)), name="add a bookmark")

    def add_heading(self, path: str, heading: str) -> None:
        """Add a heading of a note."""
        from axon_desktop.ui.bookmarks.bookmark_file import Bookmark

        spawn(self._change(add=Bookmark("file", path, heading)), name="add a bookmark")

    def _add_chosen(self) -> None:
        """Add the selection of the tree while that has the focus, else the shown file."""
        tree, path = self._window.tree, self._window.preview.path
        if self._window.focusWidget() is tree.view and tree.chosen[0]:
            self._add_file(*tree.chosen)
        elif path:
            self._add_file(path, False)

    def _add_search(self) -> None:
        """Add what the search of the vault looks for."""
        from axon_desktop.ui.bookmarks.bookmark_file import Bookmark
        from axon_desktop.ui.search.page import SearchPage

        page = self._window.findChild(SearchPage)
        if page is not None and page.box.text().strip():
            spawn(self._change(add=Bookmark("search", page.box.text().strip())), name="add a bookmark")
        else:
            self._window.status.show_message(self.tr("There is no search to bookmark."))

    async def _change(
        self,
        *,
        add: Bookmark | None = None,
        without: Bookmark | None = None,
        to: dict[str, str] | None = None,
    ) -> None:
        """Change the bookmarks of the open vault, if anything is to be changed, and show them."""
        from axon_desktop.ui.bookmarks.bookmark_file import moved, read_bookmarks, read_obsidian, write_bookmarks

        vault = self._window.context.vault
        if vault is None:
            return
        async with self._one_at_a_time:
            before = await asyncio.to_thread(read_bookmarks, vault.data_dir)
            now = [one for one in moved(before, to or {}) if one != without]
            if add is not None and add not in now:
                now.append(add)
            if now != before:
                await asyncio.to_thread(write_bookmarks, vault.data_dir, now)
            obsidian = await asyncio.to_thread(read_obsidian, vault.root) if self._page is not None else []
        if vault is not self._window.context.vault:
            return
        self._own = now
        if add is not None:
            words = self.tr("Bookmarked {name}") if add not in before else self.tr("{name} is bookmarked already.")
            self._window.status.show_message(words.format(name=add.heading or add.path))
        if self._page is not None:
            self._page.show_bookmarks(now, obsidian, lambda path: _is_there(vault, path))

    # --- opening

    def _open(self, one: Bookmark, new_tab: bool) -> None:
        window = self._window
        if one.kind == "search":
            window.search_in_vault(one.path)
        elif one.kind == "folder":
            window.show_panel_page("files")
            window.tree.reveal(one.path)
        else:
            window.preview.open_note(one.path, one.heading, new_tab=new_tab)


def _is_there(vault: Vault, path: str) -> bool:
    names = vault.names
    return not names.ready or names.table.has(path) or path in names.folders


def install(window: MainWindow) -> None:
    """Add bookmarks to a window that has the outline."""
    feature = BookmarksFeature(window)
    pages = window.findChild(NotePanelFeature)
    assert isinstance(pages, NotePanelFeature)
    pages.bookmark_requested.connect(feature.add_heading)
