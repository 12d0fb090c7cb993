"""Commands of ours as tests run them often: forked from a process that has imported them, instead of started.

A start costs ten times what most commands do. Where it is the process that is tested (how it starts, its signals,
its terminal, what it imports) it is really started. What a command is first to import, the next one finds there.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent
_ROOT = _HERE.parents[1]
_SHARED = "AXON_FORKS"
"""The variable with the address of a process that forks for all of a run's workers."""


def forked(module: str) -> list[str]:
    """Return the command that runs a module of ours as `python -m` does; its arguments may follow."""
    if not hasattr(os, "pidfd_open"):
        return [sys.executable, "-m", module]
    return [sys.executable, "-I", "-S", str(_HERE / "client.py"), _server(), module]


def share() -> None:
    """Have one process fork for this one and those that it starts: each has to import most of Axon."""
    if hasattr(os, "pidfd_open"):
        os.environ[_SHARED] = _start()


@cache
def _server() -> str:
    return os.environ.get(_SHARED) or _start()


def _start() -> str:
    """Start the process that forks, and return its address; it ends with this one."""
    folder = tempfile.TemporaryDirectory(prefix="axon-forks-")
    address = str(Path(folder.name) / "socket")
    command = [sys.executable, "-W", "error", "-m", "tests.forking.server", address]
    server = subprocess.Popen(command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert server.stdout is not None
    assert server.stdout.read() == b""  # it closes its output when it can be asked

    def end() -> None:
        server.communicate()
        folder.cleanup()

    atexit.register(end)
    return address
