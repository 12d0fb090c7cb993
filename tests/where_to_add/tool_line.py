"""A plugin of pytest that adds a tool before anything else of Axon is imported."""

from collections.abc import Iterable

from axon_desktop.llm.messages import JsonObject, ToolDefinition, ToolResult
from axon_desktop.tools import built_in
from axon_desktop.tools.tool import Tool

_PARAMS = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
COUNT_WORDS = ToolDefinition("count_words", "Counts the words of a note.", _PARAMS)


def _tools(given: built_in.ToolContext) -> Iterable[Tool]:
    async def run(params: JsonObject) -> ToolResult:
        return ToolResult(True, f"{len(given.vault.read(params['path']).text.split())} words")

    return [Tool(definition=COUNT_WORDS, run=run, effect="read")]


built_in.BUILT_IN = (*built_in.BUILT_IN, _tools)
