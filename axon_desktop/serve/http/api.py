"""The HTTP surface: the tools and the model, for programs on this machine that know the token."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from axon_desktop.errors import LLMError
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.serve.http.api_types import (
    BatchAnswer,
    BatchRequest,
    Content,
    NamedAnswer,
    Problem,
    Reply,
    ReplyRequest,
    ToolAnswer,
    ToolInfo,
    ToolList,
    ToolRequest,
)
from axon_desktop.serve.http.guard import MAX_BODY, skip_body
from axon_desktop.serve.http.openapi import DOCUMENT_PATH, document
from axon_desktop.serve.http.reply_writer import ReplyWriter
from axon_desktop.serve.tool_offer import ToolOffer, texts
from axon_desktop.tools.tool import Tool

if TYPE_CHECKING:
    from axon_desktop.mcp_host.host import McpHost

T = TypeVar("T")

_WHO = "HTTP"


class Api:
    """The endpoints, as an ASGI app."""

    def __init__(
        self, offer: ToolOffer, writer: ReplyWriter, calls_per_request: int, servers: McpHost | None = None
    ) -> None:
        """Take the tools, the writer of replies, how many calls of one request run, and the user's servers."""
        self._offer = offer
        self._servers = servers
        self._writer = writer
        self._limit = calls_per_request
        self.app = Starlette(
            routes=[
                Route("/api/mcp/tools", self._tools, methods=["GET"]),
                Route("/api/ai-reply", self._reply, methods=["POST"]),
                Route("/api/mcp/execute-tool", self._execute, methods=["POST"]),
                Route("/api/mcp/execute-tools", self._execute_all, methods=["POST"]),
                Route(DOCUMENT_PATH, self._document, methods=["GET"]),
            ],
            exception_handlers={HTTPException: _answer_problem, Exception: _answer_fault},
        )
        """What a server runs."""

    async def _tools(self, request: Request) -> Response:
        tools = [_info(tool) for tool in self._offer.tools()]
        if self._servers is not None:
            lost = self._servers.lost_tools()
            tools += [_info(tool, self._servers.why_unavailable(tool.name)) for tool in lost]
        return _json(ToolList(tools=tools))

    async def _reply(self, request: Request) -> Response:
        asked = await _body(request, ReplyRequest)
        try:
            reply = await self._writer.write(asked)
        except LLMError as error:
            return _json(Reply(success=False, error=str(error)), 502)
        return _json(Reply(success=True, reply=reply))

    async def _execute(self, request: Request) -> Response:
        asked = await _body(request, ToolRequest)
        call = ToolCall(asked.tool_name, asked.arguments)
        content, error = _shape(call, await self._offer.run(call, _WHO))
        return _json(ToolAnswer(success=error is None, content=content, error=error))

    async def _execute_all(self, request: Request) -> Response:
        """Run the calls strictly one after another; together they are one turn of the journal."""
        asked = await _body(request, BatchRequest)
        calls = [ToolCall(call.name, call.arguments) for call in asked.calls]
        return _json(BatchAnswer(results=await self._run_all(calls)))

    async def _run_all(self, calls: Sequence[ToolCall]) -> list[NamedAnswer]:
        turn = self._offer.new_turn()
        answers = []
        for number, call in enumerate(calls):
            if number < self._limit:
                result = await self._offer.run(call, _WHO, turn=turn)
            else:
                result = ToolResult(
                    False, error=f"Not run: only {self._limit} calls run per request.", kind="not_run"
                )
            content, error = _shape(call, result)
            answers.append(NamedAnswer(name=call.tool, success=error is None, content=content, error=error))
        return answers

    async def _document(self, request: Request) -> Response:
        return Response(msgspec.json.encode(document()), media_type="application/json")


def _info(tool: Tool, unavailable: str = "") -> ToolInfo:
    return ToolInfo(
        name=tool.name,
        description=tool.definition.description,
        input_schema=tool.definition.parameters,
        read_only=tool.effect == "read",
        unavailable=unavailable,
    )


def _shape(call: ToolCall, result: ToolResult) -> tuple[list[Content] | None, str | None]:
    """Return content and error of a result; one of them is None."""
    if not result.success:
        return None, str(result.error or "The tool failed.")
    pictures = [part for part in result.attachments if part.data is not None and part.mime.startswith("image/")]
    named = {picture.words for picture in pictures}
    data = "\n\n".join(part for part in (result.data or "").split("\n\n") if part not in named)
    said = texts(call, replace(result, data=data)) if data or not pictures else []
    content = [Content(type="text", text=text) for text in said]
    for picture in pictures:
        encoded = base64.b64encode(picture.data or b"").decode()
        content.append(Content(type="image", data=encoded, mime_type=picture.mime))
    return content, None


async def _body(request: Request, shape: type[T]) -> T:
    """Return the request's body.

    Raises:
        HTTPException: it is too large, no JSON, or not of this shape; the text names the field.
    """
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > MAX_BODY:
            await skip_body(request.receive)
            raise HTTPException(413, f"The request is larger than {MAX_BODY} bytes.")
    try:
        return msgspec.json.decode(data, type=shape)
    except msgspec.ValidationError as error:
        raise HTTPException(400, f"{error}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HTTPException(400, f"The body is not valid JSON: {error}.") from error


def _json(answer: msgspec.Struct, status: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


async def _answer_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    reasons = {404: "There is nothing at this address.", 405: "This method is not served here."}
    problem = Problem(success=False, error=reasons.get(error.status_code, error.detail))
    response = _json(problem, error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _answer_fault(request: Request, error: Exception) -> Response:
    """Answer when our own code failed; Starlette raises the error again, so that it is logged."""
    return _json(Problem(success=False, error="Axon failed to answer; its log says why."), 500)
