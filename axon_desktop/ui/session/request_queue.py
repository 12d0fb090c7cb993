"""RequestQueue: what the user wrote while a turn was running, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from axon_desktop.agent.context.focus import Focus


@dataclass(frozen=True, slots=True)
class Request:
    """A text that waits."""

    text: str
    steering: bool = False
    """Whether the running turn takes it at its next step; else it is sent when the turn is over."""
    focus: Focus | None = None
    """What goes along: what stood above the box when it was written."""


class RequestQueue(QObject):
    """Texts in the order in which they will be sent; those that steer the running turn stand first."""

    changed = Signal(object)
    """The Requests, as a tuple."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._requests: tuple[Request, ...] = ()

    @property
    def requests(self) -> tuple[Request, ...]:
        """What waits."""
        return self._requests

    def __len__(self) -> int:
        return len(self._requests)

    def add(self, text: str, focus: Focus | None = None) -> None:
        """Put a text at the end."""
        self._set((*self._requests, Request(text, focus=focus)))

    def take(self, index: int = 0) -> Request:
        """Return one request and forget it."""
        taken = self._requests[index]
        self._set(self._requests[:index] + self._requests[index + 1 :])
        return taken

    def move(self, index: int, step: int) -> int:
        """Move a request up or down among those of its kind; return where it is then."""
        target = index + step
        if (
            not 0 <= target < len(self._requests)
            or self._requests[index].steering
            or self._requests[target].steering
        ):
            return index
        requests = list(self._requests)
        requests[index], requests[target] = requests[target], requests[index]
        self._set(tuple(requests))
        return target

    def steer(self, text: str, focus: Focus | None = None) -> None:
        """Note a text that the running turn will take."""
        count = sum(request.steering for request in self._requests)
        steering = Request(text, steering=True, focus=focus)
        self._set((*self._requests[:count], steering, *self._requests[count:]))

    def steered(self, text: str) -> None:
        """Forget a text that the running turn has taken."""
        for index, request in enumerate(self._requests):
            if request.steering and request.text == text:
                self.take(index)
                return

    def settle(self) -> None:
        """Let what no step took wait for the end of the turn, before the rest."""
        self._set(tuple(replace(request, steering=False) for request in self._requests))

    def clear(self) -> None:
        """Forget everything."""
        self._set(())

    def _set(self, requests: tuple[Request, ...]) -> None:
        if requests != self._requests:
            self._requests = requests
            self.changed.emit(requests)
