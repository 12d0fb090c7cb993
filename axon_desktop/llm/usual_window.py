"""The context window that is counted on where neither user, catalog, profile nor server says how large it is."""

from __future__ import annotations

from axon_desktop.llm.addresses import is_loopback
from axon_desktop.llm.catalog import find_model
from axon_desktop.llm.profiles import find_profile

USUAL_WINDOW = 32_768
_LOOPBACK_WINDOW = 8_192
"""Tokens: servers on this machine may have a small window, and cut what is longer without a word."""
_SERVER = "openai_compatible"


def usual_window(base_url: str, elsewhere: int = USUAL_WINDOW) -> int:
    """Return the tokens that a model at this address is counted on to hold."""
    return _LOOPBACK_WINDOW if is_loopback(base_url) else elsewhere


def assumed_window(base_url: str, model: str) -> int | None:
    """Return the tokens that are counted on if the server does not tell; None where that is known."""
    if find_model(_SERVER, model) or find_profile(_SERVER, model).context_window:
        return None
    return usual_window(base_url)
