"""A host with real servers and its settings file, for tests of what the window shows of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog
from shiboken6 import isValid

from axon_desktop.mcp_host.config.config import ServerConfig, load_configs, save_configs
from axon_desktop.mcp_host.host import McpHost
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.mcp.settings.servers_page import ServersPage
from axon_desktop.ui.settings.dialog import SettingsDialog
from tests.mcp_host.scenes import make_keys
from tests.waiting import until


@dataclass
class Servers:
    """A running host and its keys."""

    host: McpHost
    keys: KeyStore

    def state(self, name: str = "crude") -> str:
        return next((status.state for status in self.host.status() if status.name == name), "unknown")

    async def ready(self, name: str = "crude") -> None:
        await until(lambda: self.state(name) == "ready")

    def kept(self, name: str = "crude") -> ServerConfig:
        return next(config for config in load_configs() if config.name == name)


@asynccontextmanager
async def servers(
    home: Path,
    patch: pytest.MonkeyPatch,
    agreed: Sequence[ServerConfig] = (),
    unseen: Sequence[ServerConfig] = (),
) -> AsyncIterator[Servers]:
    """Run a host with servers that the user has allowed, and with others that are only in the file."""
    patch.setenv("AXON_HOME", str(home))
    keys = make_keys()
    save_configs([*agreed, *unseen])
    first = McpHost([], keys)
    first.start()
    await first.apply(agreed, {config.name for config in agreed})
    await first.close()
    host = McpHost(load_configs(), keys)
    host.start()
    try:
        yield Servers(host, keys)
    finally:
        await host.close()


@asynccontextmanager
async def page(world: Servers) -> AsyncIterator[ServersPage]:
    """Open the settings at the page of servers."""
    dialog = SettingsDialog(Settings(), world.keys, page="servers", host=world.host)
    answer = spawn(ask(dialog), name="settings")
    await until(dialog.isActiveWindow)
    assert dialog.servers is not None
    shown = dialog.servers
    await until(
        lambda: {server.name for server in shown.kept.servers} == {config.name for config in load_configs()}
    )
    await until(lambda: shown.table.rowCount() == len(shown.kept.servers))
    try:
        yield shown
    finally:
        dialog.reject()
        await answer


async def opened(kind: type[QDialog]) -> QDialog:
    """Wait for a dialog of this kind."""

    def found() -> QDialog | None:
        shown = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, kind)]
        return next((dialog for dialog in shown if dialog.isVisible()), None)

    await until(found)
    dialog = found()
    assert dialog is not None
    await until(dialog.isActiveWindow)
    return dialog


async def closed(dialog: QDialog) -> None:
    """Wait until a dialog is closed."""
    await until(lambda: not isValid(dialog) or not dialog.isVisible())
