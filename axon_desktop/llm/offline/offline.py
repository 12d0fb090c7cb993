"""The provider without a model: simple commands become the same tool calls, through the same loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Collection, Sequence
from datetime import datetime

from axon_desktop.llm.context_size import tokens
from axon_desktop.llm.context_size.context_window import WindowChange
from axon_desktop.llm.messages import (
    Delta,
    Finished,
    LLMOptions,
    Message,
    TextDelta,
    ToolDefinition,
    Usage,
)
from axon_desktop.llm.models.profiles import Profile

_PIECES = 8


class OfflineProvider:
    """Answers commands such as `read Home` or 「读取 Home」; it has no AI and says so.

    `tools` are the tools that it may call; left out, those that the system prompt describes.
    """

    def __init__(self, tools: Collection[str] | None = None) -> None:
        self._tools = None if tools is None else set(tools)

    @property
    def name(self) -> str:
        """Name that people know."""
        return "Offline"

    @property
    def model(self) -> str:
        """A plain statement that this is no model."""
        return "no AI"

    @property
    def context_window(self) -> int:
        """Tokens that the prompt and the reply may have together: no model, no window."""
        return 1 << 40

    @property
    def token_factor(self) -> float:
        """Factor of estimates of tokens."""
        return tokens.KNOWN_VOCABULARY

    def cost(self, usage: Usage, when: datetime) -> float | None:
        """Return what these tokens cost: nothing."""
        return 0.0

    @property
    def profile(self) -> Profile:
        """The profile: there is no model."""
        return Profile()

    @property
    def invents(self) -> bool:
        """Whether a model generates the replies: no, and a note may repeat itself."""
        return False

    @property
    def native_tools(self) -> bool:
        """Whether tools can be offered by function calling: they come by the text protocol."""
        return False

    async def prepare(self) -> None:
        """Do nothing: there is no server."""

    async def window_change(self) -> WindowChange | None:
        """Return nothing: there is no window."""
        return None

    async def stream_complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolDefinition] = (),
        options: LLMOptions | None = None,
    ) -> AsyncGenerator[Delta, None]:
        """Yield the reply in a few pieces."""
        reply = await self._reply(messages, {tool.name for tool in tools})
        size = max(8, -(-len(reply) // _PIECES))
        for start in range(0, len(reply), size):
            yield TextDelta(reply[start : start + size])
            await asyncio.sleep(0)
        yield Finished(Message("assistant", reply), "stop")

    async def complete(self, messages: Sequence[Message], options: LLMOptions | None = None) -> Message:
        """Return the whole reply."""
        return Message("assistant", await self._reply(messages, set()))

    def estimate_tokens(self, text: str) -> int:
        """Return an upper estimate of the text's tokens."""
        return tokens.estimate_tokens(text)

    async def aclose(self) -> None:
        """Do nothing: there are no connections."""

    async def _reply(self, messages: Sequence[Message], offered: set[str]) -> str:
        return await asyncio.to_thread(_reply_to, messages, offered, self._tools)


def _reply_to(messages: Sequence[Message], offered: set[str], tools: set[str] | None) -> str:
    from axon_desktop.llm.offline.offline_reply import (
        reply_to,  # its texts are not needed before the first request
    )

    return reply_to(messages, offered, tools)
