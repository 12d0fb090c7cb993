"""The scripted provider: for tests, demos and benchmarks."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from axon_desktop.errors import N_, LLMConnectionError, LLMResponseError
from axon_desktop.llm.context_size import tokens
from axon_desktop.llm.context_size.context_window import WindowChange
from axon_desktop.llm.messages import (
    Delta,
    Finished,
    LLMOptions,
    Message,
    ReasoningDelta,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    ToolDefinition,
    Usage,
)
from axon_desktop.llm.models.profiles import Profile

ScriptedReply: TypeAlias = str | Message | Sequence[Delta | Exception] | Exception
"""Text; a whole message; deltas as they come, an exception among them being raised; or an exception at once."""

_PIECE = re.compile(r"\s*\S{1,6}|\s+")


@dataclass(frozen=True, slots=True)
class ScriptedRequest:
    """A request to the provider."""

    messages: tuple[Message, ...]
    tools: tuple[ToolDefinition, ...]
    options: LLMOptions | None


class ScriptedProvider:
    """Gives the replies of a script one after another; `pace` is the seconds before each delta."""

    def __init__(
        self,
        replies: Iterable[ScriptedReply],
        *,
        pace: float = 0.0,
        name: str = "Scripted",
        model: str = "script",
        native_tools: bool = False,
        context_window: int = 1_000_000,
        price: float | None = None,
        profile: Profile | None = None,
    ) -> None:
        self._replies = iter(replies)
        self._pace = pace
        self._name = name
        self._model = model
        self._native_tools = native_tools
        self._context_window = context_window
        self._price = price
        self._profile = profile or Profile()
        self.requests: list[ScriptedRequest] = []
        """Every request so far, in order."""

    @property
    def name(self) -> str:
        """Name that people know."""
        return self._name

    @property
    def model(self) -> str:
        """Name of the simulated model."""
        return self._model

    @property
    def context_window(self) -> int:
        """Tokens that the prompt and the reply may have together."""
        return self._context_window

    @property
    def token_factor(self) -> float:
        """Factor of estimates of tokens."""
        return tokens.KNOWN_VOCABULARY

    def cost(self, usage: Usage, when: datetime) -> float | None:
        """Return what these tokens cost: `price` dollars for each."""
        return None if self._price is None else (usage.prompt_tokens + usage.completion_tokens) * self._price

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
        """Whether tools can be offered by function calling."""
        return self._native_tools

    async def prepare(self) -> None:
        """Do nothing: there is no server."""

    async def window_change(self) -> WindowChange | None:
        """Return nothing: the script sets the window."""
        return None

    async def stream_complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolDefinition] = (),
        options: LLMOptions | None = None,
    ) -> AsyncGenerator[Delta, None]:
        """Yield the script's next reply.

        Raises:
            LLMResponseError: the script is over.
        """
        self.requests.append(ScriptedRequest(tuple(messages), tuple(tools), options))
        reply = next(self._replies, None)
        if reply is None:
            raise LLMResponseError(N_("Core", "The script has no more replies."))
        for delta in _deltas(reply):
            await asyncio.sleep(self._pace)
            if isinstance(delta, Exception):
                raise delta
            yield delta

    async def complete(self, messages: Sequence[Message], options: LLMOptions | None = None) -> Message:
        """Return the script's next reply.

        Raises:
            LLMError: the script raises it, is over, or breaks off.
        """
        async for delta in self.stream_complete(messages, (), options):
            if isinstance(delta, Finished):
                if delta.finish_reason == "interrupted":
                    raise LLMConnectionError(delta.error)
                return delta.message
        raise LLMResponseError(N_("Core", "The script's reply has no end."))

    def estimate_tokens(self, text: str) -> int:
        """Return an upper estimate of the text's tokens."""
        return tokens.estimate_tokens(text)

    async def aclose(self) -> None:
        """Do nothing: there are no connections."""


def _deltas(reply: ScriptedReply) -> list[Delta | Exception]:
    """Return the reply as deltas that end with Finished or an exception."""
    if isinstance(reply, Exception):
        return [reply]
    if isinstance(reply, str):
        reply = Message("assistant", reply)
    if isinstance(reply, Message):
        calls: tuple[ToolCall, ...] = reply.tool_calls
        deltas: list[Delta | Exception] = [
            ReasoningDelta(piece) for piece in _PIECE.findall(reply.reasoning or "")
        ]
        deltas += [TextDelta(piece) for piece in _PIECE.findall(reply.content)]
        deltas += [ToolCallDelta(index, call.tool, len(str(call.params))) for index, call in enumerate(calls)]
        return [*deltas, Finished(reply, "tool_calls" if calls else "stop")]
    deltas = list(reply)
    if not deltas or not isinstance(deltas[-1], Finished | Exception):
        text = "".join(delta.text for delta in deltas if isinstance(delta, TextDelta))
        reasoning = "".join(delta.text for delta in deltas if isinstance(delta, ReasoningDelta)) or None
        deltas.append(Finished(Message("assistant", text, reasoning), "stop"))
    return deltas
