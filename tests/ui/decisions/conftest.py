"""A clock that stands still while a test does what is too early."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.waiting_world import standing


@pytest.fixture(autouse=True)
def standing_clock(qapp: QApplication) -> Iterator[None]:
    with standing():
        yield
