"""What a connection calls back. Known without the SDK, whose import takes over a second and is for a thread."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from axon_desktop.mcp_host.elicitation import Elicit
from axon_desktop.mcp_host.processes.log_ring import LogRing


class ServerCallbacks(Struct, frozen=True, kw_only=True):
    """Callbacks and log of a connection."""

    tools_changed: Callable[[], None]
    ask: Elicit
    """Puts a question of the server to the user."""
    log: LogRing
    legacy: bool = False
    """Whether the server is known to use the protocol from before 2026: then the newer is not tried first."""
