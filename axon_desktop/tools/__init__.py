"""The tools, their manager, and the parser that finds calls in a reply.

The names of other modules below are loaded at first use: the chat reads replies long before it runs a tool.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from axon_desktop.llm.messages import ToolCall, ToolResult

if TYPE_CHECKING:
    from axon_desktop.tools.calls.parser import ToolParser
    from axon_desktop.tools.manager import ToolManager
    from axon_desktop.tools.registry import ToolRegistry

__all__ = ["ToolCall", "ToolManager", "ToolParser", "ToolRegistry", "ToolResult"]

_HOMES = {"ToolManager": "manager", "ToolParser": "calls.parser", "ToolRegistry": "registry"}


def __getattr__(name: str) -> object:
    """Load a public name from the module where it lives (PEP 562)."""
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
