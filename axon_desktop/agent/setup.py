"""What a turn works with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from axon_desktop.agent.approval import Approver
from axon_desktop.agent.policy import ApprovalPolicy
from axon_desktop.llm.messages import ToolCall
from axon_desktop.llm.provider import Provider
from axon_desktop.settings import LimitSettings, Protocol
from axon_desktop.tools import ToolManager

AgentStatus: TypeAlias = Literal["idle", "thinking", "acting", "planning", "executing"]


@dataclass(frozen=True, slots=True)
class AgentState:
    """What the agent is doing now."""

    status: AgentStatus = "idle"
    round: int = 0
    """Round of the running turn, from 1."""
    call: ToolCall | None = None
    """The call that is being approved or run, while acting."""


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
        return self.protocol != "text" and self.provider.native_tools
