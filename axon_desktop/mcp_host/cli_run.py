"""MCP servers for one run of the command line: started, waited for, ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.host import McpHost
from axon_desktop.settings.keys import KeyStore

_PATIENCE = 10.0
"""Seconds after which the turn begins without a server that is still being started; its tools may come later."""


@asynccontextmanager
async def servers_for_one_run(
    configs: list[ServerConfig], keys: KeyStore, say: Callable[[str], None]
) -> AsyncGenerator[McpHost, None]:
    """Run a host until the end of the block; `say` is called for each server that cannot be used."""
    host = McpHost(configs, keys)
    try:
        host.start()
        await host.settled(_PATIENCE)
        for server in host.status():
            if server.state == "unconfirmed":
                say(f"the MCP server {server.name!r} is left out: agree to its command with `axon mcp-servers`.")
            elif server.state not in ("ready", "off"):
                say(f"{host.explain(server.name)}.")
        yield host
    finally:
        await asyncio.shield(host.close())
