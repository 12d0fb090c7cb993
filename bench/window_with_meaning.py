"""One run for meaning_index.py: the program while its notes are encoded, and then idle; prints JSON.

python -m bench.window_with_meaning VAULT
"""

from __future__ import annotations

import asyncio
import sys
from typing import TypedDict

from PySide6.QtWidgets import QApplication

from axon_desktop.ui.search.page import SearchPage
from bench.gaps import GapProbe
from bench.usable import Program, run_in_window, until

_BUSY = ("comparing", "beginnings", "rests")
_MOST = 30.0
"""Seconds of the encoding that are looked at."""
_IDLE = 4.0
_MADE = 2.0
"""Seconds in which the panels are made that show what is found, which is no part of this."""
_QUERY = "the note about the garden"


class Found(TypedDict):
    """What a run found: gaps in milliseconds."""

    encoding: list[float]
    work: list[float]
    """CPU of the window's own thread in each gap of the encoding."""
    idle: list[float]
    steps: int
    """How often the window heard how far it is."""


async def run(app: QApplication) -> Found:
    """Run the program and return what was found."""
    program = Program(app, sys.argv[1])
    heard: list[None] = []
    context = program.window.context
    context.meaning_changed.connect(lambda: heard.append(None))
    await program.usable()
    await program.ready()
    await until(lambda: context.meaning is not None and context.meaning.state.phase in _BUSY, every=0.01)
    meaning = context.meaning
    assert meaning is not None
    program.window.show_panel_page("related")
    page = program.window.vault_panel.show_page("search")
    assert isinstance(page, SearchPage)
    page.search(_QUERY)
    await asyncio.sleep(_MADE)
    probe = GapProbe()
    heard.clear()
    probe.start()
    try:
        async with asyncio.timeout(_MOST):
            await until(lambda: meaning.state.phase == "ready")
    except TimeoutError:
        await asyncio.to_thread(meaning.close)
    encoding, steps = probe.stop(), len(heard)
    work = probe.work
    await asyncio.sleep(1)
    probe.start()
    await asyncio.sleep(_IDLE)
    idle = probe.stop()
    await program.close()
    return Found(encoding=encoding, work=work, idle=idle, steps=steps)


if __name__ == "__main__":
    run_in_window(run)
