"""Undo of changes, byte for byte; what the user wrote afterwards stays.

An undo is a change like any other: written through the gateway, recorded, and itself undoable (that is redo). What
was changed together is undone together. What to write is planned for all files before the first is touched
(`planner`): a conflict leaves everything as it is. So does a failure in the middle, and at the next start a
kill: what was done by then is taken back, and forgotten, so that no redo restores a part. The same holds for
every other turn in steps that belong together.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Collection, Sequence

from axon_desktop.errors import N_, UndoConflictError, VaultError
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.reader import NoteReader
from axon_desktop.vault.history.journal import Journal
from axon_desktop.vault.history.records import Change
from axon_desktop.vault.undo.planner import UndoPlanner
from axon_desktop.vault.undo.preview import UndoPreview
from axon_desktop.vault.writing.write_gateway import WriteGateway

_log = logging.getLogger(__name__)


class Undo:
    """Takes changes back."""

    def __init__(self, gateway: PathGateway, reader: NoteReader, journal: Journal, writer: WriteGateway) -> None:
        self._planner = UndoPlanner(gateway, reader, journal)
        self._journal = journal
        self._writer = writer

    def preview(self, changes: Sequence[Change], over: Collection[str] = ()) -> UndoPreview:
        """Return what `undo` would do to each file; nothing is written."""
        return self._planner.plan(changes, "", over).preview

    def undo(
        self, changes: Sequence[Change], agreed: UndoPreview | None = None, over: Collection[str] = ()
    ) -> list[Change]:
        """Take back changes, newest first, all or nothing, and return the changes that did it.

        In files of `over`, edits that cannot be merged are overwritten: undoing the undo restores them.

        Raises:
            UndoConflictError: a file was edited, moved or deleted since, in a way that cannot be merged; it says
                what to do, and nothing was changed. Or what would be done is no longer what was `agreed` to.
            VaultError: the disk refused, or another program wrote just now; what was done was taken back.
        """
        turn = f"undo-{secrets.token_hex(8)}"
        plan = self._planner.plan(changes, turn, over)
        if plan.refusal is not None:
            raise plan.refusal
        if agreed is not None and plan.preview != agreed:
            raise UndoConflictError(
                N_("Core", "The notes have changed since undo was looked at; nothing was undone.")
            )
        several = len(plan.batches) > 1
        if several:
            self._journal.begin_steps(turn)
        done: list[Change] = []
        try:
            for batch in plan.batches:
                done += self._writer.apply(batch)
        except VaultError:
            self.settle()
            raise
        if several:
            self._journal.end_steps()
        return done

    def settle(self) -> list[Change]:
        """Take back the done steps of a turn that a failure or a kill has cut off; return the changes that did it.

        The journal forgets both, as it forgets a batch that failed: redo would restore just that part.
        The caller holds the vault's lock, is not in the middle of such steps, and has let `recovery` settle the
        last of them; if that postpones something, all of it is postponed.
        """
        turn = self._journal.unfinished_turn()
        if turn is None or self._journal.unsettled(only_open=True):
            return []
        taken_back: list[Change] = []
        plan = self._planner.plan(self._journal.undoable([turn]), f"undo-{secrets.token_hex(8)}")
        try:
            for batch in plan.batches:
                taken_back += self._writer.apply(batch)
        except VaultError as error:
            _log.warning("A part of a turn stays, and can be undone: %s", error)
        self._forget(turn)
        self._journal.end_steps()
        return taken_back

    def _forget(self, turn: str) -> None:
        """Forget the undone changes of a turn, and what undid them; what others wrote in between stays."""
        undos = self._journal.undos()
        pairs = [
            (change, self._journal.change(undos[change.id]))
            for change in self._journal.changes(turn)
            if change.undone
        ]
        for change, undo in pairs:
            if undo.kind != "modify" or not undo.before_sha256 or undo.before_sha256 == change.after_sha256:
                continue
            if (text := self._journal.find_text(undo.before_sha256)) is not None:
                self._journal.rescue(undo.path, text)
        self._journal.fail(*(one.id for pair in pairs for one in pair))
