"""What a turn of a small model needs besides; the only module of this folder that others import.

Such a model tends to change what it has not read, to send the same call again, or to make an answer up. So the
vault is searched for the words of the request first; its calls are checked before they run; a search brings the
texts of the notes that it found first, a failed edit the text of the note and the call with a line that stands
there, and a failed or repeated reading the lines of the vault that fit the user's request best.

With a model of 1.5 billion parameters 19 of 20 and 10 of 22 everyday requests were fulfilled and no file changed
unasked; a plain loop with the same tools fulfilled 4 and 1, and changed 15 files unasked (docs/competence.md).
Docstrings name the measured case of each rule; `call_checks` says where they stand.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence

from msgspec.structs import replace

from axon_desktop.agent.context.context import fenced
from axon_desktop.agent.context.focus import Focus
from axon_desktop.agent.context.repetition import call_key
from axon_desktop.agent.small_models.call_checks import (
    check_fits_best,
    check_name_is_there,
    check_note_is_meant,
    check_task_is_new,
    check_texts,
    is_foreign,
    works_out,
)
from axon_desktop.agent.small_models.intent import find_intent, points_at
from axon_desktop.agent.small_models.note_finder import NoteFinder, hit_paths, lines_beside, whole_lines, words_of
from axon_desktop.agent.small_models.reply_checks import ReplyChecks
from axon_desktop.llm.messages import ToolCall, ToolDefinition, ToolResult
from axon_desktop.llm.prompts import ReminderKind, fill, prompt_words
from axon_desktop.text.stop_words import names_in, people_in
from axon_desktop.tools import ToolManager
from axon_desktop.tools.tool import Effect

_NOWHERE = re.compile(r"\A.*?; n(o note holds (?P<names>[^;:\n]+))")
_FIGURES = re.compile(r"\d[\d.,:/-]+\d")
"""Numbers, dates and times of at least three characters."""
_FIGURES_NAMED = 5
_DOUBTED = 3
"""How often an edit is not run because another note fits the request better."""
_SPARED = frozenset({"find_notes", "note_links"})
"""Tools that it is not offered: it takes them where read_note or search_notes would answer, and each costs tokens.
What these tools tell stands in the list of notes, or is found by searching. Measured: asked for a paint's code, it
called note_links and answered with the code of another room."""
_SHOWN = {
    "read_note": ("path",),
    "search_notes": ("query",),
    "edit_note": ("path", "old", "new", "heading", "content"),
}
"""Of these tools it is offered only these params: it fills in every one that it sees, and so asks for the first
line of a note, or for a tag that no note has. Results: each search by pydantic-ai has folder, tag and regex."""


class SmallModel:
    """Guides one turn: knows what its calls gave, refuses calls, and adds to results that do not help."""

    def __init__(self, tools: ToolManager) -> None:
        self._finder = NoteFinder(tools)
        self._known: dict[str, ToolResult] = {}
        self._nowhere: list[str] = []
        """The names in the request if no note holds any of them."""
        self._refusals: list[str] = []
        """What calls were answered with instead of running."""
        self.fresh_start = ""
        """What is sent instead of the conversation when the last call was one whose result the model has: as long
        as it sees its own call, it sends it again. Empty otherwise."""

    # Before the model is asked

    @staticmethod
    def offered(tools: Sequence[ToolDefinition]) -> list[ToolDefinition]:
        """Return the definitions that the model is offered."""
        return [_bare(tool) for tool in tools if tool.name not in _SPARED]

    @staticmethod
    def focus(request: str, focus: Focus | None) -> Focus | None:
        """Return the open note if the request means it, else None.

        A small model writes into the open note, whatever note the request names.
        """
        return focus if focus is not None and points_at(request, focus) else None

    async def presearch(self, request: str) -> tuple[ToolCall, ToolResult] | None:
        """Search for the words of a request; return the call and what it gave, None if that tells nothing.

        Recordings: `bus-driver`, `suzhou-address` and `teahouse-closed` are answered from it without a call.
        """
        words = words_of(request)
        if not words:
            return None
        call, result = await self._finder.search(words)
        if not result.success:
            return None
        names, hits = [*names_in(words), *people_in(request)], result.data or ""
        missing = _NOWHERE.search(hits)
        found = hit_paths(hits) and not (missing and set(names) <= set(missing["names"].split(", ")))
        self._nowhere = [] if found else names
        return (call, result) if hit_paths(hits) else None

    async def prompt_with(self, prompt: str, hits: str, kind: ReminderKind) -> str:
        """Return the user's prompt with what the first search has found: lines of some notes, then the best ones.

        What stands last is taken first, so the request ends it all, and the lines of lesser notes begin it.
        """
        notes = await self._finder.best_notes(hits)
        found = fenced("\n\n".join(part.strip() for part in [lines_beside(hits, notes), *notes.values()] if part))
        nowhere = f"\n\nN{match[1]}." if (match := _NOWHERE.search(hits)) else ""
        words = prompt_words("results.toml")
        how = words.get(f"how_{kind}", "")
        if kind not in ("create", "append", "add", "move"):  # what is new need not be in the vault
            found += nowhere
        return fill(words["found_change" if how else "found_answer"], prompt=prompt, found=found, how=how).strip()

    # Calls

    async def check_call(
        self, call: ToolCall, effect: Effect | None, request: str, said: str
    ) -> ToolResult | None:
        """Answer a call that the model should not make; None if it may run.

        Args:
            call: the call that the model made.
            effect: what the tool may do.
            request: what the user has asked for.
            said: everything that the model may know: what the user said, and results.
        """
        writes = effect == "write"
        if writes and (refused := self._check_name_is_anywhere(call, request)) is not None:
            return refused
        if (repeated := await self._check_is_new(call, request)) is not None:
            return repeated
        refused = await self._check_write(call, said, request) if writes else None
        return refused or await self._check_figures(call, said, request)

    async def take_result(self, call: ToolCall, result: ToolResult, request: str) -> ToolResult:
        """Keep what a call gave; return it with what helps after it.

        Recording `boiler-service`: two edits of a note that is not there fail, and after the lines that fit the
        request comes the right one.
        """
        self._remember(call, result)
        error, path = result.error or "", call.params.get("path")
        if result.wrote:
            return result
        if call.tool == "edit_note" and result.kind in ("invalid", "no_change") and isinstance(path, str):
            known = result.kind == "no_change" or _texts(call, "heading").strip()
            again = "" if known else await self._finder.likely_edit(request, _texts(call, "old"), path)
            return replace(result, error=error + await self._finder.read(path) + again)
        if result.kind in ("not_found", "no_folder"):
            return replace(result, error=error + await self._finder.lines(request))
        if result.success and call.tool == "search_notes":
            notes = await self._finder.best_notes(result.data or "")
            return replace(result, data="".join([result.data or "", *notes.values()]))
        return result

    def _remember(self, call: ToolCall, result: ToolResult) -> None:
        """Keep what a call gave; after a write, reading again may give something else."""
        if result.wrote:
            self._known = {key: known for key, known in self._known.items() if known.wrote}
        self._known[call_key(call)] = result

    def _check_name_is_anywhere(self, call: ToolCall, request: str) -> ToolResult | None:
        """Refuse to write where the request is about a name that no note holds: it cannot mean this note.

        What is to be written may be new itself, so a call that holds the name passes. Recording `nobody-ingrid`:
        the model gave the new telephone number of somebody who has no note to somebody else.
        """
        said = json.dumps(call.params, ensure_ascii=False).casefold()
        if not self._nowhere or any(name.casefold() in said for name in self._nowhere):
            return None
        words, names = prompt_words("results.toml"), ", ".join(self._nowhere)
        self.fresh_start = fill(words["say_missing"], request=request, names=names).strip()
        return ToolResult(False, error=fill(words["not_there"], names=names))

    async def _check_is_new(self, call: ToolCall, request: str) -> ToolResult | None:
        """Answer a call whose result the model has already.

        Recording `boiler-service`, results `hotel-phone` (three times), `attic-later` and `porto-seat`: the model
        sent the same call again right after its result.
        """
        known = self._known.get(call_key(call))
        self.fresh_start = ""
        if known is None:
            return None
        words = prompt_words("results.toml")
        if done := self._done:
            self.fresh_start = fill(words["fresh_done"], request=request, done=done).strip()
        if known.wrote:
            return ToolResult(False, error=fill(words["done_already"], result=known.data or ""), kind="not_run")
        if done:
            return ToolResult(False, error=words["known_already"], kind="not_run")
        lines = "" if call.tool == "search_notes" else await self._finder.lines(request)
        data = (known.data if known.success else "") or ""
        if call.tool == "edit_note":
            data = known.error or ""
        self.fresh_start = fill(words["fresh_start"], request=request, found=fenced(f"{data}{lines}".strip()))
        return ToolResult(False, error=words["known_already"] + lines, kind="not_run")

    async def _check_write(self, call: ToolCall, said: str, request: str) -> ToolResult | None:
        """Hold a writing call against the rules of `call_checks`; what one has refused once passes after that.

        But an edit passes late while another note fits the request better, and never where another note is named
        and the line has no word of the request, or a person of the request is not named in the note.
        """
        intent = find_intent(request)
        first = None if self._done else intent
        error = check_texts(call, _texts(call, "new", "content"), request, said, first)
        if error:
            return None if error in self._refusals else await self._refuse(error, request)
        path, old = str(call.params.get("path", "")), _texts(call, "old")
        text = await self._finder.text(path)
        lines = whole_lines(old, text)
        notes = await asyncio.to_thread(self._finder.note_paths)
        error = check_note_is_meant(path, lines, request, intent, notes)
        if error and (error not in self._refusals or is_foreign(lines, request)):
            return await self._refuse(error, request, await self._finder.likely_edit(request) if old else "")
        doubtful = old and not self._done  # of several steps the later ones are about other notes
        best = next(iter(hit_paths(await self._finder.hits(request))), "") if doubtful else ""
        error = check_fits_best(path, lines, request, best)
        if error and self._refusals.count(error) < _DOUBTED:
            return await self._refuse(error, request, await self._finder.likely_edit(request, asked=best))
        error = check_name_is_there(path, text, request) if old else ""
        if error and (people_in(request) or self._refusals.count(error) < _DOUBTED):
            return await self._refuse(error, request, await self._finder.likely_edit(request))
        error = check_task_is_new(_texts(call, "new", "content"), old, text)
        return await self._refuse(error, request) if error and error not in self._refusals else None

    async def _check_figures(self, call: ToolCall, said: str, request: str) -> ToolResult | None:
        """Refuse to write figures that stand in nothing that was `said`: not by the user, not in a result.

        Recording `fair-facts`: the new note dated the fair by a day that stands nowhere; in the results of
        pydantic-ai two telephone numbers are made up (`tour-contacts`).
        """
        new, old = _texts(call, "new", "content"), _texts(call, "old")
        made_up = self._unknown_figures(new, f"{said}\n{old}")
        if not made_up or works_out(request):
            return None
        return await self._refuse(fill(prompt_words("results.toml")["made_up"], figures=made_up), request)

    def _unknown_figures(self, text: str, said: str) -> str:
        """Return the figures of a text that stand in nothing that was said, as far as they are to be named."""
        for refusal in self._refusals:  # what names a figure as made up does not make it known
            said = said.replace(refusal, "")
        unknown = sorted({figure for figure in _FIGURES.findall(text) if figure not in said})
        return ", ".join(unknown[:_FIGURES_NAMED])

    async def _refuse(self, error: str, request: str, instead: str = "") -> ToolResult:
        """Answer a call that is not run, and let the model begin again with what fits the request."""
        self._refusals.append(error)
        lines = await self._finder.lines(request)
        again = fill(prompt_words("results.toml")["fresh_start"], request=request, found=fenced(lines.strip()))
        self.fresh_start = f"{again}\n\n{error}{instead}"
        return ToolResult(False, error=error + (instead or lines))

    @property
    def _done(self) -> str:
        """What the writes of this turn have reported, in their order."""
        return " ".join(known.data or "" for known in self._known.values() if known.wrote)

    # Replies

    @staticmethod
    def reply_checks(request: str) -> ReplyChecks:
        """Return what a reply to a request is held against."""
        return ReplyChecks(request)


def _bare(tool: ToolDefinition) -> ToolDefinition:
    if tool.name not in _SHOWN:
        return tool
    schema = tool.parameters
    shown = {name: schema["properties"][name] for name in _SHOWN[tool.name]}
    return replace(tool, parameters={**schema, "properties": shown})


def _texts(call: ToolCall, *names: str) -> str:
    """Return what the params of these names hold, in a writing call or in its edits."""
    if call.tool not in ("create_note", "edit_note"):
        return ""
    edits = call.params.get("edits")
    parts = [call.params, *(edits if isinstance(edits, list) else [edits])]
    return "\n".join(str(part.get(name, "")) for part in parts if isinstance(part, dict) for name in names)
