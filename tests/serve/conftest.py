"""A real vault for the tests of the servers, and what it takes to run them as a user does."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serve.world import NOTES, World

ROOT = Path(__file__).parents[2]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    home = tmp_path / "home"
    monkeypatch.setenv("AXON_HOME", str(home))
    monkeypatch.delenv("AXON_SERVE_TOKEN", raising=False)
    root = tmp_path / "Garden"
    for path, text in NOTES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    environment = {**kept, "AXON_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}
    world = World(root, environment, [sys.executable, "-m", "axon_desktop.cli"])
    yield world
    world.close()
