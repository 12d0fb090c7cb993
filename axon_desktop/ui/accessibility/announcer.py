"""Announcer: sends sentences to screen readers, at most one per 400 ms."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

_INTERVAL_MS = 400


class Announcer(QObject):
    """Sends announcements for one widget. A new one replaces waiting ones; only an urgent one, urgent ones."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._waiting: list[tuple[str, bool]] = []
        self._since = QElapsedTimer()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._flush)
        self.spoken: list[str] = []
        """What was sent, newest last; only the last few are kept."""

    def announce(self, text: str, *, urgent: bool = False) -> None:
        """Send a sentence now, or as soon as the interval allows."""
        before = [] if urgent else [(said, True) for said, is_urgent in self._waiting if is_urgent]
        self._waiting = [*before, (text, urgent)]  # an urgent one replaces all
        wait = _INTERVAL_MS - self._since.elapsed() if self._since.isValid() else 0
        if wait <= 0:
            self._flush()
        elif not self._timer.isActive():
            self._timer.start(wait)

    def _flush(self) -> None:
        if not self._waiting:
            return
        text, urgent = self._waiting.pop(0)
        self._since.start()
        if self._waiting:
            self._timer.start(_INTERVAL_MS)
        self.spoken = [*self.spoken[-9:], text]
        event = QAccessibleAnnouncementEvent(self._widget, text)
        if urgent:
            event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
        QAccessible.updateAccessibility(event)
