"""The model that a command asks: the one of the settings, with the command line's options laid over it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from axon_desktop.settings import ModelSettings


def chosen_model(options: argparse.Namespace, saved: ModelSettings) -> ModelSettings:
    """Return the saved model settings with the command line's laid over them."""
    model = saved.for_provider(options.provider or saved.provider)
    model.base_url = options.base_url or model.base_url
    model.model = options.model or model.model
    return model
