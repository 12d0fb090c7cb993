from collections.abc import Iterator
from pathlib import Path

import pytest

from axon_desktop.vault import Vault
from tests.agent.scenes import Stage


@pytest.fixture(autouse=True)
def axon_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the user's folders out of every test."""
    home = tmp_path / "home"
    monkeypatch.setenv("AXON_HOME", str(home))
    return home


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Home.md").write_bytes(b"# Home\n\nWelcome.\n")
    (root / "Daily").mkdir()
    (root / "Daily" / "2026-01-02.md").write_bytes("早上好\n".encode())
    vault = Vault(root)
    vault.open()
    yield vault
    vault.close()


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Give one vault and one event loop for all examples of a property."""
    stage = Stage(tmp_path_factory.mktemp("stage"))
    yield stage
    stage.close()
