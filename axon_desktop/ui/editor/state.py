"""What can be said of the text in the editor and of the file it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

SaveKind: TypeAlias = Literal["none", "saved", "unsaved", "failed", "conflict", "read_only"]


@dataclass(frozen=True, slots=True)
class SaveState:
    """How the text stands to its file."""

    kind: SaveKind = "none"
    """`failed` and `conflict` both mean that the file does not have the user's text; `none`: nothing is shown."""
    why: str = ""
    """For the user, why it is not saved or cannot be edited, or what is to be known of how it was saved."""
    unrecorded: bool = False
    """Whether it cannot be recorded: it was saved so that undo knows nothing of it, or would have to be."""

    @property
    def safe(self) -> bool:
        """Whether the file holds all that the user wrote."""
        return self.kind in ("none", "saved", "read_only")
