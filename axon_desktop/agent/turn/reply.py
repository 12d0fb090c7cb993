"""One model call: its events as they come, and what has come of it so far."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import aclosing
from typing import TypeAlias, cast

from msgspec.structs import replace

from axon_desktop.agent.context.repetition import RepetitionDetector, call_key
from axon_desktop.agent.events import QueuedAtProvider, Reasoning, RetryScheduled, Token, ToolsSetAside
from axon_desktop.agent.turn.event_stream import emit
from axon_desktop.agent.turn.interrupt import Interrupt
from axon_desktop.errors import N_, LLMConnectionError, LLMError, LLMResponseError, LLMServerError
from axon_desktop.llm.messages import (
    Delta,
    Finished,
    LLMOptions,
    Message,
    Queued,
    ReasoningDelta,
    Retrying,
    TextDelta,
    ToolCall,
    ToolDefinition,
    ToolResult,
    ToolsRefused,
)
from axon_desktop.llm.provider import Provider
from axon_desktop.llm.providers.think_tags import split_lone_end
from axon_desktop.tools import ToolParser
from axon_desktop.tools.calls.parser import ParsedResponse
from axon_desktop.tools.calls.stream_filter import StreamFilter

SLICE = 0.004
"""Seconds of taking what has come already in one turn of the event loop: a burst must not hold up the window."""


ReadCall: TypeAlias = tuple[ToolCall, ToolResult | None]
"""A call of a reply; one that cannot be read comes with its error."""


class Reply:
    """Streams one reply and keeps its parts, also when it breaks off."""

    def __init__(
        self, provider: Provider, interrupt: Interrupt, turn_id: str, tool_names: Collection[str] = ()
    ) -> None:
        self.finished: Finished | None = None
        """The whole reply once it is complete; None after `stream` if it was cut because it repeated itself."""
        self._provider = provider
        self._interrupt = interrupt
        self._turn_id = turn_id
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._kept: int | None = None
        self._names = tool_names
        self._filter = StreamFilter(tool_names)
        self._shown: list[str] = []
        self._since = 0.0

    @property
    def raw(self) -> str:
        """All of the text that came."""
        return "".join(self._text)

    @property
    def text(self) -> str:
        """The text that came, without its repetition."""
        return self.raw[: self._kept]

    @property
    def reasoning(self) -> str:
        """The thinking that came."""
        return "".join(self._reasoning)

    def apart(self, text: str) -> tuple[str, str]:
        """Return a text that came without what was thinking, and the thinking: perhaps only its end was marked."""
        text, reasoning = (text, None) if self._reasoning else split_lone_end(text, None)
        return text, reasoning or self.reasoning

    def parse(self, content: str) -> ParsedResponse:
        """Return the text and the calls of the whole reply, which was read while it came."""
        if content != self.raw:  # the provider has put the reply together in another way
            return ToolParser(self._names).parse(content)
        self._shown.append(self._filter.finish())
        return ParsedResponse("".join(self._shown), self._filter.items)

    def read(self, finished: Finished, round_: int) -> tuple[str, list[ReadCall]]:
        """Return the reply's text without calls, and its calls in order.

        Calls may come as text in native mode too. One that only repeats a native call of the same reply is not
        taken twice. Each has an id; where the provider gives none, it is made of the turn and the round.
        """
        message = finished.message
        parsed = self.parse(message.content)
        native = {call_key(call) for call in message.tool_calls}
        items: list[ReadCall] = []
        for item in parsed.items:
            if not isinstance(item, ToolCall):
                items.append((ToolCall("", {}), ToolResult(False, error=str(item))))
            elif call_key(item) not in native:
                items.append((item, None))
        items += [(call, None) for call in message.tool_calls]
        items += [(ToolCall("", {}), ToolResult(False, error=text)) for text in finished.broken_calls]
        named = [
            (call if call.id else replace(call, id=f"{self._turn_id[:8]}-{round_}-{index}"), broken)
            for index, (call, broken) in enumerate(items)
        ]
        return parsed.text_content, named

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition], options: LLMOptions | None = None
    ) -> None:
        """Read the reply and emit its events; leaving early closes the connection.

        Raises:
            CancellationError: the turn was stopped.
            LLMError: nothing came and retrying is over or makes no sense.
        """
        repetition = {TextDelta: RepetitionDetector(), ReasoningDelta: RepetitionDetector()}
        stream = cast(AsyncGenerator[Delta, None], self._provider.stream_complete(messages, tools, options))
        async with aclosing(stream):
            while (delta := await self._interrupt.guard(lambda: self._next(stream))) is not None:
                match delta:
                    case TextDelta(text) | ReasoningDelta(text):
                        thinking = isinstance(delta, ReasoningDelta)
                        (self._reasoning if thinking else self._text).append(text)
                        if not thinking:
                            self._shown.append(self._filter.feed(text))
                        kind = Reasoning if thinking else Token
                        await emit(kind(turn_id=self._turn_id, content=text))
                        if self._provider.invents and (kept := repetition[type(delta)].feed(text)) is not None:
                            # cut: the repetition is not kept
                            self._kept = None if thinking else kept
                            return
                    case Queued(seconds, alive):
                        await emit(QueuedAtProvider(turn_id=self._turn_id, seconds=seconds, alive=alive))
                    case Retrying(attempt, delay, error):
                        await emit(
                            RetryScheduled(turn_id=self._turn_id, attempt=attempt, delay=delay, error=error)
                        )
                    case ToolsRefused(refused, words):
                        await emit(ToolsSetAside(turn_id=self._turn_id, tools=refused, words=words))
                    case Finished():
                        self.finished = delta
                        return
                    case _:
                        pass  # a native call is being written: nothing to show until it is whole
        raise LLMConnectionError(N_("Core", "The connection ended before the reply was complete."))

    async def _next(self, stream: AsyncGenerator[Delta, None]) -> Delta | None:
        """Return the next delta, None at the end; others have their turn when many come at once."""
        if time.perf_counter() - self._since > SLICE:
            await asyncio.sleep(0)
            self._since = time.perf_counter()
        return await anext(stream, None)


def why_incomplete(finished: Finished) -> LLMError:
    """Return the error that tells why the provider ended a reply before it was whole."""
    if finished.finish_reason == "interrupted":
        text = finished.error or N_("Core", "The connection broke off in the middle of the reply.")
        return LLMConnectionError(text)
    if finished.finish_reason == "content_filter":
        return LLMResponseError(N_("Core", "The provider's content filter ended the reply."))
    return LLMServerError(N_("Core", "The provider ended the reply before it was complete."))
