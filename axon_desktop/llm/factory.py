"""Making the provider that the settings name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs

from axon_desktop import paths
from axon_desktop.errors import QT_TRANSLATE_NOOP, SettingsError
from axon_desktop.llm.context_size.context_window import USUAL_WINDOW
from axon_desktop.llm.context_size.learned_windows import LearnedWindows
from axon_desktop.llm.messages import LLMOptions
from axon_desktop.llm.models.model_catalog import find_model
from axon_desktop.llm.models.profiles import Profile, find_profile
from axon_desktop.llm.provider import Provider
from axon_desktop.net_address import host_of
from axon_desktop.settings.keys import KeyStore, key_id
from axon_desktop.settings.settings import ModelSettings

if TYPE_CHECKING:
    from axon_desktop.llm.http.connection import ApiKey
    from axon_desktop.llm.providers.anthropic import AnthropicProvider
    from axon_desktop.llm.providers.deepseek import DeepSeekService
    from axon_desktop.llm.providers.openai import OpenAIProvider
    from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider


_LEARNED_FILE = "context_sizes.json"


def learned_windows() -> LearnedWindows:
    """Return what earlier runs have found out about windows."""
    return LearnedWindows(paths.data_dir() / _LEARNED_FILE)


def untold_window(model: ModelSettings) -> tuple[int, bool] | None:
    """Return the tokens that are counted on if the server does not tell, and whether an earlier run found them.

    None where the user, the catalog or the profile says it.
    """
    if model.provider != "openai_compatible" or model.context_window or not (model.base_url and model.model):
        return None
    learned = learned_windows().find(model.base_url, model.model)
    if learned is not None and learned.tokens is not None:
        return learned.tokens, True
    if find_model(model.provider, model.model) or find_profile(model.provider, model.model).context_window:
        return None
    return USUAL_WINDOW, False


def create_provider(model: ModelSettings, keys: KeyStore) -> Provider:
    """Return the provider; nothing is connected and no key is fetched before the first request.

    Raises:
        SettingsError: a setting that this provider needs is missing.
    """
    if model.provider == "offline":
        from axon_desktop.llm.offline.offline import OfflineProvider

        return OfflineProvider()
    return create_online_provider(model, keys)


def create_online_provider(
    model: ModelSettings, keys: KeyStore
) -> OpenAICompatibleProvider | OpenAIProvider | AnthropicProvider:
    """Return the provider of a model that is asked over the network; see `create_provider`.

    Raises:
        SettingsError: a setting that this provider needs is missing.
    """
    options = LLMOptions(temperature=model.temperature, max_tokens=model.max_tokens, stop=model.stop)
    key = partial(keys.get, key_id(model))
    match model.provider:
        case "deepseek":
            return _deepseek(model, key, options)
        case "openai":
            return _openai(model, key, options)
        case "anthropic":
            from axon_desktop.llm.providers import anthropic

            return anthropic.AnthropicProvider(
                api_key=key,
                base_url=model.base_url or anthropic.BASE_URL,
                model=model.model or anthropic.DEFAULT_MODEL,
                thinking=model.thinking,
                options=options,
                context_window=model.context_window,
                learned=learned_windows(),
            )
        case "openai_compatible":
            return _openai_compatible(model, key, options)
        case "offline":
            raise SettingsError(
                QT_TRANSLATE_NOOP("Core", "The Offline provider asks no model. Choose another one.")
            )


def _deepseek(model: ModelSettings, key: ApiKey, options: LLMOptions) -> DeepSeekService:
    from axon_desktop.llm.providers.deepseek import BASE_URL, DEFAULT_MODEL, DeepSeekService

    return DeepSeekService(
        api_key=key,
        base_url=model.base_url or BASE_URL,
        model=model.model or DEFAULT_MODEL,
        thinking=model.thinking,
        options=options,
        context_window=model.context_window,
        learned=learned_windows(),
    )


def _openai(model: ModelSettings, key: ApiKey, options: LLMOptions) -> OpenAIProvider:
    from axon_desktop.llm.providers.openai import BASE_URL, DEFAULT_MODEL, OpenAIProvider

    return OpenAIProvider(
        api_key=key,
        base_url=model.base_url or BASE_URL,
        model=model.model or DEFAULT_MODEL,
        options=options,
        context_window=model.context_window,
        learned=learned_windows(),
    )


def _openai_compatible(
    model: ModelSettings, key: ApiKey, options: LLMOptions
) -> OpenAICompatibleProvider | OpenAIProvider:
    from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider

    if not model.base_url or not model.model:
        name, url = QT_TRANSLATE_NOOP("Core", "model's name"), QT_TRANSLATE_NOOP("Core", "base URL")
        missing = name if model.base_url else url
        raise SettingsError(
            QT_TRANSLATE_NOOP("Core", "The {missing} is missing. Enter it in the settings."), missing=missing
        )
    host = host_of(model.base_url)
    if host == "api.openai.com":
        return _openai(model, key, options)
    if host == "api.deepseek.com":
        return _deepseek(model, key, options)
    return OpenAICompatibleProvider(
        model.base_url,
        model.model,
        name=host or model.base_url,
        api_key=key,
        options=options,
        # DeepSeek's models want their thinking back, behind any gateway; other servers may refuse the field.
        resend_reasoning="deepseek" in model.model.lower(),
        context_window=model.context_window,
        learned=learned_windows(),
        profile=_profile(model),
    )


def _profile(model: ModelSettings) -> Profile:
    """Return the profile that the model's name has, with the protocol that a test found to work."""
    profile = find_profile("openai_compatible", model.model)
    found = model.tools_found
    if found is None or (found.base_url, found.model) != (model.base_url, model.model):
        return profile
    return structs.replace(profile, protocol=found.protocol)
