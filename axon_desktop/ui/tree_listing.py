"""What the tree shows of one folder: its items, which of them are excluded, which are conflicting copies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from axon_desktop.vault.path_rules import NOTE_SUFFIX

if TYPE_CHECKING:
    from axon_desktop.vault import Entry, Vault

_NUMBER = re.compile(r"[0-9]+")
_DIGITS = 20
"""Numbers of up to so many are put in the order of what they count."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What is found in a folder."""

    entries: list[Entry]
    excluded: frozenset[str] = frozenset()
    """Vault paths of items that the user excluded from what is found."""
    originals: Mapping[str, str] = field(default_factory=dict)
    """What the conflicting versions among the items are copies of, by their vault paths."""


def list_items(vault: Vault, folder: str) -> Listing:
    """List a folder; to be called in a thread.

    Raises:
        FolderNotFoundError: there is no such folder.
        InvalidPathError: the path leaves the vault.
    """
    from axon_desktop.index.conflict_copies import original_name  # not needed before the first paint
    from axon_desktop.vault.obsidian import read_app_settings

    entries = sorted(vault.list_folder(folder), key=_order)
    settings = read_app_settings(vault.root)
    excluded: frozenset[str] = frozenset()
    if settings.ignore_filters:
        named = ((entry.path, entry.path + "/" if entry.is_folder else entry.path) for entry in entries)
        excluded = frozenset(path for path, written in named if settings.ignores(written))
    originals = {
        entry.path: entry.path.removesuffix(entry.name) + name
        for entry in entries
        if not entry.is_folder and (name := original_name(entry.name))
    }
    return Listing(entries, excluded, originals)


def _order(entry: Entry) -> tuple[bool, str, str]:
    """Return what an item is sorted by: folders first, then the name that is seen, `Note 2` before `Note 10`."""
    name = entry.name.casefold()
    shown = name if entry.is_folder else name.removesuffix(NOTE_SUFFIX)
    return not entry.is_folder, _NUMBER.sub(lambda number: number[0].zfill(_DIGITS), shown), entry.name
