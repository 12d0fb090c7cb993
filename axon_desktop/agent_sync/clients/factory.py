"""Which Task Manager client this process uses."""

from __future__ import annotations

import os

from axon_desktop.agent_sync.clients.base import TaskManagerClientBase
from axon_desktop.agent_sync.clients.mock import MockTaskManagerClient


def create_task_manager_client(base_url: str | None = None) -> TaskManagerClientBase:
    """Return the client in memory if there is no Task Manager, else the one over HTTP.

    Args:
        base_url: address of the Task Manager; None for that of the environment.
    """
    if is_mocked():
        return MockTaskManagerClient()
    from axon_desktop.agent_sync.clients.http import HttpTaskManagerClient  # brings httpx, which takes a moment

    return HttpTaskManagerClient(base_url)


def is_mocked() -> bool:
    """Tell whether USE_MOCK_CLIENT is true, in whatever case: then all reports stay in memory."""
    return os.environ.get("USE_MOCK_CLIENT", "false").lower() == "true"
