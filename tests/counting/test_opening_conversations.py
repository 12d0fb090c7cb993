"""What it costs to show a kept conversation grows with what is seen of it, not with its length."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject

from axon_desktop.ui.markdown_view.layout.chunk import Chunk
from axon_desktop.ui.markdown_view.layout.chunk_builder import ChunkBuilder
from bench.conversation import Arrival
from bench.talks import keep_long_talk
from tests.counting.counters import Calls, counted_calls
from tests.ui.chat_world import Run, World, make_world, until

FEW, MANY = 4, 40
"""Turns; each has two replies and three calls."""


class Opened(NamedTuple):
    """What the window's thread did until the end was painted, and then until all was there."""

    calls: int
    most: list[tuple[str, int]]
    rows: int
    more: int
    laid_out: int
    """Chunks that have a document when all is there."""


class CountedArrival(Arrival):
    """Notes what was done when the newest part is about to be painted."""

    def __init__(self, world: World, calls: Calls) -> None:
        super().__init__(world.panel)
        self._column = world.panel.view._column
        self._calls = calls
        self.rows = 0
        self.done: Counter[str] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self.at:
            super().eventFilter(watched, event)
            if self.at:
                self.rows, self.done = len(self._column.rows), self._calls.by_thread(threading.get_ident())
        return False


async def open_talk(world: World, turns: int) -> Opened:
    """Keep a conversation of some turns, and open it."""
    store = world.store
    assert store is not None
    talk, _ = await keep_long_talk(store, world.vault.id, turns)
    world.session.new_conversation()
    view = world.panel.view
    await until(lambda: not view.at_work)
    with counted_calls() as calls:
        arrival = CountedArrival(world, calls)
        world.kept.open(talk)
        await until(lambda: arrival.at and not view.at_work)
        all_of_it = calls.by_thread(threading.get_ident())
    until_then = arrival.done
    laid_out = sum(isinstance(row, Chunk) and row.document is not None for row in view._column.rows)
    more = (all_of_it - until_then).total()
    return Opened(until_then.total(), until_then.most_common(12), arrival.rows, more, laid_out)


def test_end_of_a_long_conversation_is_shown_for_what_a_short_one_costs(tmp_path: Path, run_async: Run) -> None:
    """Red when all that was said is shown again before its end is seen, or looked at on the way."""

    async def body() -> None:
        world = make_world(tmp_path, keep=True)
        await world.kept.store()
        await asyncio.gather(*(asyncio.to_thread(int) for _ in range(8)))  # threads that begin now are not counted
        await open_talk(world, 1)
        assert ChunkBuilder.warm
        few, many = await open_talk(world, FEW), await open_talk(world, MANY)
        assert few.rows >= 10
        assert many.rows <= 1.5 * few.rows, "as much as fills a screen, before anything else"
        assert many.calls <= 1.5 * few.calls + 500, (few, many)
        assert len(world.panel.view._column.rows) >= 5 * many.rows
        assert many.more <= 2 * MANY / FEW * few.more, "what came before is looked at again and again"
        assert many.laid_out <= few.laid_out + 6
        await world.close()

    run_async(body())


def test_panel_shows_once_what_a_kept_conversation_came_to(tmp_path: Path, run_async: Run) -> None:
    """Red when a welcome is made that nobody sees, or header and meter are filled again for each event."""

    async def body() -> None:
        world = make_world(tmp_path, keep=True)
        store, view = await world.kept.store(), world.panel.view
        assert store is not None
        talk, _ = await keep_long_talk(store, world.vault.id, MANY)
        await until(lambda: not view.at_work)
        with counted_calls() as calls:
            world.kept.open(talk)
            await until(lambda: calls["ChatPanel._replayed"])
        assert calls["Welcome.__init__"] == 0
        assert calls["ChatPanel._show_usage"] == 1
        assert calls["ChatHeader.set_saved"] <= 2
        await world.close()

    run_async(body())
