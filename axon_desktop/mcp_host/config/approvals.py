"""What the user has approved of: which program a server is, and what each of its tools says of itself.

A server that is known is trusted by that; a tool that says something else than it said then is not offered until
the user has looked at it. Nor is a tool that came later: its words would reach the model unseen, which is all that
a hostile server needs.
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

PinState: TypeAlias = Literal["known", "new", "changed"]


class _PinnedTool(Struct):
    sha256: str
    text: str
    """What the user approved of, to compare with."""


class _PinnedServer(Struct):
    identity: str
    """Hash of the command or address; see `ServerConfig.identity`."""
    tools: dict[str, _PinnedTool] | None = None
    """None until its tools were seen for the first time."""


class _PinFile(Struct):
    version: int = 1
    servers: dict[str, _PinnedServer] = field(default_factory=dict)


class Pins:
    """The file of approvals; reading and writing it block."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or paths.data_dir() / "mcp-pins.json"
        self._pins = _PinFile()

    def load(self) -> None:
        """Read the file; what is damaged is put aside, so that everything must be approved again."""
        try:
            self._pins = msgspec.convert(json.loads(self._file.read_text("utf-8")), _PinFile)
        except FileNotFoundError:
            self._pins = _PinFile()
        except (OSError, ValueError, RecursionError):
            self._pins = _PinFile()
            with suppress(OSError):
                self._file.replace(self._file.with_suffix(".damaged"))

    def save(self) -> None:
        """Write the file.

        Raises:
            SettingsError: it cannot be written.
        """
        content: JsonObject = msgspec.to_builtins(self._pins)
        write_json(self._file, content)

    def is_confirmed(self, config: ServerConfig) -> bool:
        """Tell whether the user has agreed to just this command or address."""
        pinned = self._pins.servers.get(config.name)
        return pinned is not None and pinned.identity == config.identity

    def confirm(self, config: ServerConfig) -> None:
        """Keep that the user has agreed to this command or address; tools that were approved stay so."""
        pinned = self._pins.servers.get(config.name)
        tools = pinned.tools if pinned is not None else None
        self._pins.servers[config.name] = _PinnedServer(config.identity, tools)

    def forget(self, server: str) -> None:
        """Drop all that is known of a server."""
        self._pins.servers.pop(server, None)

    def was_seen(self, server: str) -> bool:
        """Tell whether the server's tools have been listed before."""
        pinned = self._pins.servers.get(server)
        return pinned is not None and pinned.tools is not None

    def judge(self, server: str, tool: ListedTool) -> PinState:
        """Tell whether the user has approved of the tool as it is."""
        pinned = self._find(server, tool.raw.name)
        if pinned is None:
            return "new"
        return "known" if pinned.sha256 == tool.hash else "changed"

    def accept(self, server: str, tools: Iterable[ListedTool]) -> None:
        """Keep that the user has approved of tools as they are."""
        pinned = self._pins.servers.get(server)
        if pinned is None:
            return
        if pinned.tools is None:
            pinned.tools = {}
        for tool in tools:
            pinned.tools[tool.raw.name] = _PinnedTool(tool.hash, tool.raw.text)

    def approved_text(self, server: str, tool: str) -> str | None:
        """Return what the user approved of once; None for a tool never seen."""
        pinned = self._find(server, tool)
        return None if pinned is None else pinned.text

    def _find(self, server: str, tool: str) -> _PinnedTool | None:
        pinned = self._pins.servers.get(server)
        return None if pinned is None or pinned.tools is None else pinned.tools.get(tool)
