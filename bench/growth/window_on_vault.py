"""One run for growth/vault.py: the program on a vault, and what small things cost in it; prints JSON.

python -m bench.growth.window_on_vault VAULT
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import TypedDict

import psutil
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.quick_open.note_names import SwitcherNames
from axon_desktop.vault.search.found import Query
from bench.growth.costs import Cost, cost_of
from bench.usable import Program, run_in_window, until

FOLDER = "Fixed"
MARK = "growthmark"
"""A word that is in as many notes whatever the size of the vault."""
MARKED = 20
_SETTLE = 3.0
_PATIENCE = 300.0
_OPENED = 10
_CHANGED = 5
_QUERIES = 20
_SWITCHER_QUERY = "marked 07"


class Found(TypedDict):
    """What a run found; seconds of CPU for the start, MB, and means of what was done several times."""

    usable_own: float
    usable_cpu: float
    ready_cpu: float
    memory: float
    opening: Cost
    change: Cost
    change_index: float
    """Milliseconds of CPU of the process that keeps the index."""
    query: Cost
    switcher: Cost


class _Uses:
    """Small things that a user does, or another program."""

    def __init__(self, program: Program, root: Path) -> None:
        self._program = program
        self._root = root
        self._finder = program.workspace.index.finder()
        self._names = SwitcherNames(program.workspace.vault, program.workspace.index)
        self._names.prepare()

    async def open_note(self, number: int) -> None:
        """Open another one of the notes than the last time."""
        await self._program.open_note(f"{FOLDER}/Marked {(number + 1) % MARKED:02}.md")

    async def change_file(self, number: int) -> None:
        """Let another program write one note, until the index knows it and the window heard of it."""
        path, word = f"{FOLDER}/Changed {number:02}.md", f"changed{time.monotonic_ns()}"
        heard = asyncio.Event()
        loop = asyncio.get_running_loop()
        events = self._program.window.context

        def listen(change: object) -> None:
            if path in getattr(change, "paths", ()):
                loop.call_soon_threadsafe(heard.set)

        events.outside_changed.connect(listen)
        (self._root / path).write_text(f"# Changed\n\n{word}\n", "utf-8")
        async with asyncio.timeout(_PATIENCE):
            await heard.wait()
        events.outside_changed.disconnect(listen)
        index = self._program.workspace.index

        def knows() -> bool:
            finder = index.finder()
            return finder is not None and finder.find(Query(word, limit=1)).total == 1

        await until(knows, every=0.1)

    async def search(self, _number: int) -> None:
        """Look for a word that is in a few notes."""
        assert self._finder is not None
        if self._finder.find(Query(MARK, limit=MARKED)).total != MARKED:
            sys.exit(f"{MARK} is not in {MARKED} notes")

    async def ask_switcher(self, _number: int) -> None:
        """Look for a note by its name."""
        found = self._names.find(_SWITCHER_QUERY, (), 50, lambda: False)
        if not found or found[0].path != f"{FOLDER}/Marked 07.md":
            sys.exit(f"the switcher found {found[:1]}")


async def run(app: QApplication) -> Found:
    """Run the program and return what it cost."""
    root = Path(sys.argv[1])
    program = Program(app, str(root), f"{FOLDER}/Marked 00.md")
    usable = await program.usable()
    await program.ready()
    ready = time.process_time()
    await asyncio.sleep(_SETTLE)
    memory = psutil.Process().memory_info().rss / 2**20
    uses = _Uses(program, root)
    opening = await cost_of(uses.open_note, _OPENED)
    pid = program.workspace.index.worker_pid
    assert pid is not None
    index = psutil.Process(pid)
    before = sum(index.cpu_times()[:2])
    change = await cost_of(uses.change_file, _CHANGED)
    change_index = (sum(index.cpu_times()[:2]) - before) * 1000 / (2 * _CHANGED + 1)
    query = await cost_of(uses.search, _QUERIES)
    switcher = await cost_of(uses.ask_switcher, _QUERIES)
    await program.close()
    return Found(
        usable_own=usable.own,
        usable_cpu=usable.cpu,
        ready_cpu=ready,
        memory=memory,
        opening=opening,
        change=change,
        change_index=change_index,
        query=query,
        switcher=switcher,
    )


if __name__ == "__main__":
    run_in_window(run)
