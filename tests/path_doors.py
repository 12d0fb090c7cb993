"""All doors through which a path comes in, in one process: what each shows of it, or does to it."""

from __future__ import annotations

import argparse
import io
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, redirect_stderr, redirect_stdout
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import quote

import httpx
from mcp import Client, MCPError
from mcp_types import TextContent, TextResourceContents

from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.context.mentions import describe
from axon_desktop.commands.render import render
from axon_desktop.errors import AxonError
from axon_desktop.llm.messages import ToolCall
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.markdown.html.render import Renderer
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.definitions import Definitions
from axon_desktop.serve.http.api import Api
from axon_desktop.serve.http.reply_writer import ReplyWriter
from axon_desktop.serve.mcp.mcp_server import VaultServer
from axon_desktop.serve.start import manager_maker
from axon_desktop.serve.tool_offer import ToolOffer
from axon_desktop.theme.colors import LIGHT
from axon_desktop.tools import ToolManager
from axon_desktop.tools.shell.command_copies import CommandCopies
from axon_desktop.ui.markdown_view.embeds.embed_kinds import EMBED_KINDS, load_embed
from axon_desktop.vault import Vault

Open: TypeAlias = Callable[[str], Awaitable[str]]
"""Returns what is shown of a path, with the error if there is one."""
_Run: TypeAlias = Callable[[str, dict[str, Any]], Awaitable[str]]
_Params: TypeAlias = Callable[[str], dict[str, Any]]
LOOSE = "Loose end.md"
"""A note to be moved to a path."""


class Doors(NamedTuple):
    """The doors to one vault."""

    reading: dict[str, Open]
    writing: dict[str, Open]


def folder_of(path: str) -> str:
    return path.rpartition("/")[0] or path


_READING: dict[str, tuple[str, _Params]] = {
    "read_note": ("read_note", lambda path: {"path": path}),
    "note_links": ("note_links", lambda path: {"path": path}),
    "list_folder": ("list_folder", lambda path: {"path": folder_of(path)}),
    "search_notes": ("search_notes", lambda path: {"query": "words", "folder": folder_of(path)}),
    "find_notes": ("find_notes", lambda path: {"pattern": path}),
    "find_notes below": ("find_notes", lambda path: {"pattern": "*.md", "folder": folder_of(path)}),
}
_WRITING: dict[str, tuple[str, _Params]] = {
    "create_note": ("create_note", lambda path: {"path": path, "content": "other text\n"}),
    "append": ("create_note", lambda path: {"path": path, "content": "more\n", "mode": "append"}),
    "edit_note": ("edit_note", lambda path: {"path": path, "old": "words", "new": "phrases"}),
    "move_note": ("move_note", lambda path: {"path": path, "to": "Moved to/"}),
    "rename": ("move_note", lambda path: {"path": path, "to": "Projects/Another name"}),
    "move_note to": ("move_note", lambda path: {"path": LOOSE, "to": path}),
    "trash_note": ("trash_note", lambda path: {"path": path}),
}


@asynccontextmanager
async def opened(vault: Vault) -> AsyncIterator[Doors]:
    """Open all doors to a vault, within one event loop."""

    def rules() -> ApprovalPolicy:
        return ApprovalPolicy("apply")

    make = manager_maker(vault)
    offer = ToolOffer(make(), rules)
    api = Api(offer, ReplyWriter(OfflineProvider(), offer), 10)
    async with (
        Client(VaultServer(vault, make, rules, write=True).server) as client,
        httpx.AsyncClient(transport=httpx.ASGITransport(api.app), base_url="http://127.0.0.1") as http,
    ):
        ways: dict[str, _Run] = {"agent": _agent(vault), "mcp": _mcp(client), "http": _http(http)}
        reading, writing = (
            {f"{name} of {way}": _tool(run, *call) for way, run in ways.items() for name, call in calls.items()}
            for calls in (_READING, _WRITING)
        )
        reading["resource of mcp"] = _resource(client)
        plain = (_render, _embed, _link, _picture, _canvas_card, _mention, _copies)
        reading |= {door.__name__.strip("_"): _of_vault(vault, door) for door in plain}
        yield Doors(reading, writing)


def _tool(run: _Run, tool: str, params: _Params) -> Open:
    return lambda path: run(tool, params(path))


def _agent(vault: Vault) -> _Run:
    manager = ToolManager(vault)

    async def run(tool: str, params: dict[str, Any]) -> str:
        manager.begin_turn(uuid.uuid4().hex, "a title")
        result = await manager.execute(ToolCall(tool, params))
        return str(result.data if result.success else result.error)

    return run


def _mcp(client: Client) -> _Run:
    async def run(tool: str, params: dict[str, Any]) -> str:
        try:
            result = await client.call_tool(tool, params)
        except (MCPError, UnicodeError) as error:
            return str(error)
        return "\n".join(block.text for block in result.content if isinstance(block, TextContent))

    return run


def _http(client: httpx.AsyncClient) -> _Run:
    async def run(tool: str, params: dict[str, Any]) -> str:
        try:
            answer = await client.post("/api/mcp/execute-tool", json={"toolName": tool, "arguments": params})
        except UnicodeError as error:
            return str(error)
        said = answer.json()
        return "\n".join(part["text"] for part in said.get("content") or []) or str(said["error"])

    return run


def _resource(client: Client) -> Open:
    async def read(path: str) -> str:
        try:
            found = await client.read_resource(f"vault:///{quote(path)}")
        except (MCPError, UnicodeError) as error:
            return str(error)
        return "\n".join(one.text for one in found.contents if isinstance(one, TextResourceContents))

    return read


def _of_vault(vault: Vault, door: Callable[[Vault, str], str]) -> Open:
    async def run(path: str) -> str:
        try:
            return door(vault, path)
        except AxonError as error:
            return str(error)

    return run


def _render(vault: Vault, path: str) -> str:
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        render(argparse.Namespace(vault=str(vault.root), note=path))
    return out.getvalue()


def _embed(vault: Vault, path: str) -> str:
    renderer = Renderer(
        LIGHT,
        lambda target: vault.names.resolve_link(target, "Projects/Source.md"),
        find_note=lambda key: load_embed(vault, None, key),
        embeds=EMBED_KINDS,
    )
    text = f"![[{path}]]\n\n![](<{path}>)\n\n[[{path}]]\n".encode(
        "utf-8", "replace"
    ).decode()  # as a file can hold it
    return renderer.render([block for block in scan_blocks(text) if block is not None], Definitions())


def _link(vault: Vault, path: str) -> str:
    found = vault.names.resolve_link(path, "Projects/Source.md")
    return vault.read_exactly([found])[0].text if found is not None else ""


def _picture(vault: Vault, path: str) -> str:
    return vault.read_attachment(path, 1 << 20).decode()


def _canvas_card(vault: Vault, path: str) -> str:
    found = vault.names.table.find_path(path.lstrip("/"))
    return vault.read_attachment(found, 1 << 20).decode() if found is not None else ""


def _mention(vault: Vault, path: str) -> str:
    return describe(f"@[[{path}]] @{path}", None, vault)


def _copies(vault: Vault, path: str) -> str:
    copies = CommandCopies(vault, [path])
    try:
        files = [file for copy in copies.places.values() for file in (copy, *copy.rglob("*")) if file.is_file()]
        return "\n".join(f"{file.name} {file.read_text(encoding='utf-8')}" for file in files)
    finally:
        copies.close()
