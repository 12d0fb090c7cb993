from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from tests.llm.deepseek_server import DeepSeekServer

_NUMBERS = count()


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Have what is learned of servers kept for one test; the folder is made when something is."""
    monkeypatch.setenv("AXON_HOME", str(tmp_path_factory.getbasetemp() / f"home-{next(_NUMBERS)}"))


@pytest.fixture
def server() -> Iterator[DeepSeekServer]:
    with DeepSeekServer() as server:
        yield server
