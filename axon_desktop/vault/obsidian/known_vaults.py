"""The vaults that Obsidian knows on this computer, read from its own `obsidian.json`."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from axon_desktop.vault.obsidian.config import read_config

_MAX_VAULTS = 200
_MAX_PATH = 4000


@dataclass(frozen=True, slots=True)
class KnownVault:
    """A vault of Obsidian's list."""

    id: str
    """Obsidian's own id, 16 hex digits as a rule."""
    path: Path
    """Absolute."""
    opened: int = 0
    """When Obsidian opened it last, in ms since 1970; 0 if it does not say."""
    is_there: bool = True
    """Whether there is such a folder."""

    @property
    def name(self) -> str:
        """Its folder's name, which Obsidian's links use."""
        return self.path.name or str(self.path)


def config_folders(environment: Mapping[str, str], home: Path, platform: str) -> list[Path]:
    """Return the folders where Obsidian may keep its list: plain, Flatpak and Snap installations."""
    if platform == "win32":
        return [Path(environment.get("APPDATA") or home / "AppData" / "Roaming") / "obsidian"]
    if platform == "darwin":
        return [home / "Library" / "Application Support" / "obsidian"]
    config = environment.get("XDG_CONFIG_HOME", "")
    plain = Path(config) if config.startswith("/") else home / ".config"
    return [
        plain / "obsidian",
        home / ".var" / "app" / "md.obsidian.Obsidian" / "config" / "obsidian",
        home / "snap" / "obsidian" / "current" / ".config" / "obsidian",
    ]


def read_known_vaults(folders: list[Path] | None = None) -> list[KnownVault]:
    """Return Obsidian's vaults, the one opened last first; a damaged list is as good as none.

    Looks at every folder, which may be on a slow disk: to be called in a thread.
    """
    if folders is None:
        folders = config_folders(os.environ, Path.home(), sys.platform)
    found: dict[str, KnownVault] = {}
    for folder in folders:
        vaults = read_config(folder / "obsidian.json").get("vaults")
        for key, entry in list(vaults.items())[:_MAX_VAULTS] if isinstance(vaults, dict) else ():
            vault = _read(key, entry)
            if vault is not None:
                known = found.get(_key(vault.path))
                if known is None or known.opened < vault.opened:
                    found[_key(vault.path)] = vault
    return sorted(found.values(), key=lambda vault: (-vault.opened, str(vault.path)))


def vault_around(path: Path) -> Path | None:
    """Return the folder around a file or folder that Obsidian has as a vault; the nearest one."""
    return next((folder for folder in path.parents if (folder / ".obsidian").is_dir()), None)


def same_folder(one: Path, other: Path) -> bool:
    """Tell whether two paths lead to the same folder."""
    return _key(one) == _key(other) or os.path.realpath(one) == os.path.realpath(other)


def _key(path: Path) -> str:
    return os.path.normcase(os.path.normpath(path))


def _read(key: str, entry: Any) -> KnownVault | None:
    place, opened = (entry.get("path"), entry.get("ts")) if isinstance(entry, dict) else (None, None)
    if not isinstance(place, str) or len(place) > _MAX_PATH or any(character < " " for character in place):
        return None
    path = Path(place)
    if not path.is_absolute():
        return None
    try:
        is_there = path.is_dir()
    except (OSError, ValueError):  # not accessible; not a path of this system
        is_there = False
    return KnownVault(key, path, opened if type(opened) is int and 0 < opened < 1 << 53 else 0, is_there)
