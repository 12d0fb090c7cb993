"""Tabs in the window: menu entries and shortcuts, clicks that open new ones, and saving them per vault."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject
from PySide6.QtGui import QKeySequence, QShortcut

from axon_desktop.ui.look.parts import name_keys
from axon_desktop.ui.tabs.new_tab_clicks import LinkClicks, RowClicks
from axon_desktop.ui.tabs.saved_tabs import tabs_from_text, tabs_to_text
from axon_desktop.ui.tree.filter import MatchModel
from axon_desktop.ui.tree.model import FOLDER_ROLE, PATH_ROLE

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow

_NUMBERED = 9


class TabsFeature(QObject):
    """Connects the tabs of the note pane with the rest of the window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._preview = window.preview
        self._tabs = window.preview.tabs
        self._key = ""
        """Settings key for the tabs of the open vault; empty while there is none."""
        self._actions = actions = window.menus.actions
        actions["file.close_tab"].triggered.connect(lambda: self._tabs.close(self._tabs.index))
        actions["file.new_tab"].triggered.connect(self._add_empty)
        actions["file.pin_tab"].triggered.connect(self._pin)
        actions["file.reopen_closed_tab"].triggered.connect(self._tabs.reopen)
        actions["view.next_tab"].triggered.connect(lambda: self._tabs.step(1))
        actions["view.previous_tab"].triggered.connect(lambda: self._tabs.step(-1))
        for number in range(1, _NUMBERED + 1):
            shortcut = QShortcut(QKeySequence(f"Ctrl+{number}"), window)
            shortcut.activated.connect(partial(self._go_to, number))
        self._preview.strip.copy_link_requested.connect(window.tree.copy_link)
        self._preview.tab_bar.new.clicked.connect(self._add_empty)
        name_keys(self._preview.tab_bar.new, actions["file.new_tab"])
        self._preview.strip.reveal_requested.connect(window.tree.reveal_outside)
        open_in_new = partial(self._preview.open_note, new_tab=True)
        window.tree.new_tab_requested.connect(open_in_new)
        self._preview.strip.open_requested.connect(open_in_new)
        RowClicks(window.tree.view, _file_of, open_in_new)
        RowClicks(window.tree.matches, _path_of_match, open_in_new)
        self._tabs.changed.connect(self._offer)
        self._tabs.changed.connect(self._keep)
        self._tabs.current_changed.connect(self._keep)
        self._tabs.current_changed.connect(self._current_changed)
        window.context.entered.connect(self._vault_shown)
        window.context.left.connect(self._vault_left)

    def _go_to(self, number: int) -> None:
        """Show a tab by its number; the highest number is the last one, as in browsers."""
        self._tabs.select(len(self._tabs.all) - 1 if number == _NUMBERED else number - 1)

    def _add_empty(self) -> None:
        self._tabs.add_empty()
        self._preview.body.currentWidget().setFocus()

    def _pin(self) -> None:
        self._tabs.pin(self._tabs.index, pinned=not self._tabs.current.pinned)

    def _offer(self) -> None:
        """Enable the menu entries that the tabs allow."""
        for name in ("view.next_tab", "view.previous_tab"):
            self._actions[name].setEnabled(len(self._tabs.all) > 1)
        self._actions["file.reopen_closed_tab"].setEnabled(self._tabs.can_reopen)

    def _current_changed(self) -> None:
        """Clear the current note of the tree while none is shown."""
        if self._tabs.current.at is None:
            self._window.tree.set_current_note("")

    def _vault_shown(self) -> None:
        vault = self._window.context.vault
        assert vault is not None
        kept = str(self._window.state.value(f"tabs/{vault.id}", ""))
        tabs, current = tabs_from_text(kept, self._tabs.default_mode) if kept else ([], 0)
        if tabs:
            self._preview.restore_tabs(tabs, current)
        self._key = f"tabs/{vault.id}"
        self._preview.note_focus.begin_at(self._window.tree.view)
        if (panel := self._window.chat_panel) is not None:
            LinkClicks(panel.view, partial(self._preview.links.follow, new_tab=True))

    def _vault_left(self) -> None:
        self._preview.keep_place()
        self._keep()
        self._key = ""

    def _keep(self) -> None:
        if self._key:
            self._window.state.setValue(self._key, tabs_to_text(self._tabs.all, self._tabs.index))


def _file_of(index: QModelIndex) -> str:
    """Return the file in a row of the tree; empty for a folder."""
    return "" if index.data(FOLDER_ROLE) else str(index.data(PATH_ROLE) or "")


def _path_of_match(index: QModelIndex) -> str:
    """Return the file in a row of the filter's matches."""
    model = index.model()
    return model.path(index) if isinstance(model, MatchModel) else ""
