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
    try:
        process = await _start(command, root, caged=caged)
    except OSError as error:
        return ToolResult(False, error=f"{command.argv[0]} cannot be started: {error.strerror or error}")
    assert process.stdout is not None
    assert process.stderr is not None
    out, err = _Output(process.stdout), _Output(process.stderr)
    slow = False
    try:
        async with asyncio.TaskGroup() as group:
            for output in (out, err):
                group.create_task(output.read())
            try:
                async with asyncio.timeout(limit):
                    await process.wait()
            except TimeoutError:
                slow = True
            await _end(process)
    except BaseException:
        _signal(process, signal.SIGKILL)
        with suppress(TimeoutError):  # its pipes must be closed before the loop is
            async with asyncio.timeout(_GRACE):
                await process.communicate()
        raise
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


async def _start(command: Command, root: Path, *, caged: bool) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sandbox.wrap(command.argv, root) if caged else command.argv),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=root,
        env=sandbox.environment(),
        start_new_session=True,
    )


class _Output:
    """One output of a command: the beginning is kept, all of it is read."""

    def __init__(self, stream: asyncio.StreamReader) -> None:
        self._stream = stream
        self._kept = bytearray()
        self.truncated = False

    async def read(self) -> None:
        while chunk := await self._stream.read(65_536):
            room = OUTPUT_LIMIT - len(self._kept)
            self._kept += chunk[:room]
            self.truncated = self.truncated or len(chunk) > room

    @property
    def text(self) -> str:
        return self._kept.decode("utf-8", "replace")


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
