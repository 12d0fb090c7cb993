"""One run for index_window.py: the program on a large vault, indexing, idle, in a burst of changes; prints JSON.

python -m bench.window_with_index VAULT CHANGES
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from typing import TYPE_CHECKING, TypedDict

from PySide6.QtWidgets import QApplication

from axon_desktop.vault.search.found import Query
from bench.gaps import GapProbe
from bench.measure import tree_memory
from bench.usable import Program, run_in_window, until

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import IndexState

_START = 2.0
"""Seconds in which the rest of the window is made; what that costs is measured elsewhere."""
_IDLE = 4.0
_OPENED = 200
"""Notes that are opened in turn."""
_EACH = 0.25
"""Seconds between two notes that are opened while the index is built."""


class Found(TypedDict):
    """What a run found; gaps in milliseconds, times in seconds since the process began."""

    searchable: float
    ready: float
    steps: int
    """How often the window heard how far the index is."""
    building: list[float]
    idle: list[float]
    opening: list[float]
    """While the same notes are opened and nothing is built."""
    burst: list[float]
    work: list[float]
    """CPU of the window's own thread in each gap of the burst."""
    building_work: list[float]
    settled: float
    """From the beginning of the burst until tree, names and index know all of it."""
    scans: int
    """How often the window heard of changes in the burst."""
    memory: float
    """MB of all its processes when all is calm."""


async def run(app: QApplication) -> Found:
    """Run the program and return what was found."""
    vault, changes = sys.argv[1], int(sys.argv[2])
    program = Program(app, vault)
    states: list[tuple[float, IndexState]] = []
    program.window.context.index_state_changed.connect(lambda state: states.append((time.perf_counter(), state)))
    usable = await program.usable()
    begun = time.perf_counter() - usable.wall
    workspace = program.workspace
    index, names = workspace.index, workspace.vault.names
    await asyncio.sleep(_START)
    probe = GapProbe()
    probe.start()
    reader = asyncio.ensure_future(_open_notes(program))
    await program.ready()
    await until(lambda: any(_is_whole(state) for _, state in states))  # the window hears of it later
    reader.cancel()
    building, building_work, told = probe.stop(), probe.work, len(states)
    searchable = next(when for when, state in states if state.searchable) - begun
    ready = next(when for when, state in states if _is_whole(state)) - begun
    await asyncio.sleep(3)
    memory = tree_memory(os.getpid())
    probe.start()
    await asyncio.sleep(_IDLE)
    idle = probe.stop()
    probe.start()
    reader = asyncio.ensure_future(_open_notes(program))
    await asyncio.sleep(_IDLE)
    reader.cancel()
    opening = probe.stop()
    heard: list[object] = []
    workspace.vault.subscribe(heard.append)
    wanted = len(names.paths) + changes
    begun = time.perf_counter()
    probe.start()
    if changes:
        writer = await asyncio.create_subprocess_exec(sys.executable, "-m", "bench.burst", vault, str(changes))
        await writer.wait()
        await until(lambda: len(names.paths) == wanted and index.state.phase == "ready")
        await until(lambda: _knows(program, changes))
    settled = time.perf_counter() - begun
    burst = probe.stop()
    await program.close()
    return Found(
        searchable=searchable,
        ready=ready,
        steps=told,
        building=building,
        idle=idle,
        opening=opening,
        burst=burst,
        work=probe.work,
        building_work=building_work,
        settled=settled,
        scans=len(heard),
        memory=memory,
    )


def _is_whole(state: IndexState) -> bool:
    """Tell whether the index knows everything and hears of changes."""
    return state.phase == "ready" and state.watch is not None


def _knows(program: Program, changes: int) -> bool:
    """Tell whether the index holds the last note of the burst."""
    finder = program.workspace.index.finder()
    return finder is not None and finder.find(Query(f"burst{changes - 1}", limit=1)).total == 1


async def _open_notes(program: Program) -> None:
    """Open one note after the other, and scroll in each."""
    names = program.workspace.vault.names
    preview = program.window.preview
    at = 0
    while True:
        await asyncio.sleep(_EACH)
        if names.paths:
            at = (at + 1) % min(_OPENED, len(names.paths))
            preview.open_note(names.paths[at])
            shown = preview.body.editor.edit if preview.body.shows_editor else preview.body.view
            bar = shown.verticalScrollBar()
            bar.setValue(bar.maximum())


if __name__ == "__main__":
    run_in_window(run)
