"""Resumption: the state of a conversation, from which the next engine continues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from axon_desktop.agent.events import AgentMode, UsageReported
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.llm.messages import Message

if TYPE_CHECKING:
    from axon_desktop.agent.context.context import Summary


class Resumption(Struct, frozen=True):
    """The state to continue a stored conversation from."""

    history: tuple[Message, ...] = ()
    """All messages so far."""
    summary: Summary | None = None
    """The summary that the model is sent instead of its oldest messages."""
    plan: Plan | None = None
    mode: AgentMode = "react"
    last_text: str = ""
    """The prompt of the last turn."""
    answered: bool = False
    """Whether the last turn ended with an answer."""
    usage: UsageReported | None = None
    """The usage so far."""

    @property
    def is_unanswered(self) -> bool:
        """Whether the history ends with the last prompt, to which mentioned notes may have been added."""
        last = self.history[-1] if self.history else None
        return last is not None and last.role == "user" and last.content.startswith(self.last_text)


def add_usage(before: UsageReported | None, event: UsageReported) -> UsageReported:
    """Return the event with the earlier usage added to its totals."""
    if before is None:
        return event
    costs = [cost for cost in (before.total_cost, event.total_cost) if cost is not None]
    return replace(event, total=before.total + event.total, total_cost=sum(costs) if costs else None)
