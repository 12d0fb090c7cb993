"""What undoing changes would do to each file, as data: computed by `undo_planning`, without writing anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

UndoEffect: TypeAlias = Literal["clean", "merged", "overwritten", "conflict", "impossible"]
"""Back to what it was; back, with the later edits kept; back, over later edits, which only the journal keeps; not
without losing later edits; not at all."""
FileAction: TypeAlias = Literal["edit", "create", "remove", "move", "trash", "none"]
"""What becomes of the file; a file that moves may be edited as well."""
Obstacle: TypeAlias = Literal[
    "same_lines",  # edited since in the same lines
    "edited",  # edited since it was created, so that taking it away would lose those edits
    "gone",
    "moved",  # by a later change that the journal knows
    "made_anew",
    "undone",
    "not_kept",  # the journal has forgotten the text
    "read_only",
    "unreadable",
    "together",  # goes with a file or a later change that stands in the way
]


@dataclass(frozen=True, slots=True)
class FileUndo:
    """What would become of one file."""

    path: str
    """Vault path where the file is now; of one that comes back, where it will be."""
    action: FileAction
    effect: UndoEffect
    before: bytes | None = None
    """The text now; None when there is no file, or its text stays as it is."""
    after: bytes | None = None
    """The text then; None when there will be no file, or its text stays as it is. With a conflict, the text that
    undo would have put back."""
    target: str = ""
    """New vault path of a file that moves."""
    changes: tuple[int, ...] = ()
    """Journal ids of the changes to this file that are to be undone."""
    why: Obstacle | None = None
    """What stands in the way."""
    detail: str = ""
    """The path that was made anew or moved to, the file that this one goes with, or what the system says."""
    lines: tuple[tuple[int, int], ...] = ()
    """With a conflict: first and last line, from 1, of each stretch of the present text that stands in the way."""

    @property
    def is_obstacle(self) -> bool:
        """Whether nothing can be undone together with this file."""
        return self.effect in ("conflict", "impossible")


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """What would become of all files; equal previews mean the same deeds."""

    files: tuple[FileUndo, ...]
    """What stands in the way comes first, then what is merged, then the rest; each by path."""
    possible: tuple[int, ...]
    """Journal ids of the changes that can be undone if the others are left out, newest first."""
    may_overwrite: bool = True
    """Whether files that were edited since can be named whose later edits may go: not where files move, since a
    path then means one file now and another one in between."""

    @property
    def ok(self) -> bool:
        """Whether undo would be done."""
        return not any(file.is_obstacle for file in self.files)

    @property
    def plain(self) -> bool:
        """Whether every file goes back to exactly what it was."""
        return all(file.effect == "clean" for file in self.files)
