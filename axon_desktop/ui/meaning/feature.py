"""Related notes in the window, the ways to them, and the progress of search by meaning in the status bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from axon_desktop.ui.aio import single_shot
from axon_desktop.ui.language.error_texts import in_users_language
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import text_label
from axon_desktop.ui.look.stylesheet import mark, plain_tip
from axon_desktop.ui.search.search_bar import ReadingLine

if TYPE_CHECKING:
    from axon_desktop.ui.meaning.related_page import RelatedPage
    from axon_desktop.ui.note.pane import NotePane
    from axon_desktop.ui.window.main_window import MainWindow

_PATIENCE_MS = 500
"""Work that is done sooner is not shown."""
_AFTER_INDEX = 2
_LINE_WIDTH = 230


class MeaningFeature(QObject):
    """Creates the page of related notes at its first use."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._page: RelatedPage | None = None
        self._met: set[QObject] = set()
        self.status = ReadingLine()
        self.status.setFixedWidth(_LINE_WIDTH)
        self.trouble = text_label(name="index_status")
        self.trouble.hide()
        window.status.insertWidget(_AFTER_INDEX, self.status)
        window.status.insertWidget(_AFTER_INDEX + 1, self.trouble)
        self._patience = single_shot(self, _PATIENCE_MS, self._show_progress)
        window.note_panel.add_page("related", self.tr("Related notes"), "alike", self._make_page)
        actions = window.menus.actions
        actions["view.related_notes"].triggered.connect(lambda: window.show_panel_page("related"))
        actions["edit.notes_about_this"].triggered.connect(self.show_notes_about_this)
        window.groups.each(self._watch)
        window.context.meaning_changed.connect(self._show_state)

    def _make_page(self) -> RelatedPage:
        from axon_desktop.ui.meaning.related_page import RelatedPage

        window = self._window
        page = self._page = RelatedPage(window.context)
        page.passage_requested.connect(
            lambda path, line, new_tab: window.preview.open_note(path, line=line, new_tab=new_tab)
        )
        page.settings_requested.connect(lambda: window.settings_requested.emit("meaning"))
        return page

    def show_notes_about_this(self) -> None:
        """Show the notes that are about the selection, or else about the paragraph of the caret, or the note."""
        body = self._window.preview.body
        text = ""
        if body.shows_editor and body.made_editor is not None:
            edit = body.made_editor.edit
            text = edit.selected_text() or edit.textCursor().block().text()
        elif body.made_view is not None and body.made_view.isVisible():
            text = body.made_view.selected_text()
        self._window.show_panel_page("related")
        if self._page is not None:
            self._page.show_selection(text.strip())

    # --- the menus of the text

    def _watch(self, pane: NotePane) -> None:
        pane.body.currentChanged.connect(lambda _page: self._meet(pane))
        self._meet(pane)

    def _meet(self, pane: NotePane) -> None:
        view, editor = pane.body.made_view, pane.body.made_editor
        for text in (view, editor.edit if editor is not None else None):
            if text is not None and text not in self._met:
                self._met.add(text)
                text.menu_requested.connect(self._add_to_menu)

    def _add_to_menu(self, menu: QMenu) -> None:
        if self._window.context.meaning is not None:
            menu.addSeparator()
            menu.addAction(icon("alike"), self.tr("Notes about t&his"), self.show_notes_about_this)

    # --- the status bar

    def _show_state(self) -> None:
        meaning = self._window.context.meaning
        state = meaning.state if meaning is not None else None
        is_failed = state is not None and state.phase == "failed"
        self.trouble.setVisible(is_failed)
        if state is not None and is_failed:
            why = in_users_language(state.problem) or self.tr("its process ended")
            self.trouble.setText("● " + self.tr("Search by meaning has stopped"))
            self.trouble.setToolTip(plain_tip(why))
            self.trouble.setAccessibleDescription(why)
            mark(self.trouble, state="warn")
        if self.status.isHidden() and state is not None and state.phase in ("beginnings", "rests"):
            if not self._patience.isActive():
                self._patience.start()
        else:
            self._show_progress()

    def _show_progress(self) -> None:
        meaning = self._window.context.meaning
        state = meaning.state if meaning is not None else None
        self.status.show_state(state)
        self.status.setToolTip(
            self.tr("For search by meaning, a little at a time; words can be searched already.")
        )
