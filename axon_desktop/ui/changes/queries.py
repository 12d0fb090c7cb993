"""What the changes dialog reads from the journal; all functions are for a thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from axon_desktop.errors import NoteNotFoundError
from axon_desktop.text.file_names import same_name
from axon_desktop.ui.diff.rows import Diff, compare, is_text
from axon_desktop.vault import Vault
from axon_desktop.vault.history.by_file import ChangedFile, changed_files
from axon_desktop.vault.history.records import Change, RescuedVersion, TurnSummary

PAGE = 50
"""Turns read at a time."""
_MAX_BYTES = 4 << 20
"""Limit for a text that is compared."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some turns, newest first."""

    turns: tuple[TurnSummary, ...]
    more: bool
    """Whether there are older ones."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a turn did to the text of a file, or how a rescued text differs from the file."""

    diff: Diff | None
    """None if there is nothing to compare."""
    why: str = ""
    """The reason for that: `gone`, `binary`, `large`, `moved`."""
    alone: bool = False
    """Whether the file of a rescued text no longer exists."""


def read_page(vault: Vault, count: int, before: int | None, note: str) -> Page:
    """Return up to `count` turns before a number, of those about a note."""
    turns = vault.journal.summaries(count + 1, before=before, note=note)
    return Page(tuple(turns[:count]), len(turns) > count)


def read_files(vault: Vault, turn: str, note: str) -> list[ChangedFile]:
    """Return the files of a turn whose path contains `note`."""
    wanted = same_name(note)
    files = changed_files(vault.journal.changes(turn))
    return [file for file in files if any(wanted in same_name(path) for path in (file.path, file.target))]


def read_comparison(vault: Vault, file: ChangedFile) -> Comparison:
    """Compare the text of a file before and after its turn."""
    if file.before_sha256 is None and file.after_sha256 is None:
        return Comparison(None, "moved")
    before, after = (
        None if sha256 is None else vault.journal.find_text(sha256)
        for sha256 in (file.before_sha256, file.after_sha256)
    )
    if (before is None) != (file.before_sha256 is None) or (after is None) != (file.after_sha256 is None):
        return Comparison(None, "gone")
    return _compared(before, after)


def read_rescued(vault: Vault, version: RescuedVersion) -> Comparison:
    """Compare a rescued text with the file's current content."""
    text = vault.journal.find_text(version.sha256)
    if text is None:
        return Comparison(None, "gone")
    try:
        now = vault.read_exactly([version.path])[0].data
    except NoteNotFoundError:
        now = None
    if not is_text(text):
        return Comparison(None, "binary", alone=now is None)
    fit = now is not None and is_text(now) and len(now) <= _MAX_BYTES
    return replace(_compared(now if fit else None, text), alone=now is None)


def _compared(before: bytes | None, after: bytes | None) -> Comparison:
    texts = (before or b"", after or b"")
    if max(map(len, texts)) > _MAX_BYTES:
        return Comparison(None, "large")
    if not all(map(is_text, texts)):
        return Comparison(None, "binary")
    return Comparison(compare(before, after or b""))


def count_lines(vault: Vault, files: Sequence[ChangedFile]) -> list[tuple[int, int] | None]:
    """Return how many lines a turn added and removed in each file; None if unknown."""
    found: list[tuple[int, int] | None] = []
    for file in files:
        diff = read_comparison(vault, file).diff
        found.append(None if diff is None else (diff.added, diff.removed))
    return found


def ids_for(vault: Vault, changes: Sequence[Change]) -> tuple[list[int], bool]:
    """Return the change ids to undo; if the changes are undone, those to redo (True)."""
    left = [change.id for change in changes if not change.undone]
    if left:
        return left, False
    return [change.id for change in vault.journal.redoable(changes)], True
