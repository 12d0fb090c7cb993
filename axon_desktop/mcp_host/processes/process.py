"""The process of a server: started with little of our environment, and never left behind."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.failure_reasons import Reason, ServerError
from axon_desktop.mcp_host.processes import process_launcher as launcher
from axon_desktop.mcp_host.processes.shell_path import find_program

CHUNK = 64 * 1024
_STOP_LIMIT = 4.0
"""Seconds after which a launcher that should have ended everything is killed itself."""
_KILL_LIMIT = 5.0
"""Seconds for the system to end what was killed."""
_INHERITED = (
    "HOME", "LOGNAME", "SHELL", "TERM", "USER", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ",
    "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME",
    "APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMDATA",
    "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE",
)  # fmt: skip


class ServerProcess(Protocol):
    """A running server, on any system."""

    async def read(self) -> bytes:
        """Return some bytes of its standard output; none at its end."""

    async def read_log(self) -> bytes:
        """Return some bytes of its standard error; none at its end."""

    async def write(self, data: bytes) -> None:
        """Write to its standard input; raises OSError when it has ended."""

    async def stop(self) -> int | None:
        """End it and all that it started, within seconds; return its exit code where it is known."""


class Launch(Struct, frozen=True):
    """The exact command to start."""

    command: tuple[str, ...]
    """Full path of the program, and its arguments."""
    environment: dict[str, str]
    folder: str


def plan_launch(config: ServerConfig, path: str, environ: Mapping[str, str] | None = None) -> Launch:
    """Return what to start for a server whose secrets are filled in; `path` is where programs are found.

    Raises:
        ServerError: there is no such program or folder.
    """
    environ = os.environ if environ is None else environ
    environment = {name: environ[name] for name in _INHERITED if name in environ}
    environment |= {"PATH": path, **config.env}
    folder = str(Path(config.cwd or "~").expanduser())
    if not Path(folder).is_dir():
        raise ServerError(Reason("cannot_start", f"there is no folder {folder}"))
    program = find_program(config.command, environment["PATH"], folder)
    if program is None:
        raise ServerError(Reason("not_found", config.command))
    return Launch((program, *config.args), environment, folder)


async def start_process(launch: Launch) -> ServerProcess:
    """Start a server.

    Raises:
        ServerError: the system cannot start it.
    """
    try:
        if sys.platform == "win32":
            from axon_desktop.mcp_host.processes.windows_process import start_windows_process

            return await start_windows_process(launch)
        return await _PosixProcess.start(launch)
    except (OSError, ValueError) as error:
        raise ServerError(Reason("cannot_start", str(error))) from error


def _launcher_command() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable, "--worker", launcher.__name__]
    # bare: no site packages, and nothing of PYTHONPATH, which the server must not get either
    return [sys.executable, "-I", "-S", launcher.__file__]


class _PosixProcess:
    """A server below a launcher that ends it with this program; see `process_launcher`."""

    def __init__(self, process: asyncio.subprocess.Process, lifeline: int) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._process = process
        self._stdin, self._stdout, self._stderr = process.stdin, process.stdout, process.stderr
        self._lifeline = lifeline

    @classmethod
    async def start(cls, launch: Launch) -> _PosixProcess:
        """Start the launcher, which starts the server."""
        child_end, lifeline = os.pipe()
        starting = asyncio.get_running_loop().create_task(
            asyncio.create_subprocess_exec(
                *_launcher_command(),
                str(child_end),
                *launch.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=launch.environment,
                cwd=launch.folder,
                start_new_session=True,
                pass_fds=(child_end,),
                limit=CHUNK,
            )
        )
        try:
            cancelled = await _outlast(starting)
            process = cls(starting.result(), lifeline)
        except BaseException:
            os.close(lifeline)
            raise
        finally:
            os.close(child_end)
        if cancelled:
            await process.stop()
            raise asyncio.CancelledError
        return process

    async def read(self) -> bytes:
        return await self._stdout.read(CHUNK)

    async def read_log(self) -> bytes:
        return await self._stderr.read(CHUNK)

    async def write(self, data: bytes) -> None:
        self._stdin.write(data)
        await self._stdin.drain()

    async def stop(self) -> int | None:
        """End it as the protocol specifies; a cancellation of this waits for it too."""
        if self._lifeline >= 0:
            self._stdin.close()
            os.close(self._lifeline)
            self._lifeline = -1
        cancelled = await self._see_out(_STOP_LIMIT)
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
            cancelled = await self._see_out(_KILL_LIMIT) or cancelled
        self._process._transport.close()  # type: ignore[attr-defined]  # noqa: SLF001 - others may hold its pipes
        if cancelled:
            raise asyncio.CancelledError
        return self._process.returncode

    async def _see_out(self, seconds: float) -> bool:
        """Wait for its end, `seconds` at most; return whether this was cancelled meanwhile.

        A process that was not waited for when the loop closes never is; and before that, all tasks are cancelled.
        """
        deadline = time.monotonic() + seconds
        cancelled = False
        while (left := deadline - time.monotonic()) > 0:
            ending = asyncio.get_running_loop().create_task(self._until_ended())
            cancelled = await _outlast(ending, left) or cancelled
            if ending.done() and not ending.cancelled():
                break
            ending.cancel()
        return cancelled

    async def _until_ended(self) -> None:
        # its pipes are read to their ends: a server that still writes could not end, nor could the wait for it
        await asyncio.gather(_drain(self._stdout), _drain(self._stderr), self._process.wait())


async def _outlast(task: asyncio.Task[Any], seconds: float | None = None) -> bool:
    """Wait for a task, also when this one is cancelled meanwhile, and return whether it was."""
    deadline = None if seconds is None else time.monotonic() + seconds
    cancelled = False
    while not task.done():
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            break
        try:
            await asyncio.wait([task], timeout=left)
        except asyncio.CancelledError:
            cancelled = True
    return cancelled


async def _drain(stream: asyncio.StreamReader) -> None:
    with suppress(RuntimeError):  # somebody else reads it at the moment
        while await stream.read(CHUNK):
            pass
