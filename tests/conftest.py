"""What holds for every test."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

import psutil
import pytest
from hypothesis import HealthCheck, settings

from tests.delays import Delays
from tests.forking.command import share

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

MUCH_GARBAGE = 20_000
"""Objects that were created and not freed since the last look."""

# How long an example takes says how busy the machine is.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

gc.disable()  # what is collected (the modules, the tests) stays: looking through it took a quarter of the time


@pytest.fixture(scope="session")
def qapp_cls() -> type[QApplication]:
    """Return the class of the program's own application: a process has one for all of its tests."""
    from axon_desktop.ui.runtime.application import Application

    return Application


@pytest.fixture(scope="session")
def qapp_args() -> list[str]:
    """Give the tests' application the style of the program, as `app.py` does."""
    return ["axon-desktop", "-style=fusion"]


@pytest.fixture(autouse=True)
def _no_child_outlives_its_loop() -> Iterator[None]:
    """Let the test fail that has left a child of asyncio's, not a later one in which it is found to be lost."""
    yield
    waiting = [thread for thread in threading.enumerate() if thread.name.startswith("asyncio-waitpid-")]
    children = [args[1] for thread in waiting if (args := getattr(thread, "_args", None))]
    assert not [child for child in children if psutil.pid_exists(child)]


def pytest_configure(config: pytest.Config) -> None:
    """Begin what all workers share."""
    if config.getoption("numprocesses", None):
        share()
    if seed := os.environ.get("AXON_DELAYS"):
        config.pluginmanager.register(Delays(seed))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let every worker begin with its share of the tests that fork, and of those in a real window.

    A fork costs what the process has grown to. Tests in a real window wait more than they work. A worker takes a
    stretch of the tests; standing together, these would be what one of them is left with.
    """
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    slow = [item for marker in ("forks", "desktop") for item in items if item.get_closest_marker(marker)]
    chosen = {*slow}
    others = [item for item in items if item not in chosen]
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        ordered += slow[worker::workers]
        end = len(items) * (worker + 1) // workers - len(ordered)
        ordered += others[:end]
        del others[:end]
    items[:] = ordered


def pytest_collection_finish() -> None:
    """Let the collector never look again at what was collected, and run only between tests.

    These are more than half a million objects that stay to the end. Python collects in whichever thread has just
    created an object; a widget that goes in another thread than the window's takes the program with it, which is
    why `collect_garbage` does the same in the window.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _garbage_goes_between_tests() -> Iterator[None]:
    """Collect in the main thread what a test has left, when it is much."""
    yield
    if gc.get_count()[0] > MUCH_GARBAGE:
        gc.collect()
