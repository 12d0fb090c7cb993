"""Requests and answers of the HTTP surface, as types: they check requests and form the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

MAX_CALLS = 100
"""Calls of one request that are accepted; only some of them run."""

Text = Annotated[str, Meta(min_length=1)]


class ToolInfo(Struct, rename="camel", kw_only=True, omit_defaults=True):
    """A tool that may be called."""

    name: str
    description: str
    input_schema: dict[str, Any]
    """JSON Schema of the arguments."""
    read_only: bool
    """Whether it changes nothing; the others run only where a rule of the user allows it."""
    unavailable: str = ""
    """Why it cannot be called now, if its MCP server went away; left out for all others."""


class ToolList(Struct, rename="camel", kw_only=True):
    """Answer to GET /api/mcp/tools."""

    success: bool = True
    tools: list[ToolInfo]


class GivenResult(Struct, rename="camel", kw_only=True):
    """The result of a tool in the round before."""

    name: Text
    success: bool
    content: str | None = None
    error: str | None = None


class ReplyRequest(
    Struct,
    rename={
        "ai_message": "aiMessage",
        "user_context": "userContext",
        "include_mcp_tools": "includeMCPTools",
        "tool_results": "toolResults",
    },
    kw_only=True,
):
    """Body of POST /api/ai-reply."""

    ai_message: Text
    """The message that is to be answered."""
    user_context: str | None = None
    """What the user adds to it."""
    include_mcp_tools: bool = False
    """Whether the model is given the tools."""
    tool_results: Annotated[list[GivenResult], Meta(max_length=MAX_CALLS)] | None = None
    """Results of the calls of the round before."""


class Reply(Struct, rename="camel", kw_only=True, omit_defaults=True):
    """Answer to POST /api/ai-reply."""

    success: bool
    reply: str | None = None
    """Text, or the JSON {"tool_calls": [{"name", "arguments"}], "message"} when the model calls tools."""
    error: str | None = None


class Content(Struct, rename="camel", kw_only=True, omit_defaults=True):
    """A piece of a tool's result."""

    type: Literal["text", "image"]
    text: str | None = None
    data: str | None = None
    """Base64 of an image."""
    mime_type: str | None = None


class ToolRequest(Struct, rename="camel", kw_only=True):
    """Body of POST /api/mcp/execute-tool."""

    tool_name: Text
    arguments: dict[str, Any]


class ToolAnswer(Struct, rename="camel", kw_only=True, omit_defaults=True):
    """Answer to POST /api/mcp/execute-tool."""

    success: bool
    content: list[Content] | None = None
    error: str | None = None


class NamedCall(Struct, rename="camel", kw_only=True):
    """One call of a batch."""

    name: Text
    arguments: dict[str, Any]


class BatchRequest(Struct, rename="camel", kw_only=True):
    """Body of POST /api/mcp/execute-tools."""

    calls: Annotated[list[NamedCall], Meta(max_length=MAX_CALLS)]


class NamedAnswer(Struct, rename="camel", kw_only=True, omit_defaults=True):
    """The result of one call of a batch."""

    name: str
    success: bool
    content: list[Content] | None = None
    error: str | None = None


class BatchAnswer(Struct, rename="camel", kw_only=True):
    """Answer to POST /api/mcp/execute-tools, in the order of the calls."""

    results: list[NamedAnswer]


class Problem(Struct, rename="camel", kw_only=True):
    """Answer to a request that cannot be served."""

    success: Literal[False]
    error: str
