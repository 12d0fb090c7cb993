"""How far a running tool call is, told while it runs."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

from msgspec import Struct


class Progress(Struct, frozen=True):
    """One report of a tool about itself."""

    done: float
    total: float | None = None
    """What `done` will be at the end; None when that is not known."""
    message: str = ""


def _nobody(progress: Progress) -> None:
    """Hear a report that nobody asked for."""


report_progress: ContextVar[Callable[[Progress], None]] = ContextVar("report_progress", default=_nobody)
"""Where a tool that knows how far it is tells so; set around each call by who runs it."""
