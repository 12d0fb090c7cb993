"""Showing a window and waiting until it was painted for the first time."""

from __future__ import annotations

import asyncio
import logging

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QWidget

_log = logging.getLogger(__name__)

_SECONDS = 3.0


class _FirstPaint(QObject):
    """Reports that a window was painted for the first time."""

    painted = Signal()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the paint event, and for its end."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            self.painted.emit()
        return False


async def show_painted(window: QWidget) -> None:
    """Show a window; return when it is painted, or after a timeout (it may have started minimised)."""
    painted = asyncio.Event()
    watcher = _FirstPaint()
    watcher.painted.connect(painted.set)
    window.installEventFilter(watcher)
    window.show()
    try:
        async with asyncio.timeout(_SECONDS):
            await painted.wait()
    except TimeoutError:
        _log.info("The window was not painted within %g s: started minimised?", _SECONDS)
