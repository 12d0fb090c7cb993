"""The registry of tools, by name."""

from __future__ import annotations

import builtins
import json
from collections.abc import Sequence
from typing import Protocol

from axon_desktop.tools.tool import Tool


class Toolset(Protocol):
    """A changing set of tools, such as those of another program."""

    def tools(self) -> Sequence[Tool]:
        """Return the tools that there are now, each name once."""

    def why_unavailable(self, name: str) -> str:
        """Return why a tool that is known here cannot be called now; empty when it is not known, or can be."""


class ToolRegistry:
    """Tools in the order of their registration, then those of the toolsets; each name once."""

    def __init__(self) -> None:
        self._tools: dict[str, Tool] = {}
        self._toolsets: builtins.list[Toolset] = []

    def attach(self, toolset: Toolset) -> None:
        """Add a toolset; one of its tools whose name is taken is not available."""
        self._toolsets.append(toolset)

    def register(self, tool: Tool) -> None:
        """Add a tool.

        Raises:
            ValueError: the name is taken.
        """
        if tool.name in self._tools:
            raise ValueError(f"tool {tool.name!r} is already registered")
        self._tools[tool.name] = tool

    def get(self, name: str) -> Tool | None:
        """Return the tool of this name, or None."""
        return self._all().get(name)

    def list(self) -> builtins.list[Tool]:
        """Return all tools."""
        return [*self._all().values()]

    def why_unavailable(self, name: str) -> str:
        """Return why a tool that a toolset knows cannot be called now; empty when none knows it."""
        return next((why for toolset in self._toolsets if (why := toolset.why_unavailable(name))), "")

    def get_tool_descriptions(self) -> str:
        """Return every tool's name, description and JSON Schema as text; equal tools give equal text."""
        return "\n\n".join(
            f"{tool.name}: {tool.definition.description}\n"
            f"{json.dumps(tool.definition.parameters, ensure_ascii=False)}"
            for tool in self.list()
        )

    def _all(self) -> dict[str, Tool]:
        if not self._toolsets:
            return self._tools
        found = dict(self._tools)
        for toolset in self._toolsets:
            for tool in toolset.tools():
                found.setdefault(tool.name, tool)
        return found
