"""Puts previews of links into the window: in notes, in the chat, and in the list of links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.link_preview.hover import LinkHover
from axon_desktop.ui.note_panel.feature import NotePanelFeature

if TYPE_CHECKING:
    from axon_desktop.ui.link_preview.popup import LinkPreviewPopup
    from axon_desktop.ui.note.pane import NotePane
    from axon_desktop.ui.window.main_window import MainWindow


class LinkPreviewFeature(QObject):
    """Knows where links can be pointed at, and creates the popup at the first use."""

    def __init__(self, window: MainWindow, pages: NotePanelFeature) -> None:
        super().__init__(window)
        self._window = window
        self._context = window.context
        self._watched: dict[QWidget, NotePane] = {}
        """The notes that are watched, rendered and written, each with its pane."""
        self.hover = LinkHover(window.context, self._make_card, window)
        pages.links_made.connect(self.hover.watch_list)
        window.context.entered.connect(self._watch_chat)
        window.groups.each(self._watch_pane)
        window.groups.pane_closed.connect(self._forget)
        preview_link = window.menus.actions["view.preview_the_link"]
        preview_link.triggered.connect(lambda: self.hover.show_focused(self._source_of))

    def _make_card(self) -> LinkPreviewPopup:
        from axon_desktop.ui.link_preview.popup import LinkPreviewPopup

        window = self._window
        card = LinkPreviewPopup(
            lambda path: window.preview.body.load_image(path),
            lambda key: window.preview.body.load_note(key),
            window,
        )
        card.link_activated.connect(self._follow)
        return card

    def _follow(self, link: str) -> None:
        source = self.hover.path
        self.hover.close()
        self._window.preview.links.follow(link, source=source)

    def _watch_pane(self, pane: NotePane) -> None:
        self._watch_note(pane)
        pane.body.currentChanged.connect(lambda _number: self._watch_note(pane))

    def _watch_note(self, pane: NotePane) -> None:
        """Watch the view and the editor of a note pane, which are created when they are first shown."""
        view, editor = pane.body.made_view, pane.body.made_editor
        if view is not None and view not in self._watched:
            self._watched[view] = pane
            self.hover.watch_view(view, lambda: pane.path)
        if editor is not None and editor.edit not in self._watched:
            self._watched[editor.edit] = pane
            self.hover.watch_text(editor.edit, lambda: pane.path)

    def _forget(self, pane: NotePane) -> None:
        self._watched = {view: other for view, other in self._watched.items() if other is not pane}

    def _watch_chat(self) -> None:
        """Watch the view of the conversation; each vault has its own."""
        if (panel := self._window.chat_panel) is not None:
            self.hover.watch_view(panel.view, str)

    def _source_of(self, view: QWidget) -> str:
        return self._watched[view].path if view in self._watched else ""


def install(window: MainWindow) -> None:
    """Add previews to a window that has the link pages."""
    pages = window.findChild(NotePanelFeature)
    assert isinstance(pages, NotePanelFeature)
    LinkPreviewFeature(window, pages)
