"""Renames that the standard library does not offer: exchange two files, rename without replacing, find writers.

Linux has renameat2, macOS renameatx_np, Windows ReplaceFileW. `SwapUnsupportedError` says that the system or the
file system has no such call; the caller then takes its slower way. Only Linux was run; the others follow the
vendors' manuals.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from functools import cache
from typing import Any

from axon_desktop.vault.files import windows_files
from axon_desktop.vault.files.windows_files import insist

_AT_FDCWD = -2 if sys.platform == "darwin" else -100
_NOREPLACE, _EXCHANGE = (4, 2) if sys.platform == "darwin" else (1, 2)
_UNSUPPORTED = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP})


def backup_of(temp: str) -> str:
    """Return the name under which a file is kept between the steps of an exchange that has several."""
    return f"{temp}~"


class SwapUnsupportedError(OSError):
    """The system or the file system cannot do this kind of rename."""


@cache
def _rename_call() -> Any:
    """Return the C function (old_fd, old, new_fd, new, flags) of this system, or None."""
    if sys.platform == "win32":
        return None
    library = ctypes.CDLL(None, use_errno=True)
    function = getattr(library, "renameatx_np" if sys.platform == "darwin" else "renameat2", None)
    if function is not None:
        function.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
        function.restype = ctypes.c_int
    return function


def _rename(source: str, target: str, folder: int | None, into: int | None, flags: int) -> None:
    call = _rename_call()
    if call is None:
        raise SwapUnsupportedError(errno.ENOSYS, "no such rename on this system")
    old, new = (_AT_FDCWD if fd is None else fd for fd in (folder, into))
    if call(old, os.fsencode(source), new, os.fsencode(target), flags) != 0:
        number = ctypes.get_errno()
        kind = SwapUnsupportedError if number in _UNSUPPORTED else OSError
        raise kind(number, os.strerror(number), target)


def exchange(temp: str, target: str, folder: int | None) -> None:
    """Swap two files of one folder in one step: no moment without a file under either name.

    Raises:
        SwapUnsupportedError: not possible here; nothing was changed.
        OSError: nothing was changed.
    """
    if sys.platform == "win32":
        _replace_keeping(temp, target)
    else:
        _rename(temp, target, folder, folder, _EXCHANGE)


def rename_new(source: str, target: str, folder: int | None, into: int | None) -> None:
    """Rename a file, into the same folder or another, unless the target exists.

    Raises:
        SwapUnsupportedError: not possible here; nothing was changed.
        FileExistsError: something is at the target.
    """
    if sys.platform == "win32":
        insist(os.rename, source, target)  # never replaces on Windows; names are relative to a handle elsewhere
    else:
        _rename(source, target, folder, into, _NOREPLACE)


if sys.platform == "win32":

    def _replace_keeping(temp: str, target: str) -> None:
        """Put `temp` at `target` and what was there at `temp`.

        ReplaceFileW may fail after it has moved the old file to the backup's name (errors 1176 and 1177).
        """
        backup = backup_of(temp)
        insist(_replace, target, temp, backup)
        insist(os.rename, backup, temp)

    def _replace(target: str, temp: str, backup: str) -> None:
        if not windows_files.kernel32.ReplaceFileW(target, temp, backup, 0, None, None):
            failed = ctypes.WinError(ctypes.get_last_error())
            if not os.path.lexists(target) and os.path.lexists(backup):
                insist(os.rename, backup, target)
            if failed.winerror in windows_files.NO_CALL:
                raise SwapUnsupportedError(errno.ENOSYS, failed.strerror, target) from failed
            raise failed


def writer_holds(fd: int) -> bool | None:
    """Tell whether another program has this file open for writing; None when the system cannot tell.

    A read lease is granted only while nobody has the file open for writing. It is given back at once. Should
    someone open the file in that moment, the kernel signals us: with SIGURG, which does nothing, instead of SIGIO,
    which would end the process.
    """
    if sys.platform != "linux":
        return None
    import fcntl
    import signal

    try:
        fcntl.fcntl(fd, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    except OSError as error:
        return True if error.errno in (errno.EAGAIN, errno.EWOULDBLOCK) else None
    return False
