"""McpHost: all servers of the user, and their tools as the rest of the program sees them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from axon_desktop.errors import SettingsError
from axon_desktop.llm.messages import JsonObject, ToolResult
from axon_desktop.mcp_host.config.approvals import Approvals
from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.elicitation import Elicit, decline
from axon_desktop.mcp_host.processes.shell_path import ShellPath
from axon_desktop.mcp_host.status import ServerStatus, TestResult, ToolChange, ToolState, ToolStatus
from axon_desktop.mcp_host.tool_list import ListedTool, server_key
from axon_desktop.settings.keys import KeyStore
from axon_desktop.tools.tool import Tool

if TYPE_CHECKING:
    from axon_desktop.mcp_host.on_demand import ConversationTools
    from axon_desktop.mcp_host.server import Server

_FIRST_SIGHT = 10.0
"""Seconds after the first listing in which added tools still count as part of it: many servers add tools once they
know the client."""
_PATIENCE = 86_400.0
"""Time limit of the manager, which does not know when the user is being asked; the real one is enforced here."""


class McpHost:
    """The servers of one program, for all its conversations; everything runs in the event loop."""

    def __init__(
        self,
        configs: Sequence[ServerConfig],
        keys: KeyStore,
        *,
        call_timeout: float = 30.0,
        elicit: Elicit = decline,
        approvals: Approvals | None = None,
    ) -> None:
        """Take the servers; `elicit` puts a server's question to the user."""
        self.call_timeout = call_timeout
        """Seconds that a call may take where the server has no limit of its own; may be set at any time."""
        self.limits_all_calls = False
        """Whether `call_timeout` overrides the servers' own limits; may be set at any time."""
        self.version = 0
        """Grows with every change of `status` or `tools`."""
        self._keys = keys
        self._elicit = elicit
        self._approvals = approvals or Approvals()
        self._saving = asyncio.Lock()
        self._loading = asyncio.Lock()
        self._pins_known = False
        self._path = ShellPath()
        self._listeners: list[Callable[[], None]] = []
        self._first_sight: dict[str, float] = {}
        self._offered: tuple[int, tuple[Tool, ...]] = (-1, ())
        self._starting: asyncio.Task[None] | None = None
        self._servers = {config.name: self._make(config) for config in configs}

    # Life cycle

    def start(self) -> None:
        """Start all servers that are on and confirmed, in the background; returns at once."""
        self._starting = asyncio.get_running_loop().create_task(self._start(), name="mcp host")

    async def _start(self) -> None:
        await self._load_approvals()
        for server in self._servers.values():
            self._start_if_allowed(server)

    async def _load_approvals(self) -> None:
        """Read the approvals once; before that they may neither be used nor written."""
        async with self._loading:
            if not self._pins_known:
                await asyncio.to_thread(self._approvals.load)
                self._pins_known = True

    async def _loaded(self) -> None:
        """Wait until the approvals are known, and the requested start has begun."""
        await self._load_approvals()
        if self._starting is not None:
            await asyncio.wait([self._starting])

    async def settled(self, seconds: float) -> None:
        """Wait until every server is ready, or is known not to be for now; for `seconds` of theirs at most."""

        def connecting() -> bool:
            return any(server.state == "connecting" for server in self._servers.values())

        news = asyncio.Event()
        unsubscribe = self.subscribe(news.set)
        try:
            await self._loaded()
            if connecting():
                from axon_desktop.mcp_host.server import load_sdk

                await asyncio.to_thread(load_sdk)  # what that takes is no server's fault
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    while connecting():
                        news.clear()
                        await news.wait()
        finally:
            unsubscribe()

    def _start_if_allowed(self, server: Server) -> None:
        if not server.config.enabled:
            server.rest("off")
        elif not self._approvals.is_confirmed(server.config):
            server.rest("unconfirmed")
        else:
            server.start()

    async def close(self) -> None:
        """End all servers and all that they started, within five seconds where the machine is not too busy."""
        await self._loaded()
        await asyncio.gather(*(server.stop() for server in self._servers.values()))

    async def restart(self, name: str) -> None:
        """Restart a server; also one that had failed for good."""
        server = self._servers[name]
        await server.stop("connecting")
        self._start_if_allowed(server)

    async def confirm(self, name: str) -> None:
        """Start a server whose exact command or address the user has seen and agreed to.

        Raises:
            SettingsError: the approval cannot be saved.
        """
        await self._loaded()
        server = self._servers[name]
        self._approvals.confirm(server.config)
        await self._save_approvals()
        if server.state == "unconfirmed":
            self._start_if_allowed(server)

    async def apply(
        self, configs: Sequence[ServerConfig], agreed: Collection[str], renewed: Collection[str] = ()
    ) -> None:
        """Take over the servers as they are now; the user has said yes to those that are `agreed`.

        Those that are `renewed` have got another secret, which is in no config, and are restarted.

        Raises:
            SettingsError: the approvals cannot be saved.
        """
        await self._loaded()
        new = {config.name: config for config in configs}
        leaving = [server for name, server in self._servers.items() if name not in new]
        await asyncio.gather(*(server.stop() for server in leaving))
        for server in leaving:
            self._approvals.forget(server.config.name)
        for config in configs:
            if config.name in agreed:
                self._approvals.confirm(config)
        await self._save_approvals()
        old, self._servers = self._servers, {}
        for name, config in new.items():
            known = old.get(name)
            same = known is not None and known.config.identity == config.identity and name not in renewed
            if known is not None and not same:
                await known.stop()
            server = known if known is not None and same else self._make(config)
            server.config = config
            self._servers[name] = server
            if not config.enabled:
                await server.stop("off")
            elif not server.runs:
                await self.restart(name)  # somebody else may be ending it
        self._notify()

    async def test(self, config: ServerConfig) -> TestResult:
        """Start a server to test it, list its tools and end it again."""
        settled = asyncio.Event()

        async def listed(_: Server) -> None:
            """Approve of nothing."""

        def changed() -> None:
            if server.state in ("ready", "waiting", "failed"):
                settled.set()

        from axon_desktop.mcp_host.server import Server

        server = Server(config, self._keys, self._path, elicit=decline, listed=listed, changed=changed)
        begun = time.monotonic()
        server.start()
        try:
            await settled.wait()
            return TestResult(
                reason=server.reason,
                seconds=time.monotonic() - begun,
                protocol=server.protocol,
                title=server.title,
                tools=tuple(_show(tool, config, "refused" if tool.refused else "on") for tool in server.tools),
                log=tuple(server.log.lines()),
            )
        finally:
            await server.stop()

    # What the window shows

    def status(self) -> list[ServerStatus]:
        """Return all servers with their tools, also those that are not available."""
        return [self._show_server(server) for server in self._servers.values()]

    def explain(self, name: str) -> str:
        """Return the state of a server in a few words, for the model and the command line."""
        return self._servers[name].explain()

    def log(self, name: str) -> list[str]:
        """Return the last lines of a server's log."""
        return self._servers[name].log.lines()

    def changes(self) -> list[ToolChange]:
        """Return the tools that the user has to approve before they are offered."""
        found: list[ToolChange] = []
        for server in self._servers.values():
            for tool in server.tools:
                state = self._state(server, tool)
                if state == "new" or state == "changed":
                    before = self._approvals.approved_text(server.config.name, tool.raw.name)
                    found.append(ToolChange(server.config.name, tool.raw.name, state, before, tool.raw.text))
        return found

    async def approve_tools(self, changes: Iterable[ToolChange]) -> None:
        """Offer tools whose text the user has seen; not one that changed again meanwhile.

        Raises:
            SettingsError: the approval cannot be saved.
        """
        for change in changes:
            server = self._servers.get(change.server)
            fit = [tool for tool in server.tools if not tool.refused] if server is not None else []
            seen = [tool for tool in fit if tool.raw.name == change.tool and tool.raw.text == change.after]
            self._approvals.accept(change.server, seen)
        await self._save_approvals()
        self._notify()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a listener, in the event loop, whenever there is something new to show; return what ends it."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    # What may be called

    def tools(self) -> Sequence[Tool]:
        """Return the tools that can be called now, each server's in its order."""
        version, offered = self._offered
        if version != self.version:
            offered = tuple(
                self._make_tool(server, tool)
                for server in self._servers.values()
                if server.state == "ready"
                for tool in server.tools
                if self._state(server, tool) == "on"
            )
            self._offered = (self.version, offered)
        return offered

    def lost_tools(self) -> list[Tool]:
        """Return the tools that could be called if their servers had not gone away."""
        return [
            self._make_tool(server, tool)
            for server in self._servers.values()
            if server.state in ("waiting", "connecting", "failed")
            for tool in server.tools
            if self._state(server, tool) == "on"
        ]

    def toolset_for_conversation(self, used: Iterable[str] = ()) -> ConversationTools:
        """Return the tools for one conversation, of which only some are sent when there are many.

        `used` are the tools that it has called already, if it is an old one.
        """
        from axon_desktop.mcp_host.on_demand import ConversationTools

        return ConversationTools(self, used)

    def always_loaded(self, tool: str) -> bool:
        """Tell whether a tool is always offered in full."""
        server = self._server_of(tool)
        return server is not None and server.config.always_load

    def why_unavailable(self, name: str) -> str:
        """Return why a tool that a server has cannot be called; empty when no server has it."""
        server = self._server_of(name)
        if server is None:
            return ""
        if server.state != "ready":
            return server.explain()
        listed = next((tool for tool in server.tools if tool.definition.name == name), None)
        if listed is None:
            return f"the MCP server {server.config.name!r} has no such tool"
        return {
            "on": "",
            "off": "the user has switched it off",
            "new": "the user has not yet looked at it",
            "changed": "it has changed, and the user has not yet looked at it",
            "refused": listed.refused,
        }[self._state(server, listed)]

    async def _run(self, name: str, params: JsonObject) -> ToolResult:
        """Call a tool by its full name, provided that it still may be."""
        server = self._server_of(name)
        listed = next((t for t in server.tools if t.definition.name == name), None) if server is not None else None
        problem = self.why_unavailable(name)
        if server is None or listed is None or problem:
            return ToolResult(
                False, error=f"{name} was not called: {problem or 'its server was removed'}", kind="unavailable"
            )
        own = None if self.limits_all_calls else server.config.timeout
        limit = own or self.call_timeout
        return await server.call(listed, params, limit)

    def _make_tool(self, server: Server, tool: ListedTool) -> Tool:
        return Tool(
            definition=tool.definition,
            run=partial(self._run, tool.definition.name),
            effect="read" if tool.raw.name in server.config.reading else "external",
            foreign=True,
            timeout=_PATIENCE,
        )

    def _server_of(self, tool: str) -> Server | None:
        key = tool.partition(".")[0]
        return next((server for name, server in self._servers.items() if server_key(name) == key), None)

    # Approvals

    def _make(self, config: ServerConfig) -> Server:
        from axon_desktop.mcp_host.server import Server  # modules that only users of servers need

        return Server(
            config, self._keys, self._path, elicit=self._elicit, listed=self._take_list, changed=self._notify
        )

    async def _take_list(self, server: Server) -> None:
        """Approve of the tools that a server lists first, which the user has agreed to with the server."""
        name = server.config.name
        if not self._approvals.was_seen(name):
            self._first_sight[name] = time.monotonic() + _FIRST_SIGHT
        if time.monotonic() >= self._first_sight.get(name, 0):
            return
        fit = [tool for tool in server.tools if not tool.refused]
        new = [tool for tool in fit if self._approvals.judge(name, tool) == "new"]
        self._approvals.accept(name, new)
        try:
            await self._save_approvals()
        except (
            SettingsError
        ) as error:  # they hold for this run; the next one sees the server for the first time again
            server.log.note(str(error))

    async def _save_approvals(self) -> None:
        async with self._saving:
            await asyncio.to_thread(self._approvals.save)

    def _state(self, server: Server, tool: ListedTool) -> ToolState:
        if tool.refused:
            return "refused"
        if tool.raw.name in server.config.disabled:
            return "off"
        approval = self._approvals.judge(server.config.name, tool)
        return "on" if approval == "known" else approval

    def _show_server(self, server: Server) -> ServerStatus:
        tools = tuple(_show(tool, server.config, self._state(server, tool)) for tool in server.tools)
        return ServerStatus(
            name=server.config.name,
            state=server.state,
            shown=server.config.shown,
            reason=server.reason,
            retry_at=server.retry_at,
            protocol=server.protocol,
            title=server.title,
            instructions=server.instructions,
            seconds=server.seconds,
            tools=tools,
            tokens=sum(tool.tokens for tool in tools if tool.state == "on"),
        )

    def _notify(self) -> None:
        self.version += 1
        for listener in tuple(self._listeners):
            listener()


def _show(tool: ListedTool, config: ServerConfig, state: ToolState) -> ToolStatus:
    return ToolStatus(
        name=tool.raw.name,
        full_name=tool.definition.name,
        title=tool.raw.title,
        description=tool.definition.description,
        schema=tool.raw.schema,
        state=state,
        reason=tool.refused,
        reading=tool.raw.name in config.reading,
        says_reading=tool.raw.annotations.get("readOnlyHint") is True,
        tokens=tool.tokens,
    )
