from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.llm.deepseek_server import DeepSeekServer


@pytest.fixture
def server() -> Iterator[DeepSeekServer]:
    with DeepSeekServer() as server:
        yield server
