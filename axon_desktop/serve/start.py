"""Building the servers and running them until they are asked to end."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING

from axon_desktop.agent.approval.approval import SafetyMode
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.llm.provider import Provider
from axon_desktop.meaning.meaning_search import MeaningSearch, open_index
from axon_desktop.serve.http.guard import TOKEN_VARIABLE, RequestGuard, take_token
from axon_desktop.serve.tool_offer import ToolOffer
from axon_desktop.settings import settings as settings_file
from axon_desktop.tools import ToolManager
from axon_desktop.tools.tool import Progress, report_progress
from axon_desktop.vault import Vault
from axon_desktop.vault.search.scan import FileSearch

if TYPE_CHECKING:
    from axon_desktop.mcp_host.host import McpHost


async def serve_stdio(vault: Vault, source: int, target: int, *, write: bool) -> None:
    """Offer the vault over MCP to the program that started us, until it closes our input."""
    from axon_desktop.serve.mcp.mcp_server import VaultServer
    from axon_desktop.serve.mcp.stdio import StdioTransport

    make = manager_maker(vault)
    server = VaultServer(vault, make, _rules(vault, write=write), write=write).server
    async with asyncio.TaskGroup() as group, StdioTransport(source, target) as (reading, writing):
        group.create_task(asyncio.to_thread(make().warm_up))
        await server.run(reading, writing, server.create_initialization_options())


async def serve_mcp_http(vault: Vault, port: int, *, write: bool, use_token: bool = True) -> None:
    """Offer the vault over MCP by Streamable HTTP on this machine, until a signal ends it."""
    from axon_desktop.serve.http.http_server import listen, open_port, port_of
    from axon_desktop.serve.mcp.mcp_server import VaultServer

    token, is_new = take_token() if use_token else (None, False)
    server = VaultServer(vault, manager_maker(vault), _rules(vault, write=write), write=write).server
    with open_port(port) as listening:
        _print_address("mcp", f"http://127.0.0.1:{port_of(listening)}/mcp", token if is_new else None)
        await listen(RequestGuard(server.streamable_http_app(), port_of(listening), token), listening)


async def serve_api(
    vault: Vault, port: int, provider: Provider, *, write: bool, servers: McpHost | None = None
) -> None:
    """Offer tools, also those of the user's servers, and model over the HTTP surface, until a signal ends it."""
    from axon_desktop.serve.http.api import Api
    from axon_desktop.serve.http.http_server import listen, open_port, port_of
    from axon_desktop.serve.http.openapi import DOCUMENT_PATH
    from axon_desktop.serve.http.reply_writer import ReplyWriter

    token, is_new = take_token()
    manager = manager_maker(vault)()
    if servers is not None:
        manager.registry.attach(servers)
    offer = ToolOffer(manager, _rules(vault, write=write))
    limit = settings_file.effective_limits(settings_file.load()).calls_per_round
    api = Api(offer, ReplyWriter(provider, offer), limit, servers)
    with open_port(port) as listening:
        _print_address("serve", f"http://127.0.0.1:{port_of(listening)}", token if is_new else None)
        await listen(RequestGuard(api.app, port_of(listening), token, frozenset({DOCUMENT_PATH})), listening)


def manager_maker(vault: Vault) -> Callable[[], ToolManager]:
    """Return a factory for the tools of one conversation; they all share one text cache for search."""
    from axon_desktop.index.kept_index import KeptIndex
    from axon_desktop.index.search.indexed_search import IndexedSearch

    limits = settings_file.effective_limits(settings_file.load())
    words = IndexedSearch(vault, KeptIndex(vault), FileSearch(vault, _print_progress))
    search = MeaningSearch(words, cache(partial(open_index, vault)))
    return lambda: ToolManager(vault, timeout=limits.tool_timeout, search=search)


def _print_progress(done: int, total: int) -> None:
    report_progress.get()(Progress(done, total))


def _rules(vault: Vault, *, write: bool) -> Callable[[], ApprovalPolicy]:
    """Return a function that reads the user's rules as they are at the moment of a call."""

    def read() -> ApprovalPolicy:
        safety = settings_file.load().safety
        mode: SafetyMode = "apply" if write else "read_only" if safety.mode == "read_only" else "ask"
        return ApprovalPolicy(mode, safety.rules, vault.id, safety.tools)

    return read


def _print_address(command: str, address: str, token: str | None) -> None:
    """Say on stderr where we listen, and the token if nobody knows it yet."""
    print(f"axon {command}: {address} (Ctrl+C ends it)", file=sys.stderr)  # noqa: T201 - a command line tells
    if token is not None:
        print(f"Token of this run: {token}", file=sys.stderr)  # noqa: T201
        print(f"({TOKEN_VARIABLE} chooses one.)", file=sys.stderr)  # noqa: T201
    sys.stderr.flush()
