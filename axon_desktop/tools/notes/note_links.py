"""The tool note_links: links, backlinks, tags and properties of a note."""

from __future__ import annotations

import asyncio
import json

import msgspec

from axon_desktop.llm.messages import JsonObject, ToolDefinition, ToolResult
from axon_desktop.tools.tool import Tool
from axon_desktop.vault import Vault
from axon_desktop.vault.links.backlinks import NoteLinks, Outgoing, read_note_links

_NOTE_LINKS = ToolDefinition(
    name="note_links",
    description=(
        "Tell what a note links to and what links to it, with its tags and properties. Returns JSON: "
        '{"path": string, "outgoing": [{"link", "path", "line"}], "backlinks": [{"path", "line", "text"}], '
        '"unresolved": [{"link", "line"}], "tags": [string], "properties": {name: string or [string]}}; link is '
        "as it is written, path the file that it leads to."
    ),
    parameters={
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "Path from the vault's root; .md may be left out"},
        },
        "required": ["path"],
        "additionalProperties": False,
    },
)


class LinkTool:
    """The tool that reads links."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def tools(self) -> list[Tool]:
        """Return the tool."""
        return [Tool(definition=_NOTE_LINKS, run=self._run)]

    async def _run(self, params: JsonObject) -> ToolResult:
        asked: str = params["path"]
        links = await asyncio.to_thread(read_note_links, self._vault, asked)
        return ToolResult(True, data=_shape(links), path=links.path if links.path != asked else None)


def _shape(links: NoteLinks) -> str:
    properties = {
        item.name: item.values[0] if len(item.values) == 1 else item.values
        for item in links.properties
        if item.name
    }
    shape = {
        "path": links.path,
        "outgoing": [
            {"link": _written(out), "path": out.path, "line": out.link.line}
            for out in links.outgoing
            if out.path is not None
        ],
        "backlinks": links.backlinks,
        "unresolved": [
            {"link": _written(out), "line": out.link.line} for out in links.outgoing if out.path is None
        ],
        "tags": [*links.tags],
        "properties": properties,
    }
    try:
        return msgspec.json.encode(shape).decode("utf-8")
    except UnicodeEncodeError:  # half a character, which a property can name by its number
        return json.dumps(msgspec.to_builtins(shape), ensure_ascii=False)


def _written(out: Outgoing) -> str:
    return f"{out.link.target}#{out.link.anchor}" if out.link.anchor else out.link.target
