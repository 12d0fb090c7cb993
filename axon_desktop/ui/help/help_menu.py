"""The dialogs of the Help menu, each made when it is wanted."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from axon_desktop.theme.colors import Colors
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.shortcuts.keymap import Keymap


def show_shortcuts(window: QWidget, keymap: Keymap, colors: Colors) -> None:
    """Show which keys do what, and let them be changed."""
    from axon_desktop.ui.shortcuts.dialog import ShortcutsDialog

    dialog = ShortcutsDialog(keymap, colors, window)
    spawn(ask(dialog), name=dialog.windowTitle())


def show_about(window: QWidget) -> None:
    """Show what this program is."""
    from axon_desktop.ui.help.about_dialog import AboutDialog

    dialog = AboutDialog(window.windowIcon(), window)
    spawn(ask(dialog), name=dialog.windowTitle())
