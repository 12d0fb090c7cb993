"""The tool edit_note: changes parts of a note and leaves the rest as it is."""

from __future__ import annotations

import asyncio

from axon_desktop.errors import N_, InvalidParametersError, WriteFailedError
from axon_desktop.llm.messages import JsonObject, ToolDefinition
from axon_desktop.tools.notes.edits import Edit, SectionEdit, TextEdit, apply_edits
from axon_desktop.tools.notes.read_versions import ReadVersions
from axon_desktop.tools.tool import Tool
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import ChangePreview, Proposal

_BOM = "\ufeff"
_ALONE = ("old", "new", "heading", "content")
"""Params of a single edit, given without a list."""
_EDIT_PROPERTIES: JsonObject = {
    "old": {"type": "string", "description": "Text that occurs in the note exactly once, copied from it"},
    "new": {"type": "string", "description": "Text that takes its place; empty to delete it"},
    "heading": {
        "type": "string",
        "description": "Heading of a section, instead of old and new; with the headings above it as A > B",
    },
    "content": {"type": "string", "description": "Whole lines for that section"},
    "position": {
        "type": "string",
        "enum": ["start", "end", "replace", "before", "after"],
        "description": (
            "start or end (default) of the section's own text; replace puts content for all of the section "
            "but its heading; before or after puts it outside the section"
        ),
    },
}
_EDIT: JsonObject = {"type": "object", "properties": _EDIT_PROPERTIES, "additionalProperties": False}
_EDIT_NOTE = ToolDefinition(
    name="edit_note",
    description=(
        "Change parts of an existing note: replace a passage, or add lines to the section of a heading. All else "
        "stays as it is. Give path, old and new, or path, heading and content; several edits as a list in edits: "
        "they are done in order, all or none. Read the note first. Returns one sentence."
    ),
    parameters={
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "Path from the vault's root; .md may be left out"},
            "old": {
                "type": "string",
                "description": "For one edit: text that occurs in the note once, copied from it",
            },
            "new": {"type": "string", "description": "Text that takes the place of old; empty to delete it"},
            "heading": {"type": "string", "description": "Instead of old and new: heading of a section"},
            "content": {"type": "string", "description": "Whole lines for the end of that section"},
            "edits": {
                "type": "array",
                "description": "Instead of these: list of {old, new} or {heading, content, position}",
                "items": _EDIT,
            },
        },
        "required": ["path"],
        "additionalProperties": False,
    },
)


class EditTool:
    """The editing tool of one conversation."""

    def __init__(self, vault: Vault, seen: ReadVersions) -> None:
        self._vault = vault
        self._seen = seen

    def tools(self) -> list[Tool]:
        """Return the tool."""
        return [Tool(definition=_EDIT_NOTE, preview=self._preview, effect="write")]

    async def _preview(self, params: JsonObject) -> Proposal:
        edits = _read_params(params)
        return await asyncio.to_thread(self._look_ahead, params["path"], edits)

    def _look_ahead(self, path: str, edits: list[Edit]) -> Proposal:
        path = self._vault.locate(path)
        (note,) = self._vault.read_exactly([path])
        text = note.text
        mark = _BOM if text.startswith(_BOM) else ""
        after = mark + apply_edits(text.removeprefix(mark), edits, path)
        try:
            data = after.encode("utf-8")
        except UnicodeEncodeError as error:
            raise WriteFailedError(N_("Core", "{path}: the content is not valid Unicode"), path=path) from error
        proposal = Proposal.write(ChangePreview(path, note.data, data, "edit"))
        self._seen.check_fresh(proposal)
        return proposal


def _read_params(params: JsonObject) -> list[Edit]:
    """Read the edits of a call: a list, or one in the params themselves.

    Raises:
        InvalidParametersError: there is none, or one is neither of the two kinds.
    """
    alone = {name: params[name] for name in _ALONE if name in params}
    if "edits" in params:
        if any(alone.values()):
            raise InvalidParametersError("give either edits, or one edit by old and new or heading and content")
        return _read_edits(params["edits"])
    if alone.get("old") and alone.get("heading"):
        raise InvalidParametersError("give either old and new, or heading and content")
    unused = {"heading", "content"} if alone.get("old") else {"old", "new"} if alone.get("heading") else set()
    edit = {name: value for name, value in alone.items() if name not in unused or value}
    if not edit:
        raise InvalidParametersError("give old and new, or heading and content, or edits")
    return [_read_edit(edit, "the edit")]


def _read_edits(edits: list[JsonObject]) -> list[Edit]:
    """Read the param `edits`, which the schema has checked."""
    if not edits:
        raise InvalidParametersError("edits is empty; give at least one edit")
    return [_read_edit(edit, f"edits.{index}") for index, edit in enumerate(edits)]


def _read_edit(edit: JsonObject, name: str) -> Edit:
    if {"old", "new"} == edit.keys():
        return TextEdit(edit["old"], edit["new"])
    if {"heading", "content"} <= edit.keys() <= {"heading", "content", "position"}:
        return SectionEdit(edit["heading"], edit["content"], edit.get("position", "end"))
    raise InvalidParametersError(f"{name} needs either old and new, or heading and content (and position)")
