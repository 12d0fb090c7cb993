"""Runs tool calls: validates them, limits their time, and lets no write be half done."""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import Awaitable
from functools import partial
from typing import TypeVar

from axon_desktop.errors import VaultError, WriteFailedError
from axon_desktop.llm.messages import ToolCall, ToolDefinition, ToolResult
from axon_desktop.tools.notes import NoteTools, describe_write
from axon_desktop.tools.registry import ToolRegistry
from axon_desktop.tools.tool import Tool
from axon_desktop.tools.validation import find_problem
from axon_desktop.vault import Change, Vault
from axon_desktop.vault.changes import ChangePreview

T = TypeVar("T")

_log = logging.getLogger(__name__)


class _TooSlowError(Exception):
    """A tool used up its time before anything was written."""


class ToolManager:
    """The tools of one conversation on one vault. It never asks: it does or refuses.

    A write has a commit point. Before it, a time-out or a cancellation means that nothing was written; from it on
    the write is shielded, finished and reported as done.
    """

    def __init__(self, vault: Vault, *, timeout: float = 30.0) -> None:
        self.registry = ToolRegistry()
        """The tools that may be called."""
        self._vault = vault
        self._timeout = timeout
        self._turn = uuid.uuid4().hex
        self._title = ""
        self._notes = NoteTools(vault)
        for tool in self._notes.tools():
            self.registry.register(tool)

    def get_tool_definitions(self) -> list[ToolDefinition]:
        """Return what a model is told of the tools."""
        return [tool.definition for tool in self.registry.list()]

    def warm_up(self) -> None:
        """Load what checking params needs, which is slow the first time; for a thread."""
        find_problem({}, {})

    def begin_turn(self, turn_id: str, title: str) -> None:
        """Let the changes from now on belong to this turn of the journal."""
        self._turn, self._title = turn_id, title

    def writes(self, tool: str) -> bool:
        """Tell whether the tool of this name changes anything."""
        found = self.registry.get(tool)
        return found is not None and found.effect == "write"

    def check(self, call: ToolCall) -> ToolResult | None:
        """Return the error of a call that cannot run, None if it may."""
        tool = self.registry.get(call.tool) if isinstance(call.tool, str) else None
        if tool is None:
            return ToolResult(False, error=f"Tool '{call.tool}' is not available")
        problem = find_problem(tool.definition.parameters, call.params)
        return None if problem is None else ToolResult(False, error=f"Invalid parameters: {problem}")

    async def preview(self, call: ToolCall) -> ChangePreview | None:
        """Return what the call, which passed `check`, would write; None for a call that only reads.

        Raises:
            VaultError: the write is not possible; the text is for the model.
        """
        tool = self.registry.get(call.tool)
        if tool is None or tool.preview is None:
            return None
        try:
            return await self._within_limit(tool.preview(call.params))
        except _TooSlowError as error:
            raise WriteFailedError(f"{call.tool} {error}; nothing was written") from error

    async def execute(self, call: ToolCall, approved: ChangePreview | None = None) -> ToolResult:
        """Run the call and return what came of it; raises nothing but CancelledError.

        With `approved`, exactly `approved.after` is written, provided that the file still is `approved.before`.
        """
        refused = self.check(call)
        if refused is not None:
            return refused
        try:
            return await self._run(self.registry.get(call.tool), call, approved)
        except _TooSlowError as error:
            return ToolResult(False, error=f"{call.tool} {error}")
        except VaultError as error:
            return ToolResult(False, error=str(error))
        except Exception as error:  # noqa: BLE001 - around one tool execution: the turn must go on
            _log.exception("tool %s failed", call.tool)
            return ToolResult(False, error=f"{call.tool} failed: {type(error).__name__}: {error}")

    async def _run(self, tool: Tool | None, call: ToolCall, approved: ChangePreview | None) -> ToolResult:
        assert tool is not None
        if tool.run is not None:
            return await self._within_limit(tool.run(call.params))
        if approved is not None:
            await asyncio.to_thread(self._notes.check_fresh, approved)
        preview = approved or await self.preview(call)
        assert preview is not None
        change = await self._commit(preview)
        self._notes.written(change)
        return ToolResult(True, data=describe_write(preview), path=change.path, change_id=change.id)

    async def _within_limit(self, work: Awaitable[T]) -> T:
        deadline = asyncio.timeout(self._timeout)
        try:
            async with deadline:
                return await work
        except TimeoutError as error:
            if deadline.expired():
                raise _TooSlowError(f"took longer than {self._timeout:g} s") from error
            raise

    async def _commit(self, preview: ChangePreview) -> Change:
        """Write to the end, whatever happens to this task; a cancellation that came meanwhile follows.

        Only the waiting for another process that writes to the vault ends with a cancellation or the time limit.
        """
        cancelled = False
        deadline = time.monotonic() + self._timeout
        write = partial(
            self._vault.apply,
            preview,
            turn=self._turn,
            title=self._title,
            give_up=lambda: cancelled or time.monotonic() > deadline,
        )
        future = asyncio.get_running_loop().run_in_executor(None, write)
        while not future.done():
            try:
                await asyncio.wait([future])
            except asyncio.CancelledError:
                cancelled = True
        task = asyncio.current_task()
        if cancelled and task is not None:
            # the caller gets the result and is cancelled at its next await; the number of requests stays as it was
            task.uncancel()
            task.cancel()
        return future.result()
