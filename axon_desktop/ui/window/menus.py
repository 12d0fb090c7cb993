"""Menus: the menu bar of the window, made from the table of actions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QLineEdit,
    QMainWindow,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from axon_desktop.ui import actions
from axon_desktop.ui.actions import REASON, Action, Menu
from axon_desktop.ui.language.translation import plain
from axon_desktop.ui.look.parts import text_label
from axon_desktop.ui.look.sizes import row_height
from axon_desktop.ui.shortcuts.keymap import Keymap

_BAR_HEIGHT = 34
_BEFORE_KEYS = 12
"""Pixels between the longest label of a menu and its shortcuts, beside the 12 that Qt leaves."""
_BORROWS_FOCUS = "switcher_box"
"""Name of the palette's box, which returns the focus before it runs a command."""
_OF_TEXT = ("edit.undo", "edit.redo", "edit.cut", "edit.paste", "edit.paste_plain")
"""Actions that need an editable text."""
_OF_SAVED = (
    "agent.edit_the_last_request",
    "agent.go_back_to_a_message",
    "agent.rename_the_conversation",
    "agent.fork_go_on_with_a_copy",
    "agent.export_as_markdown",
    "agent.save_to_a_note",
)
"""Actions that need a saved conversation."""
THEMES = {"system": "theme.same_as_the_system", "light": "theme.light", "dark": "theme.dark"}
"""The action of each theme."""


class Menus(QObject):
    """Has the actions; features connect to them."""

    def __init__(self, window: QMainWindow, docks: Sequence[QDockWidget]) -> None:
        super().__init__(window)
        self._window = window
        self._docks = {dock.objectName(): dock for dock in docks}
        self.actions: dict[str, QAction] = {}
        """The actions of the table, by their ids."""
        self._inner: dict[str, QMenu] = {}
        bar = window.menuBar()
        brand = text_label(self.tr("Axon"), bar, name="brand")
        self._brand = brand
        self.fit()
        for menu in actions.MENUS:
            self._fill(self._add_to_bar(menu), menu)
        self.recent = self._inner["recent"]
        """The menu of recent vaults."""
        self._running = False
        self.set_saved(saved=False, can_save=False)
        self._follow_focus(None, window)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow_focus)
        bar.setCornerWidget(brand, Qt.Corner.TopLeftCorner)
        self.keymap = Keymap(window)
        """The keys of the actions."""

    def _add_to_bar(self, menu: Menu) -> QMenu:
        """Add a menu that Alt and its letter open; Qt would always underline the letter."""
        bar, text = self._window.menuBar(), _translated(menu.label)
        made = bar.addMenu(plain(text))
        letter = text.partition("&")[2][:1]
        if letter.isascii() and letter.isalpha() and sys.platform != "darwin":  # there Option types é and å
            shortcut = QShortcut(QKeySequence(f"Alt+{letter}"), self._window)
            shortcut.activated.connect(lambda: bar.setActiveAction(made.menuAction()))
        return made

    def _fill(self, made: QMenu, menu: Menu) -> None:
        made.menuAction().setObjectName(menu.id)
        if any(isinstance(entry, Action) and entry.keys for entry in menu.entries):
            made.aboutToShow.connect(partial(_leave_room, made))
        group = QActionGroup(made) if menu.exclusive else None
        for entry in menu.entries:
            if entry is None:
                made.addSeparator()
            elif isinstance(entry, Menu):
                self._inner[entry.id] = made.addMenu(_translated(entry.label))
                self._fill(self._inner[entry.id], entry)
            else:
                action = self.actions[entry.id] = self._make(entry)
                made.addAction(action)
                if group is not None:
                    group.addAction(action)

    def _make(self, entry: Action) -> QAction:
        action = self._docks[entry.dock].toggleViewAction() if entry.dock else QAction(self)
        action.setObjectName(entry.id)
        action.setText(_translated(entry.label))
        if entry.keys:
            action.setShortcuts(entry.first_keys)
        if entry.checkable:
            action.setCheckable(True)
        if entry.tip:
            action.setStatusTip(_translated(entry.tip))
        if entry.reason:
            action.setProperty(REASON, _translated(entry.reason))
            action.setEnabled(False)
        action.setMenuRole(entry.role)
        return action

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Enable actions that change a text while one has the focus; menu bar and palette take it temporarily."""
        if now is None or isinstance(now, QMenuBar) or now.objectName() == _BORROWS_FOCUS:
            return
        writes = isinstance(now, QLineEdit | QPlainTextEdit | QTextEdit) and not now.isReadOnly()
        for name in _OF_TEXT:
            self.actions[name].setEnabled(writes)

    def set_mode(self, mode: str) -> None:
        """Check whether to make a plan first."""
        self.actions["agent.make_a_plan_first"].setChecked(mode == "plan")

    def set_theme(self, choice: str) -> None:
        """Check the current theme."""
        self.actions[THEMES[choice]].setChecked(True)

    def set_running(self, running: bool) -> None:
        """Enable the actions for a running agent, or for an idle one."""
        self.actions["agent.stop"].setEnabled(running)
        self._running = running
        self._offer_summing_up()

    def set_saved(self, saved: bool, can_save: bool) -> None:
        """Enable the actions for a saved conversation, and for earlier ones."""
        for name in _OF_SAVED:
            self.actions[name].setEnabled(saved)
        self.actions["agent.history"].setEnabled(can_save)
        self._has_messages = saved or not can_save  # one that is not saved does not report whether it has begun
        self._offer_summing_up()

    def _offer_summing_up(self) -> None:
        action = self.actions["agent.sum_up_the_conversation"]
        action.setEnabled(self._has_messages and not self._running)
        at_work, not_begun = (
            self.tr("The agent is working."),
            self.tr("There are no messages in this conversation yet."),
        )
        action.setProperty(REASON, at_work if self._running else not_begun)

    def fit(self) -> None:
        """Set the bar's height for the current text size."""
        bar, brand = self._window.menuBar(), self._brand
        brand.setFixedHeight(row_height(_BAR_HEIGHT))
        brand.setIndent(brand.indent())  # else its size hint stays the old one
        bar.setFixedHeight(row_height(_BAR_HEIGHT))


def _translated(text: str) -> str:
    return QCoreApplication.translate(Menus.__name__, text)


def _leave_room(menu: QMenu) -> None:
    """Widen the gap before the shortcuts, which no style sheet can; the labels may have changed."""
    changed = QEvent(QEvent.Type.StyleChange)  # until then a menu keeps its sizes
    menu.setMinimumWidth(0)
    QApplication.sendEvent(menu, changed)
    menu.setMinimumWidth(menu.sizeHint().width() + _BEFORE_KEYS)
    QApplication.sendEvent(menu, changed)
