"""Run a function in a process of its own and kill that process at one of its system calls.

The process is traced (ptrace, Linux): every call of every thread in it stops twice, before and after the system
has done it, SQLite's own calls too; at the stop that is named the process gets SIGKILL. Most calls only look at
something, so the stops may be counted at those alone that write or name files. `Stops` learns how many stops a
kind of work has, so that a random one of them can be named.
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import random
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any

_TRACEME, _SYSCALL, _SETOPTIONS, _GET_CALL = 0, 24, 0x4200, 0x420E
_OPTIONS = 0x1 | 0x8 | 0x100000
"""Mark the stops of system calls; trace new threads too; kill the traced with the tracer."""
_ALL_THREADS = 0x40000000
_TRAP = 5  # no such signal on Windows, where this module is only imported
_AT_A_CALL = _TRAP | 0x80

_ENTRY = 1
_WRITING = {
    # write, pwrite64, fsync, fdatasync, ftruncate, fchmod, fsetxattr
    "x86_64": {1, 18, 74, 75, 77, 91, 190},
    "aarch64": {64, 68, 82, 83, 46, 52, 7},
}
_NAMING = {
    # rename, mkdir, rmdir, link, unlink, in all their forms
    "x86_64": {82, 83, 84, 86, 87, 258, 263, 264, 265, 316},
    "aarch64": {34, 35, 37, 38, 276},
}
AIMS = ("any", "writing", "naming")
"""Which stops count: at every call, at those that write to files, at those that give files their names."""

CAN_TRACE = sys.platform == "linux"


class ChildError(Exception):
    """The function raised in its process; the text is the traceback."""


class _CallInfo(ctypes.Structure):
    """What the kernel tells about a stop, as far as it is needed."""

    _fields_ = (
        ("kind", ctypes.c_uint8),
        ("_machine", ctypes.c_uint32),
        ("_pointers", ctypes.c_uint64 * 2),
        ("number", ctypes.c_uint64),
        ("_arguments", ctypes.c_uint64 * 8),
    )


def _ptrace(request: int, process: int, data: int | None = None, address: int | None = None) -> None:
    call = ctypes.CDLL(None, use_errno=True).ptrace
    call.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
    call.restype = ctypes.c_long
    if call(request, process, address, data) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def in_process(work: Callable[[], Any]) -> Any:
    """Run a function to its end in a process of its own, and return what it returned, by JSON."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _work(work, writer)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    result = json.loads(said) if said else {"error": "the process ended without a word"}
    if "error" in result:
        raise ChildError(result["error"])
    return result["value"]


def killed(work: Callable[[], Any], at: int, aim: str = "any") -> tuple[bool, int]:
    """Run a function in a process that is killed at a stop; return whether it was, and its number of stops.

    `aim` is one of `AIMS`.

    Raises:
        ChildError: it came to its end, but with an error.
    """
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        _ptrace(_TRACEME, 0)
        os.kill(os.getpid(), signal.SIGSTOP)
        _work(work, os.open(os.devnull, os.O_WRONLY))
    os.waitpid(child, 0)
    _ptrace(_SETOPTIONS, child, _OPTIONS)
    _ptrace(_SYSCALL, child)
    stops = 0
    counted = {"writing": _WRITING, "naming": _NAMING}.get(aim, {}).get(platform.machine())
    calls: dict[int, int] = {}
    while True:
        thread, status = os.waitpid(-child, _ALL_THREADS)  # its group: nobody else's children
        if not os.WIFSTOPPED(status):
            if thread != child:
                continue
            if os.WIFEXITED(status) and os.WEXITSTATUS(status):
                raise ChildError(f"the process ended with {os.WEXITSTATUS(status)}")
            return os.WIFSIGNALED(status), stops
        number = os.WSTOPSIG(status)
        if number == _AT_A_CALL:
            if counted is not None:
                calls[thread] = _call_of(thread, calls.get(thread, -1))
            stops += counted is None or calls[thread] in counted
            if stops == at:
                os.kill(child, signal.SIGKILL)
        passed_on = 0 if number in (_AT_A_CALL, _TRAP, signal.SIGSTOP) else number
        try:
            _ptrace(_SYSCALL, thread, passed_on)
        except ProcessLookupError:
            continue  # the kill was faster


def _call_of(thread: int, before: int) -> int:
    """Return the number of the call at which a thread stops; after the call it is the one from before."""
    info = _CallInfo()
    with suppress(ProcessLookupError):
        _ptrace(_GET_CALL, thread, ctypes.addressof(info), ctypes.sizeof(info))
    return info.number if info.kind == _ENTRY else before


class Stops:
    """How many stops each kind of work has, as seen so far."""

    def __init__(self, random_: random.Random) -> None:
        self._random = random_
        self._most: dict[str, int] = {}

    def choose(self, kind: str) -> int:
        """Return a random stop of a kind of work."""
        return self._random.randint(1, self._most.get(kind, 100))

    def learn(self, kind: str, stops: int, *, was_killed: bool) -> None:
        """Take in how far a run came: towards its length when it ended, well beyond the stop when it was killed.

        So that the last stops are reached, some runs come to their end before their kill.
        """
        if not was_killed:
            self._most[kind] = max(8, (self._most.get(kind, stops) + stops) // 2)
        else:
            self._most[kind] = max(self._most.get(kind, 100), stops * 3 // 2)


def _work(work: Callable[[], Any], writer: int) -> None:
    """Run a function in this process, say what it returned, and end the process."""
    said = None
    try:
        said = {"value": work()}
    finally:
        os.write(writer, json.dumps(said or {"error": traceback.format_exc()}).encode())
        os._exit(said is None)
