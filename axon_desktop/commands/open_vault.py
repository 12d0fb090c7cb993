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
    from axon_desktop.vault.search.found import Search


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


def search_of(vault: Vault, *, at_once: bool = False) -> Search:
    """Return the search of a command: by the index that a window has made, if there is one.

    `at_once` says that the first search comes now.
    """
    from axon_desktop.index.kept_index import KeptIndex
    from axon_desktop.index.search.indexed_search import IndexedSearch
    from axon_desktop.vault.search.scan import FileSearch

    index = KeptIndex(vault)
    if at_once:
        index.compare_ahead()
    return IndexedSearch(vault, index, FileSearch(vault, budget=0))


def load_settings() -> Settings:
    """Return the settings."""
    from axon_desktop.settings import settings

    return settings.load(
        on_problem=lambda problem: print(f"axon: {settings.settings_file()}: {problem}", file=sys.stderr)
    )
