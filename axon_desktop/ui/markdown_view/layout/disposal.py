"""Deletes removed widgets a few at a time: hundreds of them at once would block the window."""

from __future__ import annotations

import time
from collections import deque

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

SLICE = 0.002
"""Time limit for deleting, in seconds, per turn of the event loop."""


class Disposal(QObject):
    """Holds hidden widgets and objects of removed rows until there is time to delete them."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._things: deque[object] = deque()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether something is still to be deleted."""
        return bool(self._things)

    def take(self, thing: object) -> None:
        """Delete this later; there must be no other reference to it."""
        self._things.append(thing)
        self._timer.start()

    def _go_on(self) -> None:
        deadline = time.perf_counter() + SLICE
        while self._things and time.perf_counter() < deadline:
            thing = self._things.popleft()
            if isinstance(thing, QWidget) and isValid(thing):  # its owner may have deleted it already
                thing.deleteLater()
            del thing
        if not self._things:
            self._timer.stop()
