"""Records of the journal: changes, turns, rescued texts, and writes in progress."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, TypeAlias

from msgspec import Struct, field

Origin: TypeAlias = Literal["agent", "undo", "user", "command", "program"]
"""Who made a turn: the agent in a conversation or a model in the editor, an undo, the user in the window, `axon
tool`, another program that Axon serves."""
JournalKind: TypeAlias = Literal["create", "modify", "remove", "move", "trash"]
"""A `remove` comes from undoing a `create`. The bytes of what was removed or trashed stay in the journal."""
UNRECORDED = 0
"""Id of a change that is in no journal."""


class Change(Struct, frozen=True):
    """One change that was made to the vault."""

    id: int
    """Journal id, for `undo_change`; `UNRECORDED` without a record."""
    turn: str
    path: str
    """Vault path; of a move, the old one."""
    kind: JournalKind
    before_sha256: str | None
    """None when there was no file. The journal stores the bytes, but not those of a move."""
    after_sha256: str | None
    """None when there is no file any more."""
    undone: bool
    """Whether it has been undone and not redone."""
    time: datetime
    """Aware, UTC."""
    title: str
    """Of the turn: usually the user's prompt."""
    undoes: int | None = None
    """Id of the change that this one undid."""
    batch: int | None = None
    """Id of the first of the changes that were made together, and are undone together; None for a single one."""
    target: str = ""
    """Where the file went: the new vault path of a move, the path in the vault's own trash; "" otherwise."""
    folders: tuple[str, ...] = ()
    """Folders that it created, outermost first."""
    removes_folders: tuple[str, ...] = ()
    """Folders that it removed, as far as they were empty; outermost first."""

    @property
    def recorded(self) -> bool:
        """Whether the journal knows it, so that it can be undone."""
        return self.id != UNRECORDED


class TurnRecord(Struct, frozen=True):
    """The changes of one turn."""

    turn: str
    title: str
    time: datetime
    """When the turn first changed something; aware, UTC."""
    changes: tuple[Change, ...]
    """In the order in which they were made."""
    origin: Origin = "agent"
    """Who made them; "undo" for a turn that undid another."""
    program: str = ""
    """Name of the other program that asked for them, or of the model that wrote in the editor; else empty."""

    @property
    def undone(self) -> bool:
        """Whether nothing of it is left to undo."""
        return all(change.undone for change in self.changes)


class TurnSummary(Struct, frozen=True):
    """A turn as a row of the list: its changes are counted, not read."""

    number: int
    """Its number among all turns; larger is newer."""
    turn: str
    title: str
    origin: Origin
    time: datetime
    """When the turn first changed something; aware, UTC."""
    changes: int
    undone: int
    """How many of the changes are undone."""
    files: int
    """How many paths it is about."""
    path: str
    """One of them."""
    redoes: bool = False
    """Whether it undid an undo."""
    program: str = ""
    """Name of the other program that asked for it, or of the model that wrote in the editor; else empty."""


class RescuedVersion(Struct, frozen=True):
    """A text that another program wrote during a swap: stored, because no file holds it any more."""

    id: int
    path: str
    sha256: str
    time: datetime


class Intent(Struct, frozen=True):
    """A change that is about to be made."""

    turn: str
    title: str
    origin: Origin
    path: str
    place: str
    before: bytes | None
    after: bytes | None
    mode: int | None
    folders: tuple[str, ...]
    temp: str
    """Beside the file; empty for a file that moves or goes to the trash."""
    undoes: int | None = None
    move_kind: Literal["move", "trash"] | None = None
    """Set for a file that is moved or trashed unchanged."""
    target: str = ""
    target_place: str = ""
    """Where `target` really is, behind links."""
    digest: str | None = None
    """SHA-256 of a file that moves, or is too large for the journal; its bytes are not stored."""
    attributes: Mapping[str, bytes] = field(default_factory=dict)
    """Extended attributes of a file that is removed: undo sets them on the file that it creates again."""
    removes_folders: tuple[str, ...] = ()
    """Folders to remove once all is done, as far as they are empty."""
    program: str = ""

    @property
    def digest_after(self) -> str | None:
        """`digest` of a file that is there afterwards."""
        return self.digest if self.move_kind == "move" else None

    @property
    def kind(self) -> JournalKind:
        """What happens to the file."""
        if self.move_kind is not None:
            return self.move_kind
        if self.before is None:
            return "create"
        return "modify" if self.after is not None else "remove"


class Unsettled(Struct, frozen=True):
    """A change whose outcome is open, or whose displaced file is still to be dropped."""

    id: int
    path: str
    place: str
    kind: JournalKind
    before_sha256: str | None
    after_sha256: str | None
    folders: tuple[str, ...]
    temp: str
    is_open: bool
    batch: int | None
    target_place: str
    removes_folders: tuple[str, ...] = ()

    @property
    def group(self) -> int:
        """The same for changes that are settled together."""
        return self.id if self.batch is None else self.batch
