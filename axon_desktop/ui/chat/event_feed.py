"""EventFeed: passes events to the transcript, live ones at once, stored ones in slices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from axon_desktop.agent.events import AgentEvent

_SLICE = 0.0025
"""Seconds of replay per slice: the window stays responsive."""


class EventFeed(QObject):
    """Keeps the order: live events during a replay come after it."""

    replayed = Signal()
    """All stored events were passed on."""

    def __init__(self, handle: Callable[[AgentEvent], None], parent: QObject) -> None:
        super().__init__(parent)
        self._handle = handle
        self._kept: Iterator[AgentEvent] | None = None
        self._live: list[AgentEvent] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def replaying(self) -> bool:
        """Whether a replay is running."""
        return self._kept is not None

    def replay(self, events: Sequence[AgentEvent]) -> None:
        """Pass on stored events, a few at a time."""
        self._kept = iter(events)
        self._timer.start()

    def take(self, event: AgentEvent) -> None:
        """Pass on a live event."""
        if self.replaying:
            self._live.append(event)
        else:
            self._handle(event)

    def drop(self) -> None:
        """Discard the waiting events."""
        self._timer.stop()
        self._kept = None
        self._live.clear()

    def _go_on(self) -> None:
        deadline = time.perf_counter() + _SLICE
        while self._kept is not None and time.perf_counter() < deadline:
            event = next(self._kept, None)
            if event is not None:
                self._handle(event)
                continue
            live = list(self._live)
            self.drop()
            self.replayed.emit()
            for late in live:
                self._handle(late)
