"""Undoing changes for the cards of a conversation, and finding those that are undone already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from axon_desktop.errors import AxonError, JournalError
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.vault import Vault


class UndoOutcome(Struct, frozen=True):
    """The result of undoing (or redoing) one change."""

    change_id: int
    """The change to undo."""
    undo_id: int | None
    """Journal id of the undo itself, whose undo is a redo; None when it failed."""
    path: str = ""
    """Vault path of the note."""
    error: str = ""
    """Why it failed."""


def undo_change(vault: Vault, change_id: int) -> UndoOutcome:
    """Undo one change, or an undo; for a thread."""
    try:
        change = vault.undo_change(change_id)
    except AxonError as error:
        return UndoOutcome(change_id, None, error=error_text(error))
    return UndoOutcome(change_id, change.id, change.path)


def undo_all(vault: Vault, change_ids: Sequence[int]) -> list[UndoOutcome]:
    """Undo changes together or, if one cannot be undone, each that can be, newest first; for a thread."""
    try:
        changes = vault.undo_changes(change_ids)
    except AxonError:
        return [undo_change(vault, change_id) for change_id in sorted(change_ids, reverse=True)]
    return [UndoOutcome(change.undoes, change.id, change.path) for change in changes if change.undoes is not None]


def undone_before(vault: Vault, change_ids: Iterable[int]) -> list[UndoOutcome]:
    """Return the outcomes for those of the changes that are undone; for a thread."""
    try:
        undos = vault.journal.undos()
    except JournalError:
        return []  # pressing Undo reports it
    return [UndoOutcome(change_id, undos[change_id]) for change_id in change_ids if change_id in undos]
