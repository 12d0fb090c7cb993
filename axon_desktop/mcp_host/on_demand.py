"""Tools on demand: a conversation gets all tools of servers or, when they are many, those that it searched.

Two hundred schemas in every request cost more than most requests. The model then gets one tool that finds others
by words; found tools can be called from then on, and are sent after those that were sent before.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from axon_desktop.llm.context_size.tokens import estimate_messages
from axon_desktop.llm.messages import JsonObject, Message, ToolDefinition, ToolResult
from axon_desktop.llm.prompts import describe_tool, read_tool_results, tools_in_prompt
from axon_desktop.tools.tool import Tool

FIND_TOOLS = "find_tools"
BUDGET = 5000
"""Tokens of tool text, above which tools are loaded on demand."""
_LONGEST_LIST = 4500
"""Bytes of names in the description of the finding tool."""
_MOST_FOUND = 10
_MOST_TOKENS = 3000
"""Most tokens of the tools of one search."""
_NEAR = 85.0


class ToolSource(Protocol):
    """The source of the tools."""

    version: int
    """Grows with every change of the tools."""

    def tools(self) -> Sequence[Tool]:
        """Return the tools that can be called now."""

    def always_loaded(self, tool: str) -> bool:
        """Tell whether a tool is always offered in full."""

    def why_unavailable(self, name: str) -> str:
        """Return why a tool cannot be called; empty when no server has it."""


class ConversationTools:
    """The toolset of one conversation."""

    def __init__(self, source: ToolSource, used: Iterable[str] = ()) -> None:
        self._source = source
        self._loaded = dict.fromkeys(used)
        self._sent: dict[str, None] = {}
        """Every tool that was offered, in that order."""
        self._known = (-1, -1)
        self._tools: tuple[Tool, ...] = ()

    @property
    def loaded(self) -> tuple[str, ...]:
        """Tools that were found or called in this conversation, in that order."""
        return tuple(self._loaded)

    def tools(self) -> Sequence[Tool]:
        """Return the tools to send, in an order in which new ones come last."""
        known = (self._source.version, len(self._loaded))
        if known != self._known:
            self._tools = self._choose()
            self._known = known
        return self._tools

    def why_unavailable(self, name: str) -> str:
        """Return why a tool cannot be called now; empty when no server has it."""
        if any(tool.name == name for tool in self._source.tools()):
            return f"look it up with {FIND_TOOLS} first"
        return self._source.why_unavailable(name)

    def _choose(self) -> tuple[Tool, ...]:
        every = self._source.tools()
        by_name = {tool.name: tool for tool in every}
        few = estimate_messages((), [tool.definition for tool in every]) <= BUDGET
        always = [name for name in by_name if few or self._source.always_loaded(name)]
        chosen = dict.fromkeys((*always, *(name for name in self._loaded if name in by_name)))
        self._sent.update(chosen)
        tools = tuple(self._watched(by_name[name]) for name in self._sent if name in chosen)
        return tools if few else (self._finder(every), *tools)

    def _watched(self, tool: Tool) -> Tool:
        """Return the tool, wrapped so that a call keeps it loaded."""
        return replace(tool, run=partial(self._run, tool))

    async def _run(self, tool: Tool, params: JsonObject) -> ToolResult:
        assert tool.run is not None
        self._loaded.setdefault(tool.name)
        return await tool.run(params)

    def _finder(self, every: Sequence[Tool]) -> Tool:
        description = (
            "Find tools of other programs by what they do, and make them callable. Say in English words what you"
            f" need, or give names of the list. There are {len(every)}:\n{_list_names(every)}"
        )
        query = {"type": "string", "minLength": 1, "maxLength": 500, "description": "Words or names of tools."}
        schema: JsonObject = {
            "type": "object",
            "properties": {"query": query},
            "required": ["query"],
            "additionalProperties": False,
        }
        return Tool(definition=ToolDefinition(FIND_TOOLS, description, schema), run=self._find)

    async def _find(self, params: JsonObject) -> ToolResult:
        every = self._source.tools()
        found = await asyncio.to_thread(find_matching, str(params["query"]), every)
        if not found:
            return ToolResult(False, error="No tool matches. Use other words, or a name of the list.")
        self._loaded.update(dict.fromkeys(tool.name for tool in found))
        texts = "\n\n".join(describe_tool(tool.definition) for tool in found)
        return ToolResult(True, data=f"These tools can be called from now on:\n\n{texts}")


def names_in(history: Iterable[Message]) -> list[str]:
    """Return the tools that a conversation has called or found so far, in that order, whatever protocol it had."""
    names: dict[str, None] = {}
    calls: dict[str, str] = {}
    for message in history:
        for call in message.tool_calls:
            calls[call.id] = call.tool
            names.setdefault(call.tool)
        results = [(calls.get(message.tool_call_id or "", ""), message.content)] if message.role == "tool" else []
        if message.role == "user":
            results = [(result.tool, result.text) for result in read_tool_results(message.content)[0]]
        for tool, text in results:
            names.setdefault(tool)
            if tool == FIND_TOOLS:
                names.update(dict.fromkeys(tools_in_prompt(text)))
    names.pop("", None)
    return list(names)


def find_matching(query: str, tools: Sequence[Tool]) -> list[Tool]:
    """Return the tools that match the words best, as many as fit into one answer."""
    words = list(dict.fromkeys(_split(query)))
    named = {name.casefold() for name in re.findall(r"[\w.-]+", query)}
    scores = {tool.name: _score(tool.definition, words, named) for tool in tools}
    best = sorted((tool for tool in tools if scores[tool.name] > 0), key=lambda tool: -scores[tool.name])
    found: list[Tool] = []
    tokens = 0
    for tool in best[:_MOST_FOUND]:
        tokens += estimate_messages((), (tool.definition,))
        if found and (tokens > _MOST_TOKENS or scores[tool.name] < scores[best[0].name] / 4):
            break
        found.append(tool)
    return found


def _score(tool: ToolDefinition, words: Sequence[str], named: set[str]) -> float:
    from rapidfuzz import fuzz

    name = tool.name.casefold()
    if name in named or name.partition(".")[2] in named:
        return 100.0
    in_name = set(_split(name))
    in_text = set(_split(f"{tool.description} {' '.join(tool.parameters.get('properties', {}))}"))
    score = 0.0
    for word in words:
        if word in in_name:
            score += 3
        elif word in in_text:
            score += 1
        elif len(word) > 3 and any(fuzz.ratio(word, other, score_cutoff=_NEAR) for other in in_name):
            score += 2
    return score


def _split(text: str) -> list[str]:
    """Return the words of a text in one form: small letters, without the s of many; names in parts."""
    parts = re.findall(r"[^\W_]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text))
    return [part.removesuffix("s") if len(part) > 3 else part for part in map(str.casefold, parts)]


def _list_names(tools: Sequence[Tool]) -> str:
    """Return the names by server, each server's cut where they would be too many."""
    servers: dict[str, list[str]] = {}
    for tool in tools:
        server, _, name = tool.name.partition(".")
        servers.setdefault(server, []).append(name)
    room = _LONGEST_LIST // len(servers)
    return "\n".join(
        f"{server}: {_cut_list(names, room - len(server))}"[:_LONGEST_LIST] for server, names in servers.items()
    )


def _cut_list(names: Sequence[str], room: int) -> str:
    shown: list[str] = []
    for at, name in enumerate(names):
        room -= len(name) + 2
        if room < 0:
            return ", ".join([*shown, f"and {len(names) - at} more"])
        shown.append(name)
    return ", ".join(shown)
