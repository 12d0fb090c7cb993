"""Status of servers as data for the window, without texts."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias

from msgspec import Struct

from axon_desktop.llm.messages import JsonObject
from axon_desktop.mcp_host.failure_reasons import Reason

ServerState: TypeAlias = Literal["off", "unconfirmed", "connecting", "ready", "waiting", "failed", "stopped"]
"""Switched off; not started because the user has not agreed to its command; being started; usable; lost, to be
retried; failed for good; ended with the program."""

ToolState: TypeAlias = Literal["on", "off", "new", "changed", "refused"]
"""Offered; switched off; not offered because it came after the server was approved, or because it has changed
since; or because it cannot be used."""


class ToolStatus(Struct, frozen=True, kw_only=True):
    """One tool of a server."""

    name: str
    """The server's own name for it."""
    full_name: str
    """Its name for the model: `server.tool`."""
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
    """Estimate of its tokens in each request."""


class ServerStatus(Struct, frozen=True, kw_only=True):
    """One server."""

    name: str
    state: ServerState
    shown: str
    """Its exact command line or address."""
    reason: Reason | None = None
    """Why it is not ready, where there is a reason."""
    retry_at: datetime | None = None
    """Time of the next retry, while waiting; aware UTC."""
    protocol: str = ""
    title: str = ""
    """Its own name for itself."""
    instructions: str = ""
    seconds: float | None = None
    """How long the last start took."""
    tools: tuple[ToolStatus, ...] = ()
    """Also those of a lost server, which cannot be used until it is back."""
    tokens: int = 0
    """Estimate of the tokens of its offered tools in each request when all are sent."""


class ToolChange(Struct, frozen=True):
    """A tool that is not offered until the user has approved of it."""

    server: str
    tool: str
    kind: Literal["new", "changed"]
    before: str | None
    """The approved text, as JSON lines to compare; None for a new tool."""
    after: str


class TestResult(Struct, frozen=True, kw_only=True):
    """The result of testing a server."""

    __test__ = False  # not for pytest

    reason: Reason | None = None
    """Why it cannot be used; None if it can."""
    seconds: float = 0.0
    protocol: str = ""
    title: str = ""
    tools: tuple[ToolStatus, ...] = ()
    log: tuple[str, ...] = ()
    """The last lines of its log."""
