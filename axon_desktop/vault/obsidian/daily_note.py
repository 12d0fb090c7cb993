"""Notes named by date, as Obsidian is set up: the daily note (core plugin or Periodic Notes) and unique notes."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, count
from pathlib import Path
from typing import Any

from axon_desktop.text.file_names import NOTE_SUFFIX
from axon_desktop.vault.files.path_rules import normalize_path
from axon_desktop.vault.obsidian.config import read_config, text_in
from axon_desktop.vault.obsidian.moment_format import format_moment

_USUAL_FORMAT = "YYYY-MM-DD"
_UNIQUE_FORMAT = "YYYYMMDDHHmm"
_MOST_AHEAD = 60


@dataclass(frozen=True, slots=True)
class DailySettings:
    """The settings of `daily-notes.json`; `new_file_location` applies where it has none."""

    folder: str = ""
    """Vault path; empty for the root."""
    format: str = _USUAL_FORMAT
    """A moment.js pattern, which may hold `/` for folders."""
    template: str = ""
    """Vault path of the template, with or without `.md`; empty for none."""

    def path(self, day: datetime, language: str = "en") -> str:
        """Return the vault path of a day's note."""
        name = format_moment(self.format, day, language).strip("/")
        return normalize_path(f"{self.folder}/{name}" if self.folder else name)


def unique_path(root: Path, taken: Container[str], now: datetime) -> str:
    """Return the vault path of a new note named by the time, as the core plugin Unique note creator does.

    While a minute's name is taken, the next minute's is tried, then a number is added.
    """
    found = read_config(root / ".obsidian" / "zk-prefixer.json")
    settings = DailySettings(text_in(found, "folder").strip("/"), text_in(found, "format", _UNIQUE_FORMAT))
    paths = [settings.path(now + timedelta(minutes=ahead)) for ahead in range(_MOST_AHEAD)]
    names = chain(paths, (f"{paths[0].removesuffix(NOTE_SUFFIX)} {number}{NOTE_SUFFIX}" for number in count(1)))
    return next(path for path in names if path not in taken)


def read_daily_settings(root: Path) -> DailySettings:
    """Read how the daily notes of the vault in `root` are set up; Periodic Notes comes first where it has them."""
    config = root / ".obsidian"
    found: dict[str, Any] = read_config(config / "daily-notes.json")
    periodic = read_config(config / "plugins" / "periodic-notes" / "data.json").get("daily")
    if isinstance(periodic, dict) and periodic.get("enabled") is True:
        found = periodic
    return DailySettings(
        folder=text_in(found, "folder").strip("/"),
        format=text_in(found, "format", _USUAL_FORMAT),
        template=text_in(found, "template").strip("/"),
    )
