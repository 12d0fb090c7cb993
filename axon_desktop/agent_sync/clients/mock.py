"""A Task Manager in memory, for the tests of an agent."""

from __future__ import annotations

import uuid

from axon_desktop.agent_sync.clients.base import Answer, StepStatus, TaskManagerClientBase, failed, succeeded


class MockTaskManagerClient(TaskManagerClientBase):
    """Stores sessions and steps while it lives; accepts any execution."""

    def __init__(self) -> None:
        self.sessions: dict[str, str] = {}
        """Session of each execution."""
        self.steps: dict[str, dict[str, str | None]] = {}
        """Steps by their ids, in the order in which they were created."""

    def patch_execution(self, execution_id: str, session_id: str) -> Answer:
        """Store the session."""
        self.sessions[execution_id] = session_id
        return succeeded("Execution updated", {"execution_id": execution_id, "session_id": session_id})

    def create_step(
        self, execution_id: str, step_name: str, message: str | None = None, status: str | None = None
    ) -> Answer:
        """Store a new step."""
        step = {
            "step_id": uuid.uuid4().hex,
            "execution_id": execution_id,
            "step_name": step_name,
            "message": message,
            "status": StepStatus.RUNNING.value if status is None else status,
        }
        self.steps[step["step_id"] or ""] = step
        return succeeded("Step created", {**step})

    def patch_step(
        self, execution_id: str, step_id: str, status: str | None = None, message: str | None = None
    ) -> Answer:
        """Change a step that was created for this execution."""
        step = self.steps.get(step_id)
        if step is None or step["execution_id"] != execution_id:
            return failed(f"Step {step_id} not found")
        step |= {name: value for name, value in (("status", status), ("message", message)) if value is not None}
        return succeeded("Step updated", {**step})

    def health_check(self) -> Answer:
        """Say that all is well."""
        return succeeded("Mock Task Manager is healthy", {"status": "ok"})
