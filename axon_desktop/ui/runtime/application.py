"""Application: the QApplication of the program, which hears what macOS asks it to open."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication


class Application(QApplication):
    """Keeps what it is asked to open until somebody takes it: the first event comes before there is a window.

    On other systems files and links come by the command line.
    """

    open_requested = Signal()
    """`take_opened` has something new."""

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self._opened: list[str] = []

    def event(self, event: QEvent) -> bool:
        """Hear of a file that was double-clicked or dropped on the Dock, or of an `obsidian://` link."""
        if isinstance(event, QFileOpenEvent):
            self._opened.append(event.file() or event.url().toString())
            self.open_requested.emit()
            return True
        return super().event(event)

    def take_opened(self) -> list[str]:
        """Return the files and links that were asked for since the last call."""
        opened, self._opened = self._opened, []
        return opened
