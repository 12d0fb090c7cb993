"""A server's process on Windows, in a Job object that the system ends with this program. Not yet tried there."""

from __future__ import annotations

import asyncio
import os

import anyio
from mcp.os.win32.utilities import (
    FallbackProcess,
    close_process_job,
    create_windows_process,
    terminate_windows_process_tree,
)

from axon_desktop.mcp_host.processes.process import CHUNK, Launch

_GRACE = 1.0


class _WindowsProcess:
    """A server below a Job object."""

    def __init__(self, process: anyio.abc.Process | FallbackProcess, log: int) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._stdin, self._stdout = process.stdin, process.stdout
        self._log = log

    async def read(self) -> bytes:
        try:
            return await self._stdout.receive(CHUNK)
        except (anyio.EndOfStream, anyio.ClosedResourceError):
            return b""

    async def read_log(self) -> bytes:
        if self._log < 0:
            return b""
        data = await asyncio.to_thread(os.read, self._log, CHUNK)
        if not data:
            os.close(self._log)
            self._log = -1
        return data

    async def write(self, data: bytes) -> None:
        try:
            await self._stdin.send(data)
        except (anyio.BrokenResourceError, anyio.ClosedResourceError) as error:
            raise BrokenPipeError from error

    async def stop(self) -> int | None:
        await self._stdin.aclose()
        with anyio.move_on_after(_GRACE):
            await self._process.wait()
        if self._process.returncode is None:
            await terminate_windows_process_tree(self._process)
        close_process_job(self._process)
        if isinstance(self._process, FallbackProcess):
            await self._stdout.aclose()
        else:
            await self._process.aclose()  # its pipes too, which what nobody has read would keep open
        return self._process.returncode


async def start_windows_process(launch: Launch) -> _WindowsProcess:
    """Start the server in a new Job object."""
    read, write = os.pipe()
    with os.fdopen(write, "w", encoding="utf-8") as log:
        process = await create_windows_process(
            launch.command[0], list(launch.command[1:]), launch.environment, log, launch.folder
        )
    return _WindowsProcess(process, read)
