"""OpenRequest: the request of a start of the program, as it is sent from one process to another."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

MOST_BYTES = 1_000_000
"""Maximum size of a request; the longest link that is followed is well below."""


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """What to open; if empty the window is only raised."""

    vault: str = ""
    """Absolute path of a folder; empty for the open vault."""
    note: str = ""
    """Vault path of a note in it."""
    link: str = ""
    """An `obsidian://` link."""
    token: str = ""
    """The desktop's activation token of the second program."""

    @property
    def folder(self) -> Path | None:
        """The vault's folder."""
        return Path(self.vault) if self.vault else None

    def to_line(self) -> bytes:
        """Return the request as one line of JSON."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> OpenRequest | None:
        """Read a line; None if it is no request."""
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            return None
        if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
            return None
        known = {name: value for name, value in data.items() if name in cls.__dataclass_fields__}
        request = cls(**known)
        return request if not request.vault or Path(request.vault).is_absolute() else None
