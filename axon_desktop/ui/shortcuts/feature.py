"""The program's shortcuts in the window: they override those of text fields, and are saved in the settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from axon_desktop.ui.shortcuts.keymap import Keymap
from axon_desktop.ui.shortcuts.program_keys import ProgramKeys

if TYPE_CHECKING:
    from axon_desktop.settings.settings import ChangedKeys
    from axon_desktop.ui.window.main_window import MainWindow


def install(window: MainWindow) -> None:
    """Let a window's commands have their keys wherever the caret is."""
    ProgramKeys(window.menus.keymap, window)


def save_keys(keymap: Keymap, kept: list[ChangedKeys], keep: Callable[[list[ChangedKeys]], None]) -> None:
    """Apply the saved keys to the commands, and save changes of the user from now on."""
    from axon_desktop.settings.settings import ChangedKeys

    keymap.apply({change.command: change.keys for change in kept})
    keymap.changed.connect(lambda: keep([ChangedKeys(command, keys) for command, keys in keymap.changes.items()]))
