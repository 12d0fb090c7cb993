"""How the costs of a conversation grow with its length: opening it, and one more token."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.ui.aio import Loop
from axon_desktop.vault import Vault
from bench.chat import TOKEN, ClockedProvider, make_panel
from bench.conversation import Arrival
from bench.growth import FLAT, LINEAR
from bench.measure import Report
from bench.talks import TURNS, keep_long_talk
from bench.texts import markdown
from bench.usable import until

_TURNS = (2, TURNS // 10, TURNS)
"""For about 1,000, 20,000 and 200,000 tokens."""
_ROUNDS = 3
_TOKENS = 4_000
"""Added at the end."""
_CALM = 0.2


class _Run(NamedTuple):
    arrived: float
    """Milliseconds of CPU of the window's thread until the newest part was painted."""
    whole: float
    """Until all of it was there."""
    token: float
    """Microseconds of CPU of the window's thread for one more token."""


def measure(report: Report) -> None:
    """Open conversations of three lengths, and go on with them."""
    app = QApplication.instance() or QApplication([])
    QGuiApplication.setQuitOnLastWindowClosed(False)
    turns = [report.scale.of(count, least) for count, least in zip(_TURNS, (1, 2, 4), strict=True)]
    sizes: list[int] = []
    runs: list[list[_Run]] = [[] for _ in turns]
    tokens = report.scale.of(_TOKENS, 200)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "vault"
        root.mkdir()
        vault = Vault(root, data_dir=Path(folder) / "data")
        with asyncio.Runner(loop_factory=lambda: Loop(app)) as runner:
            file = Path(folder) / "first.sqlite"
            runner.run(_measure(vault, file, 1, tokens))  # what is imported and made only once
            for round_ in range(min(_ROUNDS, report.scale.rounds)):
                for at, count in enumerate(turns):
                    file = Path(folder) / f"{count} {round_}.sqlite"
                    length, run = runner.run(_measure(vault, file, count, tokens))
                    runs[at].append(run)
                    sizes = [*sizes, length] if not round_ else sizes
        vault.close()
    for work, unit, figure, demanded in (
        ("opening a conversation until its newest part is painted, window's thread", "ms", "arrived", FLAT),
        ("opening a conversation until all of it is there, window's thread", "ms", "whole", LINEAR),
        ("one more token, window's thread", "us", "token", FLAT),
    ):
        samples = [[getattr(run, figure) for run in same] for same in runs]
        report.curve(work, "tokens", unit, sizes, samples, demanded)


async def _measure(vault: Vault, file: Path, turns: int, tokens: int) -> tuple[int, _Run]:
    store = ConversationStore(file)
    await store.open()
    talk, size = await keep_long_talk(store, vault.id, turns)
    ready: asyncio.Future[ConversationStore | None] = asyncio.get_running_loop().create_future()
    ready.set_result(store)
    provider = ClockedProvider(markdown(tokens * TOKEN, seed=3))
    panel, session, keeper = make_panel(vault, provider, ready)
    panel.show()
    await asyncio.sleep(0.5)
    arrival = Arrival(panel)
    shown = asyncio.Event()
    panel.feed.replayed.connect(shown.set)
    begun = time.thread_time()
    keeper.open(talk)
    await arrival.painted.wait()  # to look for it every few milliseconds would cost more, the longer it is read
    arrived = time.thread_time() - begun
    await shown.wait()
    await until(lambda: not panel.view.busy, every=0.002)
    whole = time.thread_time() - begun
    await asyncio.sleep(1)
    begun = time.thread_time()
    session.send("Go on.")
    await until(lambda: not session.running, every=0.02)
    token = (time.thread_time() - begun) / tokens
    await session.close()
    await keeper.close()
    panel.close()
    for each in (panel, session):
        each.deleteLater()
    await store.close()
    await asyncio.sleep(_CALM)  # they end here, and not with the garbage of some thread
    return size // TOKEN, _Run(arrived * 1000, whole * 1000, token * 1e6)
