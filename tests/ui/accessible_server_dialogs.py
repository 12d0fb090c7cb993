"""The dialogs about MCP servers, for the accessibility walk."""

from __future__ import annotations

import json
import sys

from PySide6.QtWidgets import QDialog

from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.elicitation import form_request, url_request
from axon_desktop.mcp_host.status import TestResult, ToolChange
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.mcp.import_dialog import ImportDialog
from axon_desktop.ui.mcp.question_dialog import AddressDialog, SchemaFormDialog
from axon_desktop.ui.mcp.settings.changed_tools import ChangedTools
from axon_desktop.ui.mcp.settings.log_dialog import LogDialog
from axon_desktop.ui.mcp.settings.server_form import ServerForm
from axon_desktop.ui.settings.dialog import SettingsDialog
from tests.mcp_host.scenes import crude
from tests.ui.accessible_table import Make, Shelf, listed
from tests.ui.server_world import servers
from tests.waiting import until


@listed(SettingsDialog)
async def settings_servers(shelf: Shelf) -> QDialog:
    gone = ServerConfig(name="gone", command="npx-of-nowhere")
    world = await shelf.stack.enter_async_context(servers(shelf.folder, shelf.patch, [crude()], [gone]))
    await world.ready()
    shown = SettingsDialog(Settings(), world.keys, page="servers", host=world.host)
    shown.show()
    assert shown.servers is not None
    details = shown.servers.details
    await until(lambda: details.tools.table.rowCount() > 3)
    return shown


@listed(ChangedTools)
async def changed_tools(_shelf: Shelf) -> QDialog:
    return ChangedTools(
        [
            ToolChange("notes", "add", "changed", '{\n "about": "Adds."\n}', '{\n "about": "Removes."\n}'),
            ToolChange("notes", "drop", "new", None, '{\n "about": "Drops."\n}'),
        ],
    )


@listed(ImportDialog)
async def import_servers(shelf: Shelf) -> QDialog:
    file = shelf.folder / "mcp.json"
    found = {
        "crude": {"command": sys.executable, "args": ["-S"]},
        "asks": {"command": "npx", "args": ["-y", "a b"], "env": {"TOKEN": "${input:token}", "LEVEL": "3"}},
        "old": {"type": "sse", "url": "https://example.org/sse"},
    }
    inputs = [{"id": "token", "description": "Your token", "password": True}]
    file.write_text(json.dumps({"servers": found, "inputs": inputs}))

    async def keep(_configs: object, _remember: bool) -> None:
        """Add nothing."""

    shown = ImportDialog([("Cursor", file)], [], keep)
    shown.show()
    await until(lambda: len(shown.rows) == 2)
    return shown


@listed(LogDialog)
async def server_log(_shelf: Shelf) -> QDialog:
    return LogDialog("notes", lambda: ["[axon] started", "listening"])


def _server_form(config: ServerConfig | None) -> Make:
    async def make(_shelf: Shelf) -> QDialog:
        async def keep(_config: ServerConfig, _remember: bool) -> None:
            """Save nothing."""

        async def test(_config: ServerConfig) -> TestResult:
            return TestResult()

        return ServerForm(config, (), keep, test)

    return make


_PROGRAM = crude(env={"LEVEL": "3", "API_TOKEN": "${key:token}"})
_WEB = ServerConfig(name="web", url="https://example.org/mcp", headers={"X-One": "1"})
listed(ServerForm, "new_server")(_server_form(None))
listed(ServerForm, "program_server")(_server_form(_PROGRAM))
listed(ServerForm, "web_server")(_server_form(_WEB))


@listed(SchemaFormDialog)
async def server_form_of_questions(_shelf: Shelf) -> QDialog:
    properties = {
        "name": {"type": "string", "title": "Your name", "description": "As on the ticket."},
        "nights": {"type": "integer", "minimum": 1, "maximum": 9, "default": 2},
        "breakfast": {"type": "boolean", "default": True},
        "class": {"type": "string", "enum": ["a", "b"], "enumNames": ["First", "Second"], "default": "b"},
        "extras": {"type": "array", "items": {"type": "string", "enum": ["sea", "late"]}},
    }
    schema = {"type": "object", "properties": properties, "required": ["name"]}
    request = form_request("booking", "Who travels?", schema)
    assert request is not None
    return SchemaFormDialog(request)


@listed(AddressDialog)
async def server_address(_shelf: Shelf) -> QDialog:
    request = url_request("booking", "Please pay.", "http://example.org/pay")
    assert request is not None
    return AddressDialog(request)
