"""The settings page of MCP servers: their list, the details of the selected one, and the actions on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget
from shiboken6 import isValid

from axon_desktop.errors import KeyStoreError, SettingsError
from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.config.importing import default_config_files
from axon_desktop.mcp_host.visible_text import show_invisible
from axon_desktop.settings.keys import KeyStore
from axon_desktop.ui.aio import ask, single_shot, spawn
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.look.parts import STRETCH, add_parts, hbox, push_button, text_label
from axon_desktop.ui.mcp.import_dialog import ImportDialog
from axon_desktop.ui.mcp.settings.changed_tools import ChangedTools
from axon_desktop.ui.mcp.settings.log_dialog import LogDialog
from axon_desktop.ui.mcp.settings.server_details import ServerDetails
from axon_desktop.ui.mcp.settings.server_form import ServerForm
from axon_desktop.ui.mcp.settings.server_list import ListedServer, ServerList
from axon_desktop.ui.mcp.settings.server_table import ServerTable
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.ui.widgets.form_fields import page_layout

if TYPE_CHECKING:
    from axon_desktop.mcp_host.host import McpHost

_SHOW_MS = 30
_SECOND_MS = 1000


class ServersPage(QWidget):
    """Shows and changes the user's servers; every change takes effect at once."""

    def __init__(self, host: McpHost, keys: KeyStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._loading = False
        self._loaded = False
        self.kept = ServerList(host, keys)
        layout = page_layout(
            self,
            self.tr("MCP servers"),
            self.tr("Tools from other programs. Changes on this page take effect immediately."),
        )
        self.empty = text_label(
            self.tr(
                "There are no servers yet. An MCP server is a program, or an address on the network,"
                " that offers its tools to the model: a calendar, a browser, a database. Add one with"
                " the command line that its developers provide, or import those that you use in"
                " Claude Desktop, Cursor or VS Code. Nothing starts before you have seen its exact"
                " command."
            ),
            self,
            wraps=True,
        )
        self.message = text_label("", self, wraps=True, tone="err")
        self.table = ServerTable(self)
        self.table.chosen.connect(self._show_details)
        self.details = ServerDetails(self.kept, self)
        self.empty.setContentsMargins(0, 0, 0, 4)
        self.message.setContentsMargins(0, 0, 0, 8)
        self.message.hide()
        for part in (self.empty, self.message, self.table):
            layout.addWidget(part)
        add_parts(layout, 8, self._build_buttons(), 14, self.details, STRETCH)
        before: QWidget = self.table
        for stop in (self.add, self.import_, *self.details.stops):
            QWidget.setTabOrder(before, stop)
            before = stop
        self._connect()
        self._soon = single_shot(self, _SHOW_MS, self._show)
        self._clock = QTimer(self, interval=_SECOND_MS)
        self._clock.timeout.connect(self._tick)
        self._leave = self.kept.subscribe(self._status_changed)
        self._show()

    def _build_buttons(self) -> QHBoxLayout:
        self.add = push_button(self.tr("+ &Add a server…"), self, lambda: self._do(self._add()))
        self.import_ = push_button(self.tr("&Import…"), self, lambda: self._do(self._import()))
        row = hbox()
        for button in (self.add, self.import_):
            button.setAutoDefault(False)
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _connect(self) -> None:
        details, kept = self.details, self.kept
        details.switched.connect(lambda on: self._on_server(lambda name: kept.switch(name, on=on)))
        details.agreed.connect(lambda: self._on_server(kept.agree))
        details.restart_requested.connect(lambda: self._on_server(kept.restart))
        details.log_requested.connect(lambda: self._on_server(self._show_log))
        details.edit_requested.connect(lambda: self._on_server(self._edit))
        details.remove_requested.connect(lambda: self._on_server(self._remove))
        details.changes_requested.connect(lambda: self._on_server(self._review))
        tools = details.tools
        tools.offered_changed.connect(lambda tool, on: self._on_server(partial(kept.offer_tool, tool=tool, on=on)))
        tools.reading_changed.connect(lambda tool, on: self._on_server(partial(kept.trust_tool, tool=tool, on=on)))

    # --- showing -------------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        """Read the file when the page is shown."""
        super().showEvent(event)
        if not self._loading:
            self._loading = True
            self._do(self._load())

    async def _load(self) -> None:
        try:
            await self.kept.load()
        finally:
            self._loaded = True

    def leave(self) -> None:
        """Stop listening: the dialog is closed."""
        self._leave()
        self._soon.stop()
        self._clock.stop()

    def _status_changed(self) -> None:
        if isValid(self) and not self._soon.isActive():
            self._soon.start()

    def _show(self) -> None:
        servers = self.kept.servers
        self.empty.setVisible(self._loaded and not servers and not self.message.text())
        self.table.setVisible(bool(servers))
        self.table.show_servers(servers)
        self._show_details(self.table.current_name)
        waiting = any(server.status.retry_at is not None for server in servers)
        if waiting is not self._clock.isActive():
            (self._clock.start if waiting else self._clock.stop)()

    def _tick(self) -> None:
        self.table.show_servers(self.kept.servers)

    def _show_details(self, name: str) -> None:
        server = self.kept.find(name)
        self.details.setVisible(server is not None)
        if server is not None:
            self.details.show_server(server)

    # --- doing ---------------------------------------------------------------------------------------------------

    def _do(self, work: Awaitable[None]) -> None:
        spawn(self._try(work), name="mcp servers")

    def _on_server(self, work: Callable[[str], Awaitable[None]]) -> None:
        """Run an action on the selected server."""
        if name := self.table.current_name:
            self._do(work(name))

    async def _try(self, work: Awaitable[None]) -> None:
        """Run an action; errors are shown on the page."""
        try:
            await work
            problem = ""
        except (SettingsError, KeyStoreError) as error:
            problem = error_text(error)
        if self.kept.original is not None:
            words = self.tr("The list of servers was damaged. The original was kept as {file}.")
            problem, self.kept.original = words.format(file=self.kept.original), None
        if isValid(self):
            self.message.setText(problem)
            self.message.setAccessibleName(problem)
            self.message.setVisible(bool(problem))
            self._show()

    def _taken(self, besides: str = "") -> list[str]:
        return [server.name for server in self.kept.servers if server.name != besides]

    async def _add(self) -> None:
        await self._ask_form(None)

    async def _edit(self, name: str) -> None:
        server = self.kept.find(name)
        if server is not None:
            await self._ask_form(server)

    async def _ask_form(self, server: ListedServer | None) -> None:
        async def keep(config: ServerConfig, remember: bool) -> None:
            await self.kept.add([config], remember=remember)
            self._show()
            self.table.choose(config.name)

        config = server.config if server is not None else None
        taken = self._taken(config.name if config is not None else "")
        await ask(ServerForm(config, taken, keep, self.kept.test, self.window()))

    async def _import(self) -> None:
        async def keep(configs: Sequence[ServerConfig], remember: bool) -> None:
            await self.kept.add(configs, remember=remember)
            self._show()
            self.table.choose(configs[0].name)

        files = await asyncio.to_thread(default_config_files)
        await ask(ImportDialog(files, self._taken(), keep, self.window()))

    async def _remove(self, name: str) -> None:
        what = self.tr(
            "The server “{server}” will be stopped, and its settings, secrets and approvals deleted. This cannot"
            " be undone."
        )
        question = Question(
            self.tr("Remove this server?"),
            [what.format(server=show_invisible(name))],
            self.tr("&Remove"),
            self.window(),
            careful=True,
        )
        if await ask(question):
            await self.kept.remove(name)

    async def _show_log(self, name: str) -> None:
        await ask(LogDialog(name, lambda: self.kept.log(name), self.window()))

    async def _review(self, name: str) -> None:
        changes = self.kept.changes(name)
        if changes:
            dialog = ChangedTools(changes, self.window())
            await ask(dialog)
            await self.kept.approve(dialog.approved)
