"""One server: the task that owns its connections, and the calls through them."""

from __future__ import annotations

import asyncio
import logging
import random
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from axon_desktop.errors import KeyStoreError, Text
from axon_desktop.llm.messages import JsonObject, ToolResult
from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.config.server_secrets import MissingSecretError, reveal_secrets
from axon_desktop.mcp_host.elicitation import Elicit, ElicitationAnswer, ElicitationRequest
from axon_desktop.mcp_host.failure_reasons import Reason, ServerError, ServerExitedError
from axon_desktop.mcp_host.processes.log_ring import LogRing
from axon_desktop.mcp_host.processes.process import Launch, plan_launch
from axon_desktop.mcp_host.processes.shell_path import ShellPath
from axon_desktop.mcp_host.status import ServerState
from axon_desktop.mcp_host.tool_list import ListedTool, check_tools
from axon_desktop.mcp_host.visible_text import as_words
from axon_desktop.mcp_host.wire.callbacks import ServerCallbacks
from axon_desktop.mcp_host.wire.deadline import Deadlines
from axon_desktop.settings.keys import KeyStore

if TYPE_CHECKING:
    from axon_desktop.mcp_host.wire.connection import Connection

_log = logging.getLogger(__name__)

START_LIMIT = 30.0
"""Seconds for a server to start, answer and list its tools."""
_FIRST_DELAY = 0.5
_LONGEST_DELAY = 60.0
_STEADY = 30.0
"""Seconds of life after which a server counts as sound again."""
_MOST_FAILURES = 6
"""Failed starts in a row after which a program is not started again; an address is always retried."""
_SETTLE = 0.3
"""Seconds without news of changed tools before they are listed again."""
_CHECK_EVERY = 30.0
"""Seconds between checks of a server whose end cannot be noticed."""
_MOST_SETTLING = 10
_LONGEST_INSTRUCTIONS = 4000
_CLOSE_LIMIT = 4.5
_LAST_LIMIT = 6.0
"""Seconds more where a machine is too busy to end a process sooner."""
_MOST_QUESTIONS = 3
"""Questions to the user that may wait at a time; more are declined."""
_IMPORTING = threading.Lock()
"""Held while the SDK is imported: Qt's bindings inspect each imported module, and those of pydantic then import
others, which another thread may be importing at the same time."""
_FINAL = ("not_found", "secret", "key_store", "cannot_start")
"""Reasons that a retry does not solve."""
_MUTE = ("exited", "lost", "no_answer", "http")
"""Reasons to meet a server in the older way: many end, or fail, at the first question of the newer."""


class Server:
    """A server in all its states; everything runs in the event loop."""

    def __init__(
        self,
        config: ServerConfig,
        keys: KeyStore,
        path: ShellPath,
        *,
        elicit: Elicit,
        listed: Callable[[Server], Awaitable[None]],
        changed: Callable[[], None],
    ) -> None:
        """Take the configuration.

        `listed` is awaited whenever its tools were listed, before they can be used; `changed` is called whenever
        there is something new to show.
        """
        self.config = config
        """May be replaced while it runs, as long as its identity stays."""
        self.state: ServerState = "connecting" if config.enabled else "off"
        self.reason: Reason | None = None
        """Why it is not ready."""
        self.retry_at: datetime | None = None
        self.tools: list[ListedTool] = []
        """Its last list of tools."""
        self.seconds: float | None = None
        """How long the last start took."""
        self.protocol = ""
        self.title = ""
        self.instructions = ""
        self.log = LogRing()
        """Its log."""
        self._keys = keys
        self._path = path
        self._elicit = elicit
        self._listed = listed
        self._changed = changed
        self._legacy = False
        self._connection: Connection | None = None
        self._ready_since: float | None = None
        self._decided = asyncio.Event()
        """Set while it is ready, and when it will not become ready by itself."""
        self._ended = asyncio.Event()
        self._wake = asyncio.Event()
        self._list_again = asyncio.Event()
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        self._deadlines = Deadlines()
        self._asking = asyncio.Lock()
        self._questions = 0

    def start(self) -> None:
        """Start it in the background; returns at once."""
        if self._task is None or self._task.done():
            self._stopping = False
            self._decided.clear()
            self._show("connecting")
            self._task = asyncio.get_running_loop().create_task(self._own(), name=f"mcp {self.config.name}")

    async def stop(self, state: ServerState = "stopped") -> None:
        """End it, within five seconds; on a busy machine it takes longer."""
        self._stopping = True
        self._ended.set()
        self._wake.set()
        task = self._task
        if task is not None and not task.done():
            if self._connection is None:  # it may be in the middle of a start
                task.cancel()
            done, _ = await asyncio.wait([task], timeout=_CLOSE_LIMIT)
            if not done:
                task.cancel()
                await asyncio.wait([task], timeout=_LAST_LIMIT)
        self._show(state)

    def rest(self, state: ServerState) -> None:
        """Set the state of a server that is not started."""
        self._show(state)

    @property
    def runs(self) -> bool:
        """Whether it was started, and has neither failed for good, nor ended, nor is ending."""
        return not self._stopping and self._task is not None and not self._task.done()

    async def call(self, tool: ListedTool, params: JsonObject, limit: float) -> ToolResult:
        """Call a tool.

        When the server is lost meanwhile, it is called once more if the user trusts it to only read, and the
        server says as well that a second call does no more than the first.
        """
        name = tool.definition.name
        connection = self._connection
        try:
            async with self._deadlines.limit(limit):
                try:
                    return await self._call(tool, params)
                except ServerExitedError:
                    if self._connection is connection:
                        self._decided.clear()
                        self._ended.set()
                        if not self._stopping:  # set at once: the next call must not be lost as well
                            self._show("waiting", Reason("lost"))
                    lost = f"the MCP server {self.config.name!r} went away during the call of {name}"
                    reading = tool.raw.name in self.config.reading
                    if not reading or tool.raw.annotations.get("idempotentHint") is not True:
                        return ToolResult(
                            False,
                            error=f"{lost}. Whether it was done is not known; it was not called again."
                            " Look at what it has done before you call it again.",
                            kind="gone",
                        )
                    return await self._call_again(tool, params, lost)
        except TimeoutError:
            text = Text(
                "{tool} took longer than {seconds} s; its server was asked to stop it",
                tool=name,
                seconds=f"{limit:g}",
            )
            return ToolResult(False, error=text, kind="too_slow")

    async def _call(self, tool: ListedTool, params: JsonObject) -> ToolResult:
        connection = self._connection
        if connection is None:
            return ToolResult(False, error=self.explain())
        return await connection.call(tool.raw.name, params)

    async def _call_again(self, tool: ListedTool, params: JsonObject, lost: str) -> ToolResult:
        await self._decided.wait()
        known = next((listed for listed in self.tools if listed.raw.name == tool.raw.name), None)
        if known is None or known.hash != tool.hash:
            return ToolResult(False, error=f"{lost}, and came back without it or with a changed one", kind="gone")
        try:
            result = await self._call(tool, params)
        except ServerExitedError:
            self._ended.set()
            return ToolResult(False, error=f"{lost}, and again during the second one", kind="gone")
        said = f"[{lost[0].upper()}{lost[1:]} and was started again; this is what the second call gave.]"
        if not result.success:
            return ToolResult(False, error=f"{said}\n{result.error}", attachments=result.attachments)
        return ToolResult(True, data=f"{said}\n\n{result.data}", attachments=result.attachments)

    def explain(self) -> str:
        """Return as a sentence why the server cannot be used now."""
        words = {
            "off": "is switched off",
            "unconfirmed": "was not started, because the user has not yet agreed to its command",
            "connecting": "is still being started",
            "ready": "is ready",
            "waiting": "went away and is being started again",
            "failed": "cannot be used",
            "stopped": "has been stopped",
        }[self.state]
        why = f": {self.reason}" if self.reason is not None and self.state in ("waiting", "failed") else ""
        return f"the MCP server {self.config.name!r} {words}{why}"

    # The owner task

    async def _own(self) -> None:
        failures = 0
        while True:
            reason = await self._live_once()
            steady = self._ready_since is not None and time.monotonic() - self._ready_since > _STEADY
            failures = 1 if steady else failures + 1
            if self._stopping:
                return
            useless = failures >= _MOST_FAILURES
            if self._ready_since is None:
                self._legacy = not self._legacy and reason.code in _MUTE
                if self._legacy and failures == 1:
                    self.log.note("It is started once more at once, and met in the way of the older protocol.")
                    failures = 0
                    continue
                useless = useless or reason.code == "protocol"
            if reason.code in _FINAL or (useless and self.config.kind == "stdio"):
                self._show("failed", reason)
                return
            await self._wait(min(_LONGEST_DELAY, _FIRST_DELAY * 2 ** (failures - 1)), reason)

    async def _wait(self, seconds: float, reason: Reason) -> None:
        seconds *= random.uniform(0.8, 1.2)  # noqa: S311 - many servers must not come back in one moment
        self._wake.clear()
        self._show("waiting", reason, datetime.now(UTC) + timedelta(seconds=seconds))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        if not self._stopping:
            self._show("connecting")

    async def _live_once(self) -> Reason:
        """Open a connection and keep it until it ends; return why it did."""
        self._ended.clear()
        self._ready_since = None
        try:
            reason = await self._live()
        except ServerError as error:
            reason = error.reason
        except MissingSecretError as error:
            reason = Reason("secret", error.name)
        except KeyStoreError as error:
            reason = Reason("key_store", error.text)
        except TimeoutError:
            reason = Reason("no_answer", f"{START_LIMIT:g}")
        except Exception as error:  # noqa: BLE001 - an owner task: one bad server must not end the host
            _log.exception("MCP server %s failed", self.config.name)
            reason = Reason("failed", f"{type(error).__name__}: {error}"[:300])
        finally:
            self._connection = None
            self._decided.clear()
        if not self._stopping:
            self.log.note(str(reason))
        return reason

    async def _live(self) -> Reason:
        connect = await asyncio.to_thread(load_sdk)
        config = await asyncio.to_thread(reveal_secrets, self.config, self._keys)
        launch = plan_launch(config, await self._path.get()) if config.kind == "stdio" else None
        callbacks = ServerCallbacks(
            tools_changed=self._list_again.set, ask=self._ask, log=self.log, legacy=self._legacy
        )
        begun = time.monotonic()
        async with AsyncExitStack() as stack:
            async with asyncio.timeout(START_LIMIT):
                connection = await stack.enter_async_context(connect(config, launch, callbacks))
                await self._list(connection)
            self.seconds = time.monotonic() - begun
            self.protocol, self.title = connection.protocol, connection.title
            self.instructions = as_words(connection.instructions, _LONGEST_INSTRUCTIONS)
            self._legacy = connection.legacy
            self._connection = connection
            self._ready_since = time.monotonic()
            self._decided.set()
            self._show("ready")
            await self._watch(connection)
            self._connection = None
            self._decided.clear()
            if not self._stopping:
                self._show("waiting", Reason("lost"))
        return connection.ending

    async def _watch(self, connection: Connection) -> None:
        """Return when the connection has ended, or is to."""
        async with asyncio.TaskGroup() as group:
            watchers = [
                group.create_task(self._until_ended()),
                group.create_task(connection.ended()),
                group.create_task(connection.listen(self._list_again.set)),
                group.create_task(self._keep_list(connection)),
            ]
            await asyncio.wait(watchers, return_when=asyncio.FIRST_COMPLETED)
            for watcher in watchers:
                watcher.cancel()

    async def _until_ended(self) -> None:
        await self._ended.wait()

    async def _keep_list(self, connection: Connection) -> None:
        """List the tools again whenever they changed; and now and then, to check that the server is there."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(None if connection.shows_end else _CHECK_EVERY):
                    await self._list_again.wait()
            for _ in range(_MOST_SETTLING):
                self._list_again.clear()
                await asyncio.sleep(_SETTLE)
                if not self._list_again.is_set():
                    break
            try:
                async with asyncio.timeout(START_LIMIT):
                    await self._list(connection)
            except TimeoutError:
                if connection.shows_end or self._deadlines:
                    continue  # it is there, and busy
                raise
            self._changed()

    async def _list(self, connection: Connection) -> None:
        raw = await connection.list_tools()
        self.tools = await asyncio.to_thread(check_tools, self.config.name, raw)
        await self._listed(self)

    # Requests of the server

    async def _ask(self, request: ElicitationRequest) -> ElicitationAnswer:
        """Ask the user, during a call only and one question at a time; the time limits of the calls are paused.

        Once the calls are over, as after Stop, the question is withdrawn.
        """
        if not self._deadlines or self._questions >= _MOST_QUESTIONS:
            return ElicitationAnswer("decline")
        self._questions += 1
        try:
            with self._deadlines.pause():
                async with self._asking, asyncio.TaskGroup() as group:
                    question = group.create_task(_put(self._elicit, request))
                    over = group.create_task(self._deadlines.wait_for_running())
                    await asyncio.wait((question, over), return_when=asyncio.FIRST_COMPLETED)
                    answered = question.done()
                    question.cancel()
                    over.cancel()
            return question.result() if answered else ElicitationAnswer("cancel")
        finally:
            self._questions -= 1

    def _show(self, state: ServerState, reason: Reason | None = None, retry_at: datetime | None = None) -> None:
        self.state, self.reason, self.retry_at = state, reason, retry_at
        if state in ("failed", "stopped", "off"):
            self._decided.set()
        self._changed()


async def _put(elicit: Elicit, request: ElicitationRequest) -> ElicitationAnswer:
    return await elicit(request)


def load_sdk() -> Callable[
    [ServerConfig, Launch | None, ServerCallbacks], AbstractAsyncContextManager[Connection]
]:
    """Import the SDK, which takes over a second; for a thread."""
    with _IMPORTING:
        from axon_desktop.mcp_host.wire.connection import connect

    return connect
