"""Puts previews of links into the window: in notes, in the chat, and in the list of links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from axon_desktop.ui.link_preview.hover import LinkHover
from axon_desktop.ui.note_panel.feature import NotePanelFeature

if TYPE_CHECKING:
    from axon_desktop.ui.link_preview.popup import LinkPreviewPopup
    from axon_desktop.ui.markdown_view import MarkdownView
    from axon_desktop.ui.window.main_window import MainWindow


class LinkPreviewFeature(QObject):
    """Knows where links can be pointed at, and creates the popup at the first use."""

    def __init__(self, window: MainWindow, pages: NotePanelFeature) -> None:
        super().__init__(window)
        self._window = window
        self._context = window.context
        self._watched: MarkdownView | None = None
        self.hover = LinkHover(window.context, self._make_card, window)
        pages.links_made.connect(self.hover.watch_list)
        window.context.entered.connect(self._watch_chat)
        window.preview.note_opened.connect(lambda _path: self._watch_note())
        preview_link = window.menus.actions["view.preview_the_link"]
        preview_link.triggered.connect(lambda: self.hover.show_focused(self._source_of))

    def _make_card(self) -> LinkPreviewPopup:
        from axon_desktop.ui.link_preview.popup import LinkPreviewPopup

        window = self._window
        card = LinkPreviewPopup(window.preview.body.load_image, window.preview.body.load_note, window)
        card.link_activated.connect(self._follow)
        return card

    def _follow(self, link: str) -> None:
        self.hover.close()
        self._window.preview.links.follow(link)

    def _watch_note(self) -> None:
        """Watch the view of the note pane, which is created with the first note."""
        view = self._window.preview.body.made_view
        if view is not None and view is not self._watched:
            self._watched = view
            self.hover.watch_view(view, lambda: self._context.note_path)

    def _watch_chat(self) -> None:
        """Watch the view of the conversation; each vault has its own."""
        if (panel := self._window.chat_panel) is not None:
            self.hover.watch_view(panel.view, str)

    def _source_of(self, view: MarkdownView) -> str:
        return self._context.note_path if view is self._watched else ""


def install(window: MainWindow) -> None:
    """Add previews to a window that has the link pages."""
    pages = window.findChild(NotePanelFeature)
    assert isinstance(pages, NotePanelFeature)
    LinkPreviewFeature(window, pages)
