"""Undoing changes, byte for byte; what the user wrote afterwards stays.

An undo is a change like any other: written through the gateway, recorded, and itself undoable (that is redo). What
was changed together is taken back together. What to write is worked out for all files of a turn before the first
is touched: a conflict leaves everything as it is.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import groupby

from axon_desktop.errors import NoteNotFoundError, UndoConflictError, VaultError
from axon_desktop.vault import trash
from axon_desktop.vault.gateway import PathGateway
from axon_desktop.vault.journal import Journal
from axon_desktop.vault.made_folders import remove_empty_folders
from axon_desktop.vault.merge import merge
from axon_desktop.vault.path_rules import same_name, shown, split_path
from axon_desktop.vault.reading import NoteReader
from axon_desktop.vault.records import Change
from axon_desktop.vault.requests import Batch, GoRequest, WriteRequest
from axon_desktop.vault.text_change import digest
from axon_desktop.vault.write_gateway import WriteGateway


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
        turn = f"undo-{secrets.token_hex(8)}"
        future = _Future(self._gateway, self._reader)
        plan = []
        newest_first = sorted(changes, key=lambda change: -change.id)
        for _, group in groupby(newest_first, lambda change: change.batch or change.id):
            together = list(group)
            plan.append((together, self._plan(together, future, turn)))
        done: list[Change] = []
        for together, batch in plan:
            done += self._writer.apply(batch)
            for change in together:
                if change.kind in ("create", "move", "trash"):
                    remove_empty_folders(self._gateway, self._journal.details(change.id)[1])
        return done

    def _plan(self, changes: Sequence[Change], future: _Future, turn: str) -> Batch:
        """Return what takes changes back that were made together; `future` then knows how the vault will be."""
        writes = []
        go = None
        for change in changes:
            if change.undone:
                raise UndoConflictError(f"{shown(change.path)} is undone already.")
            if change.kind == "move" and change.path == change.target:  # it came back from the trash
                self._refuse_gone(change.path, future)
                go = GoRequest("trash", change.path, trash.FOLDER, undoes=change.id)
                future.set(change.path, None)
                return Batch(turn, change.title, "undo", (), go)
            if change.kind == "move":
                go = GoRequest("move", change.target, change.path, undoes=change.id)
                continue
            if change.kind == "trash" and (back := self._from_trash(change, future)) is not None:
                return Batch(turn, change.title, "undo", (), back)
            now = future.text(change.path)
            then = self._earlier(change, now)
            if now is None and then is not None:
                self._refuse_alike(change.path, future)
            mode = self._journal.details(change.id)[0]
            writes.append(WriteRequest(change.path, now, then, mode, change.id))
            future.set(change.path, then)
        if go is not None:
            self._refuse_move(go, future)
            future.move(go.path, go.target)
            writes = [_at(go.target, write) if write.path == go.path else write for write in writes]
        return Batch(turn, changes[0].title, "undo", tuple(writes), go)

    def _from_trash(self, change: Change, future: _Future) -> GoRequest | None:
        """Return how a file comes back from the vault's own trash as it is; None if it is not there as it was."""
        if not change.target or change.before_sha256 is None:
            return None
        *above, name = change.target.split("/")
        try:
            with self._gateway.open_folder(above) as folder:
                if digest(folder, name) != change.before_sha256:
                    return None
        except VaultError:
            return None
        if future.exists(change.path):
            raise UndoConflictError(_anew(change.path))
        self._refuse_alike(change.path, future)
        future.set(change.path, self._journal.text(change.before_sha256))
        return GoRequest("move", change.path, change.path, change.before_sha256, change.id, change.target)

    @staticmethod
    def _refuse_gone(path: str, future: _Future) -> None:
        if not future.exists(path):
            raise UndoConflictError(f"{shown(path)} was moved or deleted since. Put it back, then undo again.")

    def _refuse_move(self, go: GoRequest, future: _Future) -> None:
        self._refuse_gone(go.path, future)
        if future.exists(go.target) and same_name(go.path) != same_name(go.target):
            raise UndoConflictError(_anew(go.target))
        self._refuse_alike(go.target, future, but=go.path)

    def _refuse_alike(self, path: str, future: _Future, but: str = "") -> None:
        """Refuse to bring back a file beside one that has its name but for case or Unicode form."""
        with self._gateway.locate(split_path(path)) as place:
            other = self._gateway.find_alike(place, moving=but)
        if other is not None and not future.leaves(other):
            raise UndoConflictError(_anew(other))

    def _earlier(self, change: Change, now: bytes | None) -> bytes | None:
        """Return what the file should hold without this change."""
        path = shown(change.path)
        before = None if change.before_sha256 is None else self._journal.text(change.before_sha256)
        after = None if change.after_sha256 is None else self._journal.text(change.after_sha256)
        if now == after:
            return before
        if after is None:
            raise UndoConflictError(_anew(change.path))
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


class _Future:
    """The vault's files as they will be once everything planned so far is done."""

    def __init__(self, gateway: PathGateway, reader: NoteReader) -> None:
        self._gateway = gateway
        self._reader = reader
        self._texts: dict[str, bytes | None] = {}
        self._came_from: dict[str, str | None] = {}
        """Where a file that will be at a path is now; None for a path that a file will have left."""

    def exists(self, path: str) -> bool:
        """Tell whether a file will be there."""
        if path in self._texts:
            return self._texts[path] is not None
        source = self._came_from.get(path, path)
        return source is not None and self._gateway.is_file(split_path(source))

    def leaves(self, path: str) -> bool:
        """Tell whether what is planned takes a file away from there."""
        return self._texts.get(path, b"") is None or self._came_from.get(path, "") is None

    def text(self, path: str) -> bytes | None:
        """Return what a file will hold; None for no file."""
        if path not in self._texts:
            source = self._came_from.get(path, path)
            self._texts[path] = None if source is None else self._read(source)
        return self._texts[path]

    def set(self, path: str, text: bytes | None) -> None:
        """Note what a file will hold."""
        self._texts[path] = text

    def move(self, path: str, target: str) -> None:
        """Note that a file will have gone to another path."""
        self._came_from[target] = self._came_from.get(path, path)
        self._came_from[path] = None
        if path in self._texts:
            self._texts[target] = self._texts.pop(path)
        else:
            self._texts.pop(target, None)

    def _read(self, path: str) -> bytes | None:
        try:
            return self._reader.read(split_path(path)).data
        except NoteNotFoundError:
            return None


def _at(path: str, write: WriteRequest) -> WriteRequest:
    return WriteRequest(path, write.before, write.after, write.mode, write.undoes)


def _anew(path: str) -> str:
    return f"{shown(path)} was made anew since. Move or rename that one, then undo again."
