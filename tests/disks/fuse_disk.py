"""A disk of another kind: a folder shown through FUSE, without what some disks do not have.

    python tests/disks/fuse_disk.py FOLDER MOUNTPOINT [TRAIT ...]

It speaks the kernel's own protocol, so it needs Linux, /dev/fuse and the right to mount, and no library. It serves
until it is asked to end or whoever started it has gone, and always unmounts. `form` takes Unicode forms of a name
for the same name, `blind` cases as well; `short` finds a file also by a short name of Windows, and with dots or
blanks at the end of its own. Under another spelling a file shows as another node with the same inode number, so
that Linux lets a file be renamed to another case of its name, as macOS and Windows do. `no-exchange`,
`no-noreplace` and `no-links` are calls that it refuses.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import signal
import stat
import subprocess
import sys
import unicodedata
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from struct import Struct
from types import FrameType

TRAITS = ("blind", "form", "short", "no-exchange", "no-noreplace", "no-links")

_libc = ctypes.CDLL(None, use_errno=True)
_ROOT = 1
_MAX_WRITE = 1 << 17
_BIG_WRITES, _AUTO_INVAL_DATA = 1 << 5, 1 << 12
_NOREPLACE, _EXCHANGE = 1, 2
_REFUSED = ((_EXCHANGE, "no-exchange"), (_NOREPLACE, "no-noreplace"))
_MODE, _UID, _GID, _SIZE, _ATIME, _MTIME, _FH, _ATIME_NOW, _MTIME_NOW = (1 << bit for bit in range(9))
_DETACH, _PDEATHSIG = 2, 1

_HEADER, _REPLY = Struct("IIQQIIII"), Struct("IiQ")
_ATTR = Struct("6Q10I")
_SETATTR = Struct("II6QIIIIIIII")
_SETATTR_AT = (0, 2, 3, 5, 6, 8, 9, 11, 13, 14)
_READ = Struct("QQII16x")
_INIT, _DIRENT, _STATFS = Struct("4IHHII32x4x"), Struct("QQII"), Struct("5Q4I24x")
_U32S, _U64, _U64S = Struct("II"), Struct("Q"), Struct("QQ")


def why_not() -> str:
    """Return why no such disk can be mounted here, "" when it can."""
    if sys.platform != "linux" or not os.access("/dev/fuse", os.R_OK | os.W_OK):
        return "there is no /dev/fuse here"
    if os.geteuid() != 0:
        return "only root may mount a disk"
    with open("/proc/self/status") as status:
        rights = next(int(line.split()[1], 16) for line in status if line.startswith("CapEff"))
    return "" if rights & 1 << 21 else "this container may not mount a disk"


@contextmanager
def mounted(base: Path, *traits: str) -> Iterator[Path]:
    """Mount a disk under a folder, and give it back with nothing left mounted."""
    folder, point = base / "files", base / "disk"
    folder.mkdir(parents=True)
    point.mkdir()
    command = [sys.executable, __file__, str(folder), str(point), *traits]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            assert server.stdout.readline() == "ready\n", "no disk was mounted"
            yield point
        finally:
            server.terminate()


def short_names(name: str) -> set[str]:
    """Return short names as Windows makes them: of the beginning, or of two letters and a sum."""
    stem, dot, suffix = name.removeprefix(".").partition(".")
    plain = stem.replace(" ", "").upper()
    ways = (f"{plain[:6]}~1", f"{plain[:2]}{zlib.crc32(name.encode()) & 0xFFFF:04X}~1")
    return {way + dot + suffix[:3].upper() for way in ways}


@dataclass(slots=True)
class _Node:
    """A file or folder that the kernel knows: a handle to it, however it is named now."""

    fd: int
    key: tuple[int, int, str]
    lookups: int = 0

    @property
    def path(self) -> str:
        return f"/proc/self/fd/{self.fd}"


def _rename(source: tuple[int, str], target: tuple[int, str], flags: int) -> None:
    names = (source[0], os.fsencode(source[1]), target[0], os.fsencode(target[1]))
    if _libc.renameat2(*names, flags) != 0:
        raise OSError(ctypes.get_errno(), "renameat2")


def _attributes(info: os.stat_result) -> bytes:
    times = (info.st_atime_ns, info.st_mtime_ns, info.st_ctime_ns)
    return _ATTR.pack(
        *(info.st_ino, info.st_size, info.st_blocks),
        *(time // 10**9 for time in times),
        *(time % 10**9 for time in times),
        *(info.st_mode, info.st_nlink, info.st_uid, info.st_gid, 0, info.st_blksize, 0),
    )


def _names(data: bytes) -> list[str]:
    return [os.fsdecode(name) for name in data.split(b"\0")[:-1]]


class Disk:
    """Answers what the kernel asks, one request after the other."""

    def __init__(self, folder: str, traits: frozenset[str]) -> None:
        self._traits = traits
        self._folds = bool(traits & {"blind", "form", "short"})
        info = os.stat(folder)
        self._nodes = {_ROOT: _Node(os.open(folder, os.O_PATH), (info.st_dev, info.st_ino, ""), 1)}
        self._known: dict[tuple[int, int, str], int] = {}
        self._next = _ROOT
        self._listings: dict[int, list[os.DirEntry[str]]] = {}
        self._answers: dict[int, Callable[[int, bytes], bytes]] = {
            1: self._lookup,
            3: self._getattr,
            4: self._setattr,
            5: lambda node, _: os.fsencode(os.readlink("", dir_fd=self._nodes[node].fd)),
            6: self._symlink,
            8: self._mknod,
            9: self._mkdir,
            10: lambda node, data: self._remove(os.unlink, node, data),
            11: lambda node, data: self._remove(os.rmdir, node, data),
            12: lambda node, data: self._rename(node, data[:8] + bytes(8) + data[8:]),
            13: self._link,
            14: self._open,
            15: self._read,
            16: self._write,
            17: self._statfs,
            18: self._release,
            20: lambda node, data: b"",  # it keeps nothing back that the disk below it does not know
            21: self._setxattr,
            22: self._getxattr,
            23: self._listxattr,
            24: self._removexattr,
            26: self._init,
            27: self._opendir,
            28: self._readdir,
            29: self._releasedir,
            30: lambda node, data: b"",
            35: self._create,
            45: self._rename,
        }

    def serve(self, device: int) -> None:
        """Answer until the disk is unmounted."""
        while True:
            try:
                request = os.read(device, _MAX_WRITE + 4096)
            except OSError as error:
                if error.errno == errno.ENODEV:
                    return
                if error.errno in (errno.ENOENT, errno.EINTR, errno.EAGAIN):
                    continue
                raise
            _, code, unique, node, *_ = _HEADER.unpack_from(request)
            body = request[_HEADER.size :]
            if code == 2:
                self._forget(node, *_U64.unpack_from(body))
            elif code == 42:
                for number in range(_U32S.unpack_from(body)[0]):
                    self._forget(*_U64S.unpack_from(body, 8 + number * 16))
            elif code != 36:  # an interrupted request is answered all the same
                try:
                    answer, failed = self._answers[code](node, body), 0
                except KeyError:
                    answer, failed = b"", errno.ENOSYS
                except OSError as error:
                    answer, failed = b"", error.errno or errno.EIO
                with suppress(FileNotFoundError):  # nobody waits for it any more
                    os.write(device, _REPLY.pack(_REPLY.size + len(answer), -failed, unique) + answer)

    def _init(self, node: int, data: bytes) -> bytes:
        return _INIT.pack(7, 31, _MAX_WRITE, _BIG_WRITES | _AUTO_INVAL_DATA, 0, 0, _MAX_WRITE, 1)

    def _forget(self, number: int, lookups: int) -> None:
        node = self._nodes[number]
        node.lookups -= lookups
        if node.lookups <= 0 and number != _ROOT:
            os.close(node.fd)
            del self._nodes[number], self._known[node.key]

    def _fold(self, name: str) -> str:
        name = unicodedata.normalize("NFC", name)
        return unicodedata.normalize("NFC", name.casefold()) if "blind" in self._traits else name

    def _spelled(self, folder: int, name: str) -> str | None:
        """Return how the folder lists a name; None when it does not."""
        handle = self._nodes[folder]
        with suppress(FileNotFoundError):
            os.stat(name, dir_fd=handle.fd, follow_symlinks=False)
            return name
        if not self._folds:
            return None
        names = os.listdir(handle.path)
        wanted = self._fold(name.rstrip(". ") if "short" in self._traits else name)
        found = next((found for found in names if self._fold(found) == wanted), None)
        if found is None and "short" in self._traits and "~" in wanted:
            return next((found for found in names if wanted in map(self._fold, short_names(found))), None)
        return found

    def _listed(self, folder: int, name: str) -> str:
        found = self._spelled(folder, name)
        if found is None:
            raise FileNotFoundError(errno.ENOENT, "not listed")
        return found

    def _entry(self, folder: int, name: str, asked: str | None = None) -> bytes:
        fd = os.open(name, os.O_PATH | os.O_NOFOLLOW, dir_fd=self._nodes[folder].fd)
        info = os.fstat(fd)
        key = (info.st_dev, info.st_ino, "" if asked in (None, name) else f"{folder}/{asked}")
        number = self._known.get(key)
        if number is None:
            self._next += 1
            number = self._known[key] = self._next
            self._nodes[number] = _Node(fd, key)
        else:
            os.close(fd)
        self._nodes[number].lookups += 1
        return Struct("QQQQII").pack(number, 0, 0, 0, 0, 0) + _attributes(info)

    def _lookup(self, node: int, data: bytes) -> bytes:
        (name,) = _names(data)
        return self._entry(node, self._listed(node, name), name)

    def _facts(self, node: int) -> bytes:
        return bytes(16) + _attributes(os.fstat(self._nodes[node].fd))

    def _getattr(self, node: int, data: bytes) -> bytes:
        return self._facts(node)

    def _setattr(self, node: int, data: bytes) -> bytes:
        asked = _SETATTR.unpack_from(data)
        valid, handle, size, atime, mtime, atime_ns, mtime_ns, mode, uid, gid = (asked[at] for at in _SETATTR_AT)
        path = self._nodes[node].path
        if valid & _MODE:
            os.chmod(path, stat.S_IMODE(mode))
        if valid & (_UID | _GID):
            os.chown(path, uid if valid & _UID else -1, gid if valid & _GID else -1)
        if valid & _SIZE:
            os.truncate(handle if valid & _FH else path, size)
        if valid & (_ATIME_NOW | _MTIME_NOW) == _ATIME_NOW | _MTIME_NOW:
            os.utime(path)
        elif valid & (_ATIME | _MTIME):
            old = os.stat(path)
            now = (
                atime * 10**9 + atime_ns if valid & _ATIME else old.st_atime_ns,
                mtime * 10**9 + mtime_ns if valid & _MTIME else old.st_mtime_ns,
            )
            os.utime(path, ns=now)
        return self._facts(node)

    def _symlink(self, node: int, data: bytes) -> bytes:
        name, target = _names(data)
        os.symlink(target, name, dir_fd=self._nodes[node].fd)
        return self._entry(node, name)

    def _mknod(self, node: int, data: bytes) -> bytes:
        (name,) = _names(data[16:])
        mode, device = _U32S.unpack_from(data)
        os.mknod(name, mode, device, dir_fd=self._nodes[node].fd)
        return self._entry(node, name)

    def _mkdir(self, node: int, data: bytes) -> bytes:
        (name,) = _names(data[8:])
        os.mkdir(name, _U32S.unpack_from(data)[0], dir_fd=self._nodes[node].fd)
        return self._entry(node, name)

    def _remove(self, call: Callable[..., None], node: int, data: bytes) -> bytes:
        (name,) = _names(data)
        call(self._listed(node, name), dir_fd=self._nodes[node].fd)
        return b""

    def _rename(self, node: int, data: bytes) -> bytes:
        into, flags = Struct("QI4x").unpack_from(data)
        old, new = _names(data[16:])
        if any(flags & bit and trait in self._traits for bit, trait in _REFUSED):
            raise OSError(errno.EINVAL, "no such rename here")
        source, there = self._listed(node, old), self._spelled(into, new)
        here, other = self._nodes[node].fd, self._nodes[into].fd
        itself = there is not None and (node, source) == (into, there)
        if flags & _EXCHANGE:
            _rename((here, source), (other, self._listed(into, new)), flags)
        elif there is None or there == new or itself:
            _rename((here, source), (other, new), 0 if itself else flags)
        elif flags & _NOREPLACE:
            raise FileExistsError(errno.EEXIST, "listed in another spelling")
        else:
            _rename((here, source), (other, there), flags)
            _rename((other, there), (other, new), flags)
        return b""

    def _link(self, node: int, data: bytes) -> bytes:
        if "no-links" in self._traits:
            raise PermissionError(errno.EPERM, "no links here")
        (name,) = _names(data[8:])
        old = self._nodes[_U64.unpack_from(data)[0]]
        os.link(old.path, name, dst_dir_fd=self._nodes[node].fd, follow_symlinks=True)
        return self._entry(node, name)

    def _open(self, node: int, data: bytes) -> bytes:
        flags = _U32S.unpack_from(data)[0] & ~(os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_NONBLOCK)
        return Struct("QII").pack(os.open(self._nodes[node].path, flags & ~os.O_APPEND), 0, 0)

    def _create(self, node: int, data: bytes) -> bytes:
        flags, mode = _U32S.unpack_from(data)
        (name,) = _names(data[16:])
        flags = (flags | os.O_CREAT) & ~(os.O_NONBLOCK | os.O_APPEND)
        fd = os.open(name, flags | os.O_NOFOLLOW, stat.S_IMODE(mode), dir_fd=self._nodes[node].fd)
        return self._entry(node, name) + Struct("QII").pack(fd, 0, 0)

    def _read(self, node: int, data: bytes) -> bytes:
        handle, offset, size, _ = _READ.unpack_from(data)
        return os.pread(handle, size, offset)

    def _write(self, node: int, data: bytes) -> bytes:
        handle, offset, size, _ = _READ.unpack_from(data)
        return _U32S.pack(os.pwrite(handle, data[_READ.size : _READ.size + size], offset), 0)

    def _release(self, node: int, data: bytes) -> bytes:
        os.close(_U64.unpack_from(data)[0])
        return b""

    def _statfs(self, node: int, data: bytes) -> bytes:
        facts = os.statvfs(self._nodes[_ROOT].path)
        room = (facts.f_blocks, facts.f_bfree, facts.f_bavail, facts.f_files, facts.f_ffree)
        return _STATFS.pack(*room, facts.f_bsize, facts.f_namemax, facts.f_frsize, 0)

    def _setxattr(self, node: int, data: bytes) -> bytes:
        size, flags = _U32S.unpack_from(data)
        name, value = data[8:].split(b"\0", 1)
        os.setxattr(self._nodes[node].path, name, value[:size], flags)
        return b""

    def _getxattr(self, node: int, data: bytes) -> bytes:
        (name,) = _names(data[8:])
        return self._sized(data, os.getxattr(self._nodes[node].path, name))

    def _listxattr(self, node: int, data: bytes) -> bytes:
        found = os.listxattr(self._nodes[node].path)
        return self._sized(data, b"".join(os.fsencode(name) + b"\0" for name in found))

    def _sized(self, data: bytes, value: bytes) -> bytes:
        (room, _) = _U32S.unpack_from(data)
        if not room:
            return _U32S.pack(len(value), 0)
        if len(value) > room:
            raise OSError(errno.ERANGE, "too long")
        return value

    def _removexattr(self, node: int, data: bytes) -> bytes:
        os.removexattr(self._nodes[node].path, *_names(data))
        return b""

    def _opendir(self, node: int, data: bytes) -> bytes:
        self._next += 1
        return Struct("QII").pack(self._next, 0, 0)

    def _readdir(self, node: int, data: bytes) -> bytes:
        handle, offset, size, _ = _READ.unpack_from(data)
        if offset == 0:
            with os.scandir(self._nodes[node].path) as found:
                self._listings[handle] = list(found)
        answer = b""
        for number, entry in enumerate(self._listings[handle][offset:], offset + 1):
            name = os.fsencode(entry.name)
            kind = 4 if entry.is_dir(follow_symlinks=False) else 10 if entry.is_symlink() else 0
            item = _DIRENT.pack(entry.inode(), number, len(name), kind) + name
            item += bytes(-len(item) % 8)
            if len(answer) + len(item) > size:
                break
            answer += item
        return answer

    def _releasedir(self, node: int, data: bytes) -> bytes:
        del self._listings[_U64.unpack_from(data)[0]]
        return b""


def _end(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


def main() -> None:
    """Mount, serve, unmount."""
    folder, point, *traits = sys.argv[1:]
    assert set(traits) <= {*TRAITS}, traits
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    _libc.prctl(_PDEATHSIG, signal.SIGTERM)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.nice(-10)  # every call that a test makes waits for an answer
    os.umask(0)  # the kernel has applied that of whoever asks
    disk = Disk(folder, frozenset(traits))
    device = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={device},rootmode=40000,user_id=0,group_id=0,default_permissions,allow_other"
    if _libc.mount(b"axon-test-disk", os.fsencode(point), b"fuse", 0, options.encode()) != 0:
        raise SystemExit(f"{point}: {os.strerror(ctypes.get_errno())}")
    try:
        print("ready", flush=True)
        disk.serve(device)
    finally:
        _libc.umount2(os.fsencode(point), _DETACH)


if __name__ == "__main__":
    main()
