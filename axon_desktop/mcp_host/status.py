"""What the window shows of servers: data, no words."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias

from msgspec import Struct

from axon_desktop.llm.messages import JsonObject
from axon_desktop.mcp_host.failure_reasons import Reason

ServerState: TypeAlias = Literal["off", "unconfirmed", "connecting", "ready", "waiting", "failed", "stopped"]
"""Switched off; not started because the user has not agreed to its command; being started; usable; lost, to be
tried again; given up; ended with the program."""

ToolState: TypeAlias = Literal["on", "off", "new", "changed", "refused"]
"""Offered; switched off; not offered because it came after the server was approved, or because it has changed
since; or because it cannot be used."""


class ToolStatus(Struct, frozen=True, kw_only=True):
    """One tool of a server."""

    name: str
    """The server's own name for it."""
    full_name: str
    """What the model calls it: `server.tool`."""
    title: str
    description: str
    schema: JsonObject
    state: ToolState
    reason: str = ""
    """Why it is refused."""
    reading: bool = False
    """Whether the user trusts it to only read."""
    says_reading: bool = False
    """Whether the server says that it only reads, which proves nothing."""
    tokens: int = 0
    """Estimate of what it costs in each request."""


class ServerStatus(Struct, frozen=True, kw_only=True):
    """One server."""

    name: str
    state: ServerState
    shown: str
    """Its exact command line or address."""
    reason: Reason | None = None
    """Why it is not ready, where there is something to say."""
    retry_at: datetime | None = None
    """When it is tried again, while waiting; aware UTC."""
    protocol: str = ""
    title: str = ""
    """What it calls itself."""
    instructions: str = ""
    seconds: float | None = None
    """How long the last start took."""
    tools: tuple[ToolStatus, ...] = ()
    """Also those of a server that has gone, which cannot be used until it is back."""
    tokens: int = 0
    """Estimate of what its offered tools cost in each request when they are all sent."""


class ToolChange(Struct, frozen=True):
    """A tool that is not offered until the user has looked at it."""

    server: str
    tool: str
    kind: Literal["new", "changed"]
    before: str | None
    """What the user approved of, as JSON lines to compare; None for a new tool."""
    after: str


class TestResult(Struct, frozen=True, kw_only=True):
    """What came of trying a server."""

    __test__ = False  # not for pytest

    reason: Reason | None = None
    """Why it cannot be used; None if it can."""
    seconds: float = 0.0
    protocol: str = ""
    title: str = ""
    tools: tuple[ToolStatus, ...] = ()
    log: tuple[str, ...] = ()
    """The last lines that it wrote about itself."""
