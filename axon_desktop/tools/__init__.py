"""What may be done: the tools, their manager, and the parser that finds calls in a reply."""

from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.tools.manager import ToolManager
from axon_desktop.tools.parser import ToolParser
from axon_desktop.tools.registry import ToolRegistry

__all__ = ["ToolCall", "ToolManager", "ToolParser", "ToolRegistry", "ToolResult"]
