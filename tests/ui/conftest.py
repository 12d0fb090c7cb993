"""Qt fixtures: no screen is needed, and coroutines run on the same loop as the program's."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

T = TypeVar("T")


@pytest.fixture
def run_async(qapp: QApplication) -> Callable[[Coroutine[Any, Any, T]], T]:
    """Return a function that runs one coroutine to its end on a fresh Qt event loop."""

    def run(coroutine: Coroutine[Any, Any, T]) -> T:
        qapp.setQuitOnLastWindowClosed(False)
        try:
            with asyncio.Runner(loop_factory=lambda: QEventLoop(qapp)) as runner:
                return runner.run(coroutine)
        finally:
            # The loop's own timers are Qt objects: collected later in a worker thread they would complain.
            gc.collect()

    return run
