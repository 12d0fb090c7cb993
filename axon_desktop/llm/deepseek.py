"""DeepSeek, the default model: chat completions with thinking, and the rules that come with it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from axon_desktop.llm import prompts, tokens
from axon_desktop.llm.exchange import StreamLimits
from axon_desktop.llm.messages import JsonObject, LLMOptions, Message, ToolDefinition
from axon_desktop.llm.openai_compatible import OpenAICompatibleProvider
from axon_desktop.llm.wire import ToolNames

BASE_URL = "https://api.deepseek.com"
DEFAULT_MODEL = "deepseek-flash"


class DeepSeekService(OpenAICompatibleProvider):
    """Talks to DeepSeek (research/protocols.md 1).

    The thinking text of every assistant message goes back verbatim: in thinking mode the API answers 400 when it
    is missing from one with tool calls. A conversation begun with another model has none: then thinking is off.
    """

    token_factor = tokens.KNOWN_VOCABULARY

    def __init__(
        self,
        *,
        api_key: str | Callable[[], str | None] | None = None,
        base_url: str = BASE_URL,
        model: str = DEFAULT_MODEL,
        thinking: bool = True,
        options: LLMOptions | None = None,
        limits: StreamLimits | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        retry_base: float = 0.5,
    ) -> None:
        super().__init__(
            base_url,
            model,
            name="DeepSeek",
            api_key=api_key,
            key_required=True,
            options=options,
            resend_reasoning=True,
            limits=limits,
            sleep=sleep,
            retry_base=retry_base,
        )
        self._thinking = thinking

    def build_agent_system_prompt(self, definitions: Sequence[ToolDefinition]) -> str:
        """Return the system prompt that teaches the text protocol with these tools."""
        return prompts.build_agent_system_prompt(definitions)

    async def chat_with_history(self, messages: Sequence[Message]) -> str:
        """Return the reply's text to a whole conversation.

        Raises:
            LLMError: no reply came, or only a part of one.
        """
        return (await self.complete(messages)).content

    def _body(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition], options: LLMOptions, names: ToolNames
    ) -> JsonObject:
        thinking = self._thinking and not any(
            message.tool_calls and message.reasoning is None for message in messages
        )
        if thinking:
            options = replace(options, temperature=None)  # ignored by the API in this mode
        body = super()._body(messages, tools, options, names)
        body.setdefault("thinking", {"type": "enabled" if thinking else "disabled"})
        return body
