"""Turning: the pace of a sign that turns while something is under way."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

_STEP_MS = 120
_STEPS = 8


class Turning(QTimer):
    """Counts the steps of a turn; whoever paints the sign connects to `timeout`."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, interval=_STEP_MS)
        self.phase = 0
        """The step that is shown, from 1; 0 while nothing turns."""
        self.timeout.connect(self._step)

    def turn(self, *, wanted: bool) -> None:
        """Go on turning, or stand still."""
        if wanted:
            self.start()
        else:
            self.stop()
            self.phase = 0

    def _step(self) -> None:
        self.phase = self.phase % _STEPS + 1
