"""ModelessKeys: handles input to the window while a dialog that opened by itself is over it without the focus.

The focus stays where it was: a window manager moves it asynchronously, keys in between are lost, and an input
method would abandon the word that it is composing. Enter and Escape go to the dialog, as its buttons show, and
navigation keys move the focus into it; typing or clicking elsewhere means that the user is busy.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QKeyCombination, QMetaObject, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QWindow
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QWidget
from shiboken6 import isValid

from axon_desktop.ui.dialog_keys import COMMAND, ENTER, MOVES, DecisionKeys, is_typed, takes_text
from axon_desktop.ui.typing_clock import Press, TypingClock


class ModelessKeys(QObject):
    """Judges the keys of the active window, for one dialog."""

    written = Signal()
    """The user is typing: the question waits."""
    gone_elsewhere = Signal()
    """The user has seen the dialog and does something else."""
    entered = Signal()
    """The dialog shall get the focus."""

    def __init__(self, dialog: QDialog, keys: DecisionKeys, window: QWindow) -> None:
        super().__init__(dialog)
        self._dialog = dialog
        self._keys = keys
        self._window = window
        self._clock = TypingClock.of_program()
        self._clock.judge(window, self._judge)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._connections: list[QMetaObject.Connection] = [
            self._clock.composed.connect(self.written),
            self._clock.clicked.connect(self._clicked),
            app.focusChanged.connect(self._focus_moved),
        ]

    def end(self) -> None:
        """Stop judging the keys of the window."""
        self._clock.stop_judging(self._window, self._judge)
        for connection in self._connections:
            QObject.disconnect(connection)
        self._connections = []

    def _judge(self, event: QKeyEvent, press: Press) -> bool:
        """Return whether a key at the window was meant for the dialog."""
        key, command = event.key(), event.modifiers() & COMMAND
        if QApplication.activePopupWidget() is not None:
            return False
        if not command and (key in ENTER or key == Qt.Key.Key_Escape):
            if self._keys.is_held(event, press):
                return False
            self._clock.ignore_repeats(key)
            self._send(event)
            return True
        if not command and key in MOVES:
            self.entered.emit()
            if not takes_text(self._dialog.focusWidget()):  # otherwise it is where text is typed first
                self._send(event)
            return True
        if command == Qt.KeyboardModifier.AltModifier and (button := self._button_of(event)) is not None:
            if not self._keys.is_held(event, press):
                button.click()
            return True
        if is_typed(event) or key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.written.emit()
        return False

    def _button_of(self, event: QKeyEvent) -> QAbstractButton | None:
        """Return the button of the dialog that this key presses."""
        wanted = QKeySequence(QKeyCombination(Qt.KeyboardModifier.AltModifier, Qt.Key(event.key())))
        buttons = self._dialog.findChildren(QAbstractButton)
        return next((one for one in buttons if one.isVisible() and one.shortcut() == wanted), None)

    def _send(self, event: QKeyEvent) -> None:
        target = self._dialog.focusWidget() or self._dialog
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            if isValid(target) and isValid(self._dialog):
                copy = QKeyEvent(kind, event.key(), event.modifiers(), event.text())
                QCoreApplication.sendEvent(target, copy)

    def _clicked(self, window: QWindow) -> None:
        if window is self._window:
            self.gone_elsewhere.emit()

    def _focus_moved(self, old: QWidget | None, new: QWidget | None) -> None:
        """Emit `gone_elsewhere` if the focus moved within the window."""
        if old is not None and new is not None and new.window().windowHandle() is self._window:
            self.gone_elsewhere.emit()
