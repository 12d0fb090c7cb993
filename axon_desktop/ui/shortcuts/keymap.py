"""Keymap: the keys of the commands of a window, by default and as changed by the user."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow

from axon_desktop.ui.actions import Action, by_id
from axon_desktop.ui.quick_open.palette_commands import Command, menu_commands
from axon_desktop.ui.shortcuts.field_keys import need_of

if TYPE_CHECKING:
    from axon_desktop.settings.settings import ChangedKeys

Keys = tuple[str, ...]
"""Shortcuts of one command in portable form, such as `Ctrl+Shift+N`."""


class Keymap(QObject):
    """Changes the shortcuts of the window's actions themselves, so that there is no second list."""

    changed = Signal()
    """Keys were changed: `changes` should be saved."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._held: frozenset[str] = frozenset()

    @cached_property
    def _first(self) -> dict[str, Keys]:
        """The default keys of each command."""
        return {entry.id: _portable(entry.first_keys) for entry in by_id().values() if isinstance(entry, Action)}

    def commands(self) -> list[Command]:
        """Return the commands that can have keys."""
        return [command for command in menu_commands(self._window) if command.id]

    @property
    def changes(self) -> dict[str, Keys]:
        """The changed keys, by command."""
        now = {command.id: keys_of(command) for command in self.commands()}
        return {name: keys for name, keys in now.items() if keys != self._first[name]}

    def holds(self, keys: str) -> bool:
        """Tell whether a command has these keys, and no text field needs them."""
        return keys in self._held

    def first_of(self, command: Command) -> Keys:
        """Return the default keys of a command."""
        return self._first[command.id]

    def apply(self, changes: Mapping[str, Sequence[str]]) -> None:
        """Apply saved keys; invalid ones are ignored, and a command without valid ones has its default keys.

        Default keys that the user gave to another command, perhaps before there was this one, are left out.
        """
        given: dict[str, Keys] = {}
        for command in self.commands():
            wanted, first = changes.get(command.id), self.first_of(command)
            keys = tuple(key for key in wanted or () if key in first or _is_possible(key))
            if keys or wanted == ():
                given[command.id] = keys
        taken = {key for keys in given.values() for key in keys}
        for command in self.commands():
            free = tuple(key for key in self.first_of(command) if key not in taken)
            self._give(command, given.get(command.id, free))
        self._learn()

    def set_keys(self, command: Command, keys: Sequence[str]) -> None:
        """Set the keys of a command, and remove them from other commands."""
        for other in self.commands():
            if other.id != command.id and not set(keys).isdisjoint(keys_of(other)):
                self._give(other, tuple(key for key in keys_of(other) if key not in keys))
        self._give(command, tuple(dict.fromkeys(keys)))
        self._emit_changes()

    def reset(self, command: Command) -> None:
        """Restore the default keys of a command, and remove them from other commands."""
        self.set_keys(command, self.first_of(command))

    def reset_all(self) -> None:
        """Restore the default keys of all commands."""
        for command in self.commands():
            self._give(command, self.first_of(command))
        self._emit_changes()

    def holder(self, keys: str) -> Command | None:
        """Return the command that has these keys."""
        return next((command for command in self.commands() if keys in keys_of(command)), None)

    def is_fixed(self, keys: str) -> bool:
        """Tell whether the window itself needs these keys: to open a menu, to go to a tab."""
        sequence = QKeySequence(keys)
        return any(shortcut.key() == sequence for shortcut in self._window.findChildren(QShortcut))

    def _give(self, command: Command, keys: Keys) -> None:
        if keys != keys_of(command):
            command.action.setShortcuts([QKeySequence(key) for key in keys])

    def _emit_changes(self) -> None:
        self._learn()
        self.changed.emit()

    def _learn(self) -> None:
        """Read the current keys."""
        held = {key for command in self.commands() for key in keys_of(command)}
        self._held = frozenset(key for key in held if need_of(QKeySequence(key)) is None)


def keys_of(command: Command) -> Keys:
    """Return the current keys of a command."""
    return _portable(command.action.shortcuts())


def _portable(sequences: Sequence[QKeySequence]) -> Keys:
    return tuple(keys.toString(QKeySequence.SequenceFormat.PortableText) for keys in sequences)


def _is_possible(keys: str) -> bool:
    sequence = QKeySequence(keys)
    return not sequence.isEmpty() and need_of(sequence) is None


def save_keys(keymap: Keymap, kept: list[ChangedKeys], keep: Callable[[list[ChangedKeys]], None]) -> None:
    """Apply the saved keys to the commands, and save changes of the user from now on."""
    from axon_desktop.settings.settings import ChangedKeys

    keymap.apply({change.command: change.keys for change in kept})
    keymap.changed.connect(lambda: keep([ChangedKeys(command, keys) for command, keys in keymap.changes.items()]))
