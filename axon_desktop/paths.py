"""Where things live on this machine: the user's folders, and the program's resources in every kind of install."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

APP_NAME = "axon-desktop"


def _user_folder(kind: str) -> Path:
    """Return one of the user's folders; AXON_HOME puts all of them under one place (portable use, tests)."""
    home = os.environ.get("AXON_HOME")
    if home:
        return Path(home).expanduser() / kind
    import platformdirs

    dirs = platformdirs.PlatformDirs(APP_NAME, appauthor=False)
    return Path({"config": dirs.user_config_dir, "data": dirs.user_data_dir, "cache": dirs.user_cache_dir}[kind])


def config_dir() -> Path:
    """Return the folder of the settings file."""
    return _user_folder("config")


def data_dir() -> Path:
    """Return the folder of what must not be lost: journal, checkpoints, conversations."""
    return _user_folder("data")


def cache_dir() -> Path:
    """Return the folder of what can be made again."""
    return _user_folder("cache")


@cache
def resources_dir() -> Path:
    """Return the folder of icons, styles, prompts and the sample vault: frozen build, wheel or source tree."""
    here = Path(__file__).resolve().parent
    frozen = getattr(sys, "_MEIPASS", None)
    candidates = [Path(frozen) / "resources"] if frozen else []
    candidates += [here / "_resources", here.parent / "resources"]
    for folder in candidates:
        if folder.is_dir():
            return folder
    raise FileNotFoundError("Axon's resources folder is missing: install the program again.")
