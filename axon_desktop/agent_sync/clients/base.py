"""What every Task Manager client can do, and the one form of its answers.

An answer is `{"success": True, "message": …, "data": {…}}` or `{"success": False, "error": …}`, the latter with
`error_code` and `status_code` where the Task Manager gave them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from axon_desktop.errors import N_, Text

Answer: TypeAlias = dict[str, Any]
Problem: TypeAlias = Literal["timeout", "unreachable", "unreadable", "rejected", "broken"]
"""No answer in time, no server, an answer that cannot be read, a request refused (4xx), a server error."""

TIMEOUT = N_("Core", "Request timeout")
CONNECTION_FAILED = N_("Core", "Connection failed to {address}")
_PROBLEMS: dict[str, Problem] = {TIMEOUT: "timeout", CONNECTION_FAILED: "unreachable"}
"""Kind of each failure of the connection, by the template of its text."""


class StepStatus(StrEnum):
    """State of a step."""

    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    SKIPPED = "skipped"


class TaskManagerClientBase(ABC):
    """Sends what an agent does to a Task Manager.

    The methods may be called from any thread, wait for the answer, and never raise for a failed request:
    a failure is an answer too.
    """

    @abstractmethod
    def patch_execution(self, execution_id: str, session_id: str) -> Answer:
        """Say which session works on the execution."""

    @abstractmethod
    def create_step(
        self, execution_id: str, step_name: str, message: str | None = None, status: str | None = None
    ) -> Answer:
        """Add a step, running where no status is given; the answer's data holds its `step_id`."""

    @abstractmethod
    def patch_step(
        self, execution_id: str, step_id: str, status: str | None = None, message: str | None = None
    ) -> Answer:
        """Change the status or the message of a step; None leaves it as it is."""

    @abstractmethod
    def health_check(self) -> Answer:
        """Ask whether the Task Manager works."""

    def close(self) -> None:  # noqa: B027 - most have nothing to close
        """Close the connections; the next call opens them again."""


def succeeded(message: str, data: dict[str, Any]) -> Answer:
    """Return the answer to what worked."""
    return {"success": True, "message": message, "data": data}


def failed(error: str, *, error_code: str | None = None, status_code: int | None = None) -> Answer:
    """Return the answer to what did not work; what is None is left out."""
    answer: Answer = {"success": False, "error": error}
    if error_code is not None:
        answer["error_code"] = error_code
    if status_code is not None:
        answer["status_code"] = status_code
    return answer


def problem_of(answer: Answer) -> Problem | None:
    """Return what kind of failure an answer is, None for none."""
    if answer["success"]:
        return None
    status = answer.get("status_code", 0)
    if status >= 400:
        return "broken" if status >= 500 else "rejected"
    error = answer["error"]
    return _PROBLEMS.get(error.template if isinstance(error, Text) else error, "unreadable")
