"""The path gateway: the only way from a vault path to a file.

Every part is decided on its own and opened relative to the folder before it, without following links. A link that
stays inside the vault is resolved to its real path and walked again; one that leads out is refused. A hard link
cannot be distinguished from a plain file: it is read like one, and a write replaces the name in the vault only
(see `write_gateway`), so that the other name keeps its text.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from axon_desktop.errors import (
    N_,
    FolderNotFoundError,
    InvalidPathError,
    NotDownloadedError,
    NoteNotFoundError,
    ReadDeniedError,
    ReadFailedError,
    VaultError,
    system_reason,
)
from axon_desktop.text.file_names import one_form, same_name
from axon_desktop.vault.files import atomic_rename as swap
from axon_desktop.vault.files.folder import HAS_HANDLES, Folder, NotAFileError, is_link, read_here
from axon_desktop.vault.files.path_rules import (
    check_new_name,
    check_part,
    invalid,
    is_unicode,
    normalize_path,
    shown,
    split_folder,
    split_path,
)
from axon_desktop.vault.files.path_walk import ListedNames, Walk
from axon_desktop.vault.files.placeholders import PlaceholderError, may_be_empty_shell, name_of_stub

__all__ = ["Entry", "Location", "PathGateway", "normalize_path", "split_path"]

Newest: TypeAlias = Literal["", "modified", "created"]
"""By which time the newest files of a folder come first; empty for an order by name."""
MAX_FILE_BYTES = 256 << 20
_MOST_LOOKED_AT = 100
"""Files of a folder that are opened to see whether they are here: on some disks none has blocks."""


class Entry(Struct, frozen=True):
    """One item of a folder."""

    name: str
    """Last part of the path."""
    path: str
    """Vault path."""
    is_folder: bool
    is_here: bool = True
    """Whether the bytes of a file are on this computer, as far as the folder and its beginning show."""


class Location(Struct, frozen=True):
    """Where a file is or would be, with its folder held open."""

    folder: Folder
    """Deepest folder that exists."""
    missing: tuple[str, ...]
    """Folders that would have to be made below it."""
    name: str
    stat: os.stat_result | None
    """Facts about the file; None when there is none."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The file's real path in the vault, with no link in it."""
        return (*self.folder.parts, *self.missing, self.name)

    @property
    def is_file(self) -> bool:
        """Whether a plain file is there."""
        return self.stat is not None and stat.S_ISREG(self.stat.st_mode)


def _unreadable(path: str, error: OSError) -> ReadFailedError:
    template = N_("Core", "{path}: {reason}")
    kind = ReadDeniedError if isinstance(error, PermissionError) else ReadFailedError
    return kind(template, path=shown(path), reason=system_reason(error))


@contextmanager
def _failures(path: str) -> Iterator[None]:
    """Name the file where the disk fails."""
    try:
        yield
    except OSError as error:
        raise _unreadable(path, error) from error


def _of_other_form(folder: Folder, name: str) -> str:
    """Return the only name in a folder that is equal but for Unicode form to one that is not there."""
    wanted = one_form(name)
    alike = [] if name.isascii() else [other for other in folder.names() if one_form(other) == wanted]
    return alike[0] if len(alike) == 1 else name


class PathGateway:
    """Opens files and folders of one vault, and nothing else."""

    def __init__(self, root: Path, *, handles: bool = HAS_HANDLES) -> None:
        self._root = str(root)
        self._handles = handles
        self._listed = ListedNames()

    @contextmanager
    def open_folder(self, parts: Sequence[str]) -> Iterator[Folder]:
        """Open a folder.

        Raises:
            FolderNotFoundError: there is no such folder.
            InvalidPathError: a link on the way leads out of the vault.
        """
        path = "/".join(parts)
        try:
            folder, left = self._walk(parts, whole=True)
        except NotADirectoryError as error:
            raise FolderNotFoundError(shown(path)) from error
        with folder:
            if left:
                raise FolderNotFoundError(shown(path))
            yield folder

    @contextmanager
    def locate(self, parts: Sequence[str]) -> Iterator[Location]:
        """Find the real location of a file that may or may not exist.

        Raises:
            InvalidPathError: a link on the way leads out of the vault, or a part on the way is a file.
        """
        path = "/".join(parts)
        try:
            folder, left = self._walk(parts, whole=False)
        except NotADirectoryError as error:
            raise invalid(path, N_("Core", "a part of it is not a folder")) from error
        with folder:
            if not left:
                raise invalid(path, N_("Core", "it is a folder"))
            with _failures(path):
                info = folder.stat(left[0]) if len(left) == 1 else None
            yield Location(folder, tuple(left[:-1]), left[-1], info)

    def _walk(self, parts: Sequence[str], *, whole: bool) -> tuple[Folder, list[str]]:
        """Return the deepest folder that exists and the parts that are left; see `Walk.run`."""
        path = "/".join(parts)
        with _failures(path):
            walk = Walk(self._root, parts, self._listed, handles=self._handles)
        try:
            left = walk.run(whole=whole)
            return walk.folder, left
        except InvalidPathError:
            walk.folder.close()
            raise
        except OSError as error:
            walk.folder.close()
            if isinstance(error, NotADirectoryError):
                raise
            if error.errno == errno.ELOOP:
                raise invalid(path, N_("Core", "it changed into a link while it was opened")) from error
            raise _unreadable(path, error) from error

    def read(self, parts: Sequence[str], limit: int = MAX_FILE_BYTES) -> tuple[bytes, os.stat_result]:
        """Return a file's bytes, and facts about it taken after the last byte was read.

        Raises:
            NoteNotFoundError: there is no such file.
            NotDownloadedError: its bytes are not on this computer.
            ReadFailedError: it is no plain file, too large, or the disk failed.
            InvalidPathError: the path leads out of the vault.
        """
        path = "/".join(parts)
        if not self.is_file(parts):
            raise NoteNotFoundError(shown(path))
        try:
            with self.locate(parts) as place, place.folder.open_file(place.name) as fd:
                data = read_here(fd, limit)
                return data, os.fstat(fd)
        except FileNotFoundError as error:
            raise NoteNotFoundError(shown(path)) from error
        except PlaceholderError as error:
            raise NotDownloadedError(NotDownloadedError.AWAY, name=shown(path)) from error
        except NotAFileError as error:
            raise ReadFailedError(N_("Core", "{name} is not a plain file"), name=shown(path)) from error
        except OSError as error:
            raise _unreadable(path, error) from error

    def fetch(self, parts: Sequence[str]) -> None:
        """Read a file to its end, so that its bytes come to this computer.

        Raises:
            NotDownloadedError: they did not.
            VaultError: as for `read`.
        """
        path = "/".join(parts)
        try:
            with self.locate(parts) as place:
                place.folder.fetch(place.name)
        except PlaceholderError as error:
            raise NotDownloadedError(NotDownloadedError.AWAY, name=shown(path)) from error
        except FileNotFoundError as error:
            raise NoteNotFoundError(shown(path)) from error
        except OSError as error:
            raise _unreadable(path, error) from error

    def is_held(self, parts: Sequence[str]) -> bool:
        """Tell whether another program has a file open for writing, as far as the system can tell."""
        try:
            with self.locate(parts) as place, place.folder.open_file(place.name) as fd:
                return swap.writer_holds(fd) is True
        except OSError:
            return False

    def is_file(self, parts: Sequence[str]) -> bool:
        """Tell whether something that is no folder is there; links that lead out of the vault are refused.

        Raises:
            InvalidPathError: the path leads out of the vault.
        """
        try:
            folder, left = self._walk(parts, whole=False)
        except NotADirectoryError:
            return False
        with folder, _failures("/".join(parts)):
            return len(left) == 1 and (folder.stat(left[0]) is not None or folder.has_stub(left[0]))

    def is_folder(self, parts: Sequence[str]) -> bool:
        """Tell whether a folder of the vault is there."""
        try:
            with self.open_folder(parts):
                return True
        except (FolderNotFoundError, ReadFailedError):
            return False

    def list_folder(self, path: str, newest: Newest = "") -> list[Entry]:
        """Return the items of a folder: folders first, then files, each in case-insensitive order.

        With `newest` the files that were changed or created last come first; where a disk does not say when a file
        was created, it is the earliest time that it has.

        Dot items are no items. Names that are not valid Unicode cannot be named in a path and are left out. A link
        is what it leads to; one that leads out of the vault counts as a file, which cannot be read.

        Raises:
            FolderNotFoundError: there is no such folder.
        """
        parts = split_folder(path)
        entries: list[Entry] = []
        times: dict[str, float] = {}
        try:
            with self.open_folder(parts) as folder:
                names, looked_at = set(folder.names()), 0
                for name in names:
                    stands_for = name_of_stub(name)
                    if stands_for and stands_for not in names and is_unicode(name) and stands_for[0] != ".":
                        entries.append(Entry(stands_for, "/".join((*parts, stands_for)), False, False))
                    info = None if name.startswith(".") or not is_unicode(name) else folder.stat(name)
                    if info is None:
                        continue
                    is_folder, is_here = stat.S_ISDIR(info.st_mode), True
                    if is_link(info):
                        is_folder = self._leads_to_folder((*parts, name))
                    elif stat.S_ISREG(info.st_mode) and looked_at < _MOST_LOOKED_AT:
                        is_here = folder.is_here(name, info)
                        looked_at += may_be_empty_shell(info)
                    entries.append(Entry(name, "/".join((*parts, name)), is_folder, is_here))
                    if newest and not is_folder:
                        times[name] = info.st_mtime if newest == "modified" else _born(info)
        except OSError as error:
            raise _unreadable(path, error) from error
        entries.sort(key=lambda entry: (not entry.is_folder, entry.name.casefold(), entry.name))
        if newest:
            entries.sort(key=lambda entry: (not entry.is_folder, -times.get(entry.name, 0.0)))
        return entries

    def _leads_to_folder(self, parts: tuple[str, ...]) -> bool:
        try:
            return self.is_folder(parts)
        except InvalidPathError:
            return False

    def check_new(self, place: Location, path: str, *, moving: str = "", again: bool = False) -> None:
        """Check every name that would be created; none may equal an existing one but for case or Unicode form.

        `moving` is the real path of a file that moves there, which does not collide with itself; `again` says that
        the names existed before, so that the rules for new names do not apply.

        Raises:
            InvalidPathError: naming the rule or the other file.
            NotDownloadedError: a file of this name is there, and its bytes are not on this computer.
        """
        for name in (*place.missing, place.name):
            if not again:
                check_new_name(name, path)
        if not place.missing and place.folder.has_stub(place.name):
            raise NotDownloadedError(NotDownloadedError.AWAY, name=shown(path))
        other = self.find_alike(place, moving=moving)
        if other is not None:
            raise invalid(path, N_("Core", "it differs from {path} only in case or Unicode form"), path=other)

    def find_alike(self, place: Location, *, moving: str = "") -> str | None:
        """Return the real path of what differs from the first new name only in case or Unicode form, if any."""
        made = (*place.missing, place.name)[0]
        wanted = same_name(made)
        with _failures("/".join(place.parts)):
            names = place.folder.names()
        for name in names:
            if name != made and is_unicode(name) and same_name(name) == wanted:
                other = "/".join((*place.folder.parts, name))
                if other != moving:
                    return other
        return None

    def as_on_disk(self, parts: Sequence[str], *, makes_last: bool = False) -> tuple[str, ...]:
        """Return a path as the disk spells it: each part as its folder lists what it finds under that name.

        What is not found means the only name that is equal but for Unicode form, except the last part with
        `makes_last`. Parts from the first one on that is not there in any form stay as they are.
        """
        found: tuple[str, ...] = ()
        for index, part in enumerate(parts):
            if not self._listed.is_exact(found, part):
                try:
                    with self.open_folder(found) as folder:
                        if folder.stat(part) is not None:
                            part = self._listed.find(folder, part) or part
                        elif not makes_last or index + 1 < len(parts):
                            part = _of_other_form(folder, part)
                except (VaultError, OSError):
                    return (*found, *parts[index:])
            found = (*found, part)
        return found

    def real_path(self, parts: Sequence[str], *, makes_last: bool = False) -> tuple[str, ...]:
        """Return a path as the disk spells it (see `as_on_disk`) and with no link to a folder in it."""
        spelled = self.as_on_disk(parts, makes_last=makes_last)
        try:
            folder, left = self._walk(spelled[:-1], whole=True)
        except (VaultError, OSError):
            return spelled
        with folder:
            return (*folder.parts, *left, *spelled[-1:])

    def find_same(self, parts: Sequence[str]) -> tuple[str, ...] | None:
        """Return the one existing path that differs only in case or Unicode form; None for none or many."""
        found: tuple[str, ...] = ()
        for index, part in enumerate(parts):
            wanted = same_name(part)
            try:
                with self.open_folder(found) as folder:
                    names = folder.names()
            except (FolderNotFoundError, InvalidPathError, ReadFailedError, OSError):
                return None
            if part not in names:
                matches = [name for name in names if same_name(name) == wanted]
                if len(matches) != 1:
                    return None
                part = matches[0]
            found = (*found, part)
            check_part(part, "/".join(parts))
            if index + 1 < len(parts) and not self._leads_to_folder(found):
                return None
        return found


def _born(info: os.stat_result) -> float:
    born: float | None = getattr(info, "st_birthtime", None)
    return min(info.st_ctime, info.st_mtime) if born is None else born
