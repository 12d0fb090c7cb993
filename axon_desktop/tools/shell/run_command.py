"""run_command: programs of this computer, with the vault as their folder. Off unless the user switches it on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from axon_desktop.errors import CommandTimeoutError, InvalidParametersError, ToolExecutionError
from axon_desktop.llm.messages import JsonObject, ToolDefinition, ToolResult
from axon_desktop.tools.sandbox.limits import Launch
from axon_desktop.tools.shell import sandbox
from axon_desktop.tools.shell.command_copies import CommandCopies
from axon_desktop.tools.shell.command_rules import Judgement, Rule, judge_command
from axon_desktop.tools.tool import Tool
from axon_desktop.tools.uncancellable import run_uncancelled
from axon_desktop.vault import Change, Vault
from axon_desktop.vault.history.changes import Proposal

Commit: TypeAlias = Callable[[Proposal], Awaitable[list[Change]]]
"""Carries out a proposal, as a part of the turn."""

HAS_COMMANDS = os.name == "posix"
"""Whether commands can be run: each with all that it starts in a group, which ends as one. Windows has no such."""
OUTPUT_LIMIT = 1_000_000
"""Bytes of each output that are returned; the rest is read and dropped."""
LONGEST = 600.0
"""Seconds that a command may ask for."""
_DEFAULT = 30.0
_GRACE = 2.0
"""Seconds between asking a command to end and ending it."""

_DEFINITION = ToolDefinition(
    name="run_command",
    description=(
        "Run a program on the user's computer, with the vault as its folder. The user is asked each time. It may "
        "read the vault, write only to what `writes` names, and has no network. Returns JSON: "
        '{"exit_code": integer, "stdout": string, "stderr": string, "truncated": boolean}, with `writes` also '
        '"written": [path] and "not_written": {path: reason}.'
    ),
    parameters={
        "type": "object",
        "properties": {
            "command": {
                "anyOf": [  # with nothing beside it, as some servers want it
                    {
                        "type": "string",
                        "minLength": 1,
                        "description": "The program and its arguments: a list of words, or one line without shell"
                        " syntax",
                    },
                    {"type": "array", "items": {"type": "string"}, "minItems": 1},
                ],
            },
            "timeout": {
                "type": "number",
                "minimum": 0.01,
                "maximum": LONGEST,
                "description": f"Seconds after which it is ended; default {_DEFAULT:g}",
            },
            "writes": {
                "type": "array",
                "items": {"type": "string", "minLength": 1},
                "minItems": 1,
                "maxItems": 20,
                "description": "Files and folders of the vault that it may change, as vault paths; they must be "
                "there. Nothing else can be written to, and nothing can be deleted",
            },
            "shell": {"type": "boolean", "description": "Let a shell read the line; the user sees that"},
        },
        "required": ["command"],
        "additionalProperties": False,
    },
)


_NOT_ALLOWED: frozenset[Rule] = frozenset({"needs_sandbox", "rights"})
"""Rules by which a command is forbidden, not just malformed."""


def command_tool(vault: Vault, commit: Commit) -> Tool:
    """Return the tool for this vault; `commit` writes the changes that a command made to copies."""

    async def run(params: JsonObject) -> ToolResult:
        return await run_command(params, vault, commit)

    def check(params: JsonObject) -> ToolResult | None:
        return _refusal(params, vault.root, sandbox.find().kind)

    return Tool(
        definition=_DEFINITION,
        run=run,
        effect="command",
        check=check,
        warm_up=sandbox.find,
        timeout=LONGEST + 10,
    )


async def run_command(params: JsonObject, vault: Vault, commit: Commit) -> ToolResult:
    """Run a command and return what it printed; whatever happens to this task, it and its children end.

    Raises:
        VaultError: a path to write to does not exist, or the changes cannot be taken over.
    """
    kind = (await asyncio.to_thread(sandbox.find)).kind
    if refusal := _refusal(params, vault.root, kind):
        return refusal
    if "writes" not in params:
        return await _run(params, vault.root, kind, {})
    try:
        copies = await run_uncancelled(lambda _: CommandCopies(vault, list(dict.fromkeys(params["writes"]))))
    except ToolExecutionError as error:
        return ToolResult(False, error=f"Not allowed: {error}", kind="not_allowed")
    try:
        result = await _run(params, vault.root, kind, copies.places)
        return await _take_over(result, copies, commit) if result.success else result
    finally:
        await run_uncancelled(lambda _: copies.close())


async def _run(
    params: JsonObject, root: Path, kind: sandbox.Kind | None, writes: Mapping[Path, Path]
) -> ToolResult:
    argv = _judge(params, root, kind).argv
    launch = await run_uncancelled(lambda _: sandbox.prepare(argv, root, kind, writes))
    try:
        return await run_launch(launch, root, float(params.get("timeout", _DEFAULT)))
    except CommandTimeoutError as error:
        return ToolResult.of(error)
    except OSError as error:
        return ToolResult(False, error=f"{argv[0]} cannot be started: {error.strerror or error}")
    finally:
        await run_uncancelled(lambda _: launch.close())


async def _take_over(result: ToolResult, copies: CommandCopies, commit: Commit) -> ToolResult:
    """Write the changes that a command made to its copies, and describe them in the result."""
    proposal, refused = await run_uncancelled(lambda _: copies.collect())
    changes = await commit(proposal) if proposal is not None else []
    shape = {
        **json.loads(result.data or ""),
        "written": [change.path for change in changes],
        "not_written": refused,
    }
    first = changes[0] if changes else None
    return ToolResult(
        True,
        data=json.dumps(shape, ensure_ascii=False),
        path=first.path if first else None,
        change_id=first.id if first else None,
    )


async def run_launch(launch: Launch, root: Path, limit: float) -> ToolResult:
    """Start a prepared command and wait for it, for `limit` seconds at most.

    Raises:
        CommandTimeoutError: it took longer, and was ended.
        OSError: it cannot be started.
    """
    with _Output() as out, _Output() as err:
        process = await _start(launch, root, out, err)
        slow = await _wait_or_end(process, limit, out, err)
    shape = {
        "exit_code": process.returncode,
        "stdout": out.text,
        "stderr": err.text,
        "truncated": out.truncated or err.truncated,
    }
    data = json.dumps(shape, ensure_ascii=False)
    if slow:
        template = "run_command took longer than {seconds} s and was ended. It printed: {data}"
        raise CommandTimeoutError(template, seconds=f"{limit:g}", data=data)
    return ToolResult(True, data=data)


def _judge(params: JsonObject, root: Path, kind: sandbox.Kind | None) -> Judgement:
    return judge_command(params["command"], shell=bool(params.get("shell")), root=root, sandboxed=kind is not None)


def _refusal(params: JsonObject, root: Path, kind: sandbox.Kind | None) -> ToolResult | None:
    """Return why a command will not be run; None when it may be."""
    if "writes" in params and kind != "bubblewrap":
        text = "Not allowed: without bubblewrap no command can write to the vault; use the tools for notes"
        return ToolResult(False, error=text, kind="not_allowed")
    judgement = _judge(params, root, kind)
    if judgement.answer == "ask":
        return None
    if judgement.rule == "outside":
        return ToolResult(False, error=judgement.text, kind="bad_path")
    if judgement.rule in _NOT_ALLOWED:
        return ToolResult(False, error=f"Not allowed: {judgement.text}", kind="not_allowed")
    return ToolResult.of(InvalidParametersError(judgement.text))


async def _start(launch: Launch, root: Path, out: _Output, err: _Output) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *launch.argv,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=out.writing,
        stderr=err.writing,
        cwd=root,
        env=launch.environment,
        pass_fds=launch.handles,
        start_new_session=True,
    )


async def _wait_or_end(process: asyncio.subprocess.Process, limit: float, out: _Output, err: _Output) -> bool:
    """Wait for a command to end, or end it at its limit; return whether it had to be ended."""
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
            for reader in readers:  # outside a sandbox, a program that left the group may hold the outputs open
                reader.cancel()
    except BaseException:
        _signal(process, signal.SIGKILL)
        with suppress(TimeoutError):  # it must be reaped before the loop is closed
            async with asyncio.timeout(_GRACE):
                await process.wait()
        raise
    return slow


class _Output:
    """One output of a command: all of it is read, the beginning is returned.

    The pipe is our own: with asyncio's, waiting for a command also waits for all that it has left behind.
    """

    def __init__(self) -> None:
        reading, self.writing = os.pipe()
        """The end that the command writes to; closed here once reading begins."""
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
