"""Changes to the vault as data: previews, proposals, and events for listeners."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from axon_desktop.errors import N_, WriteFailedError
from axon_desktop.vault.files.path_rules import shown
from axon_desktop.vault.files.reader import Note
from axon_desktop.vault.history.records import Origin

ChangeKind: TypeAlias = Literal["create", "modify"]


@dataclass(frozen=True, slots=True)
class ChangePreview:
    """What would happen to the text of one file, computed without writing anything."""

    path: str
    """Vault path with `/`, after normalising; of a file that moves, the path before the move."""
    before: bytes | None
    """The file's bytes now; None when there is no such file."""
    after: bytes
    """The file's bytes then; of a file that goes to the trash, the same bytes."""
    mode: Literal["overwrite", "append", "edit", "links"]
    """`links` rewrites the links of a note because another file moves."""

    @property
    def kind(self) -> ChangeKind:
        """Whether the write makes a new file."""
        return "create" if self.before is None else "modify"

    @property
    def empties(self) -> bool:
        """Whether a note that holds something would be empty."""
        return bool(self.before and self.before.strip()) and not self.after.strip()

    @property
    def shrinks(self) -> bool:
        """Whether a note would lose more than half of its bytes."""
        return self.before is not None and len(self.after) * 2 < len(self.before)


def preview_text(
    path: str, before: bytes | None, content: str, mode: Literal["overwrite", "append"]
) -> ChangePreview:
    """Return what writing a text would do to a file that holds `before`.

    Raises:
        ReadFailedError: what is there is no UTF-8 text that could be added to.
        WriteFailedError: the content is not valid Unicode.
    """
    try:
        added = content.encode("utf-8")
    except UnicodeEncodeError as error:
        raise WriteFailedError(N_("Core", "{path}: the content is not valid Unicode"), path=shown(path)) from error
    if before is not None and mode == "append":
        before = Note(path, before, "").text.encode()  # text can only be appended to text
    after = added if mode == "overwrite" else (before or b"") + added
    return ChangePreview(path, before, after, mode)


@dataclass(frozen=True, slots=True)
class Proposal:
    """All that one tool call would do to the vault, together or not at all."""

    action: Literal["write", "move", "trash"]
    path: str
    """Vault path, as it is now, of the file that the call is about."""
    changes: tuple[ChangePreview, ...]
    """Texts that would change. A write has exactly one; a move has one for each note with links to rewrite (the
    moved note itself too, when its own links change); trash has none."""
    target: str = ""
    """Where the file goes: its new vault path, or for the local trash a path such as `.trash/Note.md`; empty for
    the system's trash."""
    sha256: str = ""
    """Hash of the file that is moved or trashed, as it is now: the condition for doing so."""

    @classmethod
    def write(cls, change: ChangePreview) -> Proposal:
        """Return the proposal to write one text."""
        return cls("write", change.path, (change,))

    @property
    def paths(self) -> tuple[str, ...]:
        """Every vault path that would be touched, the file that the call is about first."""
        target = (self.target,) if self.action == "move" else ()
        return tuple(dict.fromkeys((self.path, *target, *(change.path for change in self.changes))))

    @property
    def empties(self) -> bool:
        """Whether a note that holds something would be empty."""
        return any(change.empties for change in self.changes)

    @property
    def shrinks(self) -> bool:
        """Whether a note would lose more than half of its bytes."""
        return any(change.shrinks for change in self.changes)


@dataclass(frozen=True, slots=True)
class VaultChanged:
    """Files of the vault changed; sent to listeners from the thread that wrote, or that noticed the change."""

    paths: tuple[str, ...]
    """Vault paths; by `outside` also of folders."""
    origin: Origin | Literal["outside"]
    moved: Mapping[str, str] = field(default_factory=dict)
    """Old and new paths of files that were moved."""
    many: bool = False
    """Whether more changed than is named: look at everything."""
    same: frozenset[str] = frozenset()
    """Those of the paths at which nothing changed but times or rights, as far as that is known."""


ChangeListener: TypeAlias = Callable[[VaultChanged], None]
