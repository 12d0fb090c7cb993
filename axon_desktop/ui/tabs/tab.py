"""Tab: one open note and the way that led there. Data only: the reading pane shows one tab at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from axon_desktop.ui.markdown_view import Spot

Mode: TypeAlias = Literal["reading", "source"]

WRITING: tuple[Mode, ...] = ("source",)
"""Modes in which one can type; the first one for who asks for no other."""

_MAX_HISTORY = 200


@dataclass(frozen=True, slots=True)
class Visit:
    """A place in the reading history."""

    path: str
    """Vault path of the file."""
    heading: str = ""
    """Heading or block that is gone to."""
    line: int = 0
    """Line of the source, from 1, that is gone to."""
    place: Spot | None = None
    """Where the reader was when they left; it wins over heading and line."""
    mode: Mode | None = None
    """How this one is shown, whatever its tab does: the source of a note that was just made."""


@dataclass(slots=True, eq=False)
class Tab:
    """What a tab shows, and where Back and Forward lead in it."""

    at: Visit | None = None
    """What is shown or about to be shown; its place is known when the tab was left. None for an empty tab."""
    past: list[Visit] = field(default_factory=list)
    """Where Back leads, the last one first to be gone to."""
    future: list[Visit] = field(default_factory=list)
    """Where Forward leads, likewise."""
    mode: Mode = "reading"
    """How its notes are shown."""
    unsaved: bool = False
    """Whether something was typed that is not in the file yet."""
    gone: bool = False
    """Whether the file is known to be no longer there."""

    @property
    def path(self) -> str:
        """Vault path of the file; empty for an empty tab."""
        return self.at.path if self.at is not None else ""

    @property
    def shown_as(self) -> Mode:
        """How the file that is now in it is shown, if it is a note."""
        return (self.at.mode if self.at is not None else None) or self.mode

    def remember(self, left: Visit) -> None:
        """Note a place that is being left for a new one."""
        self.past.append(left)
        del self.past[:-_MAX_HISTORY]
        self.future.clear()

    def step_back(self, left: Visit) -> Visit | None:
        """Return where Back leads, and note what is left for it."""
        return _step(self.past, self.future, left)

    def step_forward(self, left: Visit) -> Visit | None:
        """Return where Forward leads, and note what is left for it."""
        return _step(self.future, self.past, left)

    def follow_moves(self, moved: Mapping[str, str]) -> bool:
        """Take the new names of files, also for Back and Forward; tell whether the shown one has another."""
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
