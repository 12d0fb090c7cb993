"""The tool manager: validates calls, limits their time, and leaves no write half done."""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import Awaitable, Callable
from typing import TypeVar

from msgspec.structs import replace

from axon_desktop.errors import InvalidParametersError, JournalError, Text, VaultError, WriteFailedError
from axon_desktop.llm.messages import ToolCall, ToolDefinition, ToolResult
from axon_desktop.tools.built_in import BUILT_IN, ToolContext
from axon_desktop.tools.notes.look_ahead import LookAhead
from axon_desktop.tools.notes.outcome import count_rewritten, describe
from axon_desktop.tools.notes.read_versions import ReadVersions
from axon_desktop.tools.registry import ToolRegistry
from axon_desktop.tools.shell.run_command import HAS_COMMANDS, command_tool
from axon_desktop.tools.tool import Effect, Tool
from axon_desktop.tools.uncancellable import run_uncancelled
from axon_desktop.tools.validation import as_meant, find_problem, read_texts
from axon_desktop.vault import Change, Vault
from axon_desktop.vault.history.changes import Proposal
from axon_desktop.vault.history.records import Origin
from axon_desktop.vault.search.found import Search

T = TypeVar("T")

_log = logging.getLogger(__name__)


class _TooSlowError(Exception):
    """A tool used up its time before anything was written."""

    def __init__(self, tool: str, seconds: float) -> None:
        self.text = Text("{tool} took longer than {seconds} s", tool=tool, seconds=f"{seconds:g}")
        super().__init__(self.text)


class ToolManager:
    """The tools of one conversation on one vault. It never asks the user: it runs a call or refuses it.

    A write has a commit point. Before it, a time-out or a cancellation means that nothing was written; from it on
    the write is shielded, finished and reported as done.
    """

    def __init__(
        self, vault: Vault, *, timeout: float = 30.0, commands: bool = False, search: Search | None = None
    ) -> None:
        """Take the vault; `commands` also offers run_command where it works, `search` saves reading every file."""
        self.registry = ToolRegistry()
        """The tools that may be called."""
        self.vault = vault
        """The vault of the tools."""
        self._timeout = timeout
        self._turn = uuid.uuid4().hex
        self._title = ""
        self._origin: Origin = "agent"
        self._program = ""
        self._seen = ReadVersions()
        given = ToolContext(vault, self._seen, search)
        for tools in BUILT_IN:
            for tool in tools(given):
                self.registry.register(tool)
        if commands and HAS_COMMANDS:
            self.registry.register(command_tool(vault, self._take_over))

    def get_tool_definitions(self) -> list[ToolDefinition]:
        """Return the definitions of the tools for a model."""
        return [tool.definition for tool in self.registry.list()]

    def warm_up(self) -> None:
        """Load what checking params needs, which is slow the first time; for a thread."""
        find_problem({}, {})
        for tool in self.registry.list():
            if tool.warm_up is not None:
                tool.warm_up()

    def begin_turn(self, turn_id: str, title: str, *, origin: Origin = "agent", program: str = "") -> None:
        """Let later changes belong to this turn of the journal; `program` is another one that requested them."""
        self._turn, self._title = turn_id, title
        self._origin, self._program = origin, program

    def effect(self, tool: str) -> Effect | None:
        """Tell what a call of the tool of this name may do; None when there is no such tool."""
        found = self.registry.get(tool)
        return found.effect if found is not None else None

    def is_foreign(self, tool: str) -> bool:
        """Tell whether another program answers calls of the tool of this name, even if it has ended meanwhile."""
        found = self.registry.get(tool)
        return found.foreign if found is not None else "." in tool

    def settle(self, call: ToolCall) -> ToolCall:
        """Return the call as it is meant: null for an optional parameter is one that was left out.

        Markup of other families holds texts only: of a near miss they are what the schema says.
        """
        tool = self.registry.get(call.tool) if isinstance(call.tool, str) else None
        if tool is None:
            return call
        schema = tool.definition.parameters
        params = read_texts(schema, call.params) if call.near_miss else call.params
        return replace(call, params=as_meant(schema, params))

    def check(self, call: ToolCall) -> ToolResult | None:
        """Return the error of a call that cannot run, None if it may."""
        tool = self.registry.get(call.tool) if isinstance(call.tool, str) else None
        if tool is None:
            why = self.registry.why_unavailable(call.tool) if isinstance(call.tool, str) else ""
            text = f"Tool '{call.tool}' is not available" + (f": {why}" if why else "")
            return ToolResult(False, error=text, kind="unavailable")
        problem = find_problem(tool.definition.parameters, call.params)
        if problem is None and tool.check is not None and (refusal := tool.check(call.params)) is not None:
            return refusal
        return None if problem is None else ToolResult.of(InvalidParametersError(problem))

    def look_ahead(self) -> LookAhead:
        """Return a `LookAhead`, which computes several writes before the first of them is done."""
        return LookAhead(self.vault, self._seen)

    async def preview(self, call: ToolCall, ahead: LookAhead | None = None) -> Proposal | None:
        """Return what the call, which passed `check`, would do to the vault; None unless its effect is "write".

        With `ahead`, what it would do after the writes pending there; None also if that is not known.

        Raises:
            VaultError: the write is not possible; the text is for the model.
        """
        tool = self.registry.get(call.tool)
        if tool is None:
            return None
        preview = tool.preview if ahead is None else ahead.find(tool.name)
        if preview is None:
            return None
        try:
            return await self._within_limit(tool, preview(call.params))
        except _TooSlowError as error:
            raise WriteFailedError("{problem}; nothing was written", problem=error.text) from error

    async def execute(
        self, call: ToolCall, approved: Proposal | None = None, *, unrecorded: bool = False
    ) -> ToolResult:
        """Run the call and return its result.

        With `approved`, exactly that is done, provided that every file still is as it was then; with `unrecorded`,
        one text is written even where it cannot be recorded.

        Raises:
            JournalError: what was approved cannot be recorded; nothing was changed. Nothing else is raised but
                CancelledError.
        """
        call = self.settle(call)
        refused = self.check(call)
        if refused is not None:
            return refused
        try:
            return await self._run(self.registry.get(call.tool), call, approved, unrecorded)
        except _TooSlowError as error:
            return ToolResult(False, error=error.text, kind="too_slow")
        except VaultError as error:
            if isinstance(error, JournalError) and approved is not None:
                raise
            return ToolResult.of(error)
        except Exception as error:  # noqa: BLE001 - around one tool execution: the turn must go on
            _log.exception("tool %s failed", call.tool)
            return ToolResult(False, error=f"{call.tool} failed: {type(error).__name__}: {error}")

    async def _run(
        self, tool: Tool | None, call: ToolCall, approved: Proposal | None, unrecorded: bool
    ) -> ToolResult:
        assert tool is not None
        if tool.run is not None:
            return await self._within_limit(tool, tool.run(call.params))
        if approved is not None:
            self._seen.check_fresh(approved)
        proposal = approved or await self.preview(call)
        assert proposal is not None
        links = await asyncio.to_thread(count_rewritten, proposal) if proposal.action == "move" else 0
        changes = await self._commit(proposal, unrecorded)
        self._seen.written(proposal)
        first = changes[0]
        return ToolResult(
            True,
            data=describe(proposal, changes, links),
            kind="created" if proposal.action == "write" and proposal.changes[0].before is None else "",
            path=first.target if proposal.action == "move" else first.path,
            change_id=first.id if first.recorded else None,
            unrecorded=not first.recorded,
        )

    async def _within_limit(self, tool: Tool, work: Awaitable[T]) -> T:
        seconds = self._timeout if tool.timeout is None else tool.timeout
        deadline = asyncio.timeout(seconds)
        try:
            async with deadline:
                return await work
        except TimeoutError as error:
            if deadline.expired():
                raise _TooSlowError(tool.name, seconds) from error
            raise

    async def _take_over(self, proposal: Proposal) -> list[Change]:
        """Write the changes that a command made to copies of files."""
        changes = await self._commit(proposal)
        self._seen.written(proposal)
        return changes

    async def _commit(self, proposal: Proposal, unrecorded: bool = False) -> list[Change]:
        """Write completely, whatever happens to this task; a cancellation meanwhile takes effect afterwards.

        Only the waiting for another process that writes to the vault ends with a cancellation or the time limit.
        """
        deadline = time.monotonic() + self._timeout

        def write(cancelled: Callable[[], bool]) -> list[Change]:
            return self.vault.apply_all(
                proposal,
                turn=self._turn,
                title=self._title,
                origin=self._origin,
                program=self._program,
                give_up=lambda: cancelled() or time.monotonic() > deadline,
                unrecorded=unrecorded,
            )

        return await run_uncancelled(write)
