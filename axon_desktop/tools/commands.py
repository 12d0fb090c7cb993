"""run_command: programs of this computer, with the vault as their folder. Off unless the user switches it on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from contextlib import suppress
from pathlib import Path

from axon_desktop.errors import AxonError
from axon_desktop.llm.messages import JsonObject, ToolDefinition, ToolResult
from axon_desktop.tools import sandbox
from axon_desktop.tools.command_rules import Command, judge
from axon_desktop.tools.tool import Tool
from axon_desktop.vault import Vault

OUTPUT_LIMIT = 1_000_000
"""Bytes of each output that are kept; the rest is read and dropped."""
LONGEST = 600.0
"""Seconds that a command may ask for."""
_DEFAULT = 30.0
_GRACE = 2.0
"""Seconds between asking a command to end and ending it."""

_DEFINITION = ToolDefinition(
    name="run_command",
    description=(
        "Run a program on the user's computer, with the vault as its folder. The user is asked each time. It may "
        "read the vault but not write to it, and has no network. Returns JSON: "
        '{"exit_code": integer, "stdout": string, "stderr": string, "truncated": boolean}.'
    ),
    parameters={
        "type": "object",
        "properties": {
            "command": {
                "description": "The program and its arguments: a list of words, or one line without shell signs",
                "anyOf": [
                    {"type": "string", "minLength": 1},
                    {"type": "array", "items": {"type": "string"}, "minItems": 1},
                ],
            },
            "timeout": {
                "type": "number",
                "exclusiveMinimum": 0,
                "maximum": LONGEST,
                "description": f"Seconds after which it is ended; default {_DEFAULT:g}",
            },
            "shell": {"type": "boolean", "description": "Let a shell read the line; the user sees that"},
        },
        "required": ["command"],
        "additionalProperties": False,
    },
)


def command_tool(vault: Vault) -> Tool:
    """Return the tool for this vault."""

    async def run(params: JsonObject) -> ToolResult:
        return await run_command(params, vault.root)

    return Tool(definition=_DEFINITION, run=run, effect="command", timeout=LONGEST + 10)


async def run_command(params: JsonObject, root: Path) -> ToolResult:
    """Run a command and return what it printed; whatever happens to this task, it and its children end."""
    try:
        command = judge(params["command"], shell=bool(params.get("shell")), root=root)
    except AxonError as error:
        text = str(error)
        return ToolResult(
            False, error=text if text.startswith("Invalid path: ") else f"Invalid parameters: {text}"
        )
    caged = await asyncio.to_thread(sandbox.works)
    if command.by_shell and not caged:
        return ToolResult(False, error="Not allowed: without a sandbox on this computer no shell line can be run")
    limit = float(params.get("timeout", _DEFAULT))
    with _Output() as out, _Output() as err:
        try:
            process = await _start(command, root, out, err, caged=caged)
        except OSError as error:
            return ToolResult(False, error=f"{command.argv[0]} cannot be started: {error.strerror or error}")
        slow = await _see_through(process, limit, out, err)
    shape = {
        "exit_code": process.returncode,
        "stdout": out.text,
        "stderr": err.text,
        "truncated": out.truncated or err.truncated,
    }
    data = json.dumps(shape, ensure_ascii=False)
    if slow:
        return ToolResult(
            False, error=f"run_command took longer than {limit:g} s and was ended. It printed: {data}"
        )
    return ToolResult(True, data=data)


async def _start(
    command: Command, root: Path, out: _Output, err: _Output, *, caged: bool
) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sandbox.wrap(command.argv, root) if caged else command.argv),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=out.writing,
        stderr=err.writing,
        cwd=root,
        env=sandbox.environment(),
        start_new_session=True,
    )


async def _see_through(process: asyncio.subprocess.Process, limit: float, out: _Output, err: _Output) -> bool:
    """Wait for a command to end, or end it at its limit; return whether that had to be done."""
    slow = False
    try:
        async with asyncio.TaskGroup() as group:
            readers = [group.create_task(output.read()) for output in (out, err)]
            try:
                async with asyncio.timeout(limit):
                    await process.wait()
            except TimeoutError:
                slow = True
            await _end(process)
            await asyncio.wait(readers, timeout=_GRACE)
            for reader in readers:  # outside a cage, a program that left the group may hold the outputs open
                reader.cancel()
    except BaseException:
        _signal(process, signal.SIGKILL)
        with suppress(TimeoutError):  # it must be reaped before the loop is closed
            async with asyncio.timeout(_GRACE):
                await process.wait()
        raise
    return slow


class _Output:
    """One output of a command: the beginning is kept, all of it is read.

    The pipe is our own: with asyncio's, waiting for a command also waits for all that it has left behind.
    """

    def __init__(self) -> None:
        reading, self.writing = os.pipe()
        """What the command writes to; closed here once it is being read."""
        self._reading = os.fdopen(reading, "rb", 0)
        self._kept = bytearray()
        self.truncated = False

    def __enter__(self) -> _Output:
        return self

    def __exit__(self, *_: object) -> None:
        self._reading.close()
        self._close_writing()

    async def read(self) -> None:
        self._close_writing()
        stream = asyncio.StreamReader()
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(stream), self._reading
        )
        try:
            while chunk := await stream.read(65_536):
                room = OUTPUT_LIMIT - len(self._kept)
                self._kept += chunk[:room]
                self.truncated = self.truncated or len(chunk) > room
        finally:
            transport.close()

    @property
    def text(self) -> str:
        return self._kept.decode("utf-8", "replace")

    def _close_writing(self) -> None:
        if self.writing >= 0:
            os.close(self.writing)
            self.writing = -1


async def _end(process: asyncio.subprocess.Process) -> None:
    """End the command and whatever it has started and left behind."""
    _signal(process, signal.SIGTERM)
    with suppress(TimeoutError):
        async with asyncio.timeout(_GRACE if process.returncode is None else 0.0):
            await process.wait()
    _signal(process, signal.SIGKILL)
    await process.wait()


def _signal(process: asyncio.subprocess.Process, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
