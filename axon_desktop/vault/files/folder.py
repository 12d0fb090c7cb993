"""One folder of the vault, held open, so that nobody can redirect us by changing the path above it.

Where the system has directory handles every call is relative to one and follows no link. Elsewhere (Windows) the
same calls work on full paths of parts that were checked one by one just before.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from types import TracebackType

from axon_desktop.persistence.atomic_write import flush_to_disk
from axon_desktop.vault.files import atomic_rename as swap
from axon_desktop.vault.files import placeholders, windows_files
from axon_desktop.vault.files.placeholders import PlaceholderError
from axon_desktop.vault.files.windows_files import insist, long_path

HAS_HANDLES = os.open in os.supports_dir_fd and os.scandir in os.supports_fd and hasattr(os, "O_DIRECTORY")
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_READ = os.O_RDONLY | _NOFOLLOW | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOFOLLOW | getattr(os, "O_BINARY", 0)
EMPTY_MODE = 0o600
"""Mode of the empty file that takes a name where the disk has no links; `rename_new` puts the true one over it."""
_CHUNK = 1 << 20
_LOOKED_AT = 1 << 16
_NAMES_ANOTHER = 0x20000000
"""The bit of Windows' reparse tags that links and junctions have; cloud, packed and shared files have none."""
_NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EINVAL})
_NOT_FOR_FOLDERS = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS})


def is_link(info: os.stat_result) -> bool:
    """Tell whether this is a symbolic link or a Windows junction."""
    return stat.S_ISLNK(info.st_mode) or bool(getattr(info, "st_reparse_tag", 0) & _NAMES_ANOTHER)


def sha256(data: bytes) -> str:
    """Return the SHA-256 of a text, in hex."""
    return hashlib.sha256(data).hexdigest()


class NotAFileError(OSError):
    """There is something else than a plain file: a pipe, a socket, a device, a folder, a link."""


def read_all(fd: int, limit: int | None = None, *, size: int = 0) -> bytes:
    """Return all bytes of an open file from its start; if it has `size`, as expected, by one call.

    Raises:
        OSError: EFBIG when it is longer than `limit`.
    """
    os.lseek(fd, 0, os.SEEK_SET)
    if 0 < size <= min(_CHUNK, _CHUNK if limit is None else limit):
        if len(data := os.read(fd, size + 1)) == size:
            return data
        os.lseek(fd, 0, os.SEEK_SET)
    pieces: list[bytes] = []
    size = 0
    while piece := os.read(fd, _CHUNK):
        pieces.append(piece)
        size += len(piece)
        if limit is not None and size > limit:
            raise OSError(errno.EFBIG, f"it is larger than {limit} bytes")
    return b"".join(pieces)


def read_here(fd: int, limit: int | None = None, info: os.stat_result | None = None) -> bytes:
    """Return all bytes of an open file of the vault; `info` is what `os.fstat` says of it.

    Raises:
        PlaceholderError: they are not on this computer.
        OSError: as `read_all` does.
    """
    info = info or os.fstat(fd)
    try:
        data = read_all(fd, limit, size=info.st_size)
    except OSError as error:
        if placeholders.is_failed_fetch(info, error):
            raise PlaceholderError from error
        raise
    if data and placeholders.may_be_empty_shell(info) and placeholders.holds_nothing(data):
        raise PlaceholderError
    return data


class Folder:
    """An open folder; a context manager that closes the handle."""

    def __init__(self, path: str, parts: tuple[str, ...], fd: int | None) -> None:
        self._path = path
        self.parts = parts
        """Real place in the vault, with no link in it."""
        self.fd = fd

    @classmethod
    def root(cls, path: str, *, handles: bool) -> Folder:
        """Open the vault's own folder, which may be reached through links."""
        if not handles:
            return cls(path, (), None)
        return cls(path, (), os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC))

    def __enter__(self) -> Folder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the handle."""
        if self.fd is not None:
            os.close(self.fd)
            self.fd = None

    def at(self, name: str) -> str:
        """Return an entry as the system's calls name it, beside the handle."""
        return name if self.fd is not None else long_path(self.path_of(name))

    def enter(self, name: str) -> Folder:
        """Open a folder in this folder, never through a link."""
        path = self.path_of(name)
        if self.fd is None:
            info = os.lstat(self.at(name))
            if is_link(info) or not stat.S_ISDIR(info.st_mode):
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), name)
            return Folder(path, (*self.parts, name), None)
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | _NOFOLLOW
        return Folder(path, (*self.parts, name), os.open(name, flags, dir_fd=self.fd))

    def stat(self, name: str) -> os.stat_result | None:
        """Return facts about an entry itself, not about what a link leads to; None when it is not there."""
        try:
            return os.stat(self.at(name), dir_fd=self.fd, follow_symlinks=False)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG or getattr(error, "winerror", None) in windows_files.NO_NAME:
                return None
            raise

    def readlink(self, name: str) -> str:
        """Return where a link points."""
        return os.readlink(self.at(name), dir_fd=self.fd)

    def names(self) -> list[str]:
        """Return the names of all entries, in no order."""
        return os.listdir(long_path(self._path) if self.fd is None else self.fd)  # noqa: PTH208 - takes a handle

    def scan(self) -> AbstractContextManager[Iterator[os.DirEntry[str]]]:
        """Return all entries, in no order; to be closed, and asked for facts only while this folder is open."""
        return os.scandir(long_path(self._path) if self.fd is None else self.fd)

    @contextmanager
    def open_file(self, name: str, *, fetch: bool = False) -> Iterator[int]:
        """Open a plain file for reading; `fetch` also one that the system must fetch for that.

        Raises:
            NotAFileError: it is something else; opening it had no side effect.
            PlaceholderError: its bytes are not on this computer.
        """
        fd, _ = self._open_plain(name, fetch=fetch)
        try:
            yield fd
        finally:
            os.close(fd)

    def _open_plain(self, name: str, *, fetch: bool = False) -> tuple[int, os.stat_result]:
        info = self.stat(name)
        if info is None:
            if self.has_stub(name):
                raise PlaceholderError(name)
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
        if not stat.S_ISREG(info.st_mode) or is_link(info):
            raise NotAFileError(errno.EINVAL, "it is not a plain file", name)
        if placeholders.is_marked(info) and not fetch:
            raise PlaceholderError(name)
        try:
            fd = insist(self._open, name)
        except OSError as error:
            if placeholders.is_failed_fetch(info, error):
                raise PlaceholderError(name) from error
            if error.errno == errno.ELOOP:  # became a link between the two calls
                raise NotAFileError(errno.EINVAL, "it is not a plain file", name) from error
            raise
        info = os.fstat(fd)
        if not stat.S_ISREG(info.st_mode):
            os.close(fd)
            raise NotAFileError(errno.EINVAL, "it is not a plain file", name)
        return fd, info

    def _open(self, name: str) -> int:
        if sys.platform == "win32":
            return windows_files.open_shared(self.at(name))
        return os.open(self.at(name), _READ, dir_fd=self.fd)

    def read(self, name: str) -> bytes:
        """Return the bytes of a plain file."""
        with self.open_file(name) as fd:
            return read_all(fd)

    def read_here(self, name: str, limit: int) -> bytes:
        """Return the bytes of a plain file that is here; for many files, in few calls of the system.

        Raises:
            NotAFileError: it is something else.
            PlaceholderError: its bytes are not on this computer.
            OSError: as `read_all` does.
        """
        fd, info = self._open_plain(name)
        try:
            return read_here(fd, limit, info)
        finally:
            os.close(fd)

    def has_stub(self, name: str) -> bool:
        """Tell whether an older iCloud has put something in place of a file that is not here."""
        return self.stat(placeholders.stub_of(name)) is not None

    def is_here(self, name: str, info: os.stat_result) -> bool:
        """Tell whether the bytes of a plain file are on this computer, as far as its beginning shows."""
        if placeholders.is_marked(info):
            return False
        if not placeholders.may_be_empty_shell(info):
            return True
        try:
            with self.open_file(name) as fd:
                return not placeholders.holds_nothing(os.read(fd, _LOOKED_AT))
        except OSError as error:
            return not isinstance(error, PlaceholderError) and not placeholders.is_failed_fetch(info, error)

    def fetch(self, name: str) -> None:
        """Read a file to its end, so that its bytes come.

        Raises:
            PlaceholderError: they did not.
        """
        with self.open_file(name, fetch=True) as fd:
            info, found = os.fstat(fd), False
            try:
                while piece := os.read(fd, _CHUNK):
                    found = found or not placeholders.holds_nothing(piece)
            except OSError as error:
                if placeholders.is_failed_fetch(info, error):
                    raise PlaceholderError(name) from error
                raise
            if not found and placeholders.may_be_empty_shell(os.fstat(fd)):
                raise PlaceholderError(name)

    def digest(self, name: str) -> str:
        """Return the SHA-256 of a plain file of any size."""
        with self.open_file(name) as fd:
            found = hashlib.sha256()
            while piece := os.read(fd, _CHUNK):
                found.update(piece)
            return found.hexdigest()

    @contextmanager
    def create_file(self, name: str, mode: int) -> Iterator[int]:
        """Open a new file for writing; it must not exist."""
        fd = os.open(self.at(name), _CREATE, mode, dir_fd=self.fd)
        try:
            yield fd
        finally:
            os.close(fd)

    def make_folder(self, name: str) -> None:
        """Make a folder here."""
        os.mkdir(self.at(name), dir_fd=self.fd)

    def remove_folder(self, name: str) -> None:
        """Remove an empty folder from here."""
        insist(os.rmdir, self.at(name), dir_fd=self.fd)

    def unlink(self, name: str) -> None:
        """Remove a file from here."""
        insist(os.unlink, self.at(name), dir_fd=self.fd)

    def exchange(self, temp: str, name: str, *, by_link: bool = True) -> None:
        """Swap two files in one step; see `atomic_rename.exchange`.

        Where the system cannot, a hard link keeps what is replaced, in three steps, or on Windows a rename.
        `mend_exchange` finishes or takes back what a kill leaves. What another program puts under the name
        between two steps is lost, but not on Windows.

        Raises:
            SwapUnsupportedError: neither is possible, or `by_link` forbids the second; nothing was changed.
        """
        try:
            swap.exchange(self.at(temp), self.at(name), self.fd)
        except swap.SwapUnsupportedError:
            if not by_link:
                raise
            self._exchange_by_link(temp, name)

    def _exchange_by_link(self, temp: str, name: str) -> None:
        backup = swap.backup_of(temp)
        try:
            self.link(name, backup)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            if sys.platform == "win32":
                self._exchange_by_name(temp, name, backup)
                return
            raise swap.SwapUnsupportedError(error.errno, "no hard links here", name) from error
        try:
            self.replace(temp, name)
        except OSError:
            self.unlink(backup)
            raise
        self.replace(backup, temp)

    def _exchange_by_name(self, temp: str, name: str, backup: str) -> None:
        """Swap where renames never replace; to hold the old file open instead would forbid to replace it."""
        self.replace(name, backup)
        try:
            with suppress(FileExistsError):  # another program has written the note since, as if after us
                self.rename_new(temp, name)
        except OSError:
            self.rename_new(backup, name)
            raise
        self.replace(backup, temp)

    def mend_exchange(self, temp: str, name: str) -> None:
        """Finish or take back an exchange that was cut off between its steps."""
        backup = swap.backup_of(temp)
        kept = self.stat(backup)
        if kept is None:
            return
        with suppress(FileExistsError):
            if self.stat(temp) is None:  # it was replaced; without a file under the name, somebody removed that
                self.rename_new(backup, temp)
                return
            if sys.platform == "win32" and self.stat(name) is None:  # only there the name is free between steps
                self.rename_new(backup, name)
                return
        now = self.stat(name)
        if now is not None and (now.st_ino, now.st_dev) == (kept.st_ino, kept.st_dev):
            self.unlink(backup)

    def link(self, name: str, other: str, into: Folder | None = None) -> None:
        """Give a file another name, in this folder or another."""
        into = into or self
        os.link(self.at(name), into.at(other), src_dir_fd=self.fd, dst_dir_fd=into.fd, follow_symlinks=False)

    def rename_new(self, source: str, target: str, into: Folder | None = None) -> None:
        """Rename a file, into this folder or another, unless the target exists.

        A hard link does the same where the rename is missing. Without links an empty file takes the name, which
        the file then replaces while it is still empty.

        Raises:
            FileExistsError: something is at the target.
        """
        into = into or self
        try:
            swap.rename_new(self.at(source), into.at(target), self.fd, into.fd)
            return
        except swap.SwapUnsupportedError:
            pass
        try:
            self.link(source, target, into)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            self._rename_over_empty(source, target, into)
        else:
            self.unlink(source)

    def _rename_over_empty(self, source: str, target: str, into: Folder) -> None:
        with into.create_file(target, EMPTY_MODE) as fd:
            taken = os.fstat(fd)
        try:
            now = into.stat(target)
            if now is None or now.st_size or (now.st_ino, now.st_dev) != (taken.st_ino, taken.st_dev):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target)
            os.replace(self.at(source), into.at(target), src_dir_fd=self.fd, dst_dir_fd=into.fd)
        except OSError as error:
            if not isinstance(error, FileExistsError):
                into.unlink(target)
            raise

    def replace(self, source: str, target: str) -> None:
        """Rename a file over another."""
        insist(os.replace, self.at(source), self.at(target), src_dir_fd=self.fd, dst_dir_fd=self.fd)

    def path_of(self, name: str) -> str:
        """Return the full path of an entry, for a program that takes no handle."""
        return os.path.join(self._path, name)  # noqa: PTH118

    def move_out(self, name: str, target: str) -> None:
        """Rename a file to a full path outside the vault; EXDEV on another disk."""
        insist(os.rename, self.at(name), long_path(target), src_dir_fd=self.fd)

    def sync(self) -> None:
        """Make names in this folder survive a power cut; Windows and some network disks have no such call."""
        if self.fd is None:
            return
        try:
            flush_to_disk(self.fd)
        except OSError as error:
            if error.errno not in _NOT_FOR_FOLDERS:
                raise
