"""Fixtures of the counting tests: a home of their own, the Qt fixtures of the window's tests, counted SQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.counting.counters import sql
from tests.ui.conftest import _no_window_outlives_its_test, qtbot, run_async

__all__ = ["_no_window_outlives_its_test", "qtbot", "run_async", "sql"]


@pytest.fixture(autouse=True)
def axon_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the user's folders out of every test."""
    home = tmp_path / "home"
    monkeypatch.setenv("AXON_HOME", str(home))
    return home
