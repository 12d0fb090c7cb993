"""What a small model is given with a result that leads nowhere, so that it finds its way without another round.

Such a model tends to send the same call again, or to make an answer up. So a failed edit brings the text of the
note, a search the texts of the notes that it found first, and a failed or repeated reading the lines of the vault
that fit the user's request best.
"""

from __future__ import annotations

import re
from dataclasses import replace

from axon_desktop.agent.context import fenced
from axon_desktop.agent.repetition import call_key
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.llm.prompts import fill, prompt_words
from axon_desktop.tools import ToolManager

_NOTE_SHOWN = 4_000
"""Characters; a longer note is not added to a result."""
_NOTES_READ = 2
_NOTES_FOUND = 5
_NOT_FOUND = ("File not found: ", "Folder not found: ")
_HIT_PATH = re.compile(r"(.+?\.(?:md|txt|canvas|base)):")
_FIGURES = re.compile(r"\d[\d.,:/-]+\d")
"""Numbers, dates and times of at least three signs."""
_FIGURES_NAMED = 5


class Guide:
    """Knows what the calls of one turn gave, and adds to results that do not help."""

    def __init__(self, tools: ToolManager) -> None:
        self._tools = tools
        self._known: dict[str, ToolResult] = {}
        self.fresh_start = ""
        """What is sent instead of the conversation when the last call was one whose result the model has: as long
        as it sees its own call, it sends it again. Empty otherwise."""

    def remember(self, call: ToolCall, result: ToolResult) -> None:
        """Keep what a call gave; after a write, reading again may give something else."""
        if result.change_id is not None:
            self._known = {key: known for key, known in self._known.items() if known.change_id is not None}
        self._known[call_key(call)] = result

    async def repeated(self, call: ToolCall, request: str) -> ToolResult | None:
        """Return what a call is answered with whose result the model has already; None for a new one."""
        known = self._known.get(call_key(call))
        self.fresh_start = ""
        if known is None:
            return None
        words = prompt_words("results.toml")
        if known.change_id is not None:
            return ToolResult(False, error=fill(words["done_already"], result=known.data or ""))
        lines = await self._find(request)
        told = (known.data if known.success else "") or ""
        if call.tool == "edit_note":
            told = known.error or ""
        self.fresh_start = fill(words["fresh_start"], request=request, found=fenced(f"{told}{lines}".strip()))
        return ToolResult(False, error=words["known_already"] + lines)

    async def invented(self, call: ToolCall, said: str, request: str) -> ToolResult | None:
        """Refuse to write figures that stand in nothing that was `said`: not by the user, not in a result.

        A small model makes up what it has not read, and a telephone number in a note is believed for years.
        """
        new, old = _texts(call, "new", "content"), _texts(call, "old")
        known = f"{said}\n{old}"
        made_up = sorted({figure for figure in _FIGURES.findall(new) if figure not in known})
        if not made_up:
            return None
        error = fill(prompt_words("results.toml")["made_up"], figures=", ".join(made_up[:_FIGURES_NAMED]))
        return ToolResult(False, error=error + await self._find(request))

    async def complete(self, call: ToolCall, result: ToolResult, request: str) -> ToolResult:
        """Return the result of a call with what helps after it."""
        error = result.error or ""
        if call.tool == "edit_note" and error.startswith("Invalid parameters: edits"):
            note = await self._read(call.params["path"])
            return replace(result, error=error + note + await self._find(request))
        if error.startswith(_NOT_FOUND):
            return replace(result, error=error + await self._find(request))
        if result.success and call.tool == "search_notes":
            return replace(result, data=(result.data or "") + await self._best_notes(result.data or ""))
        return result

    async def _best_notes(self, hits: str) -> str:
        """Return the texts of the notes that were found first: lines alone invite the same search again."""
        paths = dict.fromkeys(path[1] for line in hits.splitlines() if (path := _HIT_PATH.match(line)))
        return "".join([await self._read(path) for path in [*paths][:_NOTES_READ]])

    async def _read(self, path: str) -> str:
        note = await self._tools.execute(ToolCall("read_note", {"path": path}))
        text = note.data or ""
        if not note.success or len(text) > _NOTE_SHOWN:
            return ""
        return fill(prompt_words("results.toml")["note_reads"], path=path, text=text)

    async def _find(self, request: str) -> str:
        """Return the lines that fit the request best, each after the path of its note."""
        found = await self._tools.execute(ToolCall("search_notes", {"query": request, "limit": _NOTES_FOUND}))
        lines = (found.data or "").partition(":\n")[2]
        return fill(prompt_words("results.toml")["lines_fit"], lines=lines) if lines else ""


def _texts(call: ToolCall, *names: str) -> str:
    """Return what the params of these names hold, in a writing call or in its edits."""
    if call.tool not in ("create_note", "edit_note"):
        return ""
    edits = call.params.get("edits")
    parts = [call.params, *(edits if isinstance(edits, list) else [edits])]
    return "\n".join(str(part.get(name, "")) for part in parts if isinstance(part, dict) for name in names)
