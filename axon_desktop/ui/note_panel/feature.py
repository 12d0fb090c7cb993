"""Outline, links and tags in the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow


class NotePanelFeature(QObject):
    """Creates the pages when they are first shown, and connects them with what handles their choices."""

    links_made = Signal(object)
    """The list of links was created (PanelRowView)."""
    bookmark_requested = Signal(str, str)
    """(vault path of the shown note, heading in it)."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.note_panel.add_page("outline", self.tr("Outline"), "outline", self._make_outline)
        window.note_panel.add_page("links", self.tr("Links"), "link", self._make_links)
        window.vault_panel.add_page("tags", self.tr("Tags"), "tag", self._make_tags)

    # --- pages

    def _make_outline(self) -> QWidget:
        from axon_desktop.ui.note_panel.outline_page import OutlinePage

        page = OutlinePage(self._window.context, self._window.groups)
        page.list.bookmark_requested.connect(
            lambda heading: self.bookmark_requested.emit(self._window.context.note_path, heading)
        )
        return page

    def _make_links(self) -> QWidget:
        from axon_desktop.ui.note_panel.links_page import LinksPage

        window = self._window
        page = LinksPage(window.context)
        page.note_requested.connect(self._open)
        page.create_requested.connect(lambda name, source: window.preview.create_requested.emit(name, source))
        self.links_made.emit(page.list)
        return page

    def _make_tags(self) -> QWidget:
        from axon_desktop.ui.note_panel.tags_page import TagsPage

        window = self._window
        page = TagsPage(window.context)
        page.search_requested.connect(window.search_in_vault)
        return page

    def _open(self, path: str, place: str, line: int, new_tab: bool) -> None:
        self._window.preview.open_note(path, place, line=line, new_tab=new_tab)
