"""Writing one text into the vault: checked, written beside the file, swapped in.

Mode, owner, extended attributes and links stay. A hard link is broken on purpose: the name in the vault gets the
new text, the other name, which may be outside the vault, keeps the old one.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from contextlib import suppress
from dataclasses import dataclass

from axon_desktop.errors import N_, FolderNotFoundError, StaleNoteError, WriteDeniedError, WriteFailedError
from axon_desktop.persistence.atomic_write import flush_to_disk
from axon_desktop.vault.files import atomic_rename as swap
from axon_desktop.vault.files.folder import Folder, NotAFileError, read_all, read_here, sha256
from axon_desktop.vault.files.metadata import keep_time_of_making, read_attributes, write_attributes
from axon_desktop.vault.files.path_gateway import Location, PathGateway
from axon_desktop.vault.files.path_rules import shown, split_path
from axon_desktop.vault.history.journal import Journal
from axon_desktop.vault.history.records import Intent
from axon_desktop.vault.writing.batch import Batch, WriteRequest
from axon_desktop.vault.writing.folders import make_folders, missing_folders

_MAX_EXCHANGES = 100


@dataclass(frozen=True, slots=True)
class _Original:
    """What the new file takes over from the old one."""

    stat: os.stat_result
    attributes: dict[str, bytes]


class TextWrite:
    """Creates, replaces or removes one file, in three steps: check, prepare, perform."""

    def __init__(self, gateway: PathGateway, journal: Journal | None, batch: Batch, request: WriteRequest) -> None:
        """Take the request; without a journal nothing is recorded, and `drop_temp` cleans up."""
        self._gateway = gateway
        self._journal = journal
        self._batch = batch
        self._request = request
        self._original: _Original | None = None
        self.path = request.path

    def check(self) -> Intent:
        """Refuse what can be refused before anything is touched, and return what is about to be done."""
        request, comes_from = self._request, self._request.comes_from
        with self._gateway.locate(split_path(request.path)) as place:
            if comes_from:
                with self._gateway.locate(split_path(comes_from)) as source:
                    self._original = self._check(source)
            else:
                self._original = self._check(place)
            self._place = place.parts
            self._intent = Intent(
                turn=self._batch.turn,
                title=self._batch.title,
                origin=self._batch.origin,
                path=request.path,
                place="/".join(place.parts),
                before=request.before,
                after=request.after,
                mode=stat.S_IMODE(self._original.stat.st_mode) if self._original else request.mode,
                folders=() if comes_from else missing_folders(place),
                temp=f".axon-{self._journal.id if self._journal else 'unrecorded'}-{secrets.token_hex(8)}.tmp",
                undoes=request.undoes,
                program=self._batch.program,
                attributes=self._original.attributes if self._original and request.after is None else {},
            )
        return self._intent

    def _check(self, place: Location) -> _Original | None:
        request, path = self._request, shown(self._request.path)
        if place.stat is None:
            if request.before is not None:
                raise StaleNoteError(StaleNoteError.GONE, path=path)
            self._gateway.check_new(place, request.path, again=self._batch.origin == "undo")
            return None
        if not place.is_file:
            raise NotAFileError(errno.EINVAL, "it is not a plain file")
        if request.before is None:
            raise StaleNoteError(StaleNoteError.EXISTS, path=path)
        with place.folder.open_file(place.name) as fd:
            data, info = read_here(fd), os.fstat(fd)
            attributes = read_attributes(fd)
        if data != request.before:
            raise StaleNoteError(StaleNoteError.CHANGED, path=path)
        if not info.st_mode & 0o222:
            raise WriteDeniedError(N_("Core", "{name} is read-only"), name=path)
        return _Original(info, attributes)

    @property
    def touched(self) -> tuple[tuple[str, ...], ...]:
        """The real paths of the folders whose names change."""
        return (self._place[:-1],)

    def prepare(self) -> None:
        """Create the folders, and write the new text beside its target, down to the disk."""
        intent = self._intent
        make_folders(self._gateway, intent.folders)
        if intent.after is not None:
            with self._gateway.open_folder(self._place[:-1]) as folder:
                self._write_temp(folder, intent.temp, intent.after, intent.mode)

    def _write_temp(self, folder: Folder, temp: str, data: bytes, mode: int | None) -> None:
        """Write the new text beside the target, with the old file's mode, owner and attributes, to the disk."""
        old = self._original
        with folder.create_file(temp, 0o666 if old is None and mode is None else 0o600) as fd:
            view = memoryview(data)
            while view:
                view = view[os.write(fd, view) :]
            if old is not None:
                _copy_owner(fd, old.stat)
                keep_time_of_making(fd, old.stat)
            write_attributes(fd, self._request.attributes if old is None else old.attributes)
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(fd, mode)
            flush_to_disk(fd)

    def perform(self) -> None:
        """Put the text in place in one step, and verify what it replaced."""
        intent, name = self._intent, self._place[-1]
        with self._gateway.open_folder(self._place[:-1]) as folder:
            if intent.after is None:
                _take_away(folder, name, intent)
            elif intent.before is None:
                _put_new(folder, name, intent)
            else:
                self._swap(folder, name)

    def _swap(self, folder: Folder, name: str) -> None:
        intent = self._intent
        try:
            folder.exchange(intent.temp, name, by_link=self._journal is not None)
        except swap.SwapUnsupportedError:
            self._replace_late(folder, name)
            return
        except FileNotFoundError as error:
            raise StaleNoteError(StaleNoteError.GONE, path=shown(intent.path)) from error
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
            raise StaleNoteError(StaleNoteError.OPEN, path=shown(intent.path))
        raise StaleNoteError(StaleNoteError.CHANGED_NOW, path=shown(intent.path))

    def _replace_late(self, folder: Folder, name: str) -> None:
        """Replace where no exchange exists: check as late as possible, and verify what was replaced."""
        intent = self._intent
        if self._journal is None:
            raise WriteFailedError(
                N_("Core", "{path} cannot be written safely here without a record of changes"),
                path=shown(intent.path),
            )
        with folder.open_file(name) as fd:
            busy = swap.writer_holds(fd)
            if read_all(fd) != intent.before:
                raise StaleNoteError(StaleNoteError.CHANGED, path=shown(intent.path))
            if busy:
                raise StaleNoteError(StaleNoteError.OPEN, path=shown(intent.path))
            folder.replace(intent.temp, name)
            late = read_all(fd)
        if late != intent.before:
            self._journal.rescue(intent.path, late)

    def drop_temp(self) -> None:
        """Drop the temp file, unless another program wrote a text there.

        For a change that no journal knows; `recovery` takes care of the others.
        """
        intent, none = self._intent, (FileNotFoundError, FolderNotFoundError)
        with suppress(*none), self._gateway.open_folder(self._place[:-1]) as folder:
            with folder.open_file(intent.temp) as fd:
                busy, data = swap.writer_holds(fd), read_all(fd)
            ours = (intent.after or b"").startswith(data)  # perhaps not written to its end
            if not busy and (ours or data == intent.before):
                folder.unlink(intent.temp)


def _put_new(folder: Folder, name: str, intent: Intent) -> None:
    try:
        folder.rename_new(intent.temp, name)
    except FileExistsError as error:
        raise StaleNoteError(StaleNoteError.EXISTS, path=shown(intent.path)) from error


def _take_away(folder: Folder, name: str, intent: Intent) -> None:
    try:
        folder.rename_new(name, intent.temp)
    except FileNotFoundError as error:
        raise StaleNoteError(StaleNoteError.GONE, path=shown(intent.path)) from error
    try:
        with folder.open_file(intent.temp) as fd:
            busy, taken = swap.writer_holds(fd), read_all(fd) == intent.before
    except NotAFileError:
        busy, taken = None, False
    if taken and not busy:
        return
    with suppress(FileExistsError):  # someone created the note again: ours is rescued when the temp is taken
        folder.rename_new(intent.temp, name)
    raise StaleNoteError(StaleNoteError.CHANGED_NOW, path=shown(intent.path))


def digest(folder: Folder, name: str) -> str | None:
    """Return the SHA-256 of a file, a placeholder for what is no plain file, None for nothing."""
    try:
        return folder.digest(name)
    except FileNotFoundError:
        return None
    except NotAFileError:
        return "not a file"


def swap_back(folder: Folder, name: str, temp: str, ours: str) -> None:
    """Put another program's version, now at `temp`, back under the note's name and take ours (a digest) out.

    That program may write again in between. Then its newest version came out: that one is put back, and the one
    before it stays at `temp`, where it is rescued.
    """
    expected: str | None = ours
    for _ in range(_MAX_EXCHANGES):
        placed = digest(folder, temp)
        try:
            folder.exchange(temp, name)
        except FileNotFoundError:
            with suppress(FileExistsError):
                folder.rename_new(temp, name)
                return
            continue
        if digest(folder, temp) == expected:
            return
        expected = placed


def _copy_owner(fd: int, old: os.stat_result) -> None:
    new = os.fstat(fd)
    if hasattr(os, "fchown") and (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        with suppress(PermissionError):  # only root may give files away; the note is then ours
            os.fchown(fd, old.st_uid, old.st_gid)
