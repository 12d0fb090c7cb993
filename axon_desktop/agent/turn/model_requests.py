"""The requests of one turn to its model: what each holds, the reply as far as it has come, and what it used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from axon_desktop.agent.context.budget import LEAST_REPLY, LONGEST_CAP, Budget
from axon_desktop.agent.context.compaction import MOST_CUTS
from axon_desktop.agent.context.context import request_messages
from axon_desktop.agent.context.request_window import ModelWindow
from axon_desktop.agent.events import UsageReported
from axon_desktop.agent.setup import SharedState, TurnSetup
from axon_desktop.agent.turn.event_stream import emit
from axon_desktop.agent.turn.interrupt import Interrupt
from axon_desktop.agent.turn.reply import Reply
from axon_desktop.errors import LLMContextError, LLMRequestError
from axon_desktop.llm.messages import Finished, LLMOptions, Message, ToolDefinition
from axon_desktop.tools import ToolParser

if TYPE_CHECKING:
    from axon_desktop.agent.small_models.small_model import SmallModel


@dataclass(frozen=True, slots=True)
class Request:
    """One model call to be made."""

    messages: list[Message]
    tools: Sequence[ToolDefinition]
    """Offered by function calling."""
    room: int | None
    """Tokens that the reply may have; None without a ceiling."""

    @property
    def options(self) -> LLMOptions | None:
        """What is asked of the provider beside its settings."""
        return LLMOptions(max_tokens=self.room) if self.is_capped else None

    @property
    def is_capped(self) -> bool:
        """Whether the ceiling of the turn shortens the reply."""
        return self.room is not None and self.room <= LONGEST_CAP


class ModelRequests:
    """Makes requests that fit the window and the budget, and keeps the reply that is not yet in the history."""

    def __init__(
        self,
        setup: TurnSetup,
        shared: SharedState,
        interrupt: Interrupt,
        turn_id: str,
        small: SmallModel | None,
    ) -> None:
        self.budget = Budget(setup.provider, setup.limits)
        """What the turn may use, and has used."""
        self.reply: Reply | None = None
        """The reply that is not yet in the history."""
        self._setup = setup
        self._shared = shared
        self._interrupt = interrupt
        self._turn_id = turn_id
        self._small = small
        self._window = ModelWindow(setup, shared, interrupt, turn_id, self.budget)
        self._counted = 0
        """How much of the history the provider has counted."""
        self._own: Sequence[ToolDefinition] = ()
        self._names: list[str] = []

    @property
    def partial(self) -> str:
        """The text that has come of a reply which is not complete."""
        return self.reply.apart(self.reply.raw)[0] if self.reply else ""

    def begin(self, own: Sequence[ToolDefinition]) -> None:
        """Begin a task with tools of its own."""
        self._own = own
        self._names = [tool.name for tool in self._tools]

    async def next_request(self) -> Request | None:
        """Fit the conversation into the window and return the request, None when there is no budget for its reply.

        Raises:
            LLMContextError: not even the last message fits.
            CancellationError: the user stopped the turn.
        """
        await self._window.fit(self._tools)
        if self._small is not None and self._small.fresh_start:
            self._window.messages = [Message("user", self._small.fresh_start)]
        messages = request_messages(
            self._window.prompt(self._definitions), self._window.messages, self._shared.notes
        )
        tools = self._tools if self._setup.native else ()
        added = self._shared.history[self._counted :]
        room = self.budget.room(messages, tools, added)
        return None if room is not None and room < LEAST_REPLY else Request(messages, tools, room)

    async def ask(self, request: Request) -> tuple[Request, Reply] | None:
        """Stream the reply to a request.

        It is cut and sent again where the server refuses it for its length, and with the tools in its text where
        the server refuses function calling.

        Returns the request that was answered, with its reply. None when there is no budget
        for the reply to a shorter one.

        Raises:
            LLMError: the model failed, or not even the shortest request is short enough.
        """
        for again in range(MOST_CUTS + 1):
            self.reply = reply = Reply(self._setup.provider, self._interrupt, self._turn_id, self._names)
            try:
                await reply.stream(request.messages, request.tools, request.options)
                break
            except LLMRequestError as error:
                mended = isinstance(error, LLMContextError) or (request.tools and not self._setup.native)
                if not mended or reply.raw or reply.reasoning or again == MOST_CUTS:
                    raise
            shorter = await self.next_request()
            if shorter is None:
                return None
            request = shorter
        if reply.finished is not None:
            await self._count(request, reply.finished)
            await self._window.emit_news()
        return request, reply

    def keep_reply(self, message: Message) -> None:
        """Put the whole reply into the history."""
        self.reply = None
        self._shared.history.append(message)
        self._counted = len(self._shared.history)

    def keep_part(self) -> bool:
        """Put the text of a reply that broke off into the history; tell whether there was any."""
        reply, self.reply = self.reply, None
        if reply is None:
            return False
        text, reasoning = reply.apart(reply.text)
        if not (text := self.text_of(text)).strip():
            return False
        self._shared.history.append(Message("assistant", text, reasoning=reasoning or None))
        return True

    def text_of(self, part: str) -> str:
        """Return what a part of a reply says beside its calls."""
        return ToolParser(self._names).parse(part).text_content

    @property
    def _definitions(self) -> Sequence[ToolDefinition]:
        """The manager's tools that the model is offered."""
        every = self._setup.tools.get_tool_definitions()
        return every if self._small is None else self._small.offered(every)

    @property
    def _tools(self) -> Sequence[ToolDefinition]:
        """All tools that it is offered; the task's own come last, so that what stands before keeps its bytes."""
        return (*self._definitions, *self._own)

    async def _count(self, request: Request, finished: Finished) -> None:
        """Take note of what the call used, and report it."""
        usage = finished.usage
        self._shared.uncounted = None
        if usage is None:
            self._shared.uncounted = [*request.messages, finished.message], request.tools
            self.budget.estimate(request.messages, request.tools, finished.message)
        else:
            meter = self._shared.meter
            cost = self.budget.spend(usage)
            meter.add(usage, cost)
            context = self._window.take_count(finished, usage, self._tools)
            await emit(
                UsageReported(
                    turn_id=self._turn_id,
                    usage=usage,
                    total=meter.usage,
                    cost=cost,
                    total_cost=meter.cost,
                    context=context,
                )
            )
        warning = self.budget.warning(self._turn_id)
        if warning is not None:
            await emit(warning)
