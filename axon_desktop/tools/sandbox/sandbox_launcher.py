"""Confines itself with Landlock, then becomes a command: a script for a bare interpreter, free of our modules.

Two processes: the first stays unconfined; it ends what the command leaves behind, and its whole group if Axon is
killed. Its child drops its rights and becomes the command, which cannot reach the first.
"""

from __future__ import annotations

import base64
import ctypes
import json
import os
import signal
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

FAILED = 125
"""Exit code when the command was not started because it could not be confined."""
NOT_FOUND = 127

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR, _TRUNCATE, _IOCTL = 1, 2, 4, 8, 1 << 14, 1 << 15
_REMOVE = 1 << 4 | 1 << 5
_MAKE = 1 << 7 | 1 << 8 | 1 << 10 | 1 << 12
"""Folders, files, FIFOs and links; never sockets or devices."""
_REFER = 1 << 13
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_PATIENCE = 1.0
"""Seconds for ending one by one what a command has left behind."""
_RIGHTS = {
    "list": _READ_DIR,
    "read": _EXECUTE | _READ_FILE | _READ_DIR,
    "device": _READ_FILE | _WRITE_FILE,
    "write": _EXECUTE | _READ_FILE | _READ_DIR | _WRITE_FILE | _TRUNCATE | _REMOVE | _MAKE | _REFER,
}
_ALL_FILES = (1 << 15) - 1
_ALL_TCP = 1 << 0 | 1 << 1
_ALL_SCOPES = 1 << 0 | 1 << 1
"""Abstract sockets, and signals."""
_CREATE, _ADD, _RESTRICT = 444, 445, 446
"""The three calls have the same numbers on every kind of machine."""

_SET_PDEATHSIG, _CAPBSET_DROP, _SET_SECCOMP, _SET_NO_NEW_PRIVS, _CAP_AMBIENT = 1, 24, 22, 38, 47
_SET_CHILD_SUBREAPER = 36
_SECCOMP_FILTER, _CAP_AMBIENT_CLEAR = 2, 4


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def main(arguments: list[str]) -> int:
    """Run the command that follows the number of an open file with its bounds; return its exit code."""
    with open(int(arguments[0]), encoding="utf-8") as file:  # noqa: PTH123 - it has a number, not a path
        bounds, command = json.load(file), arguments[1:]
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # meant for the command
    signal.signal(signal.SIGUSR1, lambda *_: os.killpg(0, signal.SIGKILL))
    _prctl(_SET_PDEATHSIG, signal.SIGUSR1)
    if os.getppid() != bounds["parent"] or os.getpgrp() != os.getpid():
        return FAILED
    _prctl(_SET_CHILD_SUBREAPER, 1)
    launcher = os.getpid()
    child = os.fork()
    if child == 0:
        _become(command, bounds, launcher)
    ended = status = 0
    while ended != child:
        ended, status = os.wait()
    _end_the_rest()
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _end_the_rest() -> None:
    """End what the command has left behind: orphans become children of this process.

    Whatever is left after a moment ends with the process group.
    """
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    deadline = time.monotonic() + _PATIENCE
    with suppress(ChildProcessError, OSError):
        while time.monotonic() < deadline:
            for process in children.read_text(encoding="ascii").split():
                os.kill(int(process), signal.SIGKILL)
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            time.sleep(0.002)


def landlock_version() -> int:
    """Return which version of Landlock the kernel has; 0 for none."""
    found: int = ctypes.CDLL(None).syscall(_CREATE, None, 0, 1)
    return max(found, 0)


def _become(command: list[str], bounds: dict[str, Any], launcher: int) -> None:
    """Confine this new process and execute the command."""
    code = FAILED
    try:
        _prctl(_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != launcher:
            os._exit(FAILED)
        _limit(bounds["limits"])
        _confine(bounds)
        for number in (signal.SIGTERM, signal.SIGUSR1, signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        os.closerange(3, 4096)
        code = NOT_FOUND
        os.execvp(command[0], command)  # noqa: S606 - what the user agreed to, without a shell
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    os._exit(code)


def _limit(limits: dict[str, int]) -> None:
    """Bound memory, files, number and time of processes; let the kernel end them first when memory is short."""
    import resource  # not on every system, and this module is imported on all

    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    limits = {**limits, "nproc": limits["nproc"] + _tasks_of_ours(), "core": 0}
    for name, value in limits.items():
        number = getattr(resource, f"RLIMIT_{name.upper()}")
        most = resource.getrlimit(number)[1]
        bound = value if most == resource.RLIM_INFINITY else min(value, most)
        resource.setrlimit(number, (bound, bound))


def _tasks_of_ours() -> int:
    """Return how many processes and threads this user has: the kernel counts them all together."""
    count, user = 0, os.getuid()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if folder.stat().st_uid == user:
                count += len(list((folder / "task").iterdir()))
    return count


def _confine(bounds: dict[str, Any]) -> None:
    """Drop all access except the bounds, for this process and its descendants."""
    for capability in range(64):
        with suppress(OSError):  # not for those who have none
            _prctl(_CAPBSET_DROP, capability)
    _prctl(_CAP_AMBIENT, _CAP_AMBIENT_CLEAR)
    _prctl(_SET_NO_NEW_PRIVS, 1)
    version = min(landlock_version(), bounds["version"])
    files = _ALL_FILES | (_IOCTL if version >= 5 else 0)
    handled = (files, _ALL_TCP if version >= 4 else 0, _ALL_SCOPES if version >= 6 else 0)
    attributes = (ctypes.c_uint64 * 3)(*handled)
    ruleset = _syscall(_CREATE, ctypes.byref(attributes), 8 if version < 4 else 16 if version < 6 else 24, 0)
    for path, right in bounds["rules"]:
        _allow(ruleset, path, _RIGHTS[right])
    _syscall(_RESTRICT, ruleset, 0)
    steps = base64.b64decode(bounds["filter"])
    buffer = ctypes.create_string_buffer(steps, len(steps))
    program = _Program(len(steps) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    _prctl(_SET_SECCOMP, _SECCOMP_FILTER, ctypes.addressof(program))


def _allow(ruleset: int, path: str, rights: int) -> None:
    """Add the rights at and below a path; a path that does not exist, or is a link, gets no rule."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return
    try:
        mode = os.fstat(place).st_mode
        if stat.S_ISLNK(mode):
            return
        rule = (rights if stat.S_ISDIR(mode) else rights & _OF_FILES).to_bytes(8, sys.byteorder)
        _syscall(_ADD, ruleset, 1, rule + place.to_bytes(4, sys.byteorder), 0)
    finally:
        os.close(place)


def _syscall(number: int, *arguments: object) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    found: int = library.syscall(ctypes.c_long(number), *arguments)
    return _checked(found)


def _prctl(option: int, *values: int) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    whole = (*values, 0, 0, 0, 0)[:4]
    _checked(library.prctl(option, *(ctypes.c_ulong(value) for value in whole)))


def _checked(found: int) -> int:
    if found < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
