"""`axon mcp`, `axon serve` and `axon agent-sync`: what other programs are offered."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from axon_desktop.commands import DONE
from axon_desktop.commands.mcp_servers import start_servers
from axon_desktop.commands.models import chosen_model
from axon_desktop.commands.open_vault import load_settings, open_vault

if TYPE_CHECKING:
    from axon_desktop.vault import Vault


def mcp(options: argparse.Namespace) -> int:
    """Offer the vault as an MCP server."""
    if options.http is None:
        from axon_desktop.serve.mcp.standard_streams import claim_streams

        source, target = claim_streams()  # first of all: nothing else may reach stdout
        from axon_desktop.serve.start import serve_stdio

        with open_vault(options.vault) as vault:
            asyncio.run(serve_stdio(vault, source, target, write=options.write))
        return DONE
    from axon_desktop.serve.start import serve_mcp_http

    with open_vault(options.vault) as vault:
        asyncio.run(serve_mcp_http(vault, options.http, write=options.write, use_token=not options.no_token))
    return DONE


def serve(options: argparse.Namespace) -> int:
    """Offer tools and model over HTTP."""
    from axon_desktop.llm.factory import create_provider
    from axon_desktop.serve.start import serve_api
    from axon_desktop.settings.keys import KeyStore
    from axon_desktop.settings.settings import effective_limits

    settings = load_settings()
    keys = KeyStore.from_environment()
    provider = create_provider(chosen_model(options, settings.model, keys.default_provider), keys)

    async def run(vault: Vault) -> None:
        async with AsyncExitStack() as stack:
            stack.push_async_callback(provider.aclose)
            servers = await start_servers(keys, effective_limits(settings), stack)
            await serve_api(vault, options.port, provider, write=options.write, servers=servers)

    with open_vault(options.vault) as vault:
        asyncio.run(run(vault))
    return DONE


def agent_sync(options: argparse.Namespace) -> int:
    """Offer the Task Manager as an MCP server."""
    from axon_desktop.commands import task_manager

    if options.http is None:
        from axon_desktop.serve.mcp.standard_streams import claim_streams

        source, target = claim_streams()
        asyncio.run(task_manager.serve_stdio(source, target))
    else:
        asyncio.run(task_manager.serve_http(options.http, use_token=not options.no_token))
    return DONE
