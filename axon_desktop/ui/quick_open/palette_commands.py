"""Everything that can be done in a window by an action: the menu bar's, then those of the panels in sight."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QWidget

from axon_desktop.ui.language.translation import plain

ENGLISH = "english"
"""Property of an action: what it is called in English, where that is known."""
REASON = "reason"
"""Property of an action: why it cannot be used while it is disabled."""
GROUPS = "groups"
"""Property of the action of a menu inside of another that only keeps that one short: what is in it is named as it
would be without it."""
_JOINT = ": "
_NO_WORD = re.compile(r"\W+")
_FIRST_IDS = {
    "view.toggle_source_view": "view.reading_or_source",
    "view.preview_link": "view.preview_the_link",
    "agent.summarize_conversation": "agent.sum_up_the_conversation",
    "agent.rename_conversation": "agent.rename_the_conversation",
    "agent.fork_continue_in_a_copy": "agent.fork_go_on_with_a_copy",
    "help.open_log_folder": "help.open_the_log_folder",
}
"""What commands that were renamed were called first: the keys that a user gave them are kept by that."""


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to do."""

    id: str
    """The same in every language; empty for what comes and goes, such as a vault that was open."""
    action: QAction
    name: str
    """What it is called; in a menu inside of a menu, after the name of that."""
    group: str
    """The menu or the panel that it is in."""
    english: str = ""
    """Its English name, where the window speaks another language."""
    english_group: str = ""

    @property
    def key(self) -> str:
        """By what it is remembered as used."""
        return self.id or f"{self.group}/{self.name}"

    @property
    def keys(self) -> str:
        """Its first shortcut, as people write it."""
        return self.action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)

    @property
    def reason(self) -> str:
        """Why it cannot be used now; empty if it can, or if that goes without saying."""
        return "" if self.action.isEnabled() else str(self.action.property(REASON) or self.action.statusTip())


def name_of(text: str) -> str:
    """Return a label as a name: without its letter for the keyboard, its dots and what stands behind a tab."""
    return plain(text.replace("&&", "\0")).replace("\0", "&").partition("\t")[0].removesuffix("…").strip()


def id_of(menu: str, label: str) -> str:
    """Return the id of an action from the first English names of its menu and of itself."""
    named = ".".join(_NO_WORD.sub("_", name_of(text).lower()).strip("_") for text in (menu, label))
    return _FIRST_IDS.get(named, named)


def commands_of(window: QMainWindow) -> list[Command]:
    """Return all commands; a panel's that is in the menu bar too is there once."""
    found: list[Command] = []
    for top in window.menuBar().actions():
        menu = top.menu()
        if isinstance(menu, QMenu):
            found += _of_menu(menu, name_of(top.text()), _english(top), (), ())
    names = {command.name for command in found}
    actions = {command.action for command in found}
    for action, group in _of_panels(window):
        name = name_of(action.text())
        if action not in actions and name not in names:
            found.append(Command(action.objectName(), action, name, group, _english(action)))
            actions.add(action)
            names.add(name)
    return found


def _of_menu(
    menu: QMenu, group: str, english_group: str, inside: tuple[str, ...], english_inside: tuple[str, ...]
) -> Iterator[Command]:
    for action in menu.actions():
        inner = action.menu()
        name, english = name_of(action.text()), _english(action)
        if isinstance(inner, QMenu) and action.property(GROUPS):
            yield from _of_menu(inner, group, english_group, inside, english_inside)
        elif isinstance(inner, QMenu):
            yield from _of_menu(inner, group, english_group, (*inside, name), (*english_inside, english))
        elif name and action.isVisible() and not action.isSeparator():
            whole = _JOINT.join((*inside, name))
            of_english = _JOINT.join((*english_inside, english)) if english else ""
            other = of_english if of_english != whole else ""
            yield Command(action.objectName(), action, whole, group, other, english_group)


def _of_panels(window: QMainWindow) -> Iterator[tuple[QAction, str]]:
    """Yield the actions of menus and widgets in sight, with the panel that they are in."""
    bar = window.menuBar()
    for action in window.findChildren(QAction):
        owner = action.parent()
        while owner is not None and not (isinstance(owner, QWidget) and not isinstance(owner, QMenu)):
            owner = owner.parent()
        if owner is None or owner is window or owner is bar or not owner.isVisible():
            continue
        if action.text() and action.isVisible() and not action.isSeparator() and action.menu() is None:
            yield action, _panel_of(owner)


def _panel_of(widget: QWidget) -> str:
    at: QWidget | None = widget
    while at is not None and not isinstance(at, QDockWidget):
        at = at.parentWidget()
    return at.windowTitle() if at is not None else ""


def _english(action: QAction) -> str:
    return str(action.property(ENGLISH) or "")
