"""Creating the provider that the settings name."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from axon_desktop import paths
from axon_desktop.errors import N_, SettingsError
from axon_desktop.llm.context_size.context_window import USUAL_WINDOW
from axon_desktop.llm.context_size.learned_windows import LearnedWindows
from axon_desktop.llm.http.refusals import RefusalFile
from axon_desktop.llm.messages import LLMOptions
from axon_desktop.llm.models.model_catalog import find_model
from axon_desktop.llm.models.profiles import find_profile
from axon_desktop.llm.provider import Provider
from axon_desktop.net_address import host_of
from axon_desktop.settings.keys import KeyStore, key_id
from axon_desktop.settings.providers import provider_at
from axon_desktop.settings.settings import ModelSettings

if TYPE_CHECKING:
    from axon_desktop.llm.providers.online_provider import CommonArguments, OnlineProvider


class ProviderModule(Protocol):
    """The interface of a provider's module, `llm/providers/<id>.py`."""

    def create(self, model: ModelSettings, common: CommonArguments) -> OnlineProvider:
        """Return the provider of these settings; they name address and model where the table says so."""


_LEARNED_FILE = "context_sizes.json"
_REFUSALS_FILE = "refusals.json"


def learned_windows() -> LearnedWindows:
    """Return the windows that earlier runs learned."""
    return LearnedWindows(paths.data_dir() / _LEARNED_FILE)


def unreported_window(model: ModelSettings) -> tuple[int, bool] | None:
    """Return the tokens that are assumed if the server reports none, and whether an earlier run learned them.

    None where the user, the catalog or the profile gives the number.
    """
    if not model.provider_info.needs_address or model.context_window or not (model.base_url and model.model):
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


def create_online_provider(model: ModelSettings, keys: KeyStore) -> OnlineProvider:
    """Return the provider of a model behind a network address; see `create_provider`.

    Raises:
        SettingsError: a setting that this provider needs is missing.
    """
    info = model.provider_info
    if info.id == "offline":
        raise SettingsError(N_("Core", "The Offline provider asks no model. Choose another one."))
    if info.needs_address:
        if not model.base_url or not model.model:
            name, url = N_("Core", "model's name"), N_("Core", "base URL")
            missing = name if model.base_url else url
            raise SettingsError(N_("Core", "The {missing} is missing. Enter it in the settings."), missing=missing)
        info = provider_at(host_of(model.base_url)) or info
    module = cast(ProviderModule, import_module(f"axon_desktop.llm.providers.{info.id}"))
    options = LLMOptions(temperature=model.temperature, max_tokens=model.max_tokens, stop=model.stop)
    return module.create(
        model,
        {
            "api_key": partial(keys.get, key_id(model)),
            "options": options,
            "context_window": model.context_window,
            "learned": learned_windows(),
            "refusals": RefusalFile(paths.data_dir() / _REFUSALS_FILE),
        },
    )
