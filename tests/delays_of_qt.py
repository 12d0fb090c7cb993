"""What is delayed of Qt, as soon as this is imported: threads, the event loop, the activation of windows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from qasync import QThreadExecutor

from tests.delays import late, replace, slow_submit, stand_still

_ORDINARY = {Qt.WindowType.Window, Qt.WindowType.Dialog, Qt.WindowType.Tool}
_TIP = Qt.WindowType.ToolTip
_activate = QWidget.activateWindow
_newest = 0
"""The window that is to be active."""


def _activate_later(window: QWidget, seconds: float) -> None:
    global _newest
    _newest = id(window)

    def go() -> None:
        if _newest == id(window) and window.isVisible() and QApplication.activeModalWidget() in (None, window):
            _activate(window)

    QTimer.singleShot(round(seconds * 1000), window, go)


def _slow_show(show: Callable[[Any], None]) -> Callable[[Any], None]:
    def slow(self: QWidget) -> None:
        global _newest
        if not self.isWindow() or self.isVisible() or self.windowType() not in _ORDINARY:
            return show(self)
        seconds = late(f"active {type(self).__name__}")
        if not seconds:
            _newest = id(self)
            return show(self)
        self.winId()
        handle = self.windowHandle()
        flags = handle.flags()
        handle.setFlags((flags & ~Qt.WindowType.WindowType_Mask) | _TIP)  # such a window is not made active
        try:
            show(self)
        finally:
            handle.setFlags(flags)
        return _activate_later(self, seconds)

    return slow


def _slow_activate(activate: Callable[[QWidget], None]) -> Callable[[QWidget], None]:
    def slow(self: QWidget) -> None:
        global _newest
        window = self.window()
        if seconds := late(f"active {type(window).__name__}"):
            _activate_later(window, seconds)
        else:
            _newest = id(window)
            activate(self)

    return slow


replace(
    (QThreadExecutor, "submit", slow_submit),
    (QWidget, "show", _slow_show),
    (QWidget, "activateWindow", _slow_activate),
)
_app = QCoreApplication.instance()
assert _app is not None
QAbstractEventDispatcher.instance(_app.thread()).awake.connect(stand_still, Qt.ConnectionType.DirectConnection)
