from typing import NoReturn

import pytest

from axon_desktop.llm.messages import JsonObject, ToolDefinition
from axon_desktop.tools import ToolRegistry
from axon_desktop.tools.tool import Tool


async def _work(params: JsonObject) -> NoReturn:
    raise NotImplementedError


def _tool(name: str) -> Tool:
    return Tool(definition=ToolDefinition(name, f"Does {name}.", {"type": "object"}), run=_work)


def test_tools_come_back_in_the_order_of_registration() -> None:
    registry = ToolRegistry()
    tools = [_tool("b"), _tool("a")]
    for tool in tools:
        registry.register(tool)
    assert registry.list() == tools
    assert registry.get("a") is tools[1]
    assert registry.get("c") is None


def test_a_name_can_be_taken_once() -> None:
    registry = ToolRegistry()
    registry.register(_tool("a"))
    with pytest.raises(ValueError, match="already registered"):
        registry.register(_tool("a"))


def test_descriptions_hold_name_text_and_schema() -> None:
    registry = ToolRegistry()
    registry.register(_tool("a"))
    assert registry.get_tool_descriptions() == 'a: Does a.\n{"type": "object"}'


def test_a_tool_reads_or_writes() -> None:
    with pytest.raises(ValueError, match="needs preview"):
        Tool(definition=ToolDefinition("a", "", {}))
    assert _tool("a").effect == "read"
    assert Tool(definition=ToolDefinition("a", "", {}), preview=_work, effect="write").effect == "write"
