"""The tools that there are, by name."""

from __future__ import annotations

import builtins
import json

from axon_desktop.tools.tool import Tool


class ToolRegistry:
    """Tools in the order of their registration, each name once."""

    def __init__(self) -> None:
        self._tools: dict[str, Tool] = {}

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
        return self._tools.get(name)

    def list(self) -> builtins.list[Tool]:
        """Return all tools."""
        return [*self._tools.values()]

    def get_tool_descriptions(self) -> str:
        """Return every tool's name, description and JSON Schema as text; equal tools give equal text."""
        return "\n\n".join(
            f"{tool.name}: {tool.definition.description}\n"
            f"{json.dumps(tool.definition.parameters, ensure_ascii=False)}"
            for tool in self._tools.values()
        )
