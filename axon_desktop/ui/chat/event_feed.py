"""EventFeed: hands events to the transcript, live ones at once, those of a kept conversation in slices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from axon_desktop.agent.events import AgentEvent

_SLICE = 0.0025
"""Seconds of showing kept events in one turn of the event loop: the window stays usable meanwhile."""


class EventFeed(QObject):
    """Keeps the order: what happens while a conversation is shown again comes after it."""

    replayed = Signal()
    """All kept events were handed on."""

    def __init__(self, handle: Callable[[AgentEvent], None], parent: QObject) -> None:
        super().__init__(parent)
        self._handle = handle
        self._kept: Iterator[AgentEvent] | None = None
        self._live: list[AgentEvent] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def replaying(self) -> bool:
        """Whether kept events are still to come."""
        return self._kept is not None

    def replay(self, events: Sequence[AgentEvent]) -> None:
        """Hand on these events, a few at a time."""
        self._kept = iter(events)
        self._timer.start()

    def take(self, event: AgentEvent) -> None:
        """Hand on an event that just happened."""
        if self.replaying:
            self._live.append(event)
        else:
            self._handle(event)

    def drop(self) -> None:
        """Forget what was not handed on."""
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
