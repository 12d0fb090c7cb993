"""The write gateway: the only way bytes get into the vault.

One write is: intent and both texts into the journal; temp file beside the target, fsync; swap the two in one step;
look at what came out. Is it what the change was made for, it is the checkpoint (the journal has it already) and
the write is done. Is it anything else, another program was faster: swapped back, nothing is lost,
`StaleNoteError`. At every moment a kill leaves the old text or the new one under the note's name, and an open
intent that `recovery` settles.

Mode, owner, extended attributes and links stay. A hard link is given up on purpose: the name in the vault gets the
new text, the other name, which may be outside the vault, keeps the old one.
"""

from __future__ import annotations

import errno
import logging
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass

from axon_desktop.errors import JournalError, StaleNoteError, VaultError, WriteFailedError
from axon_desktop.vault import swap
from axon_desktop.vault.displaced import Displaced
from axon_desktop.vault.folder import Folder, NotAFileError, read_all, sha256
from axon_desktop.vault.gateway import PathGateway, Place, reason
from axon_desktop.vault.journal import Journal
from axon_desktop.vault.path_rules import shown, split_path
from axon_desktop.vault.records import Change, Intent, Origin
from axon_desktop.vault.recovery import Recovery, swap_back
from axon_desktop.vault.write_lock import WriteLock

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """What should be where: `before` is the condition, `after` the wish; None stands for no file."""

    path: str
    before: bytes | None
    after: bytes | None
    turn: str
    title: str
    origin: Origin
    mode: int | None = None
    """Permission bits of a file that is made again."""
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class _Original:
    """What the new file takes over from the old one."""

    stat: os.stat_result
    attributes: dict[str, bytes]


class WriteGateway:
    """Writes one file at a time."""

    def __init__(
        self, gateway: PathGateway, journal: Journal, lock: WriteLock, displaced: Displaced, recovery: Recovery
    ) -> None:
        self._gateway = gateway
        self._journal = journal
        self._lock = lock
        self._displaced = displaced
        self._recovery = recovery

    def write(self, request: WriteRequest, give_up: Callable[[], bool] = lambda: False) -> Change:
        """Create, replace or remove a file, and return the change; `give_up` ends the waiting for another process.

        Raises:
            StaleNoteError: the file is not what the change was made for; nothing was changed.
            WriteFailedError: the disk refused; nothing was changed.
            InvalidPathError: the path, or a name that would be made, is not allowed.
            JournalError: the journal cannot be written; nothing was changed.
        """
        parts = split_path(request.path)
        with self._lock.held(give_up):
            self._recovery.settle()
            with self._failures(request.path), self._gateway.locate(parts) as place:
                original = self._check(place, request)
                folders = tuple(
                    "/".join((*place.folder.parts, *place.missing[: i + 1])) for i in range(len(place.missing))
                )
                intent = Intent(
                    turn=request.turn,
                    title=request.title,
                    origin=request.origin,
                    path=request.path,
                    place="/".join(place.parts),
                    before=request.before,
                    after=request.after,
                    mode=stat.S_IMODE(original.stat.st_mode) if original else request.mode,
                    folders=folders,
                    temp=f".axon-{self._journal.id}-{secrets.token_hex(8)}.tmp",
                    undoes=request.undoes,
                )
                change_id = self._journal.begin(intent)
                try:
                    self._perform(place, intent, original)
                except (VaultError, OSError):
                    # What clears up after a crash clears up after a failure, and knows if the text is in place.
                    with suppress(JournalError):
                        self._recovery.settle()
                        if self._journal.is_done(change_id):
                            return self._journal.change(change_id)
                    raise
                return self._finish(place, intent, change_id)

    @contextmanager
    def _failures(self, path: str) -> Iterator[None]:
        """Turn what the system says into the one error that a caller reads."""
        try:
            yield
        except NotAFileError as error:
            raise WriteFailedError(f"{shown(path)} is not a plain file") from error
        except OSError as error:
            raise WriteFailedError(f"{shown(path)}: {reason(error)}") from error

    def _check(self, place: Place, request: WriteRequest) -> _Original | None:
        """Refuse what can be refused before anything is touched."""
        path = shown(request.path)
        if place.stat is None:
            if request.before is not None:
                raise StaleNoteError(f"{path} is gone; nothing was changed")
            self._gateway.check_new(place, request.path)
            return None
        if not place.is_file:
            raise NotAFileError(errno.EINVAL, "it is not a plain file")
        if request.before is None:
            raise StaleNoteError(f"{path} exists by now; read it first")
        with place.folder.open_file(place.name) as fd:
            data, info = read_all(fd), os.fstat(fd)
            attributes = _read_attributes(fd)
        if data != request.before:
            raise StaleNoteError(f"{path} was changed by someone else; read it again")
        if not info.st_mode & 0o222:
            raise WriteFailedError(f"{path} is read-only")
        return _Original(info, attributes)

    def _perform(self, place: Place, intent: Intent, original: _Original | None) -> None:
        with ExitStack() as stack:
            folder = place.folder
            for name in place.missing:
                with suppress(FileExistsError):
                    folder.make_folder(name)
                folder.sync()
                folder = stack.enter_context(folder.enter(name))
            if intent.after is None:
                self._take_away(folder, place.name, intent)
            else:
                _write_temp(folder, intent.temp, intent.after, original, intent.mode)
                if intent.before is None:
                    self._put_new(folder, place.name, intent)
                else:
                    self._swap(folder, place.name, intent)
            folder.sync()

    def _put_new(self, folder: Folder, name: str, intent: Intent) -> None:
        try:
            folder.rename_new(intent.temp, name)
        except FileExistsError as error:
            raise StaleNoteError(f"{shown(intent.path)} exists by now; read it first") from error

    def _swap(self, folder: Folder, name: str, intent: Intent) -> None:
        try:
            folder.exchange(intent.temp, name)
        except swap.SwapUnsupportedError:
            self._replace_late(folder, name, intent)
            return
        except FileNotFoundError as error:
            raise StaleNoteError(f"{shown(intent.path)} is gone; nothing was changed") from error
        try:
            with folder.open_file(intent.temp) as fd:
                busy = swap.writer_holds(fd)  # asked first: what is read without a writer is final
                out = read_all(fd)
        except NotAFileError:
            busy = out = None
        if out == intent.before and not busy:
            return
        assert intent.after is not None
        swap_back(folder, name, intent.temp, sha256(intent.after))
        folder.sync()
        if out == intent.before:
            raise StaleNoteError(f"{shown(intent.path)} is open for writing in another program; try again later")
        raise StaleNoteError(f"{shown(intent.path)} was changed by someone else just now; read it again")

    def _take_away(self, folder: Folder, name: str, intent: Intent) -> None:
        try:
            folder.rename_new(name, intent.temp)
        except FileNotFoundError as error:
            raise StaleNoteError(f"{shown(intent.path)} is gone; nothing was changed") from error
        try:
            with folder.open_file(intent.temp) as fd:
                busy, taken = swap.writer_holds(fd), read_all(fd) == intent.before
        except NotAFileError:
            busy, taken = None, False
        if taken and not busy:
            return
        with suppress(FileExistsError):  # someone made the note anew: ours is rescued when the temp is taken
            folder.rename_new(intent.temp, name)
        raise StaleNoteError(f"{shown(intent.path)} was changed by someone else just now; read it again")

    def _replace_late(self, folder: Folder, name: str, intent: Intent) -> None:
        """Replace where no exchange exists: look as late as possible, and once more at what was replaced."""
        with folder.open_file(name) as fd:
            if read_all(fd) != intent.before:
                raise StaleNoteError(f"{shown(intent.path)} was changed by someone else; read it again")
            folder.replace(intent.temp, name)
            late = read_all(fd)
        if late != intent.before:
            self._journal.rescue(intent.path, late)

    def _finish(self, place: Place, intent: Intent, change_id: int) -> Change:
        """Record the outcome. The text is in place: from here on nothing may fail the write."""
        try:
            self._journal.finish(change_id, settled=intent.before is None)
            if intent.before is None:
                return self._journal.change(change_id)
            with self._gateway.open_folder(place.parts[:-1]) as folder:
                known = frozenset(sha256(text) for text in (intent.before, intent.after) if text is not None)
                self._displaced.take(folder, intent.temp, intent.path, known)
            return self._journal.change(change_id)
        except (VaultError, OSError) as error:
            _log.warning("%s was written, but the journal could not note it: %s", intent.path, error)
        return self._pending_change(intent, change_id)

    @staticmethod
    def _pending_change(intent: Intent, change_id: int) -> Change:
        """Return the change as the journal will know it once its open intent is settled."""
        from datetime import UTC, datetime

        return Change(
            id=change_id,
            turn=intent.turn,
            path=intent.path,
            kind=intent.kind,
            before_sha256=None if intent.before is None else sha256(intent.before),
            after_sha256=None if intent.after is None else sha256(intent.after),
            undone=False,
            time=datetime.now(UTC),
            title=intent.title,
            undoes=intent.undoes,
        )


def _write_temp(folder: Folder, temp: str, data: bytes, original: _Original | None, mode: int | None) -> None:
    """Write the new text beside the target, with the old file's mode, owner and attributes, down to the disk."""
    with folder.create_file(temp, 0o666 if original is None and mode is None else 0o600) as fd:
        view = memoryview(data)
        while view:
            view = view[os.write(fd, view) :]
        if original is not None:
            _copy_owner(fd, original.stat)
            _write_attributes(fd, original.attributes)
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(fd, mode)
        os.fsync(fd)


def _copy_owner(fd: int, old: os.stat_result) -> None:
    new = os.fstat(fd)
    if hasattr(os, "fchown") and (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        with suppress(PermissionError):  # only root may give files away; the note is then ours
            os.fchown(fd, old.st_uid, old.st_gid)


def _read_attributes(fd: int) -> dict[str, bytes]:
    if not hasattr(os, "listxattr"):
        return {}
    try:
        return {name: os.getxattr(fd, name) for name in os.listxattr(fd)}
    except OSError:  # the file system has none
        return {}


def _write_attributes(fd: int, attributes: dict[str, bytes]) -> None:
    for name, value in attributes.items():
        with suppress(OSError):  # security and trusted attributes are the system's to set
            os.setxattr(fd, name, value)
