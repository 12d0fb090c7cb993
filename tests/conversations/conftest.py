from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def axon_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the user's folders out of every test."""
    home = tmp_path / "home"
    monkeypatch.setenv("AXON_HOME", str(home))
    return home


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "conversations.sqlite"
