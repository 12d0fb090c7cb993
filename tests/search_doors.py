"""All doors through which a vault is searched, in one process: what each finds for a query, best first."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TypeAlias

import httpx
from mcp import Client
from mcp_types import TextContent

from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.cli import main
from axon_desktop.index.search.indexed_search import Index, IndexedSearch
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.serve.http.api import Api
from axon_desktop.serve.http.reply_writer import ReplyWriter
from axon_desktop.serve.mcp.mcp_server import VaultServer
from axon_desktop.serve.start import manager_maker
from axon_desktop.serve.tool_offer import ToolOffer
from axon_desktop.tools import ToolCall, ToolManager
from axon_desktop.ui.search.vault_search import VaultSearch
from axon_desktop.vault import Vault
from axon_desktop.vault.search.found import Query
from axon_desktop.vault.search.scan import FileSearch

MOST = 200
_LINE = re.compile(r"(.+?\.(?:md|txt|canvas))(?:$|:)")
Door: TypeAlias = Callable[[Sequence[str]], list[list[str]]]
"""Returns the paths for each of some queries."""


class Doors:
    """The doors to one vault, with its index or without."""

    def __init__(self, root: Path, index: Index | None = None) -> None:
        self._root = root
        self.vault = vault = Vault(root)
        window = VaultSearch(vault, None)
        self._make = manager_maker(vault)
        search = IndexedSearch(vault, index)
        files = FileSearch(vault)
        self.doors: dict[str, Door] = {
            "the files": _each(lambda query: (note.path for note in files.find(Query(query, limit=MOST)).notes)),
            "the window": _each(lambda query: (note.path for note in search.find(Query(query, limit=MOST)).notes)),
            "the search panel": _each(
                lambda query: (
                    note.path for note in window.find(query, "relevance", MOST, lambda: False).found.notes
                )
            ),
            "search_notes of the window": self._tool(ToolManager(vault, search=search)),
            "axon search": _each(self._command),
            "axon tool": _each(self._tool_command),
            "axon mcp": lambda queries: asyncio.run(self._ask_mcp(queries)),
            "axon serve": lambda queries: asyncio.run(self._ask_http(queries)),
        }

    def find(self, *queries: str) -> dict[str, list[list[str]]]:
        """Return the notes that each door finds for each query."""
        return {name: door(queries) for name, door in self.doors.items()}

    def _run(self, *arguments: str) -> str:
        out = io.StringIO()
        with redirect_stdout(out), redirect_stderr(io.StringIO()):
            main(arguments)
        return out.getvalue()

    def _command(self, query: str) -> Iterable[str]:
        options = ["--vault", str(self._root), "--json", "--limit", str(MOST * 3)]
        return (hit["path"] for hit in json.loads(self._run("search", *options, "--", query) or "[]"))

    def _tool_command(self, query: str) -> Iterable[str]:
        call = json.dumps({"query": query, "limit": MOST})
        return _paths(json.loads(self._run("tool", "search_notes", call, "--vault", str(self._root)))["data"])

    def _tool(self, manager: ToolManager) -> Door:
        async def ask(queries: Sequence[str]) -> list[list[str]]:
            results = [await manager.execute(ToolCall("search_notes", _call(query))) for query in queries]
            return [_unique(_paths(result.data or "")) for result in results]

        return lambda queries: asyncio.run(ask(queries))

    async def _ask_mcp(self, queries: Sequence[str]) -> list[list[str]]:
        server = VaultServer(self.vault, self._make, lambda: ApprovalPolicy("read_only"), write=False).server
        async with Client(server) as client:
            results = [await client.call_tool("search_notes", _call(query)) for query in queries]
        texts = [
            "\n".join(part.text for part in result.content if isinstance(part, TextContent)) for result in results
        ]
        return [_unique(_paths(text)) for text in texts]

    async def _ask_http(self, queries: Sequence[str]) -> list[list[str]]:
        offer = ToolOffer(self._make(), lambda: ApprovalPolicy("read_only"))
        app = Api(offer, ReplyWriter(OfflineProvider(), offer), 10).app
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
            asked = [{"toolName": "search_notes", "arguments": _call(query)} for query in queries]
            replies = [await client.post("/api/mcp/execute-tool", json=one) for one in asked]
        return [_unique(_paths(reply.json()["content"][0]["text"])) for reply in replies]


def _call(query: str) -> dict[str, object]:
    return {"query": query, "limit": MOST}


def _each(find: Callable[[str], Iterable[str]]) -> Door:
    return lambda queries: [_unique(find(query)) for query in queries]


def _unique(paths: Iterable[str]) -> list[str]:
    return [*dict.fromkeys(paths)][:MOST]


def _paths(text: str) -> Iterable[str]:
    return (match[1] for line in text.splitlines()[1:] if (match := _LINE.match(line)))
