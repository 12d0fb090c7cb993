"""Tab: one open note with its history. Data only: the note pane shows one tab at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from axon_desktop.ui.markdown_view import ViewPosition

Mode: TypeAlias = Literal["live", "source", "reading"]

WRITING: tuple[Mode, ...] = ("live", "source")
"""Editable modes."""

BAR_HEIGHT = 33
"""Height of a tab, and of the room for the tabs, without the line below it."""
_MAX_HISTORY = 200


@dataclass(frozen=True, slots=True)
class Visit:
    """A position in the history."""

    path: str
    """Vault path of the file."""
    heading: str = ""
    """Heading or block to scroll to."""
    line: int = 0
    """Line of the source, from 1, to scroll to."""
    place: ViewPosition | None = None
    """Last scroll position; it overrides heading and line."""
    mode: Mode | None = None
    """The mode for this visit, whatever that of its tab is: a new note is there to be written."""


@dataclass(slots=True, eq=False)
class Tab:
    """What a tab shows, with its Back and Forward history."""

    at: Visit | None = None
    """The current visit; its position is updated when the tab is left. None for an empty tab."""
    past: list[Visit] = field(default_factory=list)
    """The Back history, the next one last."""
    future: list[Visit] = field(default_factory=list)
    """The Forward history, likewise."""
    mode: Mode = "reading"
    """The mode of its notes."""
    unsaved: bool = False
    """Whether it has unsaved text."""
    gone: bool = False
    """Whether the file is known to be missing."""
    pinned: bool = False
    """Whether it stands first, and stays when others are closed or a link in it is followed."""

    @property
    def path(self) -> str:
        """Vault path of the file; empty for an empty tab."""
        return self.at.path if self.at is not None else ""

    @property
    def shown_as(self) -> Mode:
        """The mode of the current file, if it is a note."""
        return (self.at.mode if self.at is not None else None) or self.mode

    def remember(self, left: Visit) -> None:
        """Add a position to the history before a new one is opened."""
        self.past.append(left)
        del self.past[:-_MAX_HISTORY]
        self.future.clear()

    def step_back(self, left: Visit) -> Visit | None:
        """Go back: return the target, and add the current visit to Forward."""
        return _step(self.past, self.future, left)

    def step_forward(self, left: Visit) -> Visit | None:
        """Go forward: return the target, and add the current visit to Back."""
        return _step(self.future, self.past, left)

    def follow_moves(self, moved: Mapping[str, str]) -> bool:
        """Update the paths of moved files, also in the history; tell whether the shown one changed."""
        if not moved:
            return False
        for visits in (self.past, self.future):
            visits[:] = [replace(visit, path=moved.get(visit.path, visit.path)) for visit in visits]
        if self.at is None or self.path not in moved:
            return False
        self.at = replace(self.at, path=moved[self.path])
        return True


def _step(source: list[Visit], other: list[Visit], left: Visit) -> Visit | None:
    if not source:
        return None
    other.append(left)
    return source.pop()
