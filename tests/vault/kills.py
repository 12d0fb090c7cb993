"""Killing a process that writes, at any call that touches the disk or the journal.

The killed process is a real one, ended by SIGKILL.
"""

from __future__ import annotations

import os
import shutil
import signal
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

from axon_desktop.vault import Vault, swap
from axon_desktop.vault.journal import Journal

FILE_CALLS = ("open", "write", "fsync", "mkdir", "fchmod", "rename", "replace", "unlink", "rmdir", "link", "read")
JOURNAL_CALLS = ("begin", "finish", "fail", "settle", "rescue", "begin_steps", "end_steps")

State = dict[str, tuple[int, bytes]]


def edit(file: Path, text: bytes) -> None:
    """Write a text that looks as if nobody had touched it for a while."""
    file.write_bytes(text)
    os.utime(file, (1e9, 1e9))


def tree(root: Path) -> State:
    """Return modes and bytes of everything in a folder."""
    return {
        str(file.relative_to(root)): (
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


def die_at(number: int) -> None:
    """Let the call with this number, of those that touch the disk or the journal, be the process's last."""
    left = [number]

    def wrap(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*args, **kwargs)

        return call

    for name in FILE_CALLS:
        setattr(os, name, wrap(getattr(os, name)))
    for name in ("exchange", "rename_new"):
        setattr(swap, name, wrap(getattr(swap, name)))
    for name in JOURNAL_CALLS:
        setattr(Journal, name, wrap(getattr(Journal, name)))


def was_killed(base: Path, number: int, act: Callable[[Vault], object]) -> bool:
    """Act in a process of its own, and tell whether it was killed on the way."""
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
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)
