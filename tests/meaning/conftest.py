"""Fixtures of the tests of meaning: its process is forked, as other workers are."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest

from axon_desktop.meaning import meaning_index
from tests.forking.command import forked


@pytest.fixture
def real_workers() -> None:
    """Start it: for a test of the process itself."""


@pytest.fixture(autouse=True)
def forked_workers(request: pytest.FixtureRequest) -> Iterator[None]:
    if "real_workers" in request.fixturenames:
        yield
        return
    with patch.object(meaning_index, "worker_command", forked):
        yield
