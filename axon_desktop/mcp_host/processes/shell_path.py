"""The PATH of the user's shell, which a window started from a menu does not have."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import uuid
from contextlib import suppress
from pathlib import Path

_LIMIT = 5.0
"""Seconds for the shell; some start-up files wait forever."""
_USUAL = ("~/.local/bin", "/opt/homebrew/bin", "/usr/local/bin", "/usr/bin", "/bin")


class ShellPath:
    """The login shell's PATH, read once, in a thread."""

    def __init__(self, shell: str | None = None) -> None:
        self._shell = os.environ.get("SHELL", "") if shell is None else shell
        self._path: str | None = None
        self._asking = asyncio.Lock()

    async def get(self) -> str:
        """Return the PATH for programs: the shell's, then ours, then the usual folders."""
        async with self._asking:
            if self._path is None:
                self._path = await asyncio.to_thread(find_path, self._shell)
            return self._path


def find_path(shell: str) -> str:
    """Ask a login shell for its PATH; takes up to some seconds."""
    own = os.environ.get("PATH", os.defpath)
    if sys.platform == "win32":
        return own
    asked = _ask(shell) if shell and Path(shell).is_absolute() else ""
    usual = [str(Path(folder).expanduser()) for folder in _USUAL]
    folders = [*asked.split(os.pathsep), *own.split(os.pathsep), *usual]
    return os.pathsep.join(dict.fromkeys(folder for folder in folders if folder))


def find_program(command: str, path: str, cwd: str) -> str | None:
    """Return the file that a command runs, None if there is none; a command with a slash is a path."""
    command = os.path.expanduser(command)  # noqa: PTH111 - a Path would lose the ./ that makes it one
    if os.path.dirname(command) and not Path(command).is_absolute():  # noqa: PTH120 - the same
        command = str(Path(cwd) / command)
    return shutil.which(command, path=path)


def _ask(shell: str) -> str:
    """Return the shell's output; empty when there is none in time."""
    mark = uuid.uuid4().hex
    # interactive too, because many installers of node write to files that only such shells read
    command = [shell, "-l", "-i", "-c", f'printf "%s" "{mark}"; printenv PATH; printf "%s" "{mark}"']
    try:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # a shell with a terminal would stop this program
        )
    except OSError:
        return ""
    with child:
        try:
            output, _ = child.communicate(timeout=_LIMIT)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            return ""
    parts = output.decode("utf-8", "replace").split(mark)
    return parts[1].strip() if len(parts) == 3 else ""
