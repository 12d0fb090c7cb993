"""Palette: chooses a command by typing parts of its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from axon_desktop.ui.quick_open.box import QuickOpenBox
from axon_desktop.ui.quick_open.command_search import CommandMatch, CommandSearch
from axon_desktop.ui.quick_open.palette_commands import Command
from axon_desktop.ui.quick_open.row_list import QuickOpenRow
from axon_desktop.ui.search.recent import RecentList


class Palette(QuickOpenBox[CommandMatch]):
    """Collects the commands again each time it is opened."""

    def __init__(self, recent: RecentList, commands: Callable[[], Sequence[Command]], parent: QWidget) -> None:
        super().__init__(_offer_of, parent)
        self._recent = recent
        self._commands = commands
        self._search = CommandSearch(())
        self._set_words(self.tr("Commands"), self.tr("What do you want to do?"))

    def open_list(self) -> None:
        """Open with all commands, the most recently used first; a second time closes it."""
        if self.isHidden():
            self._search = CommandSearch(self._commands())
        super().open_list()

    def _ask(self) -> None:
        if self.isHidden():
            return
        found = self._search.find(self.box.text(), self._recent.texts)
        self.list.show_things(found)
        self._show_message("" if found else self.tr("No matching commands."))
        self._announce()

    def _working_keys(self) -> Sequence[str]:
        return (self.tr("Enter to run"),) if self.list.offers.rowCount() else ()

    def _choose(self, _modifiers: Qt.KeyboardModifier) -> None:
        match = self.list.chosen
        if match is None:
            return
        action = match.command.action
        if isValid(action) and not action.isEnabled():
            return  # its row shows why
        self.close_list()  # first: the widget that the command is about gets the focus back
        if isValid(action):
            self._recent.add(match.command.key)
            action.trigger()


def _offer_of(match: CommandMatch) -> QuickOpenRow:
    command = match.command
    if not isValid(command.action):  # such as a vault that is no longer listed
        return QuickOpenRow(command.name, "blank", enabled=False)
    action = command.action
    is_on = action.isCheckable() and action.isChecked()
    in_english = match.english_marks is not None and action.isEnabled()
    details = command.english if in_english else command.reason or command.group
    return QuickOpenRow(
        command.name,
        "check" if is_on else "blank",
        match.marks,
        details,
        match.english_marks or () if in_english else (),
        command.keys,
        command.reason,
        action.isEnabled(),
    )
