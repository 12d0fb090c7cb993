"""Approvals of the user: the program of each server, and the description of each of its tools.

An approved server is trusted; a tool whose description has changed since is not offered until the user has seen
it. Nor is a tool that came later: its text would reach the model unseen, which is all that a hostile server needs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct, field

from axon_desktop import paths
from axon_desktop.llm.messages import JsonObject
from axon_desktop.mcp_host.config.config import ServerConfig, write_json
from axon_desktop.mcp_host.tool_list import ListedTool

ApprovalState: TypeAlias = Literal["known", "new", "changed"]


class _ApprovedTool(Struct):
    sha256: str
    text: str
    """What the user approved of, to compare with."""


class _ApprovedServer(Struct):
    identity: str
    """Hash of the command or address; see `ServerConfig.identity`."""
    tools: dict[str, _ApprovedTool] | None = None
    """None until its tools were seen for the first time."""


class _ApprovalFile(Struct):
    version: int = 1
    servers: dict[str, _ApprovedServer] = field(default_factory=dict)


class Approvals:
    """The file of approvals; reading and writing it block."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or paths.data_dir() / "mcp-pins.json"
        self._approvals = _ApprovalFile()

    def load(self) -> None:
        """Read the file; a damaged one is set aside, so that everything must be approved again."""
        try:
            self._approvals = msgspec.convert(json.loads(self._file.read_text("utf-8")), _ApprovalFile)
        except FileNotFoundError:
            self._approvals = _ApprovalFile()
        except (OSError, ValueError, RecursionError):
            self._approvals = _ApprovalFile()
            with suppress(OSError):
                self._file.replace(self._file.with_suffix(".damaged"))

    def save(self) -> None:
        """Write the file.

        Raises:
            SettingsError: it cannot be written.
        """
        content: JsonObject = msgspec.to_builtins(self._approvals)
        write_json(self._file, content)

    def is_confirmed(self, config: ServerConfig) -> bool:
        """Tell whether the user has agreed to just this command or address."""
        approved = self._approvals.servers.get(config.name)
        return approved is not None and approved.identity == config.identity

    def confirm(self, config: ServerConfig) -> None:
        """Record that the user has agreed to this command or address; approved tools stay approved."""
        approved = self._approvals.servers.get(config.name)
        tools = approved.tools if approved is not None else None
        self._approvals.servers[config.name] = _ApprovedServer(config.identity, tools)

    def forget(self, server: str) -> None:
        """Delete the approvals of a server."""
        self._approvals.servers.pop(server, None)

    def was_seen(self, server: str) -> bool:
        """Tell whether the server's tools have been listed before."""
        approved = self._approvals.servers.get(server)
        return approved is not None and approved.tools is not None

    def judge(self, server: str, tool: ListedTool) -> ApprovalState:
        """Tell whether the user has approved of the tool as it is."""
        approved = self._find(server, tool.raw.name)
        if approved is None:
            return "new"
        return "known" if approved.sha256 == tool.hash else "changed"

    def accept(self, server: str, tools: Iterable[ListedTool]) -> None:
        """Record that the user has approved of tools as they are."""
        approved = self._approvals.servers.get(server)
        if approved is None:
            return
        if approved.tools is None:
            approved.tools = {}
        for tool in tools:
            approved.tools[tool.raw.name] = _ApprovedTool(tool.hash, tool.raw.text)

    def approved_text(self, server: str, tool: str) -> str | None:
        """Return the text that the user approved of; None for a tool never seen."""
        approved = self._find(server, tool)
        return None if approved is None else approved.text

    def _find(self, server: str, tool: str) -> _ApprovedTool | None:
        approved = self._approvals.servers.get(server)
        return None if approved is None or approved.tools is None else approved.tools.get(tool)
