"""AGENTS.md in the vault's root: the user's instructions for every conversation about this vault."""

from __future__ import annotations

from axon_desktop.errors import VaultError
from axon_desktop.vault import Vault

FILE = "AGENTS.md"
_LIMIT = 32_768
"""Bytes; a longer file is not read, because it would fill the window of small models."""


def read_instructions(vault: Vault) -> str:
    """Return the text of AGENTS.md, empty when there is none; reads a file, so call it in a thread."""
    try:
        data = vault.read_attachment(FILE, _LIMIT)
    except VaultError:
        return ""
    return data.decode("utf-8-sig", "replace").strip()
