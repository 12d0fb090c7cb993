"""The vault: one folder of notes, read through the path gateway and written through the write gateway."""

from __future__ import annotations

import hashlib
import logging
import os
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from axon_desktop import paths
from axon_desktop.errors import (
    QT_TRANSLATE_NOOP,
    FolderNotFoundError,
    JournalError,
    NoteNotFoundError,
    WriteFailedError,
)
from axon_desktop.vault.files.path_gateway import Entry, PathGateway, reason
from axon_desktop.vault.files.path_rules import normalize_path, shown, split_path
from axon_desktop.vault.files.reader import Note, NoteReader
from axon_desktop.vault.history.changes import ChangeListener, ChangePreview, Proposal, VaultChanged
from axon_desktop.vault.writing.lock import WriteLock
from axon_desktop.vault.writing.pending_state import PendingState

if TYPE_CHECKING:
    from axon_desktop.vault.history.journal import Journal
    from axon_desktop.vault.history.records import Change, Origin
    from axon_desktop.vault.names.index import NameIndex
    from axon_desktop.vault.undo.preview import UndoPreview
    from axon_desktop.vault.undo.undo import Undo
    from axon_desktop.vault.writing.batch import Batch
    from axon_desktop.vault.writing.recovery import Recovery
    from axon_desktop.vault.writing.write_gateway import WriteGateway

_log = logging.getLogger(__name__)

_PRUNE_EVERY = 200
"""Changes between two prunings of the journal."""


class Vault:
    """A folder of notes. Every method is synchronous and may be called from any thread."""

    ahead = PendingState()
    """Differences from the disk; empty except in a PendingVault."""

    def __init__(self, root: str | Path, *, data_dir: Path | None = None) -> None:
        """Take a folder as a vault; nothing is read or written yet.

        Raises:
            FolderNotFoundError: there is no such folder.
        """
        try:
            self.root = Path(os.path.abspath(Path(root).expanduser()))  # noqa: PTH100 - links as the user named them
            """Absolute path, links not resolved."""
            found = self.root.is_dir()
        except (OSError, RuntimeError) as error:  # not accessible, too long; a home of no user
            why = reason(error) if isinstance(error, OSError) else str(error)
            raise FolderNotFoundError(
                QT_TRANSLATE_NOOP("Core", "{path} ({reason})"), path=shown(str(root)), reason=why
            ) from error
        if not found:
            raise FolderNotFoundError(shown(str(root)))
        real = os.path.realpath(self.root)
        self.id = hashlib.sha256(os.path.normcase(real).encode("utf-8", "surrogateescape")).hexdigest()[:16]
        """Name of the vault's folder in the user's data folder."""
        self.name = self.root.name or str(self.root)
        self.data_dir = data_dir or paths.data_dir() / "vaults" / self.id
        """Where the journal lives; made at the first write."""
        self._gateway = PathGateway(self.root)
        self._reader = NoteReader(self._gateway)
        self._lock = WriteLock(self.data_dir / "write.lock")
        self._making = threading.RLock()
        self._journal: Journal | None = None
        self._names: NameIndex | None = None
        self._parts: tuple[WriteGateway, Undo, Recovery] | None = None
        self._listeners: list[ChangeListener] = []
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

    @property
    def names(self) -> NameIndex:
        """The names of all files; empty until its `scan` ran."""
        with self._making:
            if self._names is None:
                from axon_desktop.vault.names.index import NameIndex

                self._names = NameIndex(self.root, self._gateway)
            return self._names

    def _writing(self) -> tuple[WriteGateway, Undo, Recovery]:
        """Return the objects that write, undo and recover; created at first use, because they import SQLite."""
        with self._making:
            if self._parts is None:
                from axon_desktop.vault.undo.undo import Undo
                from axon_desktop.vault.writing.displaced import DisplacedFiles
                from axon_desktop.vault.writing.recovery import Recovery
                from axon_desktop.vault.writing.write_gateway import WriteGateway

                displaced = DisplacedFiles(self.journal, self.data_dir / "held")
                recovery = Recovery(self._gateway, self.journal, displaced)
                writer = WriteGateway(self._gateway, self.journal, self._lock, displaced, recovery)
                self._parts = writer, Undo(self._gateway, self._reader, self.journal, writer), recovery
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
                    QT_TRANSLATE_NOOP(
                        "Core",
                        "it was damaged and has been set aside as {file}. A new one begins with the next"
                        " change; earlier changes cannot be undone any more.",
                    ),
                    file=damaged,
                ) from error

    def _settle_all(self) -> None:
        self._writing()[2].settle(everything=True)
        self._writing()[1].settle()
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
                    self._writing()[2].settle(everything=True)
        finally:
            self._journal.close()

    # Reading

    def list_folder(self, path: str) -> list[Entry]:
        """Return the items of a folder; "" and "/" are the root. Dot items are no items.

        Raises:
            FolderNotFoundError: there is no such folder.
            InvalidPathError: the path leaves the vault.
        """
        return self._gateway.list_folder(path)

    def resolve(self, path: str) -> str:
        """Return the vault path of the file that a path means.

        In this order: with `.md`; literally; ignoring case and Unicode form; by file name or alias anywhere; a
        similar name that is far closer than any other.

        Raises:
            NoteNotFoundError: nothing is near; up to three suggestions follow the path.
            InvalidPathError: the path leaves the vault.
        """
        literal = split_path(path)
        note = split_path(normalize_path(path))
        for parts in dict.fromkeys((note, literal)):
            if self._gateway.is_file(parts):
                return "/".join(parts)
        for parts in dict.fromkeys((note, literal)):
            same = self._gateway.find_same(parts)
            if same is not None and self._gateway.is_file(same):
                return "/".join(same)
        found = self.names.find_name(path)
        if found is not None:
            return found
        found, suggestions = self.names.find_near(path)
        if found is not None and self._gateway.is_file(split_path(found)):
            return found
        raise self._not_found(path, suggestions)

    @staticmethod
    def _not_found(path: str, suggestions: list[str]) -> NoteNotFoundError:
        if not suggestions:
            return NoteNotFoundError(shown(path))
        return NoteNotFoundError(
            QT_TRANSLATE_NOOP("Core", "{path} (did you mean: {names}?)"),
            path=shown(path),
            names=", ".join(suggestions),
        )

    def read(self, path: str) -> Note:
        """Read the file that a path means, once it is whole.

        Raises:
            NoteNotFoundError: nothing is near.
            InvalidPathError: the path leaves the vault.
            ReadFailedError: it is no plain file, or another program keeps writing to it.
        """
        return self._reader.read(split_path(self.resolve(path)))

    def read_exactly(self, paths: Sequence[str]) -> list[Note]:
        """Read the files of exactly these paths, once each is whole; they are waited for together.

        Raises as `read` does.
        """
        return self._reader.read_all([split_path(path) for path in paths])

    def read_attachment(self, path: str, limit: int) -> bytes:
        """Read a file that is named exactly, such as an image, up to `limit` bytes.

        Raises:
            NoteNotFoundError: there is no such file.
            InvalidPathError: the path leaves the vault.
            ReadFailedError: it is no plain file, or larger.
        """
        return self._gateway.read(split_path(path), limit)[0]

    # Writing

    def preview(self, path: str, content: str, mode: Literal["overwrite", "append"]) -> ChangePreview:
        """Return what a write would do; nothing is written.

        Raises:
            InvalidPathError: the path leaves the vault, or cannot be the name of a new note.
            ReadFailedError: what is there cannot be read, or is no UTF-8 text that could be added to.
            WriteFailedError: the content is not valid Unicode.
        """
        path = normalize_path(path)
        split_path(path)  # refuses a path that leads out of the vault
        try:
            added = content.encode("utf-8")
        except UnicodeEncodeError as error:
            raise WriteFailedError(
                QT_TRANSLATE_NOOP("Core", "{path}: the content is not valid Unicode"), path=shown(path)
            ) from error
        before = self._bytes_before(path)
        if before is not None and mode == "append":
            before = Note(path, before, "").text.encode()  # text can only be appended to text
        after = added if mode == "overwrite" else (before or b"") + added
        return ChangePreview(path, before, after, mode)

    def _bytes_before(self, path: str) -> bytes | None:
        """Return what is in a file that is to be written; None if there is none and one can be made."""
        parts = split_path(path)
        try:
            return self._reader.read(parts).data
        except NoteNotFoundError:
            with self._gateway.locate(parts) as place:
                if place.stat is None:
                    self._gateway.check_new(place, path)
        return None

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
        from axon_desktop.vault.writing.batch import Batch, MoveRequest, WriteRequest

        moved = {proposal.path: proposal.target} if proposal.action == "move" else {}
        writes = tuple(WriteRequest.of(change, moved) for change in proposal.changes)
        moves: tuple[MoveRequest, ...] = ()
        if proposal.action != "write":
            moves = (MoveRequest(proposal.action, proposal.path, proposal.target, proposal.sha256),)
        batch = Batch(turn, title, origin, writes, moves, program=program)
        try:
            return self.apply_batch(batch, give_up)
        except JournalError as error:
            if not (unrecorded and batch.is_one_text):
                raise
            _log.warning("%s is written without a record: %s", proposal.path, error)
        with self._lock.held(give_up, needs_file=False):
            change = self._writing()[0].apply_unrecorded(batch)
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
            changes = self._writing()[0].apply(batch, give_up, on_progress)
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
            undo, is_whole = self._writing()[1], False
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
                _, undo, recovery = self._writing()
                recovery.settle()
                self._written(undo.settle(), "undo")
            yield

    def locate(self, path: str) -> str:
        """Return the vault path of the file to be written, moved or trashed; never another one than it names.

        A file of exactly this name comes first, whatever its kind, then the note of that name.

        Raises:
            NoteNotFoundError: there is no such file; up to three suggestions follow the path.
            InvalidPathError: the path leaves the vault.
        """
        for wanted in dict.fromkeys((path, normalize_path(path))):
            if self._has_file(wanted):
                return wanted
        raise self._not_found(path, self.names.find_near(path)[1])

    def _has_file(self, path: str) -> bool:
        return self._gateway.is_file(split_path(path))

    def trash_target(self, path: str) -> str:
        """Return where a file would go: "" for the system's trash, else a path below the vault's own `.trash`."""
        from axon_desktop.vault.files import trash
        from axon_desktop.vault.obsidian.config import uses_system_trash

        return "" if uses_system_trash(self.root) else trash.free_trash_path(self._gateway, path)

    def propose_trash(self, path: str) -> Proposal:
        """Return the proposal to put a file into the trash that the vault's setting names; nothing is done yet.

        Raises:
            NoteNotFoundError: there is no such file.
            InvalidPathError: the path leaves the vault.
            ReadFailedError: it is no plain file, or another program keeps writing to it.
            WriteFailedError: it is too large for undo to bring it back.
        """
        from axon_desktop.vault.files import trash

        path = self.locate(path)
        parts = split_path(path)
        with self._gateway.locate(parts) as place:
            if place.stat is not None:
                trash.refuse_too_large(path, place.stat.st_size)
        note = self._reader.read(parts)
        return Proposal("trash", path, (), self.trash_target(path), note.sha256)

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
        return self._writing()[1].preview(self._whole(change_ids), over)

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
        done = self._writing()[1].undo(changes, agreed, over)
        self._written(done, "undo")
        return done

    # Listeners

    def subscribe(self, listener: ChangeListener) -> Callable[[], None]:
        """Call a listener after every change, from the thread that reports it; return a function that ends it."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

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
        self._notify(VaultChanged(named, "outside", moved or {}, many, frozenset(same)))

    def _notify(self, event: VaultChanged) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    def _written(self, changes: list[Change], origin: Origin) -> None:
        if not changes:
            return
        paths: list[str] = []
        came_from: dict[str, str] = {}
        folders: set[str] = set()
        is_there: dict[str, bool] = {}
        for change in changes:
            folders.update(change.folders, change.removes_folders)
            moved = change.kind == "move"
            self._reader.remember(change.path, None if moved else change.after_sha256)
            if change.kind in ("remove", "move", "trash"):
                is_there[change.path] = False
            elif change.kind == "create":
                is_there[change.path] = True
            paths.append(change.path)
            if moved:
                self._reader.remember(change.target, change.after_sha256)
                is_there[change.target] = True
                paths.append(change.target)
                came_from[change.target] = came_from.pop(change.path, change.path)
        if is_there:  # all at once: each call re-creates the whole table
            removed = [path for path, there in is_there.items() if not there]
            self.names.change([path for path, there in is_there.items() if there], removed)
        if folders:
            self.names.look_again(folders)
        moved_to = {old: new for new, old in came_from.items() if old != new}  # else it came back from the trash
        self._notify(VaultChanged(tuple(dict.fromkeys(paths)), origin, moved_to))
