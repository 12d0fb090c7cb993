"""What a turn works with, and what it tells about itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from axon_desktop.agent.approval.approval import Approver
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.approval.taint import Taint
from axon_desktop.agent.context.budget import Meter
from axon_desktop.agent.context.context import ContextManager
from axon_desktop.agent.context.mentions import Focus
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.llm.messages import Message, ToolCall, ToolDefinition
from axon_desktop.llm.provider import Provider
from axon_desktop.settings.settings import LimitSettings, Protocol
from axon_desktop.tools import ToolManager

if TYPE_CHECKING:
    from axon_desktop.agent.small_models.small_model import SmallModel

AgentStatus: TypeAlias = Literal["idle", "thinking", "acting", "planning", "executing"]


@dataclass(frozen=True, slots=True)
class AgentState:
    """What the agent is doing now."""

    status: AgentStatus = "idle"
    round: int = 0
    """Round of the running turn, from 1."""
    call: ToolCall | None = None
    """The call that is being approved or run, while acting or executing."""
    thought: str = ""
    """What has come of the reply, while thinking."""
    plan: Plan | None = None
    """The plan that the user is reviewing, while planning, or that is being run, while executing."""
    step: int = 0
    """Place of the running step, from 1, while executing."""
    total: int = 0
    """How many steps the plan has, while executing."""


@dataclass(frozen=True, slots=True)
class TurnSetup:
    """The parts that a turn is given; they stay the same from turn to turn."""

    provider: Provider
    tools: ToolManager
    approver: Approver
    policy: ApprovalPolicy
    limits: LimitSettings
    protocol: Protocol

    @property
    def native(self) -> bool:
        """Whether tools are offered by function calling rather than in the system prompt's text."""
        protocol = self.protocol if self.protocol != "auto" else self.provider.profile.protocol
        return protocol != "text" and self.provider.native_tools

    def small_model(self) -> SmallModel | None:
        """Return what a turn of a small model needs besides; None for others, which never load it."""
        if not self.provider.profile.small:
            return None
        from axon_desktop.agent.small_models.small_model import SmallModel

        return SmallModel(self.tools)


@dataclass(slots=True)
class SharedState:
    """What the turns of one conversation hand on to each other."""

    context: ContextManager
    """All messages and tool results so far, and which of them are sent."""
    meter: Meter = field(default_factory=Meter)
    """What the conversation has used so far."""
    plan: Plan | None = None
    """The newest state of the newest plan."""
    steering: list[str] = field(default_factory=list)
    """Messages of the user that came while a turn was running and were not sent to the model yet."""
    instructions: str = ""
    """The user's own instructions for the vault, as they were at the beginning of the turn."""
    taint: Taint = field(default_factory=Taint)
    """What of the conversation are not the user's words."""
    notes: str = ""
    """The paths of the vault's notes for a model that needs them, as they were at the beginning of the turn."""
    uncounted: tuple[Sequence[Message], Sequence[ToolDefinition]] | None = None
    """The last request with its reply, and its tools, if the provider did not count their tokens."""

    _recalled: bool = False

    def read_before(self, text: str, tools: ToolManager) -> None:
        """Take note of whose text the prompt brings along, and once of that of a conversation that is continued.

        May walk the vault, so call it in a thread.
        """
        if not self._recalled:
            self._recalled = True
            self.taint.recall(self.history, tools.vault, tools.is_foreign)
        self.taint.read_prompt(text, tools.vault)

    @property
    def history(self) -> list[Message]:
        """All messages and tool results so far, without the system prompt."""
        return self.context.messages


@dataclass(frozen=True, slots=True)
class Prompt:
    """The user's request for one turn."""

    turn_id: str
    """Also the turn's id in the journal."""
    text: str
    """The user's own words."""
    focus: Focus | None = None
    """What the user was looking at."""
