"""One run for index.py: the whole program on a large vault, idle, indexing, in a burst of changes; prints JSON."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from typing import TypedDict

import psutil
import PySide6.QtCore  # before qasync, which takes the binding that it finds  # noqa: F401
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from axon_desktop.app import Desktop
from axon_desktop.keys import KeyStore
from axon_desktop.options import parse_options
from bench.gaps import GapProbe

_START = 2.0
"""Seconds in which the rest of the window is made; what that costs is measured elsewhere."""
_IDLE = 4.0
_LIMIT = 3_600.0
_OPENED = 200
"""Notes that are opened in turn."""
_EACH = 0.25
"""Seconds between two notes that are opened while the index is built."""


class Found(TypedDict):
    """What a run found; gaps in milliseconds, times in seconds since the process began."""

    usable: float
    """Until the tree is listed and a note is shown."""
    searchable: float
    ready: float
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
    memory: int
    """Bytes that the window's process uses when all is calm."""


async def run(app: QApplication, vault: str, changes: int) -> Found:
    """Run the program and return what was found."""
    born = psutil.Process().create_time()
    desktop = Desktop(app, parse_options([vault, "--note", _first_note(vault)]), KeyStore())
    running = asyncio.ensure_future(desktop.run())
    window = desktop.window
    await _until(lambda: desktop.workspace is not None and window.preview.path != "")
    workspace = desktop.workspace
    assert workspace is not None
    index, names = workspace.index, workspace.vault.names
    shown: list[str] = []
    window.preview.note_opened.connect(shown.append)
    await _until(lambda: bool(shown) and window.tree.view.model().rowCount() > 0)
    usable = time.time() - born
    await asyncio.sleep(_START)
    probe = GapProbe()
    probe.start()
    reader = asyncio.ensure_future(_open_notes(desktop))
    await _until(lambda: index.state.searchable)
    searchable = time.time() - born
    await _until(lambda: index.state.phase == "ready" and index.state.watch is not None)
    ready = time.time() - born
    reader.cancel()
    building, building_work = probe.stop(), probe.work
    await asyncio.sleep(3)
    memory = psutil.Process().memory_info().rss
    probe.start()
    await asyncio.sleep(_IDLE)
    idle = probe.stop()
    probe.start()
    reader = asyncio.ensure_future(_open_notes(desktop))
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
        await _until(lambda: len(names.paths) == wanted and index.state.phase == "ready")
        await _until(lambda: _knows(desktop, changes))
    settled = time.perf_counter() - begun
    burst = probe.stop()
    window.close()
    await running
    return Found(
        usable=usable,
        searchable=searchable,
        ready=ready,
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


def _first_note(vault: str) -> str:
    folder, _, names = next(found for found in os.walk(vault) if found[2])
    return os.path.relpath(os.path.join(folder, min(names)), vault)


def _knows(desktop: Desktop, changes: int) -> bool:
    """Tell whether the index holds the last note of the burst."""
    assert desktop.workspace is not None
    finder = desktop.workspace.index.finder()
    return finder is not None and finder.find(f"burst{changes - 1}", 1).total == 1


async def _open_notes(desktop: Desktop) -> None:
    """Open one note after the other, and scroll in each."""
    assert desktop.workspace is not None
    names = desktop.workspace.vault.names
    at = 0
    while True:
        await asyncio.sleep(_EACH)
        if names.paths:
            at = (at + 1) % min(_OPENED, len(names.paths))
            desktop.window.preview.open_note(names.paths[at])
            bar = desktop.window.preview.view.verticalScrollBar()
            bar.setValue(bar.maximum())


async def _until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + _LIMIT
    while not holds():
        if time.monotonic() > end:
            sys.exit(f"waited {_LIMIT:g} s")
        await asyncio.sleep(0.05)


def main() -> None:
    """Run once and print what was found."""
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
        print(json.dumps(runner.run(run(app, sys.argv[1], int(sys.argv[2])))))


if __name__ == "__main__":
    main()
