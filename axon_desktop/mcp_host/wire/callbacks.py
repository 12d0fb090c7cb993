"""Who is told what a server says by itself."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from axon_desktop.mcp_host.elicitation import Elicit
from axon_desktop.mcp_host.processes.log_ring import LogRing


class ServerCallbacks(Struct, frozen=True, kw_only=True):
    """What a connection is opened with."""

    tools_changed: Callable[[], None]
    ask: Elicit
    """Answers a question of the server to the user."""
    log: LogRing
    legacy: bool = False
    """Whether the server is known to speak the protocol from before 2026: then the newer is not tried first."""
