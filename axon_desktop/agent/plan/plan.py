"""A plan as data: its steps, what may become of them, and its file format.

The JSON form has exactly the seed's keys (agent engine, plan schema): camelCase, milliseconds since the epoch.
Plans are frozen; every change gives a new one.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from axon_desktop.errors import N_, PlanError

PlanStatus: TypeAlias = Literal["draft", "approved", "executing", "completed", "failed"]
StepStatus: TypeAlias = Literal["pending", "running", "completed", "failed", "skipped"]


class PlanStep(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One step of a plan."""

    id: int
    """Unique in its plan; stays with the step when steps are reordered."""
    description: str
    """What is done; never empty."""
    expected_outcome: str
    """How one sees that it is done; never empty."""
    status: StepStatus
    result: str | None = None
    """What came of it."""

    def __post_init__(self) -> None:
        if not self.description.strip() or not self.expected_outcome.strip():
            raise ValueError(f"step {self.id} needs a description and an expected outcome")


class Plan(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What will be done, in order, once the user has approved it."""

    id: str
    goal: str
    steps: tuple[PlanStep, ...]
    status: PlanStatus
    created_at: int
    """Milliseconds since the epoch."""
    updated_at: int
    """Milliseconds since the epoch."""

    def __post_init__(self) -> None:
        if len({step.id for step in self.steps}) != len(self.steps):
            raise ValueError("two steps have the same id")

    @classmethod
    def draft(cls, goal: str, steps: Sequence[tuple[str, str]]) -> Plan:
        """Return a new plan of (description, expected outcome) pairs."""
        now = _now()
        pending = tuple(
            PlanStep(id=number, description=description, expected_outcome=outcome, status="pending")
            for number, (description, outcome) in enumerate(steps, 1)
        )
        return cls(id=uuid.uuid4().hex, goal=goal, steps=pending, status="draft", created_at=now, updated_at=now)

    @property
    def next_step(self) -> PlanStep | None:
        """The first step that is still to be done; one that was cut off while running counts as such."""
        return next((step for step in self.steps if step.status in ("pending", "running")), None)

    def with_status(self, status: PlanStatus) -> Plan:
        """Return the plan in another state."""
        return msgspec.structs.replace(self, status=status, updated_at=_now())

    def with_step(self, step_id: int, status: StepStatus, result: str | None = None) -> Plan:
        """Return the plan with one step in another state."""
        steps = tuple(
            msgspec.structs.replace(step, status=status, result=result) if step.id == step_id else step
            for step in self.steps
        )
        return msgspec.structs.replace(self, steps=steps, updated_at=_now())

    def revised(self, steps: Sequence[PlanStep]) -> Plan:
        """Return the plan with other steps; finished ones stay as they are, at the beginning, in their order."""
        kept = tuple(step for step in self.steps if step.status == "completed")
        done = {step.id for step in kept}
        new = tuple(step for step in steps if step.id not in done)
        return msgspec.structs.replace(self, steps=kept + new, updated_at=_now())


def encode_plan(plan: Plan) -> str:
    """Return the plan as JSON."""
    return msgspec.json.encode(plan).decode()


def decode_plan(text: str) -> Plan:
    """Read a plan back.

    Raises:
        PlanError: the text is no plan; the message says where.
    """
    try:
        return msgspec.json.decode(text, type=Plan)
    except (msgspec.DecodeError, ValueError) as error:
        raise PlanError(N_("Core", "This is no plan: {why}."), why=error) from error


def _now() -> int:
    return int(time.time() * 1000)
