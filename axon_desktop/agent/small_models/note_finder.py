"""What of the vault fits a small model's request: the notes, the lines, and the edit that is most likely meant."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from axon_desktop.agent.approval.taint import is_named
from axon_desktop.agent.small_models.intent import find_intent
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.llm.prompts import fill, prompt_words
from axon_desktop.text.file_names import is_note
from axon_desktop.text.stop_words import bigrams, distinctive_words, word_stems
from axon_desktop.tools import ToolManager

_NOTE_SHOWN = 4_000
"""Characters; a longer note is not added to a result."""
_NOTES_SHOWN = 2_400
"""Characters of all notes that a search adds but for the first."""
_NOTES_READ = 3
_NOTES_FOUND = 5
_HIT = re.compile(r"(.+?\.(?:md|txt|canvas|base)):(?:(\d+):)? ")
_LINES_SHOWN = 40
"""Lines of a note that is too long to be shown whole."""
_WORDS_SOUGHT = 16
"""Words of a request that are searched for."""
_NO_LINE = re.compile(r"\s*(?:-{3,}|#{1,6}\s.*|\|[\s|:-]*)?$")
"""Lines that an edit is seldom about: blank ones, rules, headings, the lines of tables that hold no text."""


class NoteFinder:
    """Reads and searches by the tools that the model has, so that what is shown has the form of a result."""

    def __init__(self, tools: ToolManager) -> None:
        self._tools = tools

    async def search(self, words: Sequence[str]) -> tuple[ToolCall, ToolResult]:
        """Return the search for these words, and what it gave."""
        call = ToolCall("search_notes", {"query": " ".join(words), "limit": _NOTES_FOUND})
        result = await self._tools.execute(call)
        pairs = bigrams(" ".join(words))
        if hit_paths(result.data or "") or not pairs:
            return call, result
        call = ToolCall("search_notes", {"query": " ".join(pairs[:_WORDS_SOUGHT]), "limit": _NOTES_FOUND})
        return call, await self._tools.execute(call)

    async def hits(self, request: str) -> str:
        """Return what a search for the words of a request finds."""
        return (await self.search(words_of(request) or [request]))[1].data or ""

    async def lines(self, request: str) -> str:
        """Return the lines that fit the request best, each after the path of its note."""
        lines = "\n".join(line for line in (await self.hits(request)).splitlines() if _HIT.match(line))
        return fill(prompt_words("results.toml")["lines_fit"], lines=lines) if lines else ""

    async def best_notes(self, hits: str) -> dict[str, str]:
        """Return the texts of the notes that were found first: lines alone invite the same search again."""
        shown: dict[str, str] = {}
        for path, numbers in [*hit_paths(hits).items()][:_NOTES_READ]:
            note = await self.read(path, numbers)
            if note and (not shown or sum(map(len, shown.values())) + len(note) <= _NOTES_SHOWN):
                shown[path] = note
        return shown

    async def read(self, path: str, numbers: Sequence[int] = ()) -> str:
        """Return what a note says; of a long one what stands around the lines of these numbers."""
        note = await self._tools.execute(ToolCall("read_note", {"path": path}))
        words, text = prompt_words("results.toml"), note.data or ""
        if len(text) <= _NOTE_SHOWN:
            return fill(words["note_reads"], path=note.path or path, text=text) if note.success else ""
        parts = _parts(text, numbers)
        return fill(words["note_reads_partly"], path=note.path or path, text=parts) if parts else ""

    async def text(self, path: str) -> str:
        """Return the text of a note; empty if there is none."""
        return (await self._tools.execute(ToolCall("read_note", {"path": path}))).data or ""

    async def likely_edit(self, request: str, old: str = "", asked: str = "") -> str:
        """Return an edit with the line that is most likely meant, or how a line is added if that is wanted.

        The line is of the note asked for if the user has named it, or of one that fits the request.
        """
        if find_intent(request) == "append":
            return f"\n\n{prompt_words('results.toml')['how_append']}"
        hits = await self.hits(request)
        wanted = word_stems(f"{request}\n{old}", _WORDS_SOUGHT * 2)
        lines: list[tuple[int, int, str, str]] = []
        others = [] if asked and is_named(asked, request, ()) else [*hit_paths(hits)][:_NOTES_READ]
        paths = [asked, *others] if asked else others
        for rank, path in enumerate(dict.fromkeys(paths)):
            note = await self._tools.execute(ToolCall("read_note", {"path": path}))
            for line in (note.data or "").splitlines():
                if not _NO_LINE.match(line):
                    folded = line.casefold()
                    lines.append((sum(stem in folded for stem in wanted), -rank, note.path or path, line.strip()))
        best = max(lines, key=lambda line: line[:2], default=None)
        if best is None or not best[0]:
            return await self.lines(request)
        shape = {"tool": "edit_note", "params": {"path": best[2], "old": best[3], "new": best[3]}}
        return fill(prompt_words("results.toml")["edit_again"], call=json.dumps(shape, ensure_ascii=False))

    def note_paths(self) -> list[str]:
        """Return the paths of all notes; may walk the vault, so call it in a thread."""
        names = self._tools.vault.names
        names.refresh()
        return [path for path in names.paths if is_note(path)]


def words_of(request: str) -> Sequence[str]:
    """Return the words of a request that are searched for."""
    return distinctive_words(request, _WORDS_SOUGHT)


def hit_paths(hits: str) -> dict[str, list[int]]:
    """Return the paths of the notes that a search has found, best first, each with the numbers of its lines."""
    paths: dict[str, list[int]] = {}
    for line in hits.splitlines():
        if hit := _HIT.match(line):
            paths.setdefault(hit[1], []).extend([int(hit[2])] if hit[2] else [])
    return paths


def lines_beside(hits: str, notes: dict[str, str]) -> str:
    """Return the lines of a search that are not of these notes."""
    return "\n".join(line for line in hits.splitlines() if (hit := _HIT.match(line)) and hit[1] not in notes)


def whole_lines(old: str, text: str) -> str:
    """Return the lines of a note that hold what is to be replaced; that itself if none does."""
    pieces = [piece.strip() for piece in old.splitlines() if piece.strip()]
    return "\n".join(line for line in text.splitlines() if any(piece in line for piece in pieces)) or old


def _parts(text: str, numbers: Sequence[int]) -> str:
    """Return lines of a note with their neighbours, the headings above them, and the heads of their tables."""
    lines = re.split(r"\r\n|\r|\n", text)
    shown: set[int] = set()
    for at in (number - 1 for number in numbers if number <= len(lines)):
        shown.update(range(max(0, at - 1), min(len(lines), at + 2)))
        above = range(at, -1, -1)
        shown.update([next((index for index in above if lines[index].startswith("#")), at)])
        if lines[at].startswith("|"):
            top = next((index for index in above if not lines[index].startswith("|")), -1) + 1
            shown.update([top, min(top + 1, at)])
    kept = sorted(shown)[:_LINES_SHOWN]
    gaps = {index for index in kept if index - 1 not in shown and index}
    return "\n".join(f"…\n{lines[index]}" if index in gaps else lines[index] for index in kept)
