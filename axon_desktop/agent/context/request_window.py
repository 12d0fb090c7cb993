"""The model's window: what of the conversation the next request holds, and what is done when it gets too long."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from axon_desktop.agent.context import compaction
from axon_desktop.agent.context.budget import Budget
from axon_desktop.agent.context.context import request_messages, system_prompt
from axon_desktop.agent.events import Compacted, ContextCut, ContextSized
from axon_desktop.agent.setup import SharedState, TurnSetup
from axon_desktop.agent.turn.event_stream import emit
from axon_desktop.agent.turn.interrupt import Interrupt
from axon_desktop.errors import LLMError
from axon_desktop.llm.context_size.context_window import reply_reserve
from axon_desktop.llm.context_size.tokens import estimate_messages
from axon_desktop.llm.messages import Finished, Message, ToolDefinition, Usage

_log = logging.getLogger(__name__)


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
        self._reported = shared.context.left_out
        self._failed = False

    async def emit_news(self) -> None:
        """Report what was found out about the window, if anything was."""
        news = await self._setup.provider.window_change()
        if news is not None:
            await emit(
                ContextSized(
                    turn_id=self._turn_id, finding=news.finding, tokens=news.tokens, read=news.read, sent=news.sent
                )
            )

    def take_count(self, finished: Finished, usage: Usage, tools: Sequence[ToolDefinition]) -> int:
        """Take note of what was counted for the request that `fit` made; return what fills the window now.

        The meter shows this number, and the next `fit` goes by it.
        """
        context, said = self._shared.context, [*self.messages, finished.message]
        fixed = self._fixed(tools)
        if usage.prompt_tokens and not finished.cut:
            context.take_count(said, usage.prompt_tokens + usage.completion_tokens - fixed)
        return fixed + context.count(said)

    async def fit(self, tools: Sequence[ToolDefinition]) -> None:
        """Choose the messages of the next request with these tools, and report what was shortened.

        Raises:
            LLMContextError: not even the last message fits.
            CancellationError: the user stopped the turn.
        """
        provider, context = self._setup.provider, self._shared.context
        await self._interrupt.guard(provider.prepare)
        await self.emit_news()
        if provider.invents and not self._failed and compaction.is_due(context, self._room(tools)):
            await self._compact(tools)
            await self.emit_news()
        self._interrupt.check()
        self.messages = context.get_context(self._room(tools))
        before, self._reported = self._reported, context.left_out
        if context.left_out > before:
            await emit(ContextCut(turn_id=self._turn_id, messages=context.left_out))

    def prompt(self, tools: Sequence[ToolDefinition]) -> str:
        """Return the system prompt that tells of these tools."""
        setup, shared = self._setup, self._shared
        return system_prompt(
            tools,
            native=setup.native,
            short=setup.provider.profile.small,
            instructions=shared.instructions,
        )

    def _room(self, tools: Sequence[ToolDefinition]) -> int:
        """Return how many tokens of the conversation fit into a request with these tools."""
        self._shared.context.factor = self._setup.provider.token_factor
        window = self._setup.provider.context_window
        return window - self._fixed(tools) - reply_reserve(window)

    def _fixed(self, tools: Sequence[ToolDefinition]) -> int:
        """Return about how many tokens of a request are not the conversation."""
        offered = tools if self._setup.native else ()
        messages = request_messages(self.prompt(tools), (), self._shared.notes)
        return estimate_messages(messages, offered, self._setup.provider.token_factor)

    async def _compact(self, tools: Sequence[ToolDefinition]) -> None:
        """Let the model sum up the beginning; when it cannot, that is cut off instead."""
        provider, context = self._setup.provider, self._shared.context
        try:
            made = await compaction.compact(context, provider, lambda: self._room(tools), self._interrupt)
        except LLMError as error:
            _log.warning("The conversation could not be summed up, so it is cut: %s", error)
            self._failed = True
            return
        if made is None:
            return
        context.summary = made.summary
        if made.usage is not None:
            self._shared.meter.add(made.usage, self._budget.spend_aside(made.usage))
        await emit(Compacted(turn_id=self._turn_id, summary=made.summary.text, messages=made.summary.messages))
