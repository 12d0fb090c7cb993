"""ServerList: the user's servers from their file, with their running state; changes are saved and take effect."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from axon_desktop.mcp_host.config.approvals import Approvals
from axon_desktop.mcp_host.config.config import ServerConfig, load_configs, save_configs
from axon_desktop.mcp_host.config.server_secrets import PLACEHOLDER, forget_secrets, hide_secrets
from axon_desktop.mcp_host.status import ServerState, ServerStatus, TestResult, ToolChange
from axon_desktop.settings.keys import KeyStore

if TYPE_CHECKING:
    from pathlib import Path

    from axon_desktop.errors import SettingsError
    from axon_desktop.mcp_host.host import McpHost


@dataclass(frozen=True, slots=True)
class ListedServer:
    """One server: its configuration and its state."""

    config: ServerConfig
    status: ServerStatus

    @property
    def name(self) -> str:
        """The user's name for it."""
        return self.config.name


class ServerList:
    """Reads and changes the file of servers, and updates the host; changing one server never approves another."""

    def __init__(self, host: McpHost, keys: KeyStore) -> None:
        self._host = host
        self._keys = keys
        self._approvals = Approvals()
        self._configs: list[ServerConfig] = []
        self._agreed: set[str] = set()
        self._changing = asyncio.Lock()
        self._damage: list[SettingsError] = []
        """Problems of the file."""
        self.original: Path | None = None
        """Backup of the file as it was before, if something of it would have been lost."""

    @property
    def servers(self) -> list[ListedServer]:
        """All servers, in the order of the file."""
        known = {status.name: status for status in self._host.status()}
        return [ListedServer(config, self._status(config, known.get(config.name))) for config in self._configs]

    def find(self, name: str) -> ListedServer | None:
        """Return a server by its name."""
        return next((server for server in self.servers if server.name == name), None)

    def _status(self, config: ServerConfig, known: ServerStatus | None) -> ServerStatus:
        state: ServerState
        if not config.enabled:
            state = "off"
        elif config.name not in self._agreed:
            state = "unconfirmed"
        elif known is not None:
            return known
        else:
            state = "connecting"
        tools = known.tools if known is not None and state != "unconfirmed" else ()
        return ServerStatus(name=config.name, state=state, shown=config.shown, tools=tools)

    def log(self, name: str) -> list[str]:
        """Return the last log lines of a server; none for one that never ran."""
        known = {status.name for status in self._host.status()}
        return self._host.log(name) if name in known else []

    def changes(self, name: str = "") -> list[ToolChange]:
        """Return the tools that the user has to review, of one server or of all."""
        return [change for change in self._host.changes() if name in ("", change.server)]

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a listener whenever there is something new to show; return a function that unsubscribes it."""
        return self._host.subscribe(listener)

    async def load(self) -> None:
        """Read the file, and the user's approvals.

        Raises:
            SettingsError: something in the file is invalid, and the rest is loaded; or nothing of it.
        """
        async with self._changing:
            await self._read()
        if self._damage:
            raise self._damage[0]

    async def _read(self) -> None:
        damage: list[SettingsError] = []
        configs = await asyncio.to_thread(partial(load_configs, on_problem=damage.append))
        self._damage = damage
        await asyncio.to_thread(self._approvals.load)
        self._configs = configs
        self._agreed = {config.name for config in configs if self._approvals.is_confirmed(config)}

    # Changes; each raises SettingsError when the file or the approvals cannot be written

    async def add(self, configs: Sequence[ServerConfig], *, remember: bool = True) -> None:
        """Add servers whose commands the user has just seen.

        Raises:
            KeyStoreError: their secrets cannot be stored.
        """
        async with self._changing:
            await self._read()
            renewed: set[str] = set()
            for config in configs:
                hidden = await asyncio.to_thread(hide_secrets, config, self._keys, remember=remember)
                if hidden != config:
                    renewed.add(config.name)
                names = [known.name for known in self._configs]
                if config.name in names:
                    at = names.index(config.name)
                    await asyncio.to_thread(self._forget_dropped, self._configs[at], hidden)
                    self._configs[at] = hidden
                else:
                    self._configs.append(hidden)
            await self._save({config.name for config in configs}, renewed)

    async def switch(self, name: str, *, on: bool) -> None:
        """Switch a server on or off; one that was not approved stays so."""
        await self._change(name, lambda config: {"enabled": on})

    async def offer_tool(self, name: str, tool: str, *, on: bool) -> None:
        """Offer a tool of a server, or stop offering it."""
        await self._change(name, lambda config: {"disabled": _with(config.disabled, tool, member=not on)})

    async def trust_tool(self, name: str, tool: str, *, on: bool) -> None:
        """Trust a tool of a server to only read, or stop trusting it."""
        await self._change(name, lambda config: {"reading": _with(config.reading, tool, member=on)})

    async def _change(self, name: str, edit: Callable[[ServerConfig], dict[str, Any]]) -> None:
        """Change settings that do not affect which program runs."""
        async with self._changing:
            await self._read()
            self._configs = [
                msgspec.structs.replace(config, **edit(config)) if config.name == name else config
                for config in self._configs
            ]
            await self._save()

    async def remove(self, name: str) -> None:
        """Remove a server with its secrets.

        Raises:
            KeyStoreError: the key store is locked; nothing was removed.
        """
        async with self._changing:
            await self._read()
            for config in self._configs:
                if config.name == name:
                    await asyncio.to_thread(forget_secrets, config, self._keys)
            self._configs = [config for config in self._configs if config.name != name]
            await self._save()

    async def agree(self, name: str) -> None:
        """Approve and start a server whose exact command or address the user has seen."""
        async with self._changing:
            await self._save({name})

    async def restart(self, name: str) -> None:
        """Restart a server."""
        await self._host.restart(name)

    async def test(self, config: ServerConfig) -> TestResult:
        """Start a server for a test, list its tools and stop it."""
        return await self._host.test(config)

    async def approve(self, changes: Sequence[ToolChange]) -> None:
        """Offer tools whose text the user has reviewed."""
        await self._host.approve_tools(changes)

    async def _save(self, agreed: Collection[str] = (), renewed: Collection[str] = ()) -> None:
        self.original = await asyncio.to_thread(save_configs, self._configs) or self.original
        self._agreed |= set(agreed)
        self._agreed &= {config.name for config in self._configs}
        await self._host.apply(self._configs, agreed, renewed)

    def _forget_dropped(self, old: ServerConfig, new: ServerConfig) -> None:
        """Remove secrets from the key store that the new configuration does not use; blocks."""
        dropped = {
            section: {
                name: value
                for name, value in getattr(old, section).items()
                if PLACEHOLDER in value and PLACEHOLDER not in getattr(new, section).get(name, "")
            }
            for section in ("env", "headers")
        }
        forget_secrets(msgspec.structs.replace(old, **dropped), self._keys)


def _with(tools: tuple[str, ...], tool: str, *, member: bool) -> tuple[str, ...]:
    others = tuple(other for other in tools if other != tool)
    return (*others, tool) if member else others
