"""The dialogs of the Help menu, each made when it is wanted."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.menus import Menus


def show_shortcuts(window: QWidget, menus: Menus) -> None:
    """Show which keys do what."""
    from axon_desktop.ui.about import ShortcutsDialog

    dialog = ShortcutsDialog(menus.shortcuts(), window)
    spawn(ask(dialog), name=dialog.windowTitle())


def show_about(window: QWidget) -> None:
    """Show what this program is."""
    from axon_desktop.ui.about import AboutDialog

    dialog = AboutDialog(window.windowIcon(), window)
    spawn(ask(dialog), name=dialog.windowTitle())
