"""The tools that find notes: search_notes by their text, find_notes by their path."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace

from axon_desktop.llm.messages import JsonObject, ToolDefinition, ToolResult
from axon_desktop.text.stop_words import bigrams, may_be_name
from axon_desktop.tools.tool import Tool
from axon_desktop.vault import Vault
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.names.glob import FoundPaths, find_paths
from axon_desktop.vault.search.found import Found, Query, Search
from axon_desktop.vault.search.scan import FileSearch, find_folder

MAX_PATHS = 200
MAX_NOTES = 200
_MOST_PARTS = 16
"""Parts of a text without spaces that are looked for when it stands nowhere."""

_FOLDER: JsonObject = {"type": "string", "description": "Only below this folder; default the whole vault"}
_SEARCH_NOTES = ToolDefinition(
    name="search_notes",
    description=(
        "Search the text of all notes. Several words find notes with all of them, else notes with some; a phrase "
        "goes in double quotes; there are -word, OR, tag:, path:, file:, line:(a b), section:(a b), task-todo:, "
        '[property:value]. by: "both" also finds notes that say it in other words or in another language. Returns '
        'lines of the form "path:line: text", best notes first. Use it when you do not know which note holds '
        "something."
    ),
    parameters={
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "Words to look for; case does not matter"},
            "folder": _FOLDER,
            "tag": {"type": "string", "description": "Only notes with this tag; query may then be empty"},
            "by": {
                "type": "string",
                "enum": ["words", "meaning", "both"],
                "description": "How notes are found; default words",
            },
            "regex": {"type": "boolean", "description": "Whether query is a regular expression for one line"},
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": MAX_NOTES,
                "description": "Most notes to return; default 20",
            },
        },
        "required": ["query"],
        "additionalProperties": False,
    },
)
_FIND_NOTES = ToolDefinition(
    name="find_notes",
    description=(
        "Find notes and files by their path. Returns one path per line. Give a part of the name, or a pattern: "
        "* and ? within a name, ** for any folders, {a,b} for either."
    ),
    parameters={
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "description": "Part of a name, or a pattern for whole paths with .md"},
            "folder": _FOLDER,
        },
        "required": ["pattern"],
        "additionalProperties": False,
    },
)


class SearchTools:
    """The tools that find notes."""

    def __init__(self, vault: Vault, search: Search | None = None) -> None:
        """Search with `search`, or by reading the files."""
        self._vault = vault
        self._search = search or FileSearch(vault, budget=0)

    def tools(self) -> list[Tool]:
        """Return the tools, in the order in which models get them."""
        return [Tool(definition=_SEARCH_NOTES, run=self._run_search), Tool(definition=_FIND_NOTES, run=self._find)]

    async def _run_search(self, params: JsonObject) -> ToolResult:
        query = Query(
            text=params["query"],
            folder=params.get("folder", ""),
            tag=params.get("tag", "").strip().lstrip("#"),
            regex=params.get("regex", False),
            limit=int(params.get("limit", 20)),
            by=params.get("by", "words"),
        )
        cancelled = False
        try:
            hits = await asyncio.to_thread(self._search_or_suggest, query, lambda: cancelled)
        finally:
            cancelled = True  # a thread cannot be cancelled: it is asked to stop
        return ToolResult(True, data=hits)

    def _search_or_suggest(self, query: Query, cancelled: Callable[[], bool]) -> str:
        """Return the hits as text; where there are none, what else may be searched for."""
        result = self._search.find(query, cancelled)
        if result.hits:
            return _format_hits(query, result)
        return " ".join([f"No note matches {_asked(query)}.", *self._suggestions(query, cancelled)])

    def _suggestions(self, query: Query, cancelled: Callable[[], bool]) -> Iterator[str]:
        """Yield sentences about other searches; never a line of a note, which could be taken for a match."""
        if query.text.strip() and (query.folder or query.tag):
            elsewhere = self._search.find(replace(query, folder="", tag="", limit=1), cancelled)
            if elsewhere.total and elsewhere.whole:
                notes = "1 note matches" if elsewhere.total == 1 else f"{elsewhere.total} notes match"
                yield f"In the whole vault, with any tag, {notes}."
        pairs = [] if query.regex else bigrams(query.text)[:_MOST_PARTS]
        if len(pairs) > 1:
            found = self._search.find(Query(" ".join(pairs), limit=1), cancelled)
            held = [pair for pair in pairs if pair not in found.missing] if found.total else []
            if held:
                yield f"Parts of it that notes hold, each to be searched on its own: {', '.join(held)}."
        yield "Try fewer or other words, a part of a word, or another spelling; find_notes looks for names."

    async def _find(self, params: JsonObject) -> ToolResult:
        pattern: str = params["pattern"]
        found = await asyncio.to_thread(self._find_paths, pattern, params.get("folder", ""))
        return ToolResult(True, data=_format_paths(pattern, found))

    def _find_paths(self, pattern: str, folder: str) -> FoundPaths:
        folder = find_folder(PathGateway(self._vault.root), folder)
        self._vault.names.refresh()
        prefix = f"{folder}/" if folder else ""
        return find_paths([path for path in self._vault.names.paths if path.startswith(prefix)], pattern)


def _asked(query: Query) -> str:
    return " ".join(part for part in (query.text.strip(), f"#{query.tag}" if query.tag else "") if part)


def _format_hits(query: Query, result: Found) -> str:
    """Return the hits as text: a line that counts the notes, then one for each hit."""
    return "\n".join([*_head(query, result), *(_line(hit.path, hit.line, hit.snippet) for hit in result.hits)])


def _head(query: Query, result: Found) -> Iterator[str]:
    one = result.total == 1
    if result.problem:
        yield f"{result.problem} Found by words:"
    elif query.by == "meaning" and any(note.passage for note in result.notes):
        count = "1 note" if one else f"{result.total} notes"
        yield f"{count} that may be about {_asked(query)}, the nearest first:"
        return
    if result.whole:
        parts = [f"{'1 note matches' if one else f'{result.total} notes match'} {_asked(query)}"]
    else:
        count = "1 note holds" if one else f"{result.total} notes hold"
        parts = [f"No note matches all of {_asked(query)}; {count} some of it"]
    names = [word for word in result.missing if may_be_name(word)]
    if names:
        parts.append(f"no note holds {', '.join(names)}")
    if len(result.notes) < result.total:
        parts.append(f"the best {len(result.notes)} are shown")
    yield "; ".join(parts) + ":"


def _line(path: str, line: int, snippet: str) -> str:
    if not line:
        return f"{path}: {snippet} (the name)" if snippet else f"{path}: (the note itself)"
    return f"{path}:{line}: {snippet}"


def _format_paths(pattern: str, found: FoundPaths) -> str:
    """Return the paths, one on each line."""
    if not found.paths:
        return (
            f"No path matches {pattern}. A pattern is for the whole path with its suffix, as in **/*.md; "
            "search_notes looks into the text."
        )
    lines = [*found.paths[:MAX_PATHS]]
    if found.near:
        lines.insert(0, f"No path holds {pattern}. The names most like it:")
    elif len(found.paths) > MAX_PATHS:
        lines.append(f"({len(found.paths) - MAX_PATHS} more; make the pattern narrower or name a folder)")
    return "\n".join(lines)
