"""RequestQueue: requests that the user sent while a turn was running."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from axon_desktop.agent.context.focus import Focus


@dataclass(frozen=True, slots=True)
class Request:
    """A waiting request."""

    text: str
    steering: bool = False
    """Whether the running turn takes it at its next step; otherwise it is sent after the turn."""
    focus: Focus | None = None
    """The context above the message box when it was sent."""


class RequestQueue(QObject):
    """Texts in the order of sending; those that steer the running turn come first."""

    changed = Signal(object)
    """The Requests, as a tuple."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.requests: tuple[Request, ...] = ()
        """The waiting requests."""

    def __len__(self) -> int:
        return len(self.requests)

    def add(self, text: str, focus: Focus | None = None) -> None:
        """Append a text."""
        self._set((*self.requests, Request(text, focus=focus)))

    def take(self, index: int = 0) -> Request:
        """Remove and return a request."""
        taken = self.requests[index]
        self._set(self.requests[:index] + self.requests[index + 1 :])
        return taken

    def move(self, index: int, step: int) -> int:
        """Move a request up or down among those of its kind; return its new index."""
        target = index + step
        if not 0 <= target < len(self.requests) or self.requests[index].steering or self.requests[target].steering:
            return index
        requests = list(self.requests)
        requests[index], requests[target] = requests[target], requests[index]
        self._set(tuple(requests))
        return target

    def steer(self, text: str, focus: Focus | None = None) -> None:
        """Add a text that the running turn will take."""
        count = sum(request.steering for request in self.requests)
        steering = Request(text, steering=True, focus=focus)
        self._set((*self.requests[:count], steering, *self.requests[count:]))

    def steered(self, text: str) -> None:
        """Remove a text that the running turn has taken."""
        for index, request in enumerate(self.requests):
            if request.steering and request.text == text:
                self.take(index)
                return

    def settle(self) -> None:
        """Queue texts that no step took for the end of the turn, before the others."""
        self._set(tuple(replace(request, steering=False) for request in self.requests))

    def clear(self) -> None:
        """Remove everything."""
        self._set(())

    def _set(self, requests: tuple[Request, ...]) -> None:
        if requests != self.requests:
            self.requests = requests
            self.changed.emit(requests)
