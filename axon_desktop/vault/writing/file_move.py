"""Moving one file to another path or to the trash: by a rename, never by copying."""

from __future__ import annotations

import errno
import stat
from contextlib import suppress

from msgspec import structs

from axon_desktop.errors import N_, FolderNotFoundError, StaleNoteError, WriteFailedError
from axon_desktop.text.file_names import same_name
from axon_desktop.vault.files import atomic_rename as swap
from axon_desktop.vault.files import trash
from axon_desktop.vault.files.folder import Folder, NotAFileError, is_link, read_all, read_here, sha256
from axon_desktop.vault.files.metadata import read_attributes
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import invalid, shown, split_path
from axon_desktop.vault.history.records import Intent
from axon_desktop.vault.writing.batch import Batch, MoveRequest
from axon_desktop.vault.writing.folders import make_folders, missing_folders


class FileMove:
    """Moves or trashes one file, in three steps: check, prepare, perform."""

    def __init__(self, gateway: PathGateway, batch: Batch, request: MoveRequest) -> None:
        self._gateway = gateway
        self._batch = batch
        self._request = request
        self.path = request.path
        self._source: tuple[str, ...] = ()
        self._target: tuple[str, ...] = ()
        """Real paths; no target for the system's trash."""
        self._attributes: dict[str, bytes] = {}

    def check(self) -> Intent:
        """Refuse what can be refused before anything is touched, and return what is about to be done."""
        request = self._request
        *above, name = request.source.split("/") if request.source else split_path(request.path)
        try:
            with self._gateway.open_folder(above) as folder:
                self._source = (*folder.parts, name)
                mode, before, digest = self._look(folder, name)
        except FolderNotFoundError as error:
            raise StaleNoteError(StaleNoteError.GONE, path=shown(request.path)) from error
        if request.sha256 not in (None, digest):
            raise StaleNoteError(StaleNoteError.CHANGED, path=shown(request.path))
        target = request.target
        folders: tuple[str, ...] = ()
        if request.kind == "move":
            folders = self._check_target(name)
        elif target:
            target = trash.free_trash_path(self._gateway, request.path)
            with self._gateway.locate(tuple(target.split("/"))) as place:
                self._target, folders = place.parts, missing_folders(place)
        self._intent = Intent(
            turn=self._batch.turn,
            title=self._batch.title,
            origin=self._batch.origin,
            path=request.path,
            place="/".join(self._source),
            before=before,
            after=None,
            mode=mode,
            folders=folders,
            temp="",
            undoes=request.undoes,
            program=self._batch.program,
            move_kind=request.kind,
            target=target,
            target_place="/".join(self._target),
            digest=digest if before is None else None,
            attributes=self._attributes,
        )
        return self._intent

    def _look(self, folder: Folder, name: str) -> tuple[int, bytes | None, str]:
        """Return the file's mode, its bytes if they are to be stored, and its digest."""
        info, path = folder.stat(name), self._request.path
        if info is None:
            raise StaleNoteError(StaleNoteError.GONE, path=shown(path))
        if is_link(info):
            raise WriteFailedError(
                N_("Core", "{path} is a link; name the file that it leads to"), path=shown(path)
            )
        if not stat.S_ISREG(info.st_mode):
            raise NotAFileError(errno.EINVAL, "it is not a plain file")
        if self._request.kind == "move":
            return stat.S_IMODE(info.st_mode), None, folder.digest(name)
        if not self._request.target:
            trash.refuse_too_large(path, info.st_size)
        elif info.st_size > trash.MAX_BYTES:  # it stays in the vault's own trash
            return stat.S_IMODE(info.st_mode), None, folder.digest(name)
        with folder.open_file(name) as fd:
            data, self._attributes = read_here(fd), read_attributes(fd)
        return stat.S_IMODE(info.st_mode), data, sha256(data)

    def _check_target(self, name: str) -> tuple[str, ...]:
        """Refuse a name that is taken or not allowed; return the folders to be made."""
        target = self._request.target
        parts = split_path(target)
        with self._gateway.locate(parts) as place:
            new, itself = parts[-1], place.parts == self._source
            if itself and same_name(new) == same_name(name) and new not in place.folder.names():
                place = structs.replace(
                    place, name=new, stat=None
                )  # a case-insensitive disk finds the file itself
            self._target = place.parts
            if self._target == self._source:
                raise invalid(target, N_("Core", "the file is there already"))
            if place.stat is not None:
                raise invalid(target, N_("Core", "{path} exists already"), path=shown("/".join(place.parts)))
            again = self._batch.origin == "undo"
            self._gateway.check_new(place, target, moving="/".join(self._source), again=again)
            return missing_folders(place)

    @property
    def touched(self) -> tuple[tuple[str, ...], ...]:
        """The real paths of the folders whose names change."""
        return (self._source[:-1], self._target[:-1]) if self._target else (self._source[:-1],)

    def prepare(self) -> None:
        """Make the folders on the way."""
        make_folders(self._gateway, self._intent.folders)

    def perform(self) -> None:
        """Move the file, and verify what was moved."""
        if not self._target:
            self._send()
            return
        name, new = self._source[-1], self._target[-1]
        with (
            self._gateway.open_folder(self._source[:-1]) as folder,
            self._gateway.open_folder(self._target[:-1]) as into,
        ):
            try:
                rename(folder, name, into, new)
            except FileExistsError as error:
                raise invalid(
                    self._intent.target, N_("Core", "a file of this name came into being just now")
                ) from error
            except FileNotFoundError as error:
                raise StaleNoteError(StaleNoteError.GONE, path=shown(self.path)) from error
            try:
                self._verify(into, new)
            except (StaleNoteError, OSError):
                with suppress(FileExistsError):
                    rename(into, new, folder, name)
                raise

    def _verify(self, folder: Folder, name: str) -> None:
        """Make sure that the right file was moved.

        Raises:
            StaleNoteError: another program wrote it meanwhile, or is about to.
        """
        if self._request.kind == "move":
            if self._request.sha256 not in (None, folder.digest(name)):
                raise StaleNoteError(StaleNoteError.CHANGED_NOW, path=shown(self.path))
            return
        with folder.open_file(name) as fd:
            busy = swap.writer_holds(fd)
            same = self._intent.before is None or read_all(fd) == self._intent.before
        if not same or (self._intent.digest and self._intent.digest != folder.digest(name)):
            raise StaleNoteError(StaleNoteError.CHANGED_NOW, path=shown(self.path))
        if busy:
            raise StaleNoteError(StaleNoteError.OPEN, path=shown(self.path))

    def _send(self) -> None:
        """Hand the file to the system; what others write to it in this moment is in the trash too."""
        with self._gateway.open_folder(self._source[:-1]) as folder:
            self._verify(folder, self._source[-1])
            trash.send_to_system(self.path, folder, self._source[-1])


def rename(folder: Folder, name: str, into: Folder, new: str) -> None:
    """Rename a file unless the target exists; on a case-insensitive disk it may change its own case.

    Raises:
        FileExistsError: something is at the target.
    """
    beside = folder.parts == into.parts and same_name(name) == same_name(new)
    if beside and into.stat(new) is not None and new not in into.names():
        folder.replace(name, new)
    else:
        folder.rename_new(name, new, into)
