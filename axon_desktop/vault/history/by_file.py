"""The changes of one turn grouped by file: what a person sees as one change of a note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from axon_desktop.vault.history.records import Change

ChangedFileAction: TypeAlias = Literal["created", "edited", "renamed", "trashed", "removed", "returned"]
"""`removed` and `returned` come from undoing: a note that was new, one that was trashed."""


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """One file, with all that a turn did to it."""

    path: str
    """Vault path before the turn."""
    target: str
    """Vault path after a rename; "" without one."""
    action: ChangedFileAction
    changes: tuple[Change, ...]
    """In the order in which they were made."""
    before_sha256: str | None
    """Of the text before the turn; None when there was no file, or its text did not change."""
    after_sha256: str | None
    """Of the text after the turn, likewise."""

    @property
    def undone(self) -> bool:
        """Whether nothing of it is left to undo."""
        return all(change.undone for change in self.changes)

    @property
    def shown_path(self) -> str:
        """The path by which it is known after the turn."""
        return self.target or self.path


def changed_files(changes: Sequence[Change]) -> list[ChangedFile]:
    """Return the files of a turn's changes, in the order in which they were first changed."""
    groups: dict[str, list[Change]] = {}
    order: list[list[Change]] = []
    for change in changes:
        group = groups.get(change.path)
        if group is None:
            group = groups[change.path] = []
            order.append(group)
        group.append(change)
        if change.kind == "move" and change.target != change.path:
            groups[change.target] = groups.pop(change.path)
    return [_file(group) for group in order]


def _file(group: list[Change]) -> ChangedFile:
    first, last = group[0], group[-1]
    moves = [change for change in group if change.kind == "move" and change.target != change.path]
    texts = [change for change in group if change.kind != "move"]
    target = moves[-1].target if moves and moves[-1].target != first.path else ""
    action: ChangedFileAction = "renamed" if target else "edited"
    if last.kind in ("trash", "remove"):
        action, target = ("trashed" if last.kind == "trash" else "removed"), ""
    elif first.kind == "create":
        action = "created"
    elif came := [change for change in group if change.kind == "move" and change.target == change.path]:
        action = "created" if came[0].undoes is None else "returned"
    before = texts[0].before_sha256 if texts else None
    after = texts[-1].after_sha256 if texts else None
    return ChangedFile(first.path, target, action, tuple(group), before, after)
