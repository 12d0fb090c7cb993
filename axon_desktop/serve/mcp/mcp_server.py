"""The vault as an MCP server: its tools and its notes, for Claude Desktop, Cursor and others."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import PurePosixPath
from typing import Any

from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourcesListChanged
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from axon_desktop import __version__
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.errors import InvalidParametersError, VaultError
from axon_desktop.llm.messages import ToolCall
from axon_desktop.llm.tool_schemas import plain_schema
from axon_desktop.serve.mcp.consent import Consent, InputNeededError
from axon_desktop.serve.mcp.note_resources import TEMPLATE, NoteResources, mime_type, uri_of
from axon_desktop.serve.tool_offer import ToolOffer, texts
from axon_desktop.tools import ToolManager
from axon_desktop.tools.tool import Progress, report_progress
from axon_desktop.tools.tool import Tool as VaultTool
from axon_desktop.vault import Vault

_Context = ServerRequestContext[Any, Any]

_CONVERSATIONS = 100
"""Clients over HTTP whose read notes are remembered."""
_OLD_NOT_FOUND = -32002
"""What "resource not found" was called until 2025-11-25."""
_PROGRESS_EVERY = 0.1
_IDEMPOTENT = frozenset({"move_note", "trash_note"})
"""Writing tools that do nothing more when they are called again."""
_INSTRUCTIONS = (
    "The notes of the Obsidian vault {name}. Paths are given from the vault's root with /. Read a note before you "
    "change it; prefer edit_note to replacing a whole note. {writing}"
)
_WRITING = "Every change is recorded and can be undone by the user with `axon undo`."
_READING = "Nothing can be changed through this server."


class _NoticingServer(Server[dict[str, Any]]):
    """A server that announces, on every transport, that it notifies when notes come and go."""

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        options = notification_options or NotificationOptions(resources_changed=True)
        return super().create_initialization_options(options, experimental_capabilities, extensions)


class VaultServer:
    """Answers the requests of MCP clients for one vault; each connection is a conversation of its own."""

    def __init__(
        self,
        vault: Vault,
        make_manager: Callable[[], ToolManager],
        rules: Callable[[], ApprovalPolicy],
        *,
        write: bool = False,
    ) -> None:
        """Take the vault, and what makes the tools of a conversation and the rules of the moment."""
        self._make_manager = make_manager
        self._rules = rules
        self._write = write
        self._notes = NoteResources(vault)
        self._offers: OrderedDict[str, ToolOffer] = OrderedDict()
        self._bus = InMemorySubscriptionBus()
        self._tools = [_describe(tool) for tool in self._offer("").tools()]
        self.server = _NoticingServer(
            "axon",
            version=__version__,
            title="Axon Desktop",
            description="Read and change the notes of an Obsidian vault.",
            instructions=_INSTRUCTIONS.format(name=vault.name, writing=_WRITING if write else _READING),
            cache_hints={"tools/list": CacheHint(ttl_ms=3_600_000)},
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
            on_subscriptions_listen=ListenHandler(self._bus),
        )
        """The SDK's server, for a transport."""

    def _offer(self, conversation: str) -> ToolOffer:
        """Return the tools of a conversation; they remember what it has read."""
        offer = self._offers.pop(conversation, None)
        if offer is None:
            offer = ToolOffer(self._make_manager(), self._rules, list_writing=self._write)
        self._offers[conversation] = offer
        while len(self._offers) > _CONVERSATIONS:
            self._offers.popitem(last=False)
        return offer

    # Tools

    async def _list_tools(self, ctx: _Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=self._tools)

    async def _call_tool(
        self, ctx: _Context, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        call = ToolCall(params.name, params.arguments or {})
        offer = self._offer(_conversation(ctx))
        async with _progress_forwarded(ctx):
            try:
                result = await offer.run(call, f"{_client(ctx)} (MCP)", Consent(ctx, params).ask)
            except InputNeededError as needed:
                return needed.result
        if result.wrote:
            await ctx.session.send_resource_list_changed()
            await self._bus.publish(ResourcesListChanged())
        return CallToolResult(
            content=[TextContent(text=text) for text in texts(call, result)], is_error=not result.success
        )

    # Resources

    async def _list_resources(self, ctx: _Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        try:
            page = await self._notes.page(params.cursor if params is not None else None)
        except InvalidParametersError as error:
            raise MCPError(INVALID_PARAMS, str(error)) from error
        resources = [
            Resource(uri=uri_of(path), name=path, title=PurePosixPath(path).stem, mime_type=mime_type(path))
            for path in page.paths
        ]
        return ListResourcesResult(resources=resources, next_cursor=page.following)

    async def _list_templates(
        self, ctx: _Context, params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        template = ResourceTemplate(
            uri_template=TEMPLATE,
            name="note",
            title="Note",
            description="The text of a note, by its path from the vault's root.",
        )
        return ListResourceTemplatesResult(resource_templates=[template])

    async def _read_resource(self, ctx: _Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        try:
            note = await self._notes.read(params.uri)
        except VaultError as error:
            modern = ctx.protocol_version in MODERN_PROTOCOL_VERSIONS
            code = INVALID_PARAMS if modern or isinstance(error, InvalidParametersError) else _OLD_NOT_FOUND
            raise MCPError(code, str(error), {"uri": params.uri}) from error
        return ReadResourceResult(
            contents=[TextResourceContents(uri=note.uri, mime_type=note.mime_type, text=note.text)]
        )


def _describe(tool: VaultTool) -> Tool:
    """Return the description of a tool for clients, which pass its schema on to servers of any kind."""
    reads = tool.effect == "read"
    return Tool(
        name=tool.name,
        title=tool.name.replace("_", " ").capitalize(),
        description=tool.definition.description,
        input_schema=plain_schema(tool.definition.parameters),
        annotations=ToolAnnotations(
            read_only_hint=reads,
            destructive_hint=not reads,
            idempotent_hint=reads or tool.name in _IDEMPOTENT,
            open_world_hint=tool.effect == "external",
        ),
    )


def _conversation(ctx: _Context) -> str:
    """Return what names the connection; empty where there is only one, or none that lasts."""
    headers = getattr(ctx.request, "headers", None)
    return headers.get("mcp-session-id", "") if headers is not None else ""


def _client(ctx: _Context) -> str:
    params = ctx.session.client_params
    return (params.client_info.title or params.client_info.name) if params is not None else "unnamed client"


@asynccontextmanager
async def _progress_forwarded(ctx: _Context) -> AsyncIterator[None]:
    """Report progress of the call to the client, at most ten times a second; the SDK knows if it asked for it."""
    loop = asyncio.get_running_loop()
    latest = Progress(float("-inf"))
    notifying: asyncio.Task[None] | None = None
    over = False
    due = float("-inf")

    async def notify() -> None:
        reported = float("-inf")
        while latest.done > reported:  # the protocol requires it to grow
            reported = latest.done
            await ctx.session.report_progress(latest.done, latest.total, latest.message or None)

    def on_progress(progress: Progress) -> None:
        nonlocal latest, notifying
        latest = progress
        if not over and (notifying is None or notifying.done()):  # a thread may go on for a moment
            notifying = group.create_task(notify())

    def take(progress: Progress) -> None:
        """Wake the loop, rarely: each time takes the interpreter from the working thread."""
        nonlocal due
        now = time.monotonic()
        if now >= due:
            due = now + _PROGRESS_EVERY
            loop.call_soon_threadsafe(on_progress, progress)

    async with asyncio.TaskGroup() as group:
        before = report_progress.set(take)
        try:
            yield
        finally:
            over = True
            report_progress.reset(before)
            if notifying is not None:
                notifying.cancel()
