"""What the user is looking at; light, since the window knows it before the first request."""

from __future__ import annotations

from msgspec import Struct


class Focus(Struct, frozen=True):
    """What the user is looking at."""

    note: str = ""
    """Vault path of the open note; empty for none."""
    selection: str = ""
    """Text that is selected in it."""
    names_note: bool = True
    """Whether the model gets the name of the note; of a note that the user removed it gets only the selection."""
