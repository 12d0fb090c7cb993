"""Listing of one folder for the tree: its items, with excluded ones and conflict copies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct, field
from PySide6.QtCore import QCollator, QLocale

from axon_desktop.ui.tree.model import display_name

if TYPE_CHECKING:
    from axon_desktop.vault import Entry, Vault

Order: TypeAlias = Literal["name", "name_down", "modified", "created"]
"""How the files of each folder are sorted; folders come first, by name."""
ORDERS: tuple[Order, ...] = ("name", "name_down", "modified", "created")


class Listing(Struct, frozen=True):
    """The contents of a folder."""

    entries: list[Entry]
    excluded: frozenset[str] = frozenset()
    """Vault paths of items that the user excluded from search results."""
    originals: Mapping[str, str] = field(default_factory=dict)
    """Originals of the conflict copies among the items, by vault path."""
    absent: frozenset[str] = frozenset()
    """Vault paths of files whose bytes are not on this computer."""


def list_items(vault: Vault, folder: str, order: Order = "name") -> Listing:
    """List a folder in an order; call it in a thread.

    Raises:
        FolderNotFoundError: there is no such folder.
        InvalidPathError: the path leaves the vault.
    """
    from axon_desktop.vault.obsidian.config import read_app_settings
    from axon_desktop.vault.search.conflict_copies import original_name  # not needed before the first paint

    newest = order if order in ("modified", "created") else ""
    entries = in_order(vault.list_folder(folder, newest), order)
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
    absent = frozenset(entry.path for entry in entries if not entry.is_here)
    return Listing(entries, excluded, originals, absent)


def in_order(entries: Iterable[Entry], order: Order = "name") -> list[Entry]:
    """Sort folders first, then by displayed name in the order of the window's language, else the system's.

    In Chinese that is the order of pinyin, or of strokes. `Note 2` comes before `Note 10`; the sort is stable.
    In an order by time the files stay as they come.
    """
    locale = QLocale()
    if locale.language() == QLocale.Language.C:  # by code point, without natural order of numbers
        locale = QLocale(QLocale.Language.English)
    collator = QCollator(locale)  # not to be shared with other threads
    collator.setNumericMode(True)
    folders: list[Entry] = []
    files: list[Entry] = []
    for entry in entries:
        (folders if entry.is_folder else files).append(entry)
    backwards = order == "name_down"
    folders.sort(key=lambda entry: collator.sortKey(entry.name), reverse=backwards)
    if order == "name" or backwards:
        files.sort(key=lambda entry: collator.sortKey(display_name(entry.name)), reverse=backwards)
    return folders + files
