"""The vaults to choose from: those that Axon has opened, and those of Obsidian; and the note to begin with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from axon_desktop.ui.language.translation import is_english
from axon_desktop.vault.obsidian.known_vaults import KnownVault, read_known_vaults, same_folder


class OfferedVault(Struct, frozen=True):
    """A vault to choose."""

    path: Path
    of_obsidian: bool
    """Whether it is in Obsidian's list."""
    is_there: bool
    is_current: bool
    """Whether the window shows it."""
    is_recent: bool = False
    """Whether Axon has opened it, so that it can be removed."""

    @property
    def name(self) -> str:
        """Its folder's name."""
        return self.path.name or str(self.path)


def offered_vaults(
    recent: Sequence[str], current: Path | None, known: Sequence[KnownVault] | None = None
) -> list[OfferedVault]:
    """Return Axon's vaults, newest first, then Obsidian's others; accesses folders: for a thread."""
    rest = list(read_known_vaults() if known is None else known)
    offered: list[OfferedVault] = []
    for folder in recent:
        path = Path(folder)
        same = next((vault for vault in rest if same_folder(vault.path, path)), None)
        if same is not None:
            rest.remove(same)
        is_current = current is not None and same_folder(path, current)
        offered.append(OfferedVault(path, same is not None, path.is_dir(), is_current, is_recent=True))
    for vault in rest:
        is_current = current is not None and same_folder(vault.path, current)
        offered.append(OfferedVault(vault.path, True, vault.is_there, is_current))
    return offered


_ENGLISH = ("Home", "Introduction", "README", "Index")


_CHINESE = ("开始", "主页", "首页", "目录", "開始", "主頁", "首頁", "目錄")


def first_names() -> tuple[str, ...]:
    """Return usual names of a first note, without suffix, those of the window's language first."""
    return (*_ENGLISH, *_CHINESE) if is_english() else (*_CHINESE, *_ENGLISH)
