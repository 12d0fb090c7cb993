"""A whole turn as one call, for callers that want its outcome rather than its events."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal, TypeAlias

import msgspec

from axon_desktop.agent.approval.approval import Approver
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import Answer, Cancelled, Error, Observation, Stopped, StopReason
from axon_desktop.llm.messages import Message, ToolCall, ToolResult
from axon_desktop.llm.provider import Provider
from axon_desktop.settings.settings import LimitSettings, Protocol
from axon_desktop.tools import ToolManager

LoopEnd: TypeAlias = Literal["answer", "error", "cancelled"] | StopReason


@dataclass(frozen=True, slots=True)
class ExecutionContext:
    """What a run starts from."""

    original_message: str
    """The user's prompt."""
    conversation_history: Sequence[Message] = ()
    """What was said before, without the system prompt."""
    max_iterations: int = 10
    """Rounds after which the run stops."""


@dataclass(frozen=True, slots=True)
class ToolExecution:
    """A call and what came of it."""

    tool_call: ToolCall
    result: ToolResult
    timestamp: datetime
    """When it was over; aware, UTC."""


@dataclass(frozen=True, slots=True)
class LoopResult:
    """How a run ended."""

    final_response: str
    """The answer, or the part of a reply that had come."""
    tool_executions: tuple[ToolExecution, ...] = ()
    """Every call in order, refused and broken ones included."""
    stop_reason: LoopEnd = "answer"
    error: str = ""
    """What went wrong, with stop_reason "error"."""
    history: tuple[Message, ...] = field(default=(), repr=False)
    """The conversation after the run; give it to the next one."""


class ExecutionLoop:
    """Runs the agent until it answers, by reading the events of `AgentEngine.process_message`."""

    def __init__(
        self,
        provider: Provider,
        tools: ToolManager,
        approver: Approver,
        *,
        policy: ApprovalPolicy,
        limits: LimitSettings,
        protocol: Protocol = "auto",
    ) -> None:
        self._provider = provider
        self._tools = tools
        self._approver = approver
        self._policy = policy
        self._limits = limits
        self._protocol = protocol

    async def run(self, context: ExecutionContext) -> LoopResult:
        """Run one turn to its end; failures are part of the result."""
        engine = AgentEngine(
            self._provider,
            self._tools,
            self._approver,
            policy=self._policy,
            limits=msgspec.structs.replace(self._limits, max_rounds=context.max_iterations),
            protocol=self._protocol,
            history=context.conversation_history,
        )
        done: list[ToolExecution] = []
        response, failure = "", ""
        reason: LoopEnd = "error"
        async with aclosing(engine.process_message(context.original_message)) as events:
            async for event in events:
                match event:
                    case Observation(call=call, result=result):
                        done.append(ToolExecution(call, result, datetime.now(UTC)))
                    case Answer(content=content):
                        response, reason = content, "answer"
                    case Error(message=message, partial=partial):
                        response, failure = partial, message
                    case Cancelled(partial=partial):
                        response, reason = partial, "cancelled"
                    case Stopped(reason=why, partial=partial):
                        response, reason = partial, why
                    case _:
                        pass
        return LoopResult(response, tuple(done), reason, failure, tuple(engine.history))
