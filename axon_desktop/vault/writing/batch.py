"""Batches for the write gateway: texts to write, files to move, one to trash, all or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from axon_desktop.vault.history.changes import ChangePreview, Proposal
from axon_desktop.vault.history.records import Origin


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """A text to write: `before` is the condition, `after` the new content; None means no file."""

    path: str
    before: bytes | None
    after: bytes | None
    mode: int | None = None
    """Permission bits of a file that is made again."""
    undoes: int | None = None
    attributes: Mapping[str, bytes] = field(default_factory=dict)
    """Extended attributes of a file that is made again."""
    comes_from: str = ""
    """Where the file is now, if it moves to `path` in the same batch."""

    @classmethod
    def of(cls, change: ChangePreview, moved: Mapping[str, str]) -> WriteRequest:
        """Return the request for what a preview shows; `moved` has the new paths of files of the same batch."""
        target = moved.get(change.path)
        if target is None:
            return cls(change.path, change.before, change.after)
        return cls(target, change.before, change.after, comes_from=change.path)


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A file to move unchanged: to another vault path, or to the trash."""

    kind: Literal["move", "trash"]
    path: str
    target: str
    """The new vault path; for the trash a path below the vault's own, or "" for the system's."""
    sha256: str | None = None
    """The condition; None moves whatever is there."""
    undoes: int | None = None
    source: str = ""
    """Path in the vault's own trash of a file that comes back, or the hidden file of one that comes in; path and
    target are then the same."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Changes that are made together or not at all."""

    turn: str
    title: str
    origin: Origin
    writes: tuple[WriteRequest, ...] = ()
    """In the order in which they are made; a file that moves is named by its new path."""
    moves: tuple[MoveRequest, ...] = ()
    """Done before the writes. A file for the trash is the only change of its batch."""
    creates_folders: tuple[str, ...] = ()
    """Folders that must exist afterwards, even if empty; outermost first."""
    removes_folders: tuple[str, ...] = ()
    """Folders that are removed afterwards, as far as they are empty; outermost first."""
    program: str = ""
    """Name of the other program that asked for it; empty unless the origin is `program`."""

    @classmethod
    def of(cls, proposal: Proposal, turn: str, title: str, origin: Origin, *, program: str = "") -> Batch:
        """Return the changes of a proposal; the file that it is about comes first."""
        moved = {proposal.path: proposal.target} if proposal.action == "move" else {}
        writes = tuple(WriteRequest.of(change, moved) for change in proposal.changes)
        moves: tuple[MoveRequest, ...] = ()
        if proposal.action != "write":
            moves = (MoveRequest(proposal.action, proposal.path, proposal.target, proposal.sha256),)
        return cls(turn, title, origin, writes, moves, program=program)

    @property
    def is_one_text(self) -> bool:
        """Whether one text is written, and nothing else happens."""
        return len(self.writes) == 1 and not (self.moves or self.creates_folders or self.removes_folders)
