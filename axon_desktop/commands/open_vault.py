"""Opening the vault that a command is about."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from axon_desktop.errors import VaultError

if TYPE_CHECKING:
    from axon_desktop.meaning.meaning_index import MeaningIndex
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


@contextmanager
def open_search(vault: Vault, *, at_once: bool = False) -> Iterator[Search]:
    """Open the search of a command: by the index that a window has made, if there is one, and by meaning.

    `at_once` says that the first search comes now. The process of meaning starts when it is first asked.
    """
    from axon_desktop.index.kept_index import KeptIndex
    from axon_desktop.index.search.indexed_search import IndexedSearch
    from axon_desktop.meaning.meaning_search import MeaningSearch, open_index
    from axon_desktop.vault.search.scan import FileSearch

    kept = KeptIndex(vault)
    if at_once:
        kept.compare_ahead()
    with ExitStack() as stack:

        @cache
        def meaning() -> MeaningIndex:
            opened = open_index(vault)
            stack.callback(opened.close)
            return opened

        yield MeaningSearch(IndexedSearch(vault, kept, FileSearch(vault, budget=0)), meaning)


def load_settings() -> Settings:
    """Return the settings."""
    from axon_desktop.settings import settings

    return settings.load(
        on_problem=lambda problem: print(f"axon: {settings.settings_file()}: {problem}", file=sys.stderr)
    )
