"""The commands of a window: the actions of the menu bar, then those of the visible panels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QWidget

from axon_desktop.ui.actions import REASON, Action, Menu, by_id
from axon_desktop.ui.language.translation import plain

_JOINT = ": "


@dataclass(frozen=True, slots=True)
class Command:
    """One command."""

    id: str
    """Language-independent id; empty for temporary ones, such as a recent vault."""
    action: QAction
    name: str
    """Its name; in a submenu, after the name of that."""
    group: str
    """The menu or panel that contains it."""
    english: str = ""
    """Its English name, if the window has another language."""
    english_group: str = ""

    @property
    def key(self) -> str:
        """Key by which its use is remembered."""
        return self.id or f"{self.group}/{self.name}"

    @property
    def keys(self) -> str:
        """Its first shortcut, in the usual notation."""
        return self.action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)

    @property
    def reason(self) -> str:
        """Why it is disabled; empty if it is not, or if that is obvious."""
        return "" if self.action.isEnabled() else str(self.action.property(REASON) or self.action.statusTip())


def name_of(text: str) -> str:
    """Return the name in a label: without mnemonic, dots and the text after a tab."""
    return plain(text.replace("&&", "\0")).replace("\0", "&").partition("\t")[0].removesuffix("…").strip()


def commands_of(window: QMainWindow) -> list[Command]:
    """Return all commands; a panel's action that is in the menu bar too is listed once."""
    found = menu_commands(window)
    names = {command.name for command in found}
    actions = {command.action for command in found}
    for action, group in _of_panels(window):
        name = name_of(action.text())
        if action not in actions and name not in names:
            found.append(Command("", action, name, group))
            actions.add(action)
            names.add(name)
    return found


def menu_commands(window: QMainWindow) -> list[Command]:
    """Return the commands of the menu bar."""
    table = by_id()
    found: list[Command] = []
    for top in window.menuBar().actions():
        menu = top.menu()
        if isinstance(menu, QMenu):
            found += _of_menu(menu, table, (name_of(top.text()), _english(top, table)))
    return found


def _of_menu(
    menu: QMenu, table: Mapping[str, Action | Menu], group: tuple[str, str], inside: tuple[str, str] = ("", "")
) -> Iterator[Command]:
    """Yield the commands of a menu; `group` and `inside` are (displayed, English)."""
    for action in menu.actions():
        inner, entry = action.menu(), table.get(action.objectName())
        name, english = name_of(action.text()), _english(action, table)
        if isinstance(inner, QMenu) and isinstance(entry, Menu) and entry.groups:
            yield from _of_menu(inner, table, group, inside)
        elif isinstance(inner, QMenu):
            yield from _of_menu(
                inner, table, group, (f"{inside[0]}{name}{_JOINT}", f"{inside[1]}{english}{_JOINT}")
            )
        elif name and action.isVisible() and not action.isSeparator():
            whole, of_english = inside[0] + name, inside[1] + english if english else ""
            other = of_english if of_english != whole else ""
            yield Command(action.objectName(), action, whole, group[0], other, group[1])


def _of_panels(window: QMainWindow) -> Iterator[tuple[QAction, str]]:
    """Yield the actions of visible menus and widgets, with their panel."""
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


def _english(action: QAction, table: Mapping[str, Action | Menu]) -> str:
    entry = table.get(action.objectName())
    return name_of(entry.label) if entry is not None else ""
