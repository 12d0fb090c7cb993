"""Event-loop gaps of the GUI thread: the distance between ticks of a 4 ms precise timer."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Qt, QTimer


class GapProbe(QObject):
    """Records how long the event loop was away."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[float] = []
        self.work: list[float] = []
        """Milliseconds of CPU that the GUI thread used in each gap: other programs do not lengthen these."""
        self._last = self._used = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(4)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        """Begin a fresh record."""
        self.gaps = []
        self.work = []
        self._last, self._used = time.perf_counter(), time.thread_time()
        self._timer.start()

    def stop(self) -> list[float]:
        """End the record and return the gaps in milliseconds."""
        self._tick()  # what goes on now counts too
        self._timer.stop()
        return self.gaps

    def _tick(self) -> None:
        now, used = time.perf_counter(), time.thread_time()
        self.gaps.append((now - self._last) * 1000)
        self.work.append((used - self._used) * 1000)
        self._last, self._used = now, used
