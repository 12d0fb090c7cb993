"""The model's window: what of the conversation the next request holds, and what is done when it gets too long."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from axon_desktop.agent import compaction
from axon_desktop.agent.budget import Budget
from axon_desktop.agent.context import system_prompt
from axon_desktop.agent.events import AgentEvent, Compacted, ContextCut
from axon_desktop.agent.interrupt import Interrupt
from axon_desktop.agent.setup import SharedState, TurnSetup
from axon_desktop.errors import LLMError
from axon_desktop.llm.messages import Message, ToolDefinition
from axon_desktop.llm.tokens import estimate_messages

_log = logging.getLogger(__name__)

_REPLY_RESERVE = 8_192


def reply_reserve(window: int) -> int:
    """Return how many tokens of a window are kept free for the reply: a quarter of a small one."""
    return min(window // 4, _REPLY_RESERVE)


class ModelWindow:
    """Fits the conversation of one turn into the window of its model."""

    def __init__(
        self, setup: TurnSetup, shared: SharedState, interrupt: Interrupt, turn_id: str, budget: Budget
    ) -> None:
        self.messages: list[Message] = []
        """What the next request holds of the conversation, after `fit`."""
        self._setup = setup
        self._shared = shared
        self._interrupt = interrupt
        self._turn_id = turn_id
        self._budget = budget
        self._told = shared.context.left_out
        self._failed = False

    async def fit(self, tools: Sequence[ToolDefinition]) -> list[AgentEvent]:
        """Choose the messages of the next request with these tools; return events that tell what was shortened.

        Raises:
            LLMContextError: not even the last message fits.
            CancellationError: the user stopped the turn.
        """
        provider, context = self._setup.provider, self._shared.context
        context.factor = provider.token_factor
        room = self._room(tools)
        events: list[AgentEvent] = []
        if provider.invents and not self._failed and compaction.is_due(context, room):
            events += await self._compact(room)
        self.messages = context.get_context(room)
        if context.left_out > self._told:
            events.append(ContextCut(turn_id=self._turn_id, messages=context.left_out))
        self._told = context.left_out
        return events

    def prompt(self, tools: Sequence[ToolDefinition]) -> str:
        """Return the system prompt that tells of these tools."""
        setup, shared = self._setup, self._shared
        return system_prompt(
            tools,
            native=setup.native,
            short=setup.provider.profile.small,
            instructions=shared.instructions,
            notes=shared.notes,
        )

    def _room(self, tools: Sequence[ToolDefinition]) -> int:
        """Return how many tokens of the conversation fit into a request with these tools."""
        provider = self._setup.provider
        prompt = self.prompt(tools)
        offered = tools if self._setup.native else ()
        fixed = estimate_messages([Message("system", prompt)], offered, provider.token_factor)
        window = provider.context_window
        return window - fixed - reply_reserve(window)

    async def _compact(self, room: int) -> list[AgentEvent]:
        """Let the model sum up the beginning; when it cannot, that is cut off instead."""
        provider, context = self._setup.provider, self._shared.context
        try:
            made = await compaction.compact(context, provider, room, self._interrupt)
        except LLMError as error:
            _log.warning("The conversation could not be summed up, so it is cut: %s", error)
            self._failed = True
            return []
        if made is None:
            return []
        context.summary = made.summary
        if made.usage is not None:
            self._shared.meter.add(made.usage, self._budget.spend_aside(made.usage))
        return [Compacted(turn_id=self._turn_id, summary=made.summary.text, messages=made.summary.messages)]
