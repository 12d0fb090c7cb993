"""The model that a command asks: the one of the settings, with the command line's options laid over it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from axon_desktop.errors import AxonError

if TYPE_CHECKING:
    from axon_desktop.settings.keys import KeyStore
    from axon_desktop.settings.settings import ModelSettings


def chosen_model(options: argparse.Namespace, saved: ModelSettings, keys: KeyStore) -> ModelSettings:
    """Return the saved model settings with the command line's laid over them.

    Where neither names a provider, a key in the environment may decide.

    Raises:
        AxonError: its address is none.
    """
    by_key = keys.default_provider if saved.unchosen else ""
    model = saved.for_provider(options.provider or by_key or saved.provider)
    if options.base_url:
        model.base_url = model.provider_info.address_in(options.base_url)
        if not model.base_url:
            raise AxonError(f"{options.base_url} is no address. It looks like https://host/v1 or 127.0.0.1:8080.")
    model.model = options.model or model.model
    return model
