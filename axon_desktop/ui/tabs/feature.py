"""Tabs in the window: menu entries and shortcuts, clicks that open new ones, and saving them per vault."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut

from axon_desktop.ui.look.parts import name_keys
from axon_desktop.ui.tabs.new_tab_clicks import LinkClicks, RowClicks
from axon_desktop.ui.tabs.saved_tabs import layout_from_text, layout_to_text
from axon_desktop.ui.tree.filter import MatchModel
from axon_desktop.ui.tree.model import FOLDER_ROLE, PATH_ROLE

if TYPE_CHECKING:
    from axon_desktop.ui.note.pane import NotePane
    from axon_desktop.ui.tabs.open_tabs import OpenTabs
    from axon_desktop.ui.window.main_window import MainWindow

_NUMBERED = 9


class TabsFeature(QObject):
    """Connects the tabs of the note panes with the rest of the window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._groups = groups = window.groups
        self._key = ""
        """Settings key for the tabs of the open vault; empty while there is none."""
        self._actions = actions = window.menus.actions
        for name, slot in (
            ("file.new_tab", self._add_empty),
            ("file.pin_tab", self._pin),
            ("file.close_tab", lambda: self._tabs.close(self._tabs.index)),
            ("file.reopen_closed_tab", lambda: self._tabs.reopen()),
            ("view.next_tab", lambda: self._tabs.step(1)),
            ("view.previous_tab", lambda: self._tabs.step(-1)),
            ("view.split_right", partial(self._split, Qt.Orientation.Horizontal)),
            ("view.split_down", partial(self._split, Qt.Orientation.Vertical)),
            ("view.next_group", partial(groups.step, 1)),
            ("view.previous_group", partial(groups.step, -1)),
        ):
            actions[name].triggered.connect(lambda _checked=False, slot=slot: slot())
        for number in range(1, _NUMBERED + 1):
            shortcut = QShortcut(QKeySequence(f"Ctrl+{number}"), window)
            shortcut.activated.connect(partial(self._go_to, number))
        window.tree.new_tab_requested.connect(self._open_in_new)
        RowClicks(window.tree.view, _file_of, self._open_in_new)
        RowClicks(window.tree.matches, _path_of_match, self._open_in_new)
        groups.each(self._connect)
        groups.changed.connect(self._offer)
        groups.changed.connect(self._keep)
        groups.used.connect(self._current_changed)
        window.context.entered.connect(self._vault_shown)
        window.context.left.connect(self._vault_left)

    def _connect(self, pane: NotePane) -> None:
        """Connect the tab bar of a pane, which is made now."""
        bar, strip, actions = pane.tab_bar, pane.tab_bar.strip, self._actions
        strip.copy_link_requested.connect(self._window.tree.copy_link)
        strip.reveal_requested.connect(self._window.tree.reveal_outside)
        strip.open_requested.connect(partial(pane.open_note, new_tab=True))
        strip.pressed.connect(partial(self._groups.take_keyboard, pane))
        strip.carried.connect(partial(self._groups.carry, pane))
        strip.dropped.connect(partial(self._groups.drop, pane))
        strip.carrying_ended.connect(self._groups.end_carrying)
        strip.split_requested.connect(lambda where: self._groups.split_off(pane, Qt.Orientation(where)))
        bar.new.clicked.connect(lambda: self._act(pane, "file.new_tab"))
        bar.split.clicked.connect(lambda: self._act(pane, "view.split_right"))
        name_keys(bar.new, actions["file.new_tab"])
        name_keys(bar.split, actions["view.split_right"])
        pane.tabs.current_changed.connect(self._current_changed)

    @property
    def _tabs(self) -> OpenTabs:
        return self._groups.current.tabs

    def _act(self, pane: NotePane, action: str) -> None:
        self._groups.use(pane)
        self._actions[action].trigger()

    def _split(self, where: Qt.Orientation) -> None:
        self._groups.split_off(self._groups.current, where)

    def _open_in_new(self, path: str) -> None:
        self._groups.current.open_note(path, new_tab=True)

    def _go_to(self, number: int) -> None:
        """Show a tab by its number; the highest number is the last one, as in browsers."""
        self._tabs.select(len(self._tabs.all) - 1 if number == _NUMBERED else number - 1)

    def _add_empty(self) -> None:
        self._tabs.add_empty()
        self._groups.focus_page()

    def _pin(self) -> None:
        self._tabs.pin(self._tabs.index, pinned=not self._tabs.current.pinned)

    def _offer(self) -> None:
        """Enable the menu entries that the tabs and groups allow."""
        for name in ("view.next_tab", "view.previous_tab"):
            self._actions[name].setEnabled(len(self._tabs.all) > 1)
        for name in ("view.next_group", "view.previous_group"):
            self._actions[name].setEnabled(len(self._groups.all) > 1)
        self._actions["file.reopen_closed_tab"].setEnabled(self._tabs.can_reopen)

    def _current_changed(self) -> None:
        """Clear the current note of the tree while none is shown."""
        if self._tabs.current.at is None:
            self._window.tree.set_current_note("")

    def _vault_shown(self) -> None:
        vault = self._window.context.vault
        assert vault is not None
        layout = layout_from_text(str(self._window.state.value(f"tabs/{vault.id}", "")), self._tabs.default_mode)
        if layout is not None:
            self._groups.restore(layout)
        self._key = f"tabs/{vault.id}"
        self._groups.current.note_focus.begin_at(self._window.tree.view)
        if (panel := self._window.chat_panel) is not None:
            LinkClicks(panel.view, lambda link: self._groups.current.links.follow(link, new_tab=True))

    def _vault_left(self) -> None:
        for pane in self._groups.all:
            pane.keep_place()
        self._keep()
        self._key = ""

    def _keep(self) -> None:
        if self._key:
            self._window.state.setValue(self._key, layout_to_text(self._groups.to_keep()))


def _file_of(index: QModelIndex) -> str:
    """Return the file in a row of the tree; empty for a folder."""
    return "" if index.data(FOLDER_ROLE) else str(index.data(PATH_ROLE) or "")


def _path_of_match(index: QModelIndex) -> str:
    """Return the file in a row of the filter's matches."""
    model = index.model()
    return model.path(index) if isinstance(model, MatchModel) else ""
