"""What a small model is given before it is asked, and with a result that leads nowhere.

Such a model tends to change what it has not read, to send the same call again, or to make an answer up. So the
vault is searched for the words of the request first; a search brings the texts of the notes that it found first, a
failed edit the text of the note and the call with a line that stands there, and a failed or repeated reading the
lines of the vault that fit the user's request best.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence

from msgspec.structs import replace

from axon_desktop.agent.approval.taint import is_named
from axon_desktop.agent.context.context import fenced
from axon_desktop.agent.context.repetition import call_key
from axon_desktop.agent.small_models.edit_checks import (
    find_elsewhere,
    find_nobody,
    find_second,
    find_slip,
    find_stray,
    is_foreign,
    works_out,
)
from axon_desktop.agent.small_models.intent import find_wish
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.llm.prompts import ReminderKind, fill, prompt_words
from axon_desktop.text.file_names import NOTE_SUFFIX
from axon_desktop.text.stop_words import distinctive_words, names_in, people_in, word_stems
from axon_desktop.tools import ToolManager

_NOTE_SHOWN = 4_000
"""Characters; a longer note is not added to a result."""
_NOTES_SHOWN = 2_400
"""Characters of all notes that a search adds but for the first."""
_NOTES_READ = 3
_NOTES_FOUND = 5
_HIT = re.compile(r"(.+?\.(?:md|txt|canvas|base)):(?:(\d+):)? ")
_NOWHERE = re.compile(r"\A(?:No note matches all.+\n)?.*?; n(o note holds (?P<names>[^;:\n]+))")
_LINES_SHOWN = 40
"""Lines of a note that is too long to be shown whole."""
_FIGURES = re.compile(r"\d[\d.,:/-]+\d")
"""Numbers, dates and times of at least three signs."""
_FIGURES_NAMED = 5
_WORDS_SOUGHT = 16
"""Words of a request that are searched for before the model is asked."""
_DOUBTED = 3
"""How often an edit is not run because another note fits the request better."""
_NO_LINE = re.compile(r"\s*(?:-{3,}|#{1,6}\s.*|\|[\s|:-]*)?$")
"""Lines that an edit is seldom about: blank ones, rules, headings, the lines of tables that hold no text."""


class Guide:
    """Knows what the calls of one turn gave, and adds to results that do not help."""

    def __init__(self, tools: ToolManager) -> None:
        self._tools = tools
        self._known: dict[str, ToolResult] = {}
        self._nowhere: list[str] = []
        """The names in the request if no note holds any of them."""
        self._told: list[str] = []
        """What was said of figures that stand nowhere, and of slips."""
        self._doubted = False
        """Whether an answer has been met with doubt already."""
        self.fresh_start = ""
        """What is sent instead of the conversation when the last call was one whose result the model has: as long
        as it sees its own call, it sends it again. Empty otherwise."""

    def remember(self, call: ToolCall, result: ToolResult) -> None:
        """Keep what a call gave; after a write, reading again may give something else."""
        if result.wrote:
            self._known = {key: known for key, known in self._known.items() if known.wrote}
        self._known[call_key(call)] = result

    async def look_first(self, request: str) -> tuple[ToolCall, ToolResult] | None:
        """Search for the words of a request; return the call and what it gave, None if that tells nothing."""
        words = distinctive_words(request, _WORDS_SOUGHT)
        if not words:
            return None
        call = ToolCall("search_notes", {"query": " ".join(words), "limit": _NOTES_FOUND})
        result = await self._tools.execute(call)
        if not result.success:
            return None
        names, hits = [*names_in(words), *people_in(request)], result.data or ""
        missing = _NOWHERE.search(hits)
        found = _places(hits) and not (missing and set(names) <= set(missing["names"].split(", ")))
        self._nowhere = [] if found else names
        return (call, result) if _places(hits) else None

    async def prompt_with(self, prompt: str, hits: str, kind: ReminderKind) -> str:
        """Return the user's prompt with what the first search has found: lines of some notes, then the best ones.

        What stands last is taken first, so the request ends it all, and the lines of lesser notes begin it.
        """
        notes = await self._best_notes(hits)
        lines = [line for line in hits.splitlines() if (hit := _HIT.match(line)) and hit[1] not in notes]
        found = fenced("\n\n".join(part.strip() for part in ["\n".join(lines), *notes.values()] if part))
        nowhere = f"\n\nN{match[1]}." if (match := _NOWHERE.search(hits)) else ""
        words = prompt_words("results.toml")
        how = words.get(f"how_{kind}", "")
        if kind not in ("create", "append", "add", "move"):  # what is new need not be in the vault
            found += nowhere
        return fill(words["found_change" if how else "found_answer"], prompt=prompt, found=found, how=how).strip()

    async def repeated(self, call: ToolCall, request: str) -> ToolResult | None:
        """Return what a call is answered with whose result the model has already; None for a new one."""
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
        lines = "" if call.tool == "search_notes" else await self._find(request)
        told = (known.data if known.success else "") or ""
        if call.tool == "edit_note":
            told = known.error or ""
        self.fresh_start = fill(words["fresh_start"], request=request, found=fenced(f"{told}{lines}".strip()))
        return ToolResult(False, error=words["known_already"] + lines, kind="not_run")

    def elsewhere(self, call: ToolCall, request: str) -> ToolResult | None:
        """Refuse to write where the request is about a name that no note holds: it cannot mean this note.

        What is to be written may be new itself, so a call that holds the name passes.
        """
        said = json.dumps(call.params, ensure_ascii=False).casefold()
        if not self._nowhere or any(name.casefold() in said for name in self._nowhere):
            return None
        words, names = prompt_words("results.toml"), ", ".join(self._nowhere)
        self.fresh_start = fill(words["say_missing"], request=request, names=names).strip()
        return ToolResult(False, error=fill(words["not_there"], names=names))

    async def invented(self, call: ToolCall, said: str, request: str) -> ToolResult | None:
        """Refuse to write figures that stand in nothing that was `said`: not by the user, not in a result.

        A small model makes up what it has not read, and a telephone number in a note is believed for years.
        """
        new, old = _texts(call, "new", "content"), _texts(call, "old")
        made_up = self._unknown_figures(new, f"{said}\n{old}")
        if not made_up or works_out(request):
            return None
        return await self._refuse(fill(prompt_words("results.toml")["made_up"], figures=made_up), request)

    async def slip(self, call: ToolCall, said: str, request: str) -> ToolResult | None:
        """Meet a writing call that looks as if the model had slipped, once if it may be meant; see slips.py."""
        wish = find_wish(request)
        first = None if self._done else wish
        error = find_slip(call, _texts(call, "new", "content"), request, said, first)
        if error:
            return None if error in self._told else await self._refuse(error, request)
        path, old = str(call.params.get("path", "")), _texts(call, "old")
        text = (await self._tools.execute(ToolCall("read_note", {"path": path}))).data or ""
        lines = _whole_lines(old, text)
        error = find_stray(path, lines, request, wish, await asyncio.to_thread(self._notes))
        if error and (error not in self._told or is_foreign(lines, request)):
            return await self._refuse(error, request, await self._edit_again(request) if old else "")
        doubtful = old and not self._done  # of several steps the later ones are about other notes
        best = next(iter(_places((await self._search(request)).data or "")), "") if doubtful else ""
        if (error := find_elsewhere(path, lines, request, best)) and self._told.count(error) < _DOUBTED:
            return await self._refuse(error, request, await self._edit_again(request, asked=best))
        error = find_nobody(path, text, request) if old else ""
        if error and (people_in(request) or self._told.count(error) < _DOUBTED):
            return await self._refuse(error, request, await self._edit_again(request))
        error = find_second(_texts(call, "new", "content"), old, text)
        return await self._refuse(error, request) if error and error not in self._told else None

    def _notes(self) -> list[str]:
        """Return the paths of all notes; may walk the vault."""
        names = self._tools.vault.names
        names.refresh()
        return [path for path in names.paths if path.endswith(NOTE_SUFFIX)]

    async def _refuse(self, error: str, request: str, instead: str = "") -> ToolResult:
        """Answer a call that is not run, and let the model begin anew with what fits the request."""
        self._told.append(error)
        lines = await self._find(request)
        again = fill(prompt_words("results.toml")["fresh_start"], request=request, found=fenced(lines.strip()))
        self.fresh_start = f"{again}\n\n{error}{instead}"
        return ToolResult(False, error=error + (instead or lines))

    async def complete(self, call: ToolCall, result: ToolResult, request: str) -> ToolResult:
        """Return the result of a call with what helps after it."""
        error = result.error or ""
        path = call.params.get("path")
        if call.tool == "edit_note" and result.kind in ("invalid", "no_change") and isinstance(path, str):
            told = result.kind == "no_change" or _texts(call, "heading").strip()
            again = "" if told else await self._edit_again(request, _texts(call, "old"), path)
            return replace(result, error=error + await self._read(path) + again)
        if result.kind in ("not_found", "no_folder"):
            return replace(result, error=error + await self._find(request))
        if result.success and call.tool == "search_notes":
            notes = await self._best_notes(result.data or "")
            return replace(result, data="".join([result.data or "", *notes.values()]))
        return result

    def unfounded(self, reply: str, said: str) -> str | None:
        """Return what an answer is met with, once, whose figures stand in nothing that was `said`."""
        unknown = "" if self._doubted else self._unknown_figures(reply, said)
        if not unknown:
            return None
        self._doubted = True
        doubt = fill(prompt_words("results.toml")["not_read"], figures=unknown).strip()
        self._told.append(doubt)
        return doubt

    @property
    def _done(self) -> str:
        """What the writes of this turn have told, in their order."""
        return " ".join(known.data or "" for known in self._known.values() if known.wrote)

    def _unknown_figures(self, text: str, said: str) -> str:
        """Return the figures of a text that stand in nothing that was said, as far as they are to be named."""
        for told in self._told:  # what names a figure as made up does not make it known
            said = said.replace(told, "")
        unknown = sorted({figure for figure in _FIGURES.findall(text) if figure not in said})
        return ", ".join(unknown[:_FIGURES_NAMED])

    async def _best_notes(self, hits: str) -> dict[str, str]:
        """Return the texts of the notes that were found first: lines alone invite the same search again."""
        shown: dict[str, str] = {}
        for path, numbers in [*_places(hits).items()][:_NOTES_READ]:
            note = await self._read(path, numbers)
            if note and (not shown or sum(map(len, shown.values())) + len(note) <= _NOTES_SHOWN):
                shown[path] = note
        return shown

    async def _edit_again(self, request: str, old: str = "", asked: str = "") -> str:
        """Return an edit with the line that is most likely meant, or how a line is added if that is wanted.

        The line is of the note asked for if the user has named it, or of one that fits the request.
        """
        if find_wish(request) == "append":
            return f"\n\n{prompt_words('results.toml')['how_append']}"
        hits = (await self._search(request)).data or ""
        wanted = word_stems(f"{request}\n{old}", _WORDS_SOUGHT * 2)
        lines: list[tuple[int, int, str, str]] = []
        others = [] if asked and is_named(asked, request, ()) else [*_places(hits)][:_NOTES_READ]
        paths = [asked, *others] if asked else others
        for rank, path in enumerate(dict.fromkeys(paths)):
            note = await self._tools.execute(ToolCall("read_note", {"path": path}))
            for line in (note.data or "").splitlines():
                if not _NO_LINE.match(line):
                    folded = line.casefold()
                    lines.append((sum(stem in folded for stem in wanted), -rank, note.path or path, line.strip()))
        best = max(lines, key=lambda line: line[:2], default=None)
        if best is None or not best[0]:
            return await self._find(request)
        shape = {"tool": "edit_note", "params": {"path": best[2], "old": best[3], "new": best[3]}}
        return fill(prompt_words("results.toml")["edit_again"], call=json.dumps(shape, ensure_ascii=False))

    async def _read(self, path: str, numbers: Sequence[int] = ()) -> str:
        """Return what a note says; of a long one what stands around the lines of these numbers."""
        note = await self._tools.execute(ToolCall("read_note", {"path": path}))
        words, text = prompt_words("results.toml"), note.data or ""
        if len(text) <= _NOTE_SHOWN:
            return fill(words["note_reads"], path=note.path or path, text=text) if note.success else ""
        parts = _parts(text, numbers)
        return fill(words["note_reads_partly"], path=note.path or path, text=parts) if parts else ""

    async def _search(self, request: str) -> ToolResult:
        query = " ".join(distinctive_words(request, _WORDS_SOUGHT)) or request
        return await self._tools.execute(ToolCall("search_notes", {"query": query, "limit": _NOTES_FOUND}))

    async def _find(self, request: str) -> str:
        """Return the lines that fit the request best, each after the path of its note."""
        hits = ((await self._search(request)).data or "").splitlines()
        lines = "\n".join(line for line in hits if _HIT.match(line))
        return fill(prompt_words("results.toml")["lines_fit"], lines=lines) if lines else ""


def _places(hits: str) -> dict[str, list[int]]:
    """Return the paths of the notes that a search has found, best first, each with the numbers of its lines."""
    places: dict[str, list[int]] = {}
    for line in hits.splitlines():
        if hit := _HIT.match(line):
            places.setdefault(hit[1], []).extend([int(hit[2])] if hit[2] else [])
    return places


def _parts(text: str, numbers: Sequence[int]) -> str:
    """Return lines of a note with their neighbours, the headings above them, and the heads of their tables."""
    lines = re.split(r"\r\n|\r|\n", text)
    shown: set[int] = set()
    for at in (number - 1 for number in numbers if number <= len(lines)):
        shown.update(range(max(0, at - 1), min(len(lines), at + 2)))
        above = range(at, -1, -1)
        shown.update([next((place for place in above if lines[place].startswith("#")), at)])
        if lines[at].startswith("|"):
            top = next((place for place in above if not lines[place].startswith("|")), -1) + 1
            shown.update([top, min(top + 1, at)])
    kept = sorted(shown)[:_LINES_SHOWN]
    gaps = {place for place in kept if place - 1 not in shown and place}
    return "\n".join(f"…\n{lines[place]}" if place in gaps else lines[place] for place in kept)


def _whole_lines(old: str, text: str) -> str:
    """Return the lines of a note that hold what is to be replaced; that itself if none does."""
    pieces = [piece.strip() for piece in old.splitlines() if piece.strip()]
    return "\n".join(line for line in text.splitlines() if any(piece in line for piece in pieces)) or old


def _texts(call: ToolCall, *names: str) -> str:
    """Return what the params of these names hold, in a writing call or in its edits."""
    if call.tool not in ("create_note", "edit_note"):
        return ""
    edits = call.params.get("edits")
    parts = [call.params, *(edits if isinstance(edits, list) else [edits])]
    return "\n".join(str(part.get(name, "")) for part in parts if isinstance(part, dict) for name in names)
