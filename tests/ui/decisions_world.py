"""Waiting questions, for tests: a user who goes to each at once, and keys as the system sends them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.decisions.decisions import Decisions

_NO_SIGN = 0x01000000
"""Keys from this one on type nothing, except these:"""
_TEXTS = {Qt.Key.Key_Return: "\r", Qt.Key.Key_Backspace: "\b", Qt.Key.Key_Escape: "\x1b", Qt.Key.Key_Tab: "\t"}


def eager(window: Callable[[], QWidget | None] = lambda: None) -> Decisions:
    """Return a queue of questions whose user goes to each at once, so that its dialog opens."""
    decisions = Decisions(window)
    be_eager(decisions)
    return decisions


def be_eager(decisions: Decisions) -> None:
    """Go to each question at once."""
    decisions.added.connect(lambda pending: QTimer.singleShot(0, lambda: decisions.open(pending)))


def press(widget: QWidget, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key at the window of a widget, by the same path as keys from the system.

    Qt's own test function does the same, but runs the event loop: within a task that fails.
    """
    window = widget.window().windowHandle()
    assert window is not None
    text = _TEXTS.get(key, chr(key).lower() if key < _NO_SIGN else "")
    for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QCoreApplication.sendEvent(window, QKeyEvent(kind, key, modifiers, text))
