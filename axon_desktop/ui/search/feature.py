"""The search in the window: its page in the vault panel, and all the ways to open it."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit

from axon_desktop.ui.actions import native
from axon_desktop.ui.search.recent import RecentList

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import IndexState
    from axon_desktop.ui.search.page import SearchPage
    from axon_desktop.ui.window.main_window import MainWindow
    from axon_desktop.vault.history.changes import VaultChanged

_MAX_QUERIES = 12
_HAD, _REPORTED = "version_seen", "replace_keys_reported"
"""What the state of the window has after the first start, and after the message about the keys."""
_OLD_HISTORY = "Ctrl+H"
_WAY = "search_by"
"""How notes were found last."""
_LONGEST = 200
"""Maximum characters of a selection that is taken as a query; a longer one has another purpose."""


class SearchFeature(QObject):
    """Creates the page at its first use."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._query_key = ""
        """Settings key for the last query of the vault; empty while there is no vault."""
        self._page: SearchPage | None = None
        self._recent = RecentList(window.state, _MAX_QUERIES)
        window.vault_panel.add_page("search", self.tr("Search"), "search", self._make_page)
        window.menus.actions["edit.search_in_the_vault"].triggered.connect(self._search_selected)
        if not window.state.contains(_HAD):
            window.state.setValue(_REPORTED, True)  # nobody knows other keys
        window.menus.actions["edit.replace"].triggered.connect(self._report_keys)
        window.groups.each(lambda pane: pane.tag_requested.connect(lambda tag: self.search(f"tag:#{tag}")))
        window.context.entered.connect(self._show_vault)
        window.context.left.connect(self._leave_vault)
        window.context.files_changed.connect(self._follow)
        window.context.index_state_changed.connect(self._show_state)
        window.context.meaning_changed.connect(self._follow_meaning)

    def search(self, query: str) -> None:
        """Show the page with the results of a query."""
        self._window.show_panel_page("search")
        if self._page is not None:
            self._page.search(query)

    def _search_selected(self) -> None:
        """Show the page, with the selection of the focused text as the query."""
        is_there = self._page is not None and self._page.box.hasFocus()
        selected = "" if is_there else selected_text()
        self._window.show_panel_page("search")
        if self._page is not None and selected:
            self._page.search(f'"{selected}"' if " " in selected else selected)
        elif self._page is not None:
            self._page.focus_box()

    def _report_keys(self) -> None:
        """Say once where History went, of which Replace has the keys."""
        actions = self._window.menus.actions
        replaces = (keys.toString() for keys in actions["edit.replace"].shortcuts())
        if not self._window.state.value(_REPORTED, False, bool) and _OLD_HISTORY in replaces:
            self._window.state.setValue(_REPORTED, True)
            words = self.tr("{keys} replaces text now; History is {history}.")
            history = actions["agent.history"].shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            self._window.status.show_message(words.format(keys=native(_OLD_HISTORY), history=history or "–"))

    def _make_page(self) -> SearchPage:
        from axon_desktop.ui.search.page import SearchPage
        from axon_desktop.vault.search.found import By

        window = self._window
        page = self._page = SearchPage(self._recent)
        page.place_requested.connect(
            lambda path, line, new_tab: window.preview.open_note(path, line=line, new_tab=new_tab)
        )
        page.message_requested.connect(window.status.show_message)
        page.no_hits.ask_requested.connect(self._ask_axon)
        page.no_hits.create_requested.connect(lambda name: window.preview.create_requested.emit(name, ""))
        page.no_hits.names_requested.connect(self._filter_names)
        window.menus.actions["view.refresh"].triggered.connect(page.refresh)
        page.set_way(way if (way := window.state.value(_WAY)) in get_args(By) else "both")
        page.way_chosen.connect(lambda way: window.state.setValue(_WAY, way))
        self._fill_page()
        return page

    def _ask_axon(self, query: str) -> None:
        """Begin a request about a query, for the user to finish; a draft stays."""
        self._window.focus_chat()
        if (panel := self._window.chat_panel) is not None:
            panel.composer.input.insert_words(self.tr("Which notes are about {query}?").format(query=query))

    def _filter_names(self, query: str) -> None:
        """Filter the file names by a query."""
        self._window.focus_filter()
        self._window.tree.filter.setText(query)

    def _show_vault(self) -> None:
        vault = self._window.context.vault
        assert vault is not None
        self._query_key = f"query/{vault.id}"
        self._recent.open(f"searched/{vault.id}")
        self._fill_page()

    def _leave_vault(self) -> None:
        in_front = self._page if self._window.vault_panel.current == "search" else None
        query = in_front.box.text() if in_front is not None else ""
        self._window.state.setValue(self._query_key, query)
        self._fill_page()

    def _fill_page(self) -> None:
        """Let the page search the open vault, if there is one."""
        if self._page is None:
            return
        from axon_desktop.ui.search.vault_search import VaultSearch

        vault, index = self._window.context.vault, self._window.context.index
        context = self._window.context
        search = VaultSearch(vault, index, lambda: context.meaning) if vault is not None else None
        self._page.set_vault(search, index.state if index is not None else None)
        if vault is not None:
            self._page.box.setText(str(self._window.state.value(self._query_key, "")))

    def _follow(self, change: VaultChanged) -> None:
        if self._page is not None:
            self._page.follow_changes(change)

    def _follow_meaning(self) -> None:
        if self._page is not None:
            self._page.follow_meaning()

    def _show_state(self, state: IndexState) -> None:
        if self._page is not None:
            self._page.set_index_state(state)


def selected_text() -> str:
    """Return the selection of the focused text, on one line; empty if it is too long for a query."""
    focused = QApplication.focusWidget()
    if isinstance(focused, QLineEdit):
        text = focused.selectedText()
    elif isinstance(focused, QPlainTextEdit | QTextEdit):
        text = focused.textCursor().selectedText()
    else:
        selected = getattr(focused, "selected_text", None)
        text = str(selected()) if callable(selected) else ""
    text = " ".join(text.replace('"', " ").split())
    return text if len(text) <= _LONGEST else ""


def install(window: MainWindow) -> None:
    """Add the search to the window."""
    search = SearchFeature(window)
    window.search_in_vault = search.search
