"""Keeps Enter and Escape for the input method while it is in the middle of a word."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)


class CompositionGuard(QObject):
    """Watches one text field: during a composition these keys neither send, nor stop, nor close a dialog."""

    def __init__(self, field: QWidget) -> None:
        super().__init__(field)
        self.composing = False
        """Whether a composition is open."""
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow compositions and swallow the keys."""
        if isinstance(event, QInputMethodEvent):
            self.composing = bool(event.preeditString())
        elif event.type() == QEvent.Type.FocusOut:
            self.composing = False  # input methods commit or drop the word when the focus goes
        elif self.composing and isinstance(event, QKeyEvent) and event.key() in _KEYS:
            # Accepting the override keeps shortcuts away from the key; then the key itself comes and ends here.
            event.accept()
            return event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        return super().eventFilter(watched, event)
