"""Wish: what a start of the program asks for, as it goes from one process to another."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

MOST_BYTES = 1_000_000
"""Of a wish on its way; the longest link that is followed is well below."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be shown; without anything the window only comes to the front."""

    vault: str = ""
    """Absolute path of a folder; empty for the vault that is open."""
    note: str = ""
    """Vault path of a note in it."""
    link: str = ""
    """An `obsidian://` address."""
    token: str = ""
    """What the desktop gave the second program so that a window may come to the front."""

    @property
    def folder(self) -> Path | None:
        """The vault's folder."""
        return Path(self.vault) if self.vault else None

    def to_line(self) -> bytes:
        """Return the wish as one line of JSON."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Wish | None:
        """Read a line; None if it is no wish."""
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            return None
        if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
            return None
        known = {name: value for name, value in data.items() if name in cls.__dataclass_fields__}
        wish = cls(**known)
        return wish if not wish.vault or Path(wish.vault).is_absolute() else None
