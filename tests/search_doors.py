"""All doors through which a vault is searched, in one process: what each finds for a query."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from axon_desktop.cli import main
from axon_desktop.index.search.indexed_search import IndexedSearch
from axon_desktop.serve.start import manager_maker
from axon_desktop.tools import ToolCall, ToolManager
from axon_desktop.ui.search.vault_search import VaultSearch
from axon_desktop.vault import Vault

MOST = 200
_LINE = re.compile(r"(.+?\.(?:md|txt|canvas))(?:$|:)")


class Doors:
    """The doors to one vault."""

    def __init__(self, root: Path) -> None:
        self._root = root
        vault = Vault(root)
        window = VaultSearch(vault, None)
        self._runner = asyncio.Runner()
        self.doors: dict[str, Callable[[str], set[str]]] = {
            "axon search": self._command,
            "search_notes of axon ask": self._tool(ToolManager(vault)),
            "search_notes of axon mcp": self._tool(manager_maker(vault)()),
            "search_notes of the window": self._tool(ToolManager(vault, search=IndexedSearch(vault, None))),
            "the search panel": lambda query: {
                note.path for note in window.find(query, "relevance", MOST, lambda: False).found.notes
            },
        }

    def find(self, query: str) -> dict[str, set[str]]:
        """Return the notes that each door finds."""
        return {name: door(query) for name, door in self.doors.items()}

    def close(self) -> None:
        """End the loop of the tools."""
        self._runner.close()

    def _command(self, query: str) -> set[str]:
        out = io.StringIO()
        options = ["--vault", str(self._root), "--json", "--limit", str(MOST * 3)]
        with redirect_stdout(out), redirect_stderr(io.StringIO()):
            main(["search", *options, "--", query])
        return {hit["path"] for hit in json.loads(out.getvalue() or "[]")}

    def _tool(self, manager: ToolManager) -> Callable[[str], set[str]]:
        def find(query: str) -> set[str]:
            call = ToolCall("search_notes", {"query": query, "limit": MOST})
            result = self._runner.run(manager.execute(call))
            assert result.data is not None, result.error
            return {match[1] for line in result.data.splitlines()[1:] if (match := _LINE.match(line))}

        return find
