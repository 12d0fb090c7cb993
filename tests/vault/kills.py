"""Killing a process that writes, at any call that touches the disk or the journal.

The killed process is a real one, forked and ended by SIGKILL. Where nothing can be forked, the process stays, and
the act in it gets no call through any more: nothing that would clean up gets to work.
"""

from __future__ import annotations

import gc
import os
import pickle
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NoReturn

import pytest

import axon_desktop.vault as vault_package
from axon_desktop.vault import Vault
from axon_desktop.vault.files import atomic_rename as swap
from axon_desktop.vault.history.journal import Journal

_CALLS = ("open", "write", "fsync", "mkdir", "fchmod", "rename", "replace", "unlink", "rmdir", "link", "read")
FILE_CALLS = tuple(name for name in _CALLS if hasattr(os, name))
CAN_FORK = hasattr(os, "fork")
JOURNAL_CALLS = ("begin", "finish", "fail", "settle", "rescue", "begin_steps", "end_steps")

State = dict[str, tuple[int, bytes]]
Put = Callable[[Any, str, Any], None]
"""As `setattr`."""


def edit(file: Path, text: bytes) -> None:
    """Write a text that looks as if nobody had touched it for a while."""
    file.write_bytes(text)
    os.utime(file, (1e9, 1e9))


def tree(root: Path) -> State:
    """Return modes and bytes of everything in a folder."""
    return {
        file.relative_to(root).as_posix(): (
            stat.S_IMODE(file.stat().st_mode),
            b"" if file.is_dir() else file.read_bytes(),
        )
        for file in root.rglob("*")
    }


def copy_of(vault: Vault, base: Path) -> Path:
    """Copy a vault and its journal, as if nobody had written to it for a while."""
    shutil.copytree(vault.root.parent, base)
    for file in (base / "vault").rglob("*.md"):
        os.utime(file, (1e9, 1e9))
    return base


class Killed(BaseException):
    """Stands for SIGKILL."""


def kill() -> NoReturn:
    """End the process that acts."""
    if CAN_FORK:
        os.kill(os.getpid(), signal.SIGKILL)
    raise Killed


def die_at(number: int, put: Put = setattr) -> None:
    """Let the call with this number, of those that touch the disk or the journal, be the last."""
    left = [number]

    def wrap(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                kill()
            return real(*args, **kwargs)

        return call

    for name in FILE_CALLS:
        put(os, name, wrap(getattr(os, name)))
    for name in ("exchange", "rename_new"):
        put(swap, name, wrap(getattr(swap, name)))
    for name in JOURNAL_CALLS:
        put(Journal, name, wrap(getattr(Journal, name)))


@pytest.fixture(scope="module", autouse=True)
def forker() -> Iterator[None]:
    """Have a small process from which those are forked that are to be killed.

    A fork costs what the process has grown to, in both that go on from it; the one that runs all tests is large.
    """
    global _forker
    if not CAN_FORK:
        yield
        return
    root = Path(__file__).parents[2]
    code = "from tests.vault.kills import fork_for_others; fork_for_others()"
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as _forker:
        yield
    _forker = None


_forker: subprocess.Popen[bytes] | None = None


def was_killed(base: Path, number: int, act: Callable[[Vault], object]) -> bool:
    """Act in a process of its own, and tell whether it was killed on the way; `act` is in its module."""
    if not CAN_FORK:
        return was_stopped(base, act, lambda put: die_at(number, put))
    assert _forker is not None
    assert _forker.stdin is not None
    assert _forker.stdout is not None
    pickle.dump((base, number, act), _forker.stdin)
    _forker.stdin.flush()
    status = int(_forker.stdout.readline())
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


def was_stopped(base: Path, act: Callable[[Vault], object], plant: Callable[[Put], None]) -> bool:
    """Act in this process, and tell whether what was planted in the calls of the system stopped it."""
    vault = Vault(base / "vault", data_dir=base / "data")
    assert vault.journal.id
    try:
        with pytest.MonkeyPatch.context() as patch:
            plant(patch.setattr)
            act(vault)
    except Killed:
        return True
    finally:
        vault.journal.close()
    return False


def fork_for_others() -> None:
    """Fork for each act that is asked for, and say how it ended, until there are no more."""
    for module in walk_packages(vault_package.__path__, f"{vault_package.__name__}."):
        import_module(module.name)  # else each child imports what is imported at first use
    gc.freeze()  # else each child's collector copies what it looks at
    with suppress(EOFError):
        while True:
            print(_status_of(*pickle.load(sys.stdin.buffer)), flush=True)


def _status_of(base: Path, number: int, act: Callable[[Vault], object]) -> int:
    child = os.fork()
    if child == 0:  # pragma: no cover - measured in no process that is killed
        code = 1
        try:
            vault = Vault(base / "vault", data_dir=base / "data")
            assert vault.journal.id
            die_at(number)
            act(vault)
            code = 0
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1]
