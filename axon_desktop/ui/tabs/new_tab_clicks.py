"""Ctrl+click, middle click and Ctrl+Enter on a link or a row, which open it in a new tab."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView

from axon_desktop.ui.markdown_view import MarkdownView

_OWN_SCHEMES = ("axon-note:",)
"""Links that a tab can show."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class LinkClicks(QObject):
    """Watches a text view and opens its links in new tabs; other clicks are left to the view."""

    def __init__(self, view: MarkdownView, follow: Callable[[str], None]) -> None:
        super().__init__(view)
        self._view = view
        self._follow = follow
        self._pressed = ""
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the clicks and keys for a new tab."""
        if isinstance(event, QMouseEvent) and _means_new_tab(event):
            return self._clicked(event)
        if isinstance(event, QKeyEvent) and _is_control_enter(event):
            link = self._view.focused_link()
            if link.startswith(_OWN_SCHEMES):
                self._follow(link)
                return True
        if isinstance(event, QContextMenuEvent) and event.type() == QEvent.Type.ContextMenu:
            return self._show_menu(event)
        return super().eventFilter(watched, event)

    def _clicked(self, event: QMouseEvent) -> bool:
        link = self._view.link_at(event.position())
        if event.type() == QEvent.Type.MouseButtonPress:
            self._pressed = link if link.startswith(_OWN_SCHEMES) else ""
            return bool(self._pressed)
        pressed, self._pressed = self._pressed, ""
        if not pressed:
            return False
        if pressed == link:
            self._follow(link)
        return True

    def _show_menu(self, event: QContextMenuEvent) -> bool:
        """Add the new tab to the view's own menu."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        link = self._view.link_at(event.pos()) if by_mouse else self._view.focused_link()
        if not link.startswith(_OWN_SCHEMES):
            return False
        menu = self._view.make_menu(event.pos() if by_mouse else QPoint(-1, -1))
        first = menu.actions()[0] if menu.actions() else None
        for text, new_tab in ((self.tr("Open"), False), (self.tr("Open in new tab"), True)):
            action = menu.addAction(text)
            if new_tab:
                action.triggered.connect(lambda _checked=False: self._follow(link))
            else:
                action.triggered.connect(lambda _checked=False: self._view.link_activated.emit(link))
            if first is not None:
                menu.insertAction(first, action)
        if first is not None:
            menu.insertSeparator(first)
        menu.popup(event.globalPos())
        return True


class RowClicks(QObject):
    """Watches a list or tree of files and opens its rows in new tabs."""

    def __init__(
        self, view: QAbstractItemView, path_of: Callable[[QModelIndex], str], open_path: Callable[[str], None]
    ) -> None:
        """Take a function that returns the file of a row (empty for none), and one that opens it."""
        super().__init__(view)
        self._view = view
        self._path_of = path_of
        self._open = open_path
        self._pressed = ""
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the clicks and keys for a new tab."""
        if isinstance(event, QMouseEvent) and _means_new_tab(event):
            path = self._path_of(self._view.indexAt(event.position().toPoint()))
            if event.type() == QEvent.Type.MouseButtonPress:
                self._pressed = path
                return bool(path)
            pressed, self._pressed = self._pressed, ""
            if pressed and pressed == path:
                self._open(path)
            return bool(pressed)
        if isinstance(event, QKeyEvent) and _is_control_enter(event):
            path = self._path_of(self._view.currentIndex())
            if path:
                self._open(path)
                return True
        return super().eventFilter(watched, event)


def _means_new_tab(event: QMouseEvent) -> bool:
    if event.type() not in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        return False
    if event.button() == Qt.MouseButton.MiddleButton:
        return True
    with_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    return event.button() == Qt.MouseButton.LeftButton and with_control


def _is_control_enter(event: QKeyEvent) -> bool:
    if event.type() != QEvent.Type.KeyPress or event.key() not in _ENTER:
        return False
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
