"""ProgramKeys: the program's shortcuts override keys that Qt's text fields would handle themselves.

On Linux a text field uses Ctrl+E for the end of the line, and a few others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget
from shiboken6 import isValid

if TYPE_CHECKING:
    from axon_desktop.ui.shortcuts.keymap import Keymap
    from axon_desktop.ui.window.main_window import MainWindow


def install(window: MainWindow) -> None:
    """Let a window's commands have their keys wherever the caret is."""
    ProgramKeys(window.menus.keymap, window)


class ProgramKeys(QObject):
    """Watches the focused text field of the window, and nothing else."""

    def __init__(self, keymap: Keymap, window: QWidget) -> None:
        super().__init__(window)
        self._keymap = keymap
        self._window = window
        self._field: QWidget | None = None
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow)
        self._follow(None, QApplication.focusWidget())

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self._field is not None and isValid(self._field):
            self._field.removeEventFilter(self)
        self._field = new if new is not None and self._is_field(new) else None
        if self._field is not None:
            self._field.installEventFilter(self)

    def _is_field(self, widget: QWidget) -> bool:
        top = widget.window()
        is_ours = top is self._window or (isinstance(top, QDockWidget) and top.parentWidget() is self._window)
        return is_ours and widget.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Keep the field from claiming a key of a command."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        keys = QKeySequence(event.keyCombination()).toString(QKeySequence.SequenceFormat.PortableText)
        if not self._keymap.holds(keys):
            return False
        event.ignore()
        return True
