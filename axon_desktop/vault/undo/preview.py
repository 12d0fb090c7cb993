"""Preview of an undo: what it would do to each file, computed by `planner` without writing anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

UndoEffect: TypeAlias = Literal["clean", "merged", "overwritten", "conflict", "impossible"]
"""Restored exactly; restored, with later edits merged; restored over later edits, which only the journal has; not
possible without losing later edits; impossible."""
FileAction: TypeAlias = Literal["edit", "create", "remove", "move", "trash", "none"]
"""What happens to the file; a file that moves may be edited as well."""
Obstacle: TypeAlias = Literal[
    "same_lines",  # edited since in the same lines
    "edited",  # edited since it was created, so that taking it away would lose those edits
    "gone",
    "moved",  # by a later change that the journal knows
    "recreated",
    "undone",
    "not_kept",  # the journal has forgotten the text
    "read_only",
    "unreadable",
    "together",  # depends on a file or a later change that is an obstacle
]


@dataclass(frozen=True, slots=True)
class FileUndo:
    """What an undo would do to one file."""

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
    """Why it cannot be undone."""
    detail: str = ""
    """The path that was created again or moved to, the file that this one depends on, or the system's error."""
    lines: tuple[tuple[int, int], ...] = ()
    """With a conflict: first and last line, from 1, of each range of the present text that conflicts."""

    @property
    def is_obstacle(self) -> bool:
        """Whether nothing can be undone together with this file."""
        return self.effect in ("conflict", "impossible")


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """What an undo would do to all files; equal previews mean equal undos."""

    files: tuple[FileUndo, ...]
    """Obstacles first, then merges, then the rest; each by path."""
    possible: tuple[int, ...]
    """Journal ids of the changes that can be undone if the others are left out, newest first."""
    may_overwrite: bool = True
    """Whether later edits of files may be overwritten on request: not where files move, since a path then means
    one file now and another one in between."""

    @property
    def ok(self) -> bool:
        """Whether undo would be done."""
        return not any(file.is_obstacle for file in self.files)

    @property
    def plain(self) -> bool:
        """Whether every file is restored exactly."""
        return all(file.effect == "clean" for file in self.files)
