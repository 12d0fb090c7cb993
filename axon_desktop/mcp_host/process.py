"""A server's process: started with little of our environment, and never left behind."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from axon_desktop.mcp_host import launcher
from axon_desktop.mcp_host.config import ServerConfig
from axon_desktop.mcp_host.reasons import Reason, ServerError
from axon_desktop.mcp_host.shell_path import find_program

CHUNK = 64 * 1024
_STOP_LIMIT = 4.0
"""Seconds after which a launcher that should have ended everything is killed itself."""
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
        """Write to its standard input; raises OSError when it has gone."""

    async def stop(self) -> int | None:
        """End it and all that it started, within seconds; return its exit code where it is known."""


class Launch(Struct, frozen=True):
    """What exactly is started."""

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
            from axon_desktop.mcp_host.windows_process import start_windows_process

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
    """A server below a launcher that ends it with this program; see `launcher`."""

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
        held, kept = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *_launcher_command(),
                str(held),
                *launch.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=launch.environment,
                cwd=launch.folder,
                start_new_session=True,
                pass_fds=(held,),
                limit=CHUNK,
            )
        except BaseException:
            os.close(kept)
            raise
        finally:
            os.close(held)
        return cls(process, kept)

    async def read(self) -> bytes:
        return await self._stdout.read(CHUNK)

    async def read_log(self) -> bytes:
        return await self._stderr.read(CHUNK)

    async def write(self, data: bytes) -> None:
        self._stdin.write(data)
        await self._stdin.drain()

    async def stop(self) -> int | None:
        if self._lifeline >= 0:
            self._stdin.close()
            os.close(self._lifeline)
            self._lifeline = -1
        # its pipes are read to their ends: a server that still writes could not end, nor could the wait for it
        drained = asyncio.gather(_drain(self._stdout), _drain(self._stderr), self._process.wait())
        try:
            await asyncio.wait_for(drained, _STOP_LIMIT)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        return self._process.returncode


async def _drain(stream: asyncio.StreamReader) -> None:
    with suppress(RuntimeError):  # somebody else reads it at the moment
        while await stream.read(CHUNK):
            pass
