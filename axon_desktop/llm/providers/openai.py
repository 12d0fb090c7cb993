"""OpenAI itself: chat completions as their own API requires them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Unpack

from msgspec.structs import replace

from axon_desktop.llm.messages import JsonObject, LLMOptions, Message, ToolDefinition
from axon_desktop.llm.providers.online_provider import CommonArguments
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from axon_desktop.llm.providers.openai_wire import ToolNames
from axon_desktop.net_address import host_of
from axon_desktop.settings.providers import provider_info
from axon_desktop.settings.settings import ModelSettings

_INFO = provider_info("openai")

_REASONING_MODEL = re.compile(r"o\d|gpt-([5-9]|\d\d)(?!.*chat)")
_LONGEST_ID = 40


def create(model: ModelSettings, common: CommonArguments) -> OpenAIProvider:
    """Return the provider of these settings."""
    return OpenAIProvider(
        base_url=model.base_url or _INFO.base_url, model=model.model or _INFO.default_model, **common
    )


class OpenAIProvider(OpenAICompatibleProvider):
    """The provider of OpenAI; its reasoning models get neither temperature nor stop texts, which they refuse."""

    def __init__(
        self,
        *,
        base_url: str = _INFO.base_url,
        model: str = _INFO.default_model,
        **common: Unpack[CommonArguments],
    ) -> None:
        super().__init__(
            base_url,
            model,
            name=_INFO.name,
            key_required=host_of(base_url) == _INFO.host,
            catalog_id=_INFO.id,
            usual=128_000,
            **common,
        )
        known = self._info
        self._reasons = known.temperature == "never" if known else bool(_REASONING_MODEL.match(model))

    def _body(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition], options: LLMOptions, names: ToolNames
    ) -> JsonObject:
        if self._reasons:
            options = replace(options, temperature=None, stop=())
        body = super()._body([_with_short_ids(message) for message in messages], tools, options, names)
        return {"max_completion_tokens" if name == "max_tokens" else name: body[name] for name in body}


def _with_short_ids(message: Message) -> Message:
    """Return the message with call ids that OpenAI takes; other servers make longer ones."""
    if message.tool_call_id is not None:
        return replace(message, tool_call_id=_short(message.tool_call_id))
    if message.tool_calls:
        return replace(message, tool_calls=tuple(replace(call, id=_short(call.id)) for call in message.tool_calls))
    return message


def _short(call_id: str) -> str:
    if len(call_id) <= _LONGEST_ID:
        return call_id
    return f"call_{hashlib.sha256(call_id.encode('utf-8', 'replace')).hexdigest()[:24]}"
