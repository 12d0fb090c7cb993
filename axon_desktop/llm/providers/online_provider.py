"""OnlineProvider: the base of providers behind a network address, whatever their wire format."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from datetime import datetime
from typing import TypedDict

from msgspec.structs import replace

from axon_desktop.errors import N_, LLMConnectionError, LLMContextError, LLMRequestError
from axon_desktop.llm.context_size import tokens
from axon_desktop.llm.context_size.context_window import ContextWindow, WindowChange
from axon_desktop.llm.context_size.learned_windows import LearnedWindows
from axon_desktop.llm.http.connection import ApiKey, Connection
from axon_desktop.llm.http.exchange import StreamLimits
from axon_desktop.llm.http.failures import is_about_tools
from axon_desktop.llm.http.refusals import (
    FUNCTION_CALLING,
    RefusalFile,
    Refusals,
    is_about_a_tool,
    named_tools,
)
from axon_desktop.llm.messages import (
    Delta,
    Finished,
    LLMOptions,
    Message,
    Queued,
    Retrying,
    ToolDefinition,
    ToolsRefused,
    Usage,
)
from axon_desktop.llm.models import model_catalog as catalog
from axon_desktop.llm.models.model_catalog import ModelInfo
from axon_desktop.llm.models.profiles import Profile
from axon_desktop.llm.providers.openai_wire import tool_names
from axon_desktop.llm.tool_schemas import plain_schema
from axon_desktop.net_address import is_loopback

_SMALLEST_REPLY = 2_048
_PROBE = (Message("user", "Hello"),)
"""Asks with which tools a request is refused; the reply is not waited for."""


class CommonArguments(TypedDict, total=False):
    """Arguments of every online provider; `limits`, `sleep` and `retry_base` are those of the `Connection`."""

    api_key: ApiKey
    options: LLMOptions | None
    limits: StreamLimits | None
    sleep: Callable[[float], Awaitable[None]]
    retry_base: float
    context_window: int | None
    learned: LearnedWindows | None
    refusals: RefusalFile | None


class OnlineProvider(ABC):
    """Holds model, prices, the factor of token estimates and what the server refuses.

    Streaming is left to the wire format.
    """

    def __init__(
        self,
        connection: Connection,
        *,
        base_url: str,
        model: str,
        name: str,
        info: ModelInfo | None,
        window: ContextWindow,
        options: LLMOptions | None,
        profile: Profile | None = None,
        refusals: RefusalFile | None = None,
    ) -> None:
        self._connection = connection
        self._base_url = base_url
        self._model = model
        self._name = name
        self._info = info
        self._window = window
        self._profile = profile or Profile()
        self._options = (options or LLMOptions()).over(LLMOptions(temperature=self._profile.temperature))
        self._refused = Refusals(base_url, model, refusals)
        self._meter = tokens.TokenMeter(info.token_factor if info else tokens.UNKNOWN_VOCABULARY)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._base_url!r}, {self._model!r})"

    @property
    def name(self) -> str:
        """Name that people know."""
        return self._name

    @property
    def model(self) -> str:
        """Model id as sent on the wire."""
        return self._model

    @property
    def base_url(self) -> str:
        """Address that the paths of the wire format are appended to."""
        return self._base_url

    @property
    def context_window(self) -> int:
        """Tokens that the prompt and the reply may have together."""
        return self._window.tokens

    @property
    def window_assumed(self) -> bool:
        """Whether the size of the context window is only assumed."""
        return self._window.assumed

    @property
    def token_factor(self) -> float:
        """Factor of estimates of tokens; corrected by the provider's counts."""
        return self._meter.factor

    @property
    def profile(self) -> Profile:
        """The profile of the model."""
        return self._profile

    @property
    def invents(self) -> bool:
        """Whether a model generates the replies."""
        return True

    @property
    def native_tools(self) -> bool:
        """Whether tools can be offered by function calling, as long as the server has not refused them."""
        return FUNCTION_CALLING not in self._refused

    def forget_refusals(self) -> None:
        """Forget what the server has refused, in earlier runs too; blocks for a moment."""
        self._refused.forget()

    def cost(self, usage: Usage, when: datetime) -> float | None:
        """Return what these tokens cost at that time (aware) in US dollars, None when the price is not known.

        Prices are the catalog's; a model on this machine costs nothing.
        """
        if self._info is None and is_loopback(self._base_url):
            return 0.0
        return catalog.cost(usage, self._info, when)

    async def prepare(self) -> None:
        """Query what a turn depends on: nothing, where the catalog has it all."""
        return

    @abstractmethod
    async def list_models(self) -> list[str]:
        """Return the ids of the models that the key may use.

        Raises:
            LLMError: the query failed, or its answer is no list.
        """

    async def check_balance(self) -> None:
        """Check whether the account can pay, where the provider reports it.

        Raises:
            LLMBalanceError: it holds too little.
        """
        return

    async def window_change(self) -> WindowChange | None:
        """Return a change of the window, once; see `Provider.window_change`."""
        return await self._window.take_change()

    def _count(self, messages: Sequence[Message], tools: Sequence[ToolDefinition], end: Finished) -> Finished:
        """Process the server's count of a request; return its end, with whether the prompt was cut."""
        if end.usage is None:
            return end
        if not self._window.count(messages, tools, end.usage):
            return replace(end, cut=True)
        self._meter.observe(messages, tools, end.usage.prompt_tokens)
        return end

    def _refuse(
        self,
        error: LLMContextError,
        messages: Sequence[Message],
        tools: Sequence[ToolDefinition],
        reply: int | None,
    ) -> None:
        """Learn from a request that was too long, whose reply might have had `reply` tokens."""
        if error.needed is not None:
            self._meter.observe(messages, tools, error.needed)
        about, sent = (tokens.estimate_messages(messages, tools, factor) for factor in (1.0, self.token_factor))
        self._window.refuse(error, about=about, sent=sent, reply=reply)

    def _reply_room(self, messages: Sequence[Message], tools: Sequence[ToolDefinition]) -> int:
        """Return the tokens that the window has left for the reply to a request."""
        prompt = tokens.estimate_messages(messages, tools, self.token_factor)
        return max(self.context_window - prompt, _SMALLEST_REPLY)

    async def stream_complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolDefinition] = (),
        options: LLMOptions | None = None,
    ) -> AsyncGenerator[Delta, None]:
        """Yield the reply as it comes; see `Provider.stream_complete`.

        What the server refuses of a request is left out of this one and of all later ones.
        """
        options = (options or LLMOptions()).over(self._options)
        if tools:  # the first time takes long for many tools; then they are kept
            await asyncio.to_thread(lambda: [plain_schema(tool.parameters) for tool in tools])
        while True:
            tools = self._refused.offered(tools)
            try:
                async with aclosing(self._stream(messages, tools, options)) as deltas:
                    async for delta in deltas:
                        if self._refused.unsaved and not isinstance(delta, Queued | Retrying):
                            await asyncio.to_thread(self._refused.save)  # the request was accepted
                        yield delta
                return
            except LLMContextError:
                raise
            except LLMRequestError as error:
                if tools and is_about_tools(error.words):
                    self._refused.learn_no_function_calling()
                    error.retryable = True  # the next request describes the tools in the text
                    raise
                if self._refused.learn(error, *self._deeper_fields):
                    continue
                refused, too_many = await self._find_refused(error, tools, options) if tools else ([], [])
                if not (refused or too_many):
                    raise
                self._refused.set_aside(refused, too_many)
                yield ToolsRefused(tuple(tool.name for tool in (*refused, *too_many)), error.words)

    @property
    def _deeper_fields(self) -> tuple[str, ...]:
        """Fields of messages that a server may refuse."""
        return ()

    @abstractmethod
    def _stream(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition], options: LLMOptions
    ) -> AsyncGenerator[Delta, None]:
        """Yield the reply to one request."""

    async def _find_refused(
        self, error: LLMRequestError, tools: Sequence[ToolDefinition], options: LLMOptions
    ) -> tuple[list[ToolDefinition], list[ToolDefinition]]:
        """Return the tools for which the server refuses a request, and those that are too many beside others.

        The first are those that it names, else both are found by halving.
        """
        if not is_about_a_tool(error):
            return [], []
        names = tool_names((), tools)
        named = named_tools(error.words, tools, [names.to_wire(tool.name) for tool in tools])
        if named or not await self._refuses(tools, options) or await self._refuses((), options):
            return named, []
        refused: list[ToolDefinition] = []
        too_many: list[ToolDefinition] = []
        suspects = [tools]
        while suspects:
            some = suspects.pop()
            if len(some) == 1:
                refused += some
                continue
            halves = some[: len(some) // 2], some[len(some) // 2 :]
            bad = [half for half in halves if await self._refuses(half, options)]
            suspects += bad
            if not bad:
                too_many += halves[1]
        return refused, too_many

    async def _refuses(self, tools: Sequence[ToolDefinition], options: LLMOptions) -> bool:
        try:
            async with aclosing(self._stream(_PROBE, tools, options)) as deltas:
                async for delta in deltas:
                    if not isinstance(delta, Queued | Retrying):
                        break
        except LLMRequestError:
            return True
        return False

    async def complete(self, messages: Sequence[Message], options: LLMOptions | None = None) -> Message:
        """Return the whole reply.

        Raises:
            LLMError: no reply came, or only a part of one.
        """
        async for delta in self.stream_complete(messages, (), options):
            if isinstance(delta, Finished):
                if delta.finish_reason == "interrupted":
                    raise LLMConnectionError(delta.error)
                return delta.message
        raise LLMConnectionError(N_("Core", "{name} sent no reply."), name=self._name)

    def estimate_tokens(self, text: str) -> int:
        """Return an upper estimate of the text's tokens."""
        return tokens.estimate_tokens(text, self.token_factor)

    async def aclose(self) -> None:
        """Close connections; the next request opens new ones."""
        await self._connection.aclose()
