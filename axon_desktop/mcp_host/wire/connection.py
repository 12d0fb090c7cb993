"""One live connection to a server, with any transport and protocol version. Imports the SDK."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field

import anyio
import httpx2
import mcp_types as types
from mcp import Client, MCPError
from mcp.client._transport import TransportStreams
from mcp.client.session import ClientRequestContext, IncomingMessage
from mcp.client.subscriptions import SubscriptionLost
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from axon_desktop import __version__
from axon_desktop.errors import N_
from axon_desktop.llm.messages import JsonObject, ToolResult
from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.elicitation import form_request, url_request
from axon_desktop.mcp_host.failure_reasons import Reason, ServerError, ServerExitedError
from axon_desktop.mcp_host.processes.process import Launch
from axon_desktop.mcp_host.results import read_result
from axon_desktop.mcp_host.tool_list import MOST_TOOLS, RawTool
from axon_desktop.mcp_host.wire.callbacks import ServerCallbacks
from axon_desktop.mcp_host.wire.http_transport import Answers, open_http
from axon_desktop.mcp_host.wire.inbound import ENTRY
from axon_desktop.mcp_host.wire.stdio_transport import Pipe, open_pipe
from axon_desktop.tools.tool import Progress, report_progress

_MOST_PAGES = 100
_LARGE_RESULT = 64 * 1024
_LONGEST_MESSAGE = 300
_FAILURES = (MCPError, httpx2.HTTPError, httpx2.InvalidURL, ValidationError, RuntimeError, OSError, ServerError)


@dataclass(slots=True)
class _Line:
    """The transport's knowledge of the server's end."""

    pipe: Pipe = field(default_factory=Pipe)
    answers: Answers = field(default_factory=Answers)


class Connection:
    """A server that has answered; usable from any task while `connect` is entered."""

    def __init__(self, client: Client, line: _Line, *, local: bool) -> None:
        self._client = client
        self._line = line
        self._local = local

    @property
    def protocol(self) -> str:
        """Version of the protocol in use."""
        return self._client.protocol_version

    @property
    def legacy(self) -> bool:
        """Whether that version is from before 2026."""
        return self.protocol not in MODERN_PROTOCOL_VERSIONS

    @property
    def title(self) -> str:
        """The server's own name, with its version; empty for none."""
        info = self._client.server_info
        return f"{info.title or info.name} {info.version}".strip()[:_LONGEST_MESSAGE] if info is not None else ""

    @property
    def instructions(self) -> str:
        """The server's instructions for its use."""
        return self._client.instructions or ""

    @property
    def announces_tools(self) -> bool:
        """Whether the server notifies when its tools change."""
        tools = self._client.server_capabilities.tools
        return tools is not None and bool(tools.list_changed)

    @property
    def ending(self) -> Reason:
        """Why the server's output ended."""
        return self._line.pipe.reason or Reason("lost")

    @property
    def shows_end(self) -> bool:
        """Whether the server's end is noticed even without a call."""
        return self._local or (not self.legacy and self.announces_tools)

    async def ended(self) -> None:
        """Wait until the server's output has ended; forever where that cannot be noticed."""
        await self._line.pipe.ended.wait()

    async def listen(self, changed: Callable[[], None]) -> None:
        """Subscribe to changes of tools where the protocol requires it; returns when the server ends it."""
        if self.legacy or not self.announces_tools:
            await asyncio.Event().wait()
        try:
            async with self._client.listen(tools_list_changed=True) as events:
                async for _ in events:
                    changed()
        except SubscriptionLost:
            return
        except (MCPError, TimeoutError):  # it does not support that
            await asyncio.Event().wait()

    async def list_tools(self) -> list[RawTool]:
        """Return all tools of all pages.

        Raises:
            ServerError: the list is invalid, or the server has ended.
        """
        found: list[RawTool] = []
        cursor: str | None = None
        seen: set[str] = set()
        if self._client.server_capabilities.tools is None:
            return found
        for _ in range(_MOST_PAGES):
            try:
                page = await self._client.list_tools(cursor=cursor)
            except MCPError as error:
                raise self._refused(error) from error
            except ValidationError as error:
                raise ServerError(
                    Reason("protocol", f"its list of tools is malformed: {_first(error)}")
                ) from error
            found.extend(_raw(tool) for tool in page.tools)
            cursor = page.next_cursor
            if cursor is None or cursor in seen or len(found) > MOST_TOOLS:
                return found
            seen.add(cursor)
        return found

    async def call(self, tool: str, params: JsonObject) -> ToolResult:
        """Call a tool and return its result.

        Raises:
            ServerExitedError: the server was lost meanwhile; whether the call was done is not known.
        """
        report = report_progress.get()

        async def forward(progress: float, total: float | None, message: str | None) -> None:
            report(Progress(progress, total, " ".join((message or "").split())[:_LONGEST_MESSAGE]))

        try:
            result = await self._client.call_tool(tool, params, progress_callback=forward)
        except MCPError as error:
            if _is_closed(error):
                raise ServerExitedError from error
            return ToolResult(False, error=f"{error.message[:4000]} (error {error.code} of the server)")
        except (anyio.ClosedResourceError, anyio.BrokenResourceError) as error:
            raise ServerExitedError from error
        except ValidationError as error:
            return ToolResult(False, error=f"the server's answer is malformed: {_first(error)}")
        except RuntimeError as error:
            if self._line.pipe.ended.is_set():
                raise ServerExitedError from error
            return ToolResult(False, error=f"the call failed: {error}")
        size = sum(len(getattr(block, "text", "") or getattr(block, "data", "")) for block in result.content)
        if size < _LARGE_RESULT and result.structured_content is None:
            return read_result(result)
        return await asyncio.to_thread(read_result, result)

    def _refused(self, error: MCPError) -> ServerError:
        if _is_closed(error):
            return ServerExitedError()
        return ServerError(Reason("protocol", f"{error.message[:_LONGEST_MESSAGE]} (error {error.code})"))


@asynccontextmanager
async def connect(
    config: ServerConfig, launch: Launch | None, callbacks: ServerCallbacks
) -> AsyncGenerator[Connection, None]:
    """Open a connection and close it, both in the task that enters; secrets are filled in already.

    Raises:
        ServerError: the server cannot be reached, or was lost while the connection was open.
    """
    line = _Line()
    transport: AbstractAsyncContextManager[TransportStreams] = (
        open_pipe(launch, callbacks.log, line.pipe)
        if launch is not None
        else open_http(config.url, config.headers, line.answers, callbacks.log)
    )
    handler = _NotificationHandler(config.name, callbacks)
    client = Client(
        transport,
        mode="legacy" if callbacks.legacy else "auto",
        elicitation_callback=handler.elicit,
        message_handler=handler.message,
        client_info=types.Implementation(name="axon-desktop", title="Axon Desktop", version=__version__),
        cache=None,
    )
    try:
        async with client:
            yield Connection(client, line, local=launch is not None)
    except (ExceptionGroup, *_FAILURES) as error:  # task groups wrap the errors of their tasks
        leaf = _leaf(error)
        if isinstance(leaf, ServerExitedError) and line.pipe.reason is not None:
            raise ServerError(line.pipe.reason) from error
        if isinstance(leaf, ServerError | TimeoutError):
            raise leaf from error
        if not isinstance(leaf, _FAILURES):
            raise
        raise ServerError(_explain(leaf, line)) from error


class _NotificationHandler:
    """Passes on what the server sends by itself."""

    def __init__(self, server: str, callbacks: ServerCallbacks) -> None:
        self._server = server
        self._callbacks = callbacks

    async def message(self, message: IncomingMessage) -> None:
        """Handle a notification."""
        if isinstance(message, types.ToolListChangedNotification):
            self._callbacks.tools_changed()

    async def elicit(
        self, context: ClientRequestContext, params: types.ElicitRequestParams
    ) -> types.ElicitResult | types.ErrorData:
        """Put the server's question to the user; one that cannot be shown is declined."""
        if isinstance(params, types.ElicitRequestURLParams):
            request = url_request(self._server, params.message, params.url)
        else:
            request = form_request(self._server, params.message, _schema(params))
        if request is None:
            return types.ElicitResult(action="decline")
        answer = await self._callbacks.ask(request)
        if answer.action != "accept" or request.kind == "url":
            return types.ElicitResult(action=answer.action)
        return types.ElicitResult(action="accept", content={**request.defaults, **answer.data})


def _schema(params: types.ElicitRequestFormParams) -> JsonObject:
    schema = params.requested_schema
    return schema if isinstance(schema, dict) else dict(schema)


def _raw(tool: types.Tool) -> RawTool:
    hints = tool.annotations
    annotations: JsonObject = hints.model_dump(by_alias=True, exclude_none=True) if hints is not None else {}
    title = tool.title or annotations.get("title") or ""
    entry = (tool.meta or {}).get(ENTRY)
    schema = entry.get("inputSchema") if isinstance(entry, dict) else None
    return RawTool(
        tool.name,
        title,
        tool.description or "",
        schema if isinstance(schema, dict) else {},
        annotations,
        _fault(entry),
    )


def _fault(entry: object) -> str:
    """Return what a server's description of a tool lacks, empty for nothing."""
    if not isinstance(entry, dict):
        return N_("Core", "its description is not an object")
    name, schema = entry.get("name"), entry.get("inputSchema")
    if not isinstance(name, str) or not name.strip():
        return N_("Core", "it has no name")
    if schema is None:
        return N_("Core", "it has no schema for its parameters")
    return "" if isinstance(schema, dict) else N_("Core", "its schema is not an object")


def _is_closed(error: MCPError) -> bool:
    """Tell whether an error is the end of the connection, not one of the server with the same number."""
    ends = error.message == "Connection closed" or error.message.startswith("SSE stream ended")
    return error.code == types.CONNECTION_CLOSED and ends


def _explain(error: BaseException, line: _Line) -> Reason:
    if line.answers.status:
        return Reason("http", str(line.answers.status))
    if line.pipe.reason is not None:
        return line.pipe.reason
    words = " ".join(str(error).split())[:_LONGEST_MESSAGE] or type(error).__name__
    if isinstance(error, httpx2.HTTPError | OSError):
        return Reason("unreachable", words)
    return Reason("protocol", _first(error) if isinstance(error, ValidationError) else words)


def _leaf(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"[:_LONGEST_MESSAGE]
