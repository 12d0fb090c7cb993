"""The write gateway: the only way bytes get into the vault, and the only way files are moved in it.

One write is: intent and both texts into the journal; temp file beside the target, fsync; swap the two in one step;
verify what came out. If that is what the change was made for, the write is done, and the journal has the old text.
If not, another program was faster: the files are swapped back, nothing is lost, `StaleNoteError`. At every moment
a kill leaves the old text or the new one under the note's name, and an open intent that `recovery` settles.

Several changes that belong together take the same steps: all are checked, all intents recorded at once,
all temp files written, then each is put in place, then all outcomes are recorded at once. If this is cut
off, `recovery` takes it back, as after a kill.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime

from msgspec import structs

from axon_desktop.errors import (
    N_,
    FolderNotFoundError,
    InvalidPathError,
    JournalError,
    NotDownloadedError,
    StaleNoteError,
    VaultError,
    WriteDeniedError,
    WriteFailedError,
    system_reason,
)
from axon_desktop.text.file_names import same_name
from axon_desktop.vault.files import trash
from axon_desktop.vault.files.folder import NotAFileError, sha256
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import invalid, shown
from axon_desktop.vault.files.placeholders import PlaceholderError
from axon_desktop.vault.history.journal import Journal
from axon_desktop.vault.history.records import UNRECORDED, Change, Intent
from axon_desktop.vault.writing.batch import Batch
from axon_desktop.vault.writing.displaced import DisplacedFiles
from axon_desktop.vault.writing.file_move import FileMove
from axon_desktop.vault.writing.folders import make_folders, missing_folders, remove_empty_folders
from axon_desktop.vault.writing.lock import WriteLock
from axon_desktop.vault.writing.recovery import Recovery
from axon_desktop.vault.writing.text_write import TextWrite

_log = logging.getLogger(__name__)

_UNSETTLED = N_("Core", "{reason}; whether it was done can be said when the disk works again")


class WriteGateway:
    """Makes changes, one by one or several together."""

    def __init__(
        self,
        gateway: PathGateway,
        journal: Journal,
        lock: WriteLock,
        displaced: DisplacedFiles,
        recovery: Recovery,
    ) -> None:
        self._gateway = gateway
        self._journal = journal
        self._lock = lock
        self._displaced = displaced
        self._recovery = recovery

    def apply(
        self,
        batch: Batch,
        give_up: Callable[[], bool] = lambda: False,
        on_progress: Callable[[int], None] = lambda _done: None,
    ) -> list[Change]:
        """Make all changes of a batch or none, and return them; the files that move come first.

        `give_up` ends the waiting for another process; `on_progress` gets how many changes are in place.

        Raises:
            StaleNoteError: a file is not what its change was made for; nothing was changed.
            WriteFailedError: the disk refused; nothing was changed.
            InvalidPathError: a path, or a name that would be made, is not allowed.
            JournalError: the journal cannot be written; nothing was changed.
        """
        with self._lock.held(give_up):
            self._recovery.settle()
            try:
                return self._apply(batch, on_progress)
            except trash.SystemTrashError:
                (move,) = batch.moves
                _log.info("%s goes to the vault's own trash: the system's does not take it", move.path)
                return self._apply(replace(batch, moves=(replace(move, target=trash.FOLDER),)), on_progress)

    def apply_unrecorded(self, batch: Batch) -> Change:
        """Write one text without the journal, which cannot be written; undo treats it like another program's edit.

        The steps are the same, except those that need the journal: what comes out of the swap is not held for a
        program that may still write to it, and a kill may leave the temp file. The caller holds the write lock.

        Raises:
            StaleNoteError: the file is not what the change was made for; nothing was changed.
            WriteFailedError: the disk refused, or has no swap of two files; nothing was changed.
            InvalidPathError: the path, or a name that would be made, is not allowed.
        """
        (request,) = batch.writes
        with _failures(request.path):
            member = TextWrite(self._gateway, None, batch, request)
            intent = member.check()
            try:
                member.prepare()
                member.perform()
            except (VaultError, OSError):
                with suppress(VaultError, OSError):
                    member.drop_temp()
                remove_empty_folders(self._gateway, intent.folders)
                raise
            try:
                self._sync([member])
                member.drop_temp()
            except (VaultError, OSError) as error:
                _log.warning("%s was written, but the disk failed after that: %s", intent.path, error)
        return _pending(intent, UNRECORDED, None)

    def _apply(self, batch: Batch, on_progress: Callable[[int], None]) -> list[Change]:
        members: list[FileMove | TextWrite] = []
        members += [FileMove(self._gateway, batch, request) for request in batch.moves]
        members += [TextWrite(self._gateway, self._journal, batch, request) for request in batch.writes]
        intents = []
        for member in members:
            with _failures(member.path):
                intents.append(member.check())
        made = self._missing(batch.creates_folders)
        folders = tuple(dict.fromkeys((*intents[0].folders, *made)))
        intents[0] = structs.replace(intents[0], folders=folders, removes_folders=batch.removes_folders)
        _refuse_alike(intents)
        ids = self._journal.begin(*intents)
        try:
            with _failures(intents[0].path):
                make_folders(self._gateway, made)
            for member in members:
                with _failures(member.path):
                    member.prepare()
            for done, member in enumerate(members, 1):
                with _failures(member.path):
                    member.perform()
                on_progress(done)
        except VaultError as error:
            # The recovery after a crash also cleans up after a failure, and knows whether everything is in place.
            with suppress(JournalError):
                self._recovery.settle()
                if self._journal.is_done(ids[0]):
                    return [self._journal.change(change_id) for change_id in ids]
                if not any(item.id == ids[0] for item in self._journal.unsettled(only_open=True)):
                    raise
            raise WriteFailedError(_UNSETTLED, reason=error.details) from error
        self._settle_down(members, intents)
        return self._finish(intents, ids)

    def _missing(self, requested: Sequence[str]) -> tuple[str, ...]:
        """Return the real paths of the folders that are to be created; none where something is in their way."""
        found: dict[str, None] = {}
        for path in requested:
            parts = tuple(path.split("/"))
            with _failures(path), suppress(InvalidPathError), self._gateway.locate(parts) as place:
                if place.stat is None and self._gateway.find_alike(place) is None:
                    found.update(dict.fromkeys((*missing_folders(place), "/".join(place.parts))))
        return tuple(found)

    def _settle_down(self, members: list[FileMove | TextWrite], intents: list[Intent]) -> None:
        """Do the rest of a change, which cannot fail it any more: everything is in place."""
        try:
            self._sync(members)
            self._remove_folders(intents)
        except (VaultError, OSError) as error:
            _log.warning("%s was written, but the disk failed after that: %s", intents[0].path, error)

    def _sync(self, members: Sequence[FileMove | TextWrite]) -> None:
        """Make the new names survive a power cut."""
        for parts in dict.fromkeys(parts for member in members for parts in member.touched):
            with self._gateway.open_folder(parts) as folder:
                folder.sync()

    def _remove_folders(self, intents: list[Intent]) -> None:
        """Remove the folders that an undo leaves empty, before it counts as done: so no kill can leave them."""
        for intent in intents:
            if intent.kind == "remove":
                self._take_displaced(intent)
        self._recovery.remove_folders(intents)

    def _finish(self, intents: list[Intent], ids: list[int]) -> list[Change]:
        """Record the outcome; nothing may fail the write any more."""
        try:
            self._journal.finish(*ids)
            for intent in intents:
                self._take_displaced(intent)
            return [self._journal.change(change_id) for change_id in ids]
        except (VaultError, OSError) as error:
            _log.warning("%s was written, but the journal could not note it: %s", intents[0].path, error)
        batch = ids[0] if len(ids) > 1 else None
        return [_pending(intent, change_id, batch) for intent, change_id in zip(intents, ids, strict=True)]

    def _take_displaced(self, intent: Intent) -> None:
        if not intent.temp or intent.before is None:
            return
        known = frozenset(sha256(text) for text in (intent.before, intent.after) if text is not None)
        above = intent.place.split("/")[:-1]
        with suppress(FolderNotFoundError), self._gateway.open_folder(above) as folder:
            self._displaced.take(folder, intent.temp, intent.path, known)


def _refuse_alike(intents: list[Intent]) -> None:
    """Refuse names that would be made together and differ only in case or Unicode form."""
    made: dict[str, str] = {}
    for intent in intents:
        new = {"create": (intent.place,), "move": (intent.target_place,)}.get(intent.kind, ())
        for place in (*intent.folders, *new):
            other = made.setdefault(same_name(place), place)
            if other != place:
                raise invalid(
                    place,
                    N_("Core", "it differs from {path} only in case or Unicode form"),
                    path=shown(other),
                )


@contextmanager
def _failures(path: str) -> Iterator[None]:
    """Turn the system's errors into the one that a caller reads."""
    try:
        yield
    except FolderNotFoundError as error:
        raise StaleNoteError(
            N_("Core", "{path}: its folder is gone; nothing was changed"), path=shown(path)
        ) from error
    except PlaceholderError as error:
        raise WriteFailedError(NotDownloadedError.AWAY, name=shown(path)) from error
    except NotAFileError as error:
        raise WriteFailedError(N_("Core", "{name} is not a plain file"), name=shown(path)) from error
    except OSError as error:
        kind = WriteDeniedError if isinstance(error, PermissionError) else WriteFailedError
        raise kind(N_("Core", "{path}: {reason}"), path=shown(path), reason=system_reason(error)) from error


def _pending(intent: Intent, change_id: int, batch: int | None) -> Change:
    """Return the change as the journal will have it once its open intent is settled, if it has it at all."""
    before = intent.digest if intent.before is None else sha256(intent.before)
    return Change(
        id=change_id,
        turn=intent.turn,
        path=intent.path,
        kind=intent.kind,
        before_sha256=before,
        after_sha256=intent.digest_after if intent.after is None else sha256(intent.after),
        undone=False,
        time=datetime.now(UTC),
        title=intent.title,
        undoes=intent.undoes,
        batch=batch,
        target=intent.target,
        folders=intent.folders,
        removes_folders=intent.removes_folders,
    )
