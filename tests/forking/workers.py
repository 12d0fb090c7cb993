"""The program's worker processes in tests: forked, as commands are."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest

from axon_desktop.index import vault_index
from axon_desktop.vault.search import regex
from tests.forking.command import forked
from tests.waiting import PATIENCE


@pytest.fixture
def real_workers() -> None:
    """Start them: for a test of the processes themselves."""


@pytest.fixture(autouse=True)
def forked_workers(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fork what keeps the index and what looks for expressions; a search waits for what was just written."""
    if "real_workers" in request.fixturenames:
        yield
        return
    settle = vault_index.VaultIndex._settle
    with (
        patch.object(vault_index, "worker_command", forked),
        patch.object(regex, "worker_command", forked),
        patch.object(vault_index.VaultIndex, "_settle", lambda index, _seconds: settle(index, PATIENCE)),
    ):
        yield
