"""Names of modules and what is in them, for tables whose entries are imported when they are first used."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def load(name: str) -> Any:
    """Return what `module:name` below `axon_desktop.ui` stands for."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(f"axon_desktop.ui.{module}"), attribute)
