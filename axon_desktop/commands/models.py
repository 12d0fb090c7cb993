"""The model that a command asks: the one of the settings, with the command line's options laid over it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from axon_desktop.errors import AxonError

if TYPE_CHECKING:
    from axon_desktop.settings.settings import ModelSettings


def chosen_model(options: argparse.Namespace, saved: ModelSettings, by_key: str = "") -> ModelSettings:
    """Return the saved model settings with the command line's laid over them.

    `by_key` is the provider that answers by a key in the environment if nobody has chosen one.

    Raises:
        AxonError: its address is none.
    """
    unchosen = by_key if saved.unchosen else ""
    model = saved.for_provider(options.provider or unchosen or saved.provider)
    if options.base_url:
        model.base_url = model.provider_info.address_in(options.base_url)
        if not model.base_url:
            raise AxonError(f"{options.base_url} is no address. It looks like https://host/v1 or 127.0.0.1:8080.")
    model.model = options.model or model.model
    return model
