"""KeyRecorder: a field that records the pressed keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

_MODIFIERS = (
    Qt.Key.Key_Control,
    Qt.Key.Key_Shift,
    Qt.Key.Key_Alt,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_Meta,
    Qt.Key.Key_Super_L,
    Qt.Key.Key_Super_R,
    Qt.Key.Key_unknown,
)
_CHARACTER_KEYS = range(0x21, 0x7F)


class KeyRecorder(QLineEdit):
    """Tab leaves it and Esc cancels, as everywhere; every other key is recorded."""

    recorded = Signal(str)
    """Keys in portable form, such as `Ctrl+Shift+N`."""
    given_up = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)  # keys are recorded, not text
        self.setPlaceholderText(self.tr("Press the new shortcut"))
        self.setAccessibleName(self.tr("Press the new shortcut"))

    def event(self, event: QEvent) -> bool:
        """Handle keys before shortcuts and default buttons do."""
        if isinstance(event, QKeyEvent) and event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            held = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and not held:
                return super().event(event)
            self._take(event)
            return True
        return super().event(event)

    def _take(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = event.key()
        if key == Qt.Key.Key_Escape and held == Qt.KeyboardModifier.NoModifier:
            self.given_up.emit()
        elif key not in _MODIFIERS:
            if key in _CHARACTER_KEYS and not chr(key).isalnum():
                held &= ~Qt.KeyboardModifier.ShiftModifier  # Shift made the character, such as +
            keys = QKeySequence(held.value | key)
            self.setText(keys.toString(QKeySequence.SequenceFormat.NativeText))
            self.recorded.emit(keys.toString(QKeySequence.SequenceFormat.PortableText))
