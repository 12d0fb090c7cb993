"""The tools for notes and folders: read_note, create_note, list_folder."""

from __future__ import annotations

import asyncio
import json

from axon_desktop.llm.messages import JsonObject, ToolDefinition, ToolResult
from axon_desktop.tools.calls.fences import split_lines
from axon_desktop.tools.notes.read_versions import ReadVersions
from axon_desktop.tools.tool import Tool
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import Proposal

_READ_NOTE = ToolDefinition(
    name="read_note",
    description=(
        "Read a note. Returns its whole Markdown text, or only some lines of it. A name that is nearly right "
        "finds the note too. Read a note before you change it or speak about it."
    ),
    parameters={
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "Path from the vault's root; .md may be left out"},
            "offset": {"type": "integer", "minimum": 1, "description": "First line to return, from 1; default 1"},
            "limit": {"type": "integer", "minimum": 1, "description": "Number of lines to return; default all"},
            "column": {
                "type": "integer",
                "minimum": 1,
                "description": "First character to return of the first line, from 1; for very long lines",
            },
        },
        "required": ["path"],
        "additionalProperties": False,
    },
)
_CREATE_NOTE = ToolDefinition(
    name="create_note",
    description=(
        "Write a note: create it, replace its whole text, or add to its end. Missing folders are created. "
        "Returns one sentence that says what was written."
    ),
    parameters={
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "Path from the vault's root; .md is added if left out"},
            "content": {"type": "string", "description": "Markdown text, written exactly as given"},
            "mode": {
                "type": "string",
                "enum": ["overwrite", "append"],
                "description": (
                    "overwrite (default) replaces the whole text; append adds content directly after the old "
                    "text, so begin it with a line break if it should start on a new line"
                ),
            },
        },
        "required": ["path", "content"],
        "additionalProperties": False,
    },
)
_LIST_FOLDER = ToolDefinition(
    name="list_folder",
    description=(
        "List what is directly in a folder. Returns JSON: "
        '{"path": string, "items": [{"name": string, "type": "file" or "folder"}]}, folders first.'
    ),
    parameters={
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": 'Path from the vault\'s root; "" or "/" is the root itself'},
        },
        "required": ["path"],
        "additionalProperties": False,
    },
)


_RANGE = frozenset({"offset", "limit", "column"})


class NoteTools:
    """The tools of one conversation that read and write whole notes, and list folders."""

    def __init__(self, vault: Vault, seen: ReadVersions) -> None:
        self._vault = vault
        self._seen = seen

    def tools(self) -> list[Tool]:
        """Return the tools, in the order in which models get them."""
        return [
            Tool(definition=_READ_NOTE, run=self._read),
            Tool(definition=_CREATE_NOTE, preview=self._preview_create, effect="write"),
            Tool(definition=_LIST_FOLDER, run=self._list),
        ]

    async def _read(self, params: JsonObject) -> ToolResult:
        asked: str = params["path"]
        path, sha256, text = await asyncio.to_thread(self._load, asked)
        self._seen.remember(path, sha256)
        if _RANGE.intersection(params):
            lines = [*split_lines(text)]
            first = int(params.get("offset", 1)) - 1
            if first and first >= len(lines):
                return ToolResult(
                    False, error=f"Invalid parameters: offset is past the end; {path} has {len(lines)} lines"
                )
            text = "".join(lines[first : first + int(params["limit"])] if "limit" in params else lines[first:])
            text = text[int(params.get("column", 1)) - 1 :]
        return ToolResult(True, data=text, path=path if path != asked else None)

    def _load(self, path: str) -> tuple[str, str, str]:
        note = self._vault.read(path)
        return note.path, note.sha256, note.text

    async def _preview_create(self, params: JsonObject) -> Proposal:
        return await asyncio.to_thread(self._look_ahead, params)

    def _look_ahead(self, params: JsonObject) -> Proposal:
        change = self._vault.preview(params["path"], params["content"], params.get("mode", "overwrite"))
        proposal = Proposal.write(change)
        self._seen.check_fresh(proposal)
        return proposal

    async def _list(self, params: JsonObject) -> ToolResult:
        path: str = params["path"]
        entries = await asyncio.to_thread(self._vault.list_folder, path)
        items = [{"name": entry.name, "type": "folder" if entry.is_folder else "file"} for entry in entries]
        shape = json.dumps({"path": path.strip("/"), "items": items}, ensure_ascii=False)
        return ToolResult(True, data=shape)
