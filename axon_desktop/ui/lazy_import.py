"""Import of `module:name` strings, for tables whose entries are imported on first use."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def load(name: str) -> Any:
    """Return the object that `module:name` below `axon_desktop.ui` names."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(f"axon_desktop.ui.{module}"), attribute)
