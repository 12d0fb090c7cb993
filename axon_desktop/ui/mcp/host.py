"""The window's host of MCP servers: created without connecting to one, closed with the program."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from axon_desktop.mcp_host.config.config import load_configs
from axon_desktop.mcp_host.host import McpHost
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.mcp.elicitation import DialogElicitation

if TYPE_CHECKING:
    from axon_desktop.errors import SettingsError
    from axon_desktop.settings.keys import KeyStore
    from axon_desktop.ui.window.main_window import MainWindow

_log = logging.getLogger(__name__)
_MOST = 3
"""Number of entries that are named of a damaged list."""


async def make_host(keys: KeyStore, window: MainWindow) -> McpHost:
    """Create the host of the user's servers, none of which runs yet; a damaged list of them is reported."""
    damage: list[SettingsError] = []
    configs = await asyncio.to_thread(partial(load_configs, on_problem=damage.append))
    if configs:
        await asyncio.to_thread(import_module, "axon_desktop.mcp_host.server")
    if damage:
        window.show_error(" ".join(error_text(problem) for problem in damage[:_MOST]), damage[0])
    elicit = DialogElicitation(window.decisions)
    elicit.asking.connect(window.show_question)
    return McpHost(configs, keys, elicit=elicit)


async def close_host(host: McpHost, seconds: float) -> None:
    """Stop all servers, and wait for at most so many seconds: their supervisors stop them in any case."""
    try:
        async with asyncio.timeout(seconds):
            await host.close()
    except TimeoutError:
        _log.warning("The MCP servers did not end within %g s", seconds)
