"""Undoing changes, byte for byte; what the user wrote afterwards stays.

An undo is a change like any other: written through the gateway, recorded, and itself undoable (that is redo). What
to write is worked out for all files of a turn before the first is touched: a conflict leaves everything as it is.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from axon_desktop.errors import NoteNotFoundError, UndoConflictError
from axon_desktop.vault.gateway import PathGateway
from axon_desktop.vault.journal import Journal
from axon_desktop.vault.merge import merge
from axon_desktop.vault.path_rules import shown, split_path
from axon_desktop.vault.reading import NoteReader
from axon_desktop.vault.records import Change
from axon_desktop.vault.recovery import remove_empty_folders
from axon_desktop.vault.write_gateway import WriteGateway, WriteRequest


@dataclass(frozen=True, slots=True)
class _Step:
    """One file as it is and as it should be."""

    change: Change
    now: bytes | None
    then: bytes | None


class Undo:
    """Takes changes back."""

    def __init__(self, gateway: PathGateway, reader: NoteReader, journal: Journal, writer: WriteGateway) -> None:
        self._gateway = gateway
        self._reader = reader
        self._journal = journal
        self._writer = writer

    def undo(self, changes: Sequence[Change]) -> list[Change]:
        """Take back changes of one turn, newest first, and return the changes that did it.

        Raises:
            UndoConflictError: a file was edited, moved or deleted since, in a way that cannot be merged; it says
                what to do, and nothing was changed.
        """
        steps = self._plan(sorted(changes, key=lambda change: -change.id))
        turn = f"undo-{secrets.token_hex(8)}"
        done: list[Change] = []
        for step in steps:
            mode, folders = self._journal.details(step.change.id)
            done.append(
                self._writer.write(
                    WriteRequest(
                        path=step.change.path,
                        before=step.now,
                        after=step.then,
                        turn=turn,
                        title=step.change.title,
                        origin="undo",
                        mode=mode,
                        undoes=step.change.id,
                    )
                )
            )
            if step.then is None:
                remove_empty_folders(self._gateway, folders)
        return done

    def _plan(self, changes: Sequence[Change]) -> list[_Step]:
        texts: dict[str, bytes | None] = {}
        steps = []
        for change in changes:
            if change.undone:
                raise UndoConflictError(f"{shown(change.path)} is undone already.")
            if change.path not in texts:
                texts[change.path] = self._current(change.path)
            now = texts[change.path]
            then = self._earlier(change, now)
            steps.append(_Step(change, now, then))
            texts[change.path] = then
        return steps

    def _current(self, path: str) -> bytes | None:
        try:
            return self._reader.read(split_path(path)).data
        except NoteNotFoundError:
            return None

    def _earlier(self, change: Change, now: bytes | None) -> bytes | None:
        """Return what the file should hold without this change."""
        path = shown(change.path)
        before = None if change.before_sha256 is None else self._journal.text(change.before_sha256)
        after = None if change.after_sha256 is None else self._journal.text(change.after_sha256)
        if now == after:
            return before
        if after is None:
            raise UndoConflictError(f"{path} was made anew since. Move or rename that one, then undo again.")
        if now is None:
            raise UndoConflictError(f"{path} was moved or deleted since. Put it back, then undo again.")
        if before is None:
            raise UndoConflictError(
                f"{path} was edited since it was created. Undo would delete those edits: delete the note yourself"
                " if you no longer need it."
            )
        merged = merge(after, now, before)
        if merged is None:
            raise UndoConflictError(
                f"{path} was edited since in the same lines. Put back by hand what you want of the earlier text;"
                " it stays in the journal."
            )
        return merged
