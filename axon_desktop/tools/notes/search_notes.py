"""The tools that find notes: search_notes by their text, find_notes by their path."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from axon_desktop.llm.messages import JsonObject, ToolDefinition, ToolResult
from axon_desktop.text.file_names import same_name
from axon_desktop.text.stop_words import may_be_name
from axon_desktop.tools.tool import Tool
from axon_desktop.vault import Vault
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.names.glob import FoundPaths, find_paths
from axon_desktop.vault.search.scan import ScanSearch, SearchQuery, SearchResult, TextSearch, find_folder

MAX_PATHS = 200
MAX_NOTES = 200
_PAIRED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{3,}")
"""Text in scripts that put no blanks between words."""
_MARKS = re.compile(r"[。，；：！？、（）「」《》“”…]+")
"""Punctuation between such texts."""
_PAIRED_LIMIT = 5

_FOLDER: JsonObject = {"type": "string", "description": "Only below this folder; default the whole vault"}
_SEARCH_NOTES = ToolDefinition(
    name="search_notes",
    description=(
        "Search the text of all notes. Several words find notes with all of them first, then notes with some; "
        'a phrase goes in double quotes. Returns lines of the form "path:line: text", best notes first. Use it '
        "when you do not know which note holds something."
    ),
    parameters={
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "Words to look for; case does not matter"},
            "folder": _FOLDER,
            "tag": {"type": "string", "description": "Only notes with this tag; query may then be empty"},
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

    def __init__(self, vault: Vault, search: TextSearch | None = None) -> None:
        """Search with `search`, or by reading the files."""
        self._vault = vault
        self._search = search or ScanSearch(vault)

    def tools(self) -> list[Tool]:
        """Return the tools, in the order in which models get them."""
        return [Tool(definition=_SEARCH_NOTES, run=self._run_search), Tool(definition=_FIND_NOTES, run=self._find)]

    async def _run_search(self, params: JsonObject) -> ToolResult:
        query = SearchQuery(
            text=params["query"],
            folder=params.get("folder", ""),
            tag=params.get("tag", "").strip().lstrip("#"),
            regex=params.get("regex", False),
            limit=int(params.get("limit", 20)),
        )
        cancelled = False
        try:
            hits = await asyncio.to_thread(self._search_widely, query, lambda: cancelled)
        finally:
            cancelled = True  # a thread cannot be cancelled: it is asked to stop
        return ToolResult(True, data=hits)

    def _search_widely(self, query: SearchQuery, cancelled: Callable[[], bool]) -> str:
        """Return the hits as text; where there are none, those of a wider search, with a sentence that says so."""
        result = self._search.search(query, cancelled)
        hits = _format_hits(query, result)
        if query.regex or (result.hits and (result.whole or not _PAIRED.search(query.text))):
            return hits
        for wider, why in _wider(query):
            result = self._search.search(wider, cancelled)
            if result.hits:
                return f"No note matches all that was asked for; {why}:\n" + _format_hits(
                    wider, result, query.text
                )
        return hits

    async def _find(self, params: JsonObject) -> ToolResult:
        pattern: str = params["pattern"]
        found = await asyncio.to_thread(self._find_paths, pattern, params.get("folder", ""))
        return ToolResult(True, data=_format_paths(pattern, found))

    def _find_paths(self, pattern: str, folder: str) -> FoundPaths:
        folder = find_folder(PathGateway(self._vault.root), folder)
        self._vault.names.refresh()
        prefix = f"{folder}/" if folder else ""
        return find_paths([path for path in self._vault.names.paths if path.startswith(prefix)], pattern)


def _wider(query: SearchQuery) -> Iterator[tuple[SearchQuery, str]]:
    """Yield wider searches: in the whole vault, then for bigrams of text without spaces."""
    if query.text.strip() and (query.folder or query.tag):
        query = replace(query, folder="", tag="")
        yield query, "in the whole vault, with any tag"
    pairs = _PAIRED.sub(lambda match: f" {' '.join(_pairs(match[0]))} ", _MARKS.sub(" ", query.text)).strip()
    if pairs != query.text:
        yield replace(query, text=pairs, limit=min(query.limit, _PAIRED_LIMIT)), "by parts of the words"


def _pairs(text: str) -> Iterator[str]:
    return (text[at : at + 2] for at in range(len(text) - 1))


def _format_hits(query: SearchQuery, result: SearchResult, words: str = "") -> str:
    """Return the hits as text: a line that counts the notes, then one for each hit; `words` is the first query."""
    words = (words or query.text).strip()
    asked = " ".join(part for part in (words, f"#{query.tag}" if query.tag else "") if part)
    if not result.hits:
        return (
            f"No note matches {asked}. Try fewer or other words, a part of a word, or another spelling; "
            "find_notes looks for names."
        )
    return "\n".join(
        [*_head(query, result, asked), *(_line(hit.path, hit.line, hit.snippet) for hit in result.hits)]
    )


def _head(query: SearchQuery, result: SearchResult, asked: str) -> Iterator[str]:
    shown = len({hit.path for hit in result.hits})
    count = "1 note matches" if result.notes == 1 else f"{result.notes} notes match"
    parts = [f"{count} {asked}"]
    if len(query.words) > 1 and result.whole < result.notes and not query.regex:
        parts.append(f"{result.whole or 'none'} of them with all words, which come first")
    names = [word for word in query.text.split() if may_be_name(word) and same_name(word) in result.missing]
    if names and not (query.folder or query.tag):
        parts.append(f"no note holds {', '.join(names)}")
    if shown < result.notes:
        parts.append(f"the best {shown} are shown")
    yield "; ".join(parts) + ":"


def _line(path: str, line: int, snippet: str) -> str:
    return f"{path}:{line}: {snippet}" if line else f"{path}: {snippet} (the name)"


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
