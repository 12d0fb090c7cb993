"""The vault: notes and files, and the two gateways through which all access to them goes.

The names below are loaded at first use, so that importing a part of this room does not import all of it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from axon_desktop.vault.files.path_gateway import Entry
    from axon_desktop.vault.files.reader import Note
    from axon_desktop.vault.history.records import Change, TurnRecord
    from axon_desktop.vault.vault import Vault

__all__ = ["Change", "Entry", "Note", "TurnRecord", "Vault"]

_HOMES = {
    "Change": "history.records",
    "Entry": "files.path_gateway",
    "Note": "files.reader",
    "TurnRecord": "history.records",
    "Vault": "vault",
}


def __getattr__(name: str) -> object:
    """Load a public name from the module where it lives (PEP 562)."""
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
