"""The vault: one folder of notes, read through the path gateway and written through the write gateway."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from axon_desktop import paths
from axon_desktop.errors import N_, JournalError
from axon_desktop.vault.history.change_feed import ChangeFeed
from axon_desktop.vault.history.changes import ChangeListener, ChangePreview, Proposal
from axon_desktop.vault.vault_reader import VaultReader
from axon_desktop.vault.writing.lock import WriteLock
from axon_desktop.vault.writing.pending_state import PendingState

if TYPE_CHECKING:
    from axon_desktop.vault.history.journal import Journal
    from axon_desktop.vault.history.records import Change, Origin
    from axon_desktop.vault.undo.preview import UndoPreview
    from axon_desktop.vault.undo.write_parts import WriteParts
    from axon_desktop.vault.writing.batch import Batch

_log = logging.getLogger(__name__)

_PRUNE_EVERY = 200
"""Changes between two prunings of the journal."""


class Vault(VaultReader):
    """A folder of notes. Every method is synchronous and may be called from any thread."""

    ahead = PendingState()
    """Differences from the disk; empty except in a PendingVault."""

    def __init__(self, root: str | Path, *, data_dir: Path | None = None) -> None:
        """Take a folder as a vault; nothing is read or written yet.

        Raises:
            FolderNotFoundError: there is no such folder.
        """
        super().__init__(root)
        self.data_dir = data_dir or paths.data_dir() / "vaults" / self.id
        """Where the journal lives; made at the first write."""
        self._lock = WriteLock(self.data_dir / "write.lock")
        self._journal: Journal | None = None
        self._parts: WriteParts | None = None
        self._feed = ChangeFeed(self._reader)
        self._writes = 0
        self._in_steps = False

    @property
    def journal(self) -> Journal:
        """The journal of changes."""
        with self._making:
            if self._journal is None:
                from axon_desktop.vault.history.journal import Journal

                self._journal = Journal(self.data_dir)
            return self._journal

    def _writing(self) -> WriteParts:
        """Return the objects that write, undo and recover; created at first use, because they import SQLite."""
        with self._making:
            if self._parts is None:
                from axon_desktop.vault.undo.write_parts import WriteParts

                self._parts = WriteParts.make(self._gateway, self._reader, self.journal, self._lock, self.data_dir)
            return self._parts

    def open(self) -> None:
        """Settle what a crash left behind: half-done writes, leftover temp files. May be called again.

        A damaged journal is set aside, and the next write begins a new one.

        Raises:
            WriteFailedError: another Axon process is writing and does not finish.
            JournalError: the journal cannot be used; or it was set aside, and the text says under which name.
        """
        if not self.journal.exists:
            return
        with self._lock:
            try:
                self._settle_all()
            except JournalError as error:
                if not self.journal.is_damage(error):
                    raise
                damaged = self.journal.set_aside()
                raise JournalError(
                    N_(
                        "Core",
                        "it was damaged and has been set aside as {file}. A new one begins with the next"
                        " change; earlier changes cannot be undone any more.",
                    ),
                    file=damaged,
                ) from error

    def _settle_all(self) -> None:
        self._writing().recovery.settle(everything=True)
        self._writing().undo.settle()
        self._writing().sweep()
        self._prune()

    def _prune(self) -> None:
        """Prune the journal; where that fails, it is done another time.

        Raises:
            JournalError: the journal is damaged.
        """
        try:
            self.journal.prune()
        except JournalError as error:
            if self.journal.is_damage(error):
                raise
            _log.warning("nothing is forgotten for now: %s", error)

    def close(self) -> None:
        """Settle what can be settled, and close the journal.

        Raises as `open` does; the journal is closed whatever happens.
        """
        if self._journal is None:
            return
        try:
            if self._journal.exists:
                with self._lock:
                    self._writing().recovery.settle(everything=True)
        finally:
            self._journal.close()

    # Writing

    def apply(
        self,
        preview: ChangePreview,
        *,
        turn: str,
        title: str = "",
        origin: Origin = "agent",
        program: str = "",
        give_up: Callable[[], bool] = lambda: False,
        unrecorded: bool = False,
    ) -> Change:
        """Do what a preview shows, if the file is still what it was then, and record it.

        `give_up` is called while another process writes to the vault: once it returns True, nothing is written.
        `unrecorded` allows it also where it cannot be recorded; see `Change.recorded`.

        Raises:
            StaleNoteError: the file is no longer `preview.before`; nothing was changed.
            WriteFailedError: the disk refused; nothing was changed.
            InvalidPathError: the path leaves the vault, or a new name is not allowed.
            JournalError: the change cannot be recorded; nothing was changed.
        """
        (change,) = self.apply_all(
            Proposal.write(preview),
            turn=turn,
            title=title,
            origin=origin,
            program=program,
            give_up=give_up,
            unrecorded=unrecorded,
        )
        return change

    def apply_all(
        self,
        proposal: Proposal,
        *,
        turn: str,
        title: str = "",
        origin: Origin = "agent",
        program: str = "",
        give_up: Callable[[], bool] = lambda: False,
        unrecorded: bool = False,
    ) -> list[Change]:
        """Do all of a proposal or nothing, also when killed in the middle; the file that it is about comes first.

        A file for the system's trash goes to the vault's own trash where the system refuses it; `Change.target`
        says so. With `unrecorded`, which the user must have agreed to, one text is written even where it cannot be
        recorded; anything more needs its record, since without it a kill would leave a part.

        Raises as `apply` does; the text names the file that caused it.
        """
        from axon_desktop.vault.writing.batch import Batch

        batch = Batch.of(proposal, turn, title, origin, program=program)
        try:
            return self.apply_batch(batch, give_up)
        except JournalError as error:
            if not (unrecorded and batch.is_one_text):
                raise
            _log.warning("%s is written without a record: %s", proposal.path, error)
        with self._lock.held(give_up, needs_file=False):
            change = self._writing().writer.apply_unrecorded(batch)
            self._written([change], origin)
        return [change]

    def apply_batch(
        self,
        batch: Batch,
        give_up: Callable[[], bool] = lambda: False,
        on_progress: Callable[[int], None] = lambda _done: None,
    ) -> list[Change]:
        """Do all of a batch or nothing, also when killed in the middle; files that move come first.

        `on_progress` gets how many changes are in place. Raises as `apply` does.
        """
        with self._alone(give_up):  # until all listeners were called: see `is_writing`
            changes = self._writing().writer.apply(batch, give_up, on_progress)
            self._written(changes, batch.origin)
        self._writes += 1
        if self._writes % _PRUNE_EVERY == 0:
            try:
                self.journal.prune()
            except JournalError as error:  # the write is done in any case
                _log.warning("nothing is forgotten for now: %s", error)
        return changes

    @contextmanager
    def all_or_nothing(self, turn: str) -> Iterator[None]:
        """Make all steps of a turn atomic: a failure takes back those that were made, after a kill the next start.

        Nobody else writes meanwhile.

        Raises:
            JournalError: the journal cannot be written; no step was made.
        """
        with self._alone():
            undo, is_whole = self._writing().undo, False
            self.journal.begin_steps(turn)
            self._in_steps = True
            try:
                yield
                is_whole = True
            finally:
                self._in_steps = False
                if is_whole:
                    self.journal.end_steps()
                else:
                    self._written(undo.settle(), "undo")

    @contextmanager
    def _alone(self, give_up: Callable[[], bool] = lambda: False) -> Iterator[None]:
        """Hold the lock, after taking back steps in whose middle another process was killed."""
        with self._lock.held(give_up):
            if not self._in_steps and self.journal.unfinished_turn() is not None:
                parts = self._writing()
                parts.recovery.settle()
                self._written(parts.undo.settle(), "undo")
            yield

    def undo_change(self, change_id: int) -> Change:
        """Take one change back, with all that were made together with it; undoing an undo is redo.

        Raises:
            UndoConflictError: the note was edited since and cannot be merged; it says what to do.
            JournalError: the change is not known, or was pruned.
        """
        with self._alone():
            return self._undo(self.journal.whole(self.journal.change(change_id)))[0]

    def undo_turn(self, turn: str) -> list[Change]:
        """Take back what is left to undo of a turn: all of it, or nothing when there is a conflict.

        Raises:
            UndoConflictError: a note was edited since and cannot be merged; it says what to do.
        """
        with self._alone():
            return self._undo([change for change in self.journal.changes(turn) if not change.undone])

    def undo_preview(self, change_ids: Iterable[int], *, over: Collection[str] = ()) -> UndoPreview:
        """Return what undoing these changes, with all that were made together with them, would do to each file.

        Nothing is written. Undoing an undo is redo. `over` are paths of files whose later edits may be
        overwritten.

        Raises:
            JournalError: a change is not known, or was pruned.
        """
        return self._writing().undo.preview(self._whole(change_ids), over)

    def undo_changes(
        self, change_ids: Iterable[int], *, agreed: UndoPreview | None = None, over: Collection[str] = ()
    ) -> list[Change]:
        """Take changes of any turns back, with all that were made together with them: all or nothing.

        With `agreed`, only if it would do exactly what that preview says. Later edits of files in `over` are
        overwritten where they cannot be merged; the journal stores them, and undoing the undo restores them.

        Raises:
            UndoConflictError: a note was edited since and cannot be merged, or the preview holds no longer.
            JournalError: a change is not known, or was pruned.
        """
        with self._alone():
            return self._undo(self._whole(change_ids), agreed, over)

    def _whole(self, change_ids: Iterable[int]) -> list[Change]:
        found: dict[int, Change] = {}
        for change_id in change_ids:
            if change_id not in found:
                found.update({change.id: change for change in self.journal.whole(self.journal.change(change_id))})
        return list(found.values())

    def undo_last_turn(self) -> list[Change]:
        """Take back the newest turn that has something left to undo; called again, the one before it.

        Raises:
            UndoConflictError: a note was edited since and cannot be merged; it says what to do.
        """
        with self._alone():
            turn = self.journal.last_turn()
            return [] if turn is None else self.undo_turn(turn)

    def _undo(
        self, changes: list[Change], agreed: UndoPreview | None = None, over: Collection[str] = ()
    ) -> list[Change]:
        if not changes:
            return []
        done = self._writing().undo.undo(changes, agreed, over)
        self._written(done, "undo")
        return done

    # Listeners

    def subscribe(self, listener: ChangeListener) -> Callable[[], None]:
        """Call a listener after every change, from the thread that reports it; return a function that ends it."""
        return self._feed.subscribe(listener)

    @property
    def is_writing(self) -> bool:
        """Whether a write of this object is under way, whose listeners were not called yet."""
        return self._lock.is_held

    def changed_outside(
        self,
        paths: Iterable[str] = (),
        *,
        moved: Mapping[str, str] | None = None,
        many: bool = False,
        same: Collection[str] = (),
    ) -> None:
        """Update the names where other programs changed files or folders, and call the listeners.

        `many` says that everything may have changed, `same` at which paths only times or rights did. For a
        thread: it looks at the disk.
        """
        named = tuple(dict.fromkeys(paths))
        if many:
            self.names.scan()
        else:
            self.names.look_again(named)
        self._feed.publish(named, "outside", moved=moved, many=many, same=same)

    def _written(self, changes: Sequence[Change], origin: Origin) -> None:
        if changes:
            self._feed.publish_written(changes, origin, self.names)
