"""The tools that move files: move_note with all links to them, trash_note into the vault's trash."""

from __future__ import annotations

import asyncio
from pathlib import PurePosixPath

from axon_desktop.llm.messages import JsonObject, ToolDefinition
from axon_desktop.text.file_names import is_note
from axon_desktop.tools.notes.read_versions import ReadVersions
from axon_desktop.tools.tool import Tool
from axon_desktop.vault import Vault
from axon_desktop.vault.files.path_rules import normalize_path, tidy_path
from axon_desktop.vault.history.changes import Proposal
from axon_desktop.vault.moves.link_rewrite import propose_move

_PATH: JsonObject = {"type": "string", "description": "Path from the vault's root; .md may be left out"}
_MOVE_NOTE = ToolDefinition(
    name="move_note",
    description=(
        "Rename a note or file, or move it to another folder. Every link to it in the vault is rewritten, so do "
        "not change links yourself. Missing folders are created. Returns one sentence."
    ),
    parameters={
        "type": "object",
        "properties": {
            "path": _PATH,
            "to": {
                "type": "string",
                "description": "New path from the vault's root; a folder with / at its end keeps the name",
            },
        },
        "required": ["path", "to"],
        "additionalProperties": False,
    },
)
_TRASH_NOTE = ToolDefinition(
    name="trash_note",
    description="Move a note or file to the trash. Links to it stay as they are. Returns one sentence.",
    parameters={
        "type": "object",
        "properties": {"path": _PATH},
        "required": ["path"],
        "additionalProperties": False,
    },
)


class MovingTools:
    """The moving tools of one conversation."""

    def __init__(self, vault: Vault, seen: ReadVersions) -> None:
        self._vault = vault
        self._seen = seen

    def tools(self) -> list[Tool]:
        """Return the tools, in the order in which models get them."""
        return [
            Tool(definition=_MOVE_NOTE, preview=self._preview_move, effect="write"),
            Tool(definition=_TRASH_NOTE, preview=self._preview_trash, effect="write"),
        ]

    async def _preview_move(self, params: JsonObject) -> Proposal:
        return await asyncio.to_thread(self._propose_move, params["path"], params["to"])

    def _propose_move(self, path: str, to: str) -> Proposal:
        path = self._vault.locate(path)
        proposal = propose_move(self._vault, path, _target(path, to))
        self._seen.check_fresh(proposal)
        return proposal

    async def _preview_trash(self, params: JsonObject) -> Proposal:
        return await asyncio.to_thread(self._propose_trash, params["path"])

    def _propose_trash(self, path: str) -> Proposal:
        proposal = self._vault.propose_trash(path)
        self._seen.check_fresh(proposal)
        return proposal


def _target(path: str, to: str) -> str:
    """Return the target of a move: a note stays a note, any other file keeps its suffix if none is given."""
    source = PurePosixPath(path)
    if to in ("/", ".", "./"):
        return source.name
    if to.endswith("/"):
        return tidy_path(to + source.name)
    to = tidy_path(to)
    if is_note(path) and not to.endswith(source.suffix):
        return normalize_path(to)
    return to if PurePosixPath(to).suffix else to + source.suffix
