"""DeepSeek, the default model: chat completions with thinking, and the rules that come with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from msgspec.structs import replace

from axon_desktop.errors import N_, LLMBalanceError, LLMError, LLMResponseError
from axon_desktop.llm import prompts
from axon_desktop.llm.messages import JsonObject, LLMOptions, Message, ToolDefinition
from axon_desktop.llm.providers.online_provider import CommonArguments
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from axon_desktop.llm.providers.openai_wire import ToolNames
from axon_desktop.settings.providers import provider_info
from axon_desktop.settings.settings import ModelSettings

_INFO = provider_info("deepseek")
DEFAULT_MODEL = _INFO.default_model


def create(model: ModelSettings, common: CommonArguments) -> DeepSeekService:
    """Return the provider of these settings."""
    return DeepSeekService(
        base_url=model.base_url or _INFO.base_url,
        model=model.model or DEFAULT_MODEL,
        thinking=model.thinking,
        **common,
    )


@dataclass(frozen=True, slots=True)
class Balance:
    """Balance of an account."""

    available: bool
    """Whether requests are served; a small balance may be too little."""
    amounts: tuple[tuple[str, str], ...]
    """Currency and amount, as the provider writes them: `("CNY", "110.00")`."""


class DeepSeekService(OpenAICompatibleProvider):
    """The provider of DeepSeek.

    The thinking text of every assistant message is sent back verbatim: in thinking mode the API answers 400 when
    it is missing from one with tool calls. A conversation begun with another model has none: then thinking is off.
    """

    def __init__(
        self,
        *,
        base_url: str = _INFO.base_url,
        model: str = DEFAULT_MODEL,
        thinking: bool = True,
        **common: Unpack[CommonArguments],
    ) -> None:
        super().__init__(
            base_url,
            model,
            name=_INFO.name,
            key_required=True,
            resend_reasoning=True,
            catalog_id=_INFO.id,
            usual=1_000_000,
            **common,
        )
        self._thinking = thinking

    async def balance(self) -> Balance:
        """Return the account's balance.

        Raises:
            LLMError: the query failed, or its answer cannot be read.
        """
        answer = await self._connection.get("/user/balance")
        purses = answer.get("balance_infos")
        if not isinstance(purses, list) or not isinstance(answer.get("is_available"), bool):
            raise LLMResponseError(N_("Core", "DeepSeek's answer names no balance."))
        amounts = [
            (str(purse.get("currency", "")), str(purse.get("total_balance", "")))
            for purse in purses
            if isinstance(purse, dict)
        ]
        return Balance(answer["is_available"], tuple(amounts))

    async def check_balance(self) -> None:
        """Check whether the account can pay.

        Raises:
            LLMBalanceError: it holds too little.
        """
        try:
            found = await self.balance()
        except LLMError:  # a gateway in front of DeepSeek may not have it; the next request shows the real problem
            return
        if not found.available:
            amounts = ", ".join(f"{amount} {currency}" for currency, amount in found.amounts)
            raise LLMBalanceError(
                N_("Core", "The DeepSeek account has too little balance ({amounts})."),
                amounts=amounts or "0",
            )

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
