"""Making the provider that the settings name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from axon_desktop.errors import SettingsError
from axon_desktop.keys import KeyStore
from axon_desktop.llm.messages import LLMOptions
from axon_desktop.llm.provider import Provider
from axon_desktop.settings import ModelSettings

if TYPE_CHECKING:
    from axon_desktop.llm.openai_compatible import OpenAICompatibleProvider


def create_provider(model: ModelSettings, keys: KeyStore) -> Provider:
    """Return the provider; nothing is connected and no key is fetched before the first request.

    Raises:
        SettingsError: a setting that this provider needs is missing.
    """
    options = LLMOptions(temperature=model.temperature, max_tokens=model.max_tokens)
    match model.provider:
        case "offline":
            from axon_desktop.llm.offline import OfflineProvider

            return OfflineProvider()
        case "deepseek":
            from axon_desktop.llm.deepseek import BASE_URL, DEFAULT_MODEL, DeepSeekService

            return DeepSeekService(
                api_key=partial(keys.get, "deepseek"),
                base_url=model.base_url or BASE_URL,
                model=model.model or DEFAULT_MODEL,
                thinking=model.thinking,
                options=options,
            )
        case "openai_compatible":
            return _openai_compatible(model, keys, options)


def _openai_compatible(model: ModelSettings, keys: KeyStore, options: LLMOptions) -> OpenAICompatibleProvider:
    from axon_desktop.llm.openai_compatible import OpenAICompatibleProvider, host_of

    if not model.base_url or not model.model:
        missing = "model's name" if model.base_url else "base URL"
        raise SettingsError(f"The {missing} is missing. Enter it in the settings.")
    return OpenAICompatibleProvider(
        model.base_url,
        model.model,
        name=host_of(model.base_url) or model.base_url,
        api_key=partial(keys.get, "openai_compatible"),
        options=options,
        # DeepSeek's models want their thinking back, behind any gateway; other servers may refuse the field.
        resend_reasoning="deepseek" in model.model.lower(),
    )
