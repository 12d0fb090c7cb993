"""Opening the vault that a command is about."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from axon_desktop.errors import VaultError

if TYPE_CHECKING:
    from axon_desktop.settings.settings import Settings
    from axon_desktop.vault import Vault


@contextmanager
def open_vault(folder: Path) -> Iterator[Vault]:
    """Open a vault for one command, and close it after; a problem of its journal is printed."""
    from axon_desktop.vault import Vault

    vault = Vault(folder)
    try:
        vault.open()
    except VaultError as error:  # notes can be read all the same, and written if a damaged journal was set aside
        print(f"axon: {error}", file=sys.stderr)
    try:
        yield vault
    finally:
        with suppress(VaultError):  # what cannot be settled now is settled at the next start
            vault.close()


def load_settings() -> Settings:
    """Return the settings."""
    from axon_desktop.settings import settings

    return settings.load(
        on_problem=lambda problem: print(f"axon: {settings.settings_file()}: {problem}", file=sys.stderr)
    )
