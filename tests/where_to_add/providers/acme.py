"""Acme, a provider that does not exist: the module that a new one brings."""

from axon_desktop.llm.providers.online_provider import CommonArguments
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from axon_desktop.settings.providers import provider_info
from axon_desktop.settings.settings import ModelSettings

_INFO = provider_info("acme")


def create(model: ModelSettings, common: CommonArguments) -> OpenAICompatibleProvider:
    """Return the provider of these settings."""
    return OpenAICompatibleProvider(
        model.base_url or _INFO.base_url,
        model.model or _INFO.default_model,
        name=_INFO.name,
        key_required=True,
        catalog_id=_INFO.id,
        usual=64_000,
        **common,
    )
