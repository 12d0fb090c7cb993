"""What the user is looking at; light, since the window knows it before the first request."""

from __future__ import annotations

from msgspec import Struct


class Focus(Struct, frozen=True):
    """What the user is looking at."""

    note: str = ""
    """Vault path of the open note; empty for none."""
    selection: str = ""
    """Text that is selected in it."""
    is_named: bool = True
    """Whether it is told that the note is open; of one that the user took off only what is selected goes along."""
