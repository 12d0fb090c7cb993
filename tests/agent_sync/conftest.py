"""A real Task Manager server for each test that wants one, and an environment without anybody's settings."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from axon_desktop.agent_sync.clients.http import HttpTaskManagerClient
from tests.agent_sync.calling import Ask, connected_agent
from tests.agent_sync.task_manager import TaskManager

VARIABLES = ("TASK_MANAGER_URL", "USE_MOCK_CLIENT", "NOVA_EXECUTION_ID")


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def task_manager() -> Iterator[TaskManager]:
    with TaskManager() as server:
        yield server


@pytest.fixture(scope="module")
def shared_task_manager() -> Iterator[TaskManager]:
    """Give one server for all examples of a property."""
    with TaskManager() as server:
        yield server


@pytest.fixture(scope="module")
def shared_client(shared_task_manager: TaskManager) -> Iterator[HttpTaskManagerClient]:
    """Give one client of that server, with one connection."""
    with closing(HttpTaskManagerClient(shared_task_manager.url)) as client:
        yield client


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    """Call a tool, given the Task Manager client that it shall use."""
    with connected_agent() as ask:
        yield ask
