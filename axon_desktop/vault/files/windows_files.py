"""What Windows needs for files that other systems do by themselves; elsewhere nothing here costs a call.

There a file that is open cannot be renamed, replaced or removed by anybody, unless whoever opened it allows that.
We always do. Others (a scanner, a sync service) often do not, for some milliseconds: who writes tries again. And a
path may have 260 characters only, unless it is written in the form that is passed on as it is.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

IN_USE = frozenset({32, 33})
"""Errors of Windows: another program has the file open, or has locked a part of it."""
NO_NAME = frozenset({123, 161, 206})
"""Errors of Windows: no file can have such a name, which so is not there."""
NO_CALL = frozenset({1, 50, 120})
"""Errors of Windows: this disk cannot do that."""
_MAYBE_IN_USE = IN_USE | {5, 1175, 1176, 1177}
"""With the refusal that also stands for a file that is about to be removed, and those of a replacement."""
_PATIENCE = 1.0
_PAUSE = 0.01
_SHORT_ENOUGH = 240
"""Characters of a path; a folder may have 248, a file 259."""

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class _Patient(threading.local):
    depth = 0


_patient = _Patient()


@contextmanager
def patience() -> Iterator[None]:
    """Let this thread try again where another program has a file open; never for a thread that shows a window."""
    _patient.depth += 1
    try:
        yield
    finally:
        _patient.depth -= 1


def insist(call: Callable[_Arguments, _Result], *args: _Arguments.args, **named: _Arguments.kwargs) -> _Result:
    """Call the system; with `patience`, try again for a second while another program has the file open."""
    deadline = 0.0
    while True:
        try:
            return call(*args, **named)
        except OSError as error:
            if not _patient.depth or getattr(error, "winerror", None) not in _MAYBE_IN_USE:
                raise
            now = time.monotonic()
            deadline = deadline or now + _PATIENCE
            if now >= deadline:
                raise
        time.sleep(_PAUSE)


def long_path(path: str) -> str:
    """Return a full path in the form that may be of any length, where it is long."""
    if os.name != "nt" or len(path) < _SHORT_ENOUGH or path.startswith("\\\\?\\"):
        return path
    full = os.path.abspath(path)  # noqa: PTH100 - the system does not tidy a path of this form
    return f"\\\\?\\UNC\\{full[2:]}" if full.startswith("\\\\") else f"\\\\?\\{full}"


if sys.platform == "win32":
    import ctypes
    import msvcrt

    kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
    _create_file = kernel32.CreateFileW
    _create_file.argtypes = (
        ctypes.c_wchar_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p,
        ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p,
    )  # fmt: skip
    _create_file.restype = ctypes.c_void_p
    _READ, _SHARE_ALL, _EXISTING, _NORMAL = 0x80000000, 0x1 | 0x2 | 0x4, 3, 0x80
    _NO_HANDLE = ctypes.c_void_p(-1).value

    def open_shared(path: str) -> int:
        """Open a file for reading, such that others may still rename, replace or remove it."""
        handle = _create_file(path, _READ, _SHARE_ALL, None, _EXISTING, _NORMAL, None)
        if handle == _NO_HANDLE:
            raise ctypes.WinError(ctypes.get_last_error())
        return msvcrt.open_osfhandle(handle, os.O_RDONLY | os.O_BINARY | os.O_NOINHERIT)
