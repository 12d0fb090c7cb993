"""MCP servers in the window, beside their settings page: the strip above the message box, a light below."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QBoxLayout, QWidget
from shiboken6 import isValid

from axon_desktop.settings.keys import KeyStore

if TYPE_CHECKING:
    from axon_desktop.mcp_host.host import McpHost
    from axon_desktop.ui.chat.panel import ChatPanel
    from axon_desktop.ui.mcp.pending_bar import PendingBar
    from axon_desktop.ui.status_bar.status_bar import StatusBar
    from axon_desktop.ui.window.main_window import MainWindow


async def show_servers(window: MainWindow, host: McpHost, keys: KeyStore) -> None:
    """Show strip and light in a window with a new chat panel, as soon as there is a server."""
    from axon_desktop.ui.chat.panel import ChatPanel

    panel = window.chat
    news = asyncio.Event()
    unsubscribe = host.subscribe(news.set)
    panel.destroyed.connect(news.set)
    try:
        while not host.status() and isValid(panel):
            await news.wait()
            news.clear()
    finally:
        unsubscribe()
    await asyncio.to_thread(import_module, "axon_desktop.ui.mcp.pending_bar")  # the import takes some frames
    if isValid(panel) and isinstance(panel, ChatPanel):
        show_light(window.status, host)
        show_strip(panel, host, keys)


def show_light(bar: StatusBar, host: McpHost) -> None:
    """Add the light to the status bar, once."""
    from axon_desktop.ui.mcp.status_light import ServersStatus

    if bar.findChild(ServersStatus) is None:
        ServersStatus(host, bar)


def show_strip(panel: ChatPanel, host: McpHost, keys: KeyStore) -> PendingBar:
    """Add the strip above the message box of a chat panel; it lives as long as the panel."""
    from axon_desktop.ui.mcp.pending_bar import PendingBar

    strip = PendingBar(host, keys, panel)
    layout = panel.layout()
    assert isinstance(layout, QBoxLayout)
    layout.insertWidget(layout.indexOf(panel.composer), strip)
    before: QWidget = panel.view
    for stop in (strip.command, strip.agree, strip.look, strip.page, strip.later):
        QWidget.setTabOrder(before, stop)
        before = stop
    strip.settings_requested.connect(panel.settings_requested)
    panel.destroyed.connect(strip.leave)
    return strip
