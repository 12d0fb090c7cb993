"""The four tools of Nova Agent Sync, as an agent calls them; their docstrings are what it reads."""

from __future__ import annotations

from axon_desktop.agent_sync.clients.base import Answer, StepStatus, TaskManagerClientBase, failed

STATUSES = tuple(status.value for status in StepStatus)
"""States of a step, as they are written."""


class SyncTools:
    """Checks what an agent sends and passes it on, unchanged, to the Task Manager."""

    def __init__(self, client: TaskManagerClientBase) -> None:
        self._client = client

    def update_execution_session(self, execution_id: str, session_id: str) -> Answer:
        """Update the session_id of an execution. Call this tool at the very beginning to register your session."""
        return self._client.patch_execution(execution_id, session_id)

    def create_step(
        self, execution_id: str, step_name: str, message: str | None = None, status: str | None = None
    ) -> Answer:
        """Create a new step and return its step_id. The initial status is running unless you give another one."""
        if (refusal := _refusal(status)) is not None:
            return refusal
        return self._client.create_step(execution_id, step_name, message, status)

    def update_step(
        self, execution_id: str, step_id: str, status: str | None = None, message: str | None = None
    ) -> Answer:
        """Update the status and the message of a step. Give at least one of the two."""
        if status is None and message is None:
            return failed("Provide at least status or message to update")
        if (refusal := _refusal(status)) is not None:
            return refusal
        return self._client.patch_step(execution_id, step_id, status, message)

    def health_check(self) -> Answer:
        """Check whether the Task Manager can be reached and works."""
        return self._client.health_check()


def _refusal(status: str | None) -> Answer | None:
    if status is None or status in STATUSES:
        return None
    return failed(f"Invalid status '{status}'. Must be one of: {', '.join(STATUSES)}")
