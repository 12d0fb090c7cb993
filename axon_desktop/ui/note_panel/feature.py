"""Puts outline, links, tags and previews of links into the window."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from axon_desktop.errors import IndexUnavailableError
from axon_desktop.ui.link_preview.hover import LinkHover
from axon_desktop.ui.note_panel.shown_note import ShownNote

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.ui.link_preview.popup import PreviewCard
    from axon_desktop.ui.markdown_view import MarkdownView
    from axon_desktop.ui.window.main_window import MainWindow


class LinksInWindow(QObject):
    """Makes the pages when they are first shown, and knows who follows what is chosen there."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._note = ShownNote(window)
        self._watched: MarkdownView | None = None
        self.hover = LinkHover(self._note, self._make_card, window)
        window.note_panel.add_page("outline", self.tr("Outline"), "outline", self._make_outline)
        window.note_panel.add_page("links", self.tr("Links"), "link", self._make_links)
        window.vault_panel.add_page("tags", self.tr("Tags"), "tag", self._make_tags)
        window.vault_shown.connect(lambda _vault, _index: self._watch_chat())
        window.preview.note_opened.connect(lambda _path: self._watch_note())
        window.menus.link_preview_requested.connect(lambda: self.hover.show_focused(self._source_of))

    # --- pages

    def _make_outline(self) -> QWidget:
        from axon_desktop.ui.note_panel.outline_page import OutlinePage

        window = self._window
        page = OutlinePage(self._note, window.preview, window.theme.colors)
        window.theme.colors_changed.connect(page.set_colors)
        return page

    def _make_links(self) -> QWidget:
        from axon_desktop.ui.note_panel.links_page import LinksPage

        window = self._window
        page = LinksPage(self._note, window.theme.colors)
        page.note_requested.connect(self._open)
        page.create_requested.connect(window.preview.create_requested)
        window.theme.colors_changed.connect(page.set_colors)
        self.hover.watch_list(page.list)
        return page

    def _make_tags(self) -> QWidget:
        from axon_desktop.ui.note_panel.tags_page import TagsPage

        window = self._window
        page = TagsPage(self._note, window.theme.colors)
        page.search_requested.connect(window.search_in_vault)
        window.theme.colors_changed.connect(page.set_colors)
        return page

    def _open(self, path: str, place: str, line: int, new_tab: bool) -> None:
        self._window.preview.open_note(path, place, line=line, new_tab=new_tab)

    # --- previews

    def _make_card(self) -> PreviewCard:
        from axon_desktop.ui.link_preview.popup import PreviewCard

        window = self._window
        card = PreviewCard(window.theme.colors, window.preview.load_image, window.preview.body.load_note, window)
        card.link_activated.connect(self._follow)
        window.theme.colors_changed.connect(card.set_colors)
        return card

    def _follow(self, link: str) -> None:
        self.hover.close()
        self._window.preview.follow(link)

    def _watch_note(self) -> None:
        """Watch the view of the reading pane, which is made with the first note."""
        view = self._window.preview.body.made_view
        if view is not None and view is not self._watched:
            self._watched = view
            self.hover.watch_view(view, lambda: self._note.path)

    def _watch_chat(self) -> None:
        """Watch the view of the conversation, which is another one for each vault."""
        if (view := self._window.chat_view) is not None:
            self.hover.watch_view(view, str)

    def _source_of(self, view: MarkdownView) -> str:
        return self._note.path if view is self._watched else ""


def install(window: MainWindow) -> LinksInWindow:
    """Add all of it to a window that has been painted."""
    return LinksInWindow(window)


T = TypeVar("T")


async def ask_index(index: VaultIndex, question: Callable[[], T]) -> T | None:
    """Ask in a thread; None if the index was closed meanwhile, or is damaged: then it is made anew."""
    try:
        return await asyncio.to_thread(question)
    except IndexUnavailableError:
        return None
    except (ValueError, OSError):
        await asyncio.to_thread(index.distrust)
        return None
