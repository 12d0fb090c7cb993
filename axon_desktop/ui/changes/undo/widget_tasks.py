"""WidgetTasks: background reads of a widget, cancelled when it is destroyed."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from PySide6.QtWidgets import QWidget

from axon_desktop.ui.aio import spawn


class WidgetTasks:
    """Tasks that end with their widget, so that none of them uses a deleted object."""

    def __init__(self, owner: QWidget) -> None:
        tasks: set[asyncio.Task[None]] = set()
        self._tasks = tasks
        owner.destroyed.connect(lambda: _cancel(tasks))  # a bound method would be released with this object

    def start(self, coro: Coroutine[Any, Any, None], *, name: str) -> None:
        """Run a coroutine in the background; its failure is reported as with `spawn`."""
        task = spawn(coro, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _cancel(tasks: set[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
