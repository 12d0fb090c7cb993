"""Asking a Task Manager whether it works, and how long the answer took."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass

from axon_desktop.agent_sync.clients.base import Problem, problem_of
from axon_desktop.agent_sync.clients.factory import create_task_manager_client


@dataclass(frozen=True, slots=True)
class Health:
    """Outcome of a health check."""

    problem: Problem | None
    """None where the Task Manager works."""
    seconds: float
    """Until the answer came, or until it was no longer waited for."""
    reason: str = ""
    """What is wrong, in the words of the client or of the Task Manager."""
    status: int | None = None
    """Status of an HTTP answer that is an error."""


def check_health(url: str) -> Health:
    """Ask the Task Manager at this address; waits for the answer."""
    with closing(create_task_manager_client(url)) as client:
        begun = time.perf_counter()
        answer = client.health_check()
        seconds = time.perf_counter() - begun
    return Health(problem_of(answer), seconds, answer.get("error", ""), answer.get("status_code"))
