"""Summarising a conversation on request: the call, and its events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from axon_desktop.agent.events import AgentEvent, UsageReported
from axon_desktop.errors import AxonError
from axon_desktop.llm.messages import Usage
from axon_desktop.llm.provider import Provider

if TYPE_CHECKING:
    from axon_desktop.agent.engine import AgentEngine


class CompactionState(Struct, frozen=True):
    """State of a request to summarise a conversation."""

    stage: Literal["running", "done", "nothing", "no_model", "stopped", "failed"]
    """`nothing` when there was nothing to summarise, `no_model` without a model."""
    error: AxonError | None = None
    """Why it failed."""


async def sum_up(
    engine: AgentEngine, provider: Provider, turn_id: str, used: UsageReported | None
) -> list[AgentEvent]:
    """Let the model summarise the conversation; return the events, empty if there was nothing to do.

    `used` is the last reported usage.

    Raises as `AgentEngine.compact` does.
    """
    if not engine.history:
        return []
    before, old = engine.usage, engine.summary
    made = await engine.compact()
    if made is None:
        return []
    events: list[AgentEvent] = [replace(made, turn_id=turn_id)]
    if used is None or engine.usage == before:
        return events  # the provider does not count
    begin = old.messages if old is not None else 0
    gone = sum(provider.estimate_tokens(message.content) for message in engine.history[begin : made.messages])
    gone += provider.estimate_tokens(old.text) if old is not None else 0
    filled = used.context or used.usage.prompt_tokens + used.usage.completion_tokens
    report = UsageReported(
        turn_id=turn_id,
        usage=_difference(engine.usage, before),
        total=engine.usage,
        total_cost=engine.cost,
        context=max(0, filled - gone) + provider.estimate_tokens(made.summary),
    )
    return [report, *events]


def _difference(after: Usage, before: Usage) -> Usage:
    return Usage(
        after.prompt_tokens - before.prompt_tokens,
        after.completion_tokens - before.completion_tokens,
        after.cached_tokens - before.cached_tokens,
        after.reasoning_tokens - before.reasoning_tokens,
        after.cache_write_tokens - before.cache_write_tokens,
    )
