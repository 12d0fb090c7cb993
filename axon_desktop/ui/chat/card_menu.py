"""The context menu of a card."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMenu, QWidget

translate = QCoreApplication.translate


def card_menu(
    parent: QWidget,
    *,
    toggle: Callable[[], None],
    unfolded: bool,
    open_note: Callable[[], None] | None,
    undo: tuple[str, Callable[[], None]] | None,
    show_change: Callable[[], None] | None,
) -> QMenu:
    """Return a menu with what can be done; `undo` comes with the words of its button."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    words = translate("CardMenu", "&Fold") if unfolded else translate("CardMenu", "Show &arguments and result")
    menu.addAction(words, toggle)
    if open_note is not None:
        menu.addAction(translate("CardMenu", "&Open the note"), open_note)
    if undo is not None:
        menu.addSeparator()
        menu.addAction(*undo)
    if show_change is not None:
        menu.addAction(translate("CardMenu", "Show in &Changes…"), show_change)
    return menu
