"""A kept conversation of 200,000 tokens: opened, scrolled, resized, gone on with, and left."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import psutil
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.ui.aio import Loop
from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.session.chat_session import ChatSession
from axon_desktop.ui.session.conversation_keeper import ConversationKeeper
from axon_desktop.vault import Vault
from bench.chat import RATE, TOKEN, TOKENS, ClockedProvider, make_panel
from bench.gaps import GapProbe
from bench.measure import Report, cpu_seconds
from bench.talks import END, TURNS, keep_long_talk
from bench.texts import markdown

_STREAMS = 3
"""Replies into an empty conversation, and at the end of the long one: a single one may be a fifth dearer."""
FRAME = 0.016
WIDTHS = (440, 620)
_LENGTH = 200_000
"""Tokens of the conversation."""


class Arrival(QObject):
    """Notes when the newest part of the conversation has been painted, cards included."""

    def __init__(self, panel: ChatPanel) -> None:
        super().__init__(panel)
        self.at = 0.0
        self.painted = asyncio.Event()
        self._view = panel.view
        panel.view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at the screen just before the paint that shows what is laid out now."""
        if event.type() == QEvent.Type.Paint and not self.at:
            texts = (chunk.document for chunk in self._view.visible_chunks())
            if any(document is not None and END in document.toPlainText() for document in texts):
                self.at = time.perf_counter()
                self.painted.set()
        return False


class Gaps:
    """Runs one kind of work after another and reports the gaps of each against a control without work."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._probe = GapProbe()
        self._idle: list[float] = []

    async def control(self) -> None:
        """Measure an event loop that has nothing to do."""
        self._probe.start()
        await asyncio.sleep(3)
        self._idle = self._probe.stop()

    async def during(self, name: str, work: Awaitable[object]) -> None:
        """Report the gaps while this is done."""
        self._probe.start()
        await work
        gaps = self._probe.stop()
        self._report.gaps(f"long conversation, {name}", gaps, self._idle, self._probe.work)


def measure(report: Report) -> None:
    """Go through a long conversation as a user may."""
    app = QApplication.instance() or QApplication([])
    QGuiApplication.setQuitOnLastWindowClosed(False)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "vault"
        root.mkdir()
        vault = Vault(root, data_dir=Path(folder) / "data")
        with asyncio.Runner(loop_factory=lambda: Loop(app)) as runner:
            runner.run(_measure(report, vault, Path(folder) / "conversations.sqlite"))
        vault.close()


async def _measure(report: Report, vault: Vault, file: Path) -> None:
    store = ConversationStore(file)
    await store.open()
    talk, size = await keep_long_talk(store, vault.id, report.scale.of(TURNS, 10))
    ready: asyncio.Future[ConversationStore | None] = asyncio.get_running_loop().create_future()
    ready.set_result(store)
    tokens = report.scale.of(TOKENS, 2_000)
    provider = ClockedProvider(markdown(tokens * TOKEN, seed=3))
    panel, session, keeper = make_panel(vault, provider, ready)
    panel.show()
    session.send("Hello.")  # what is imported at the first turn
    await _until(lambda: not session.running)
    session.new_conversation()
    gaps = Gaps(report)
    wanted = report.scale.of(_LENGTH)
    length = size // TOKEN
    report.add("a conversation of so many tokens", f"{length:,}", f">= {wanted:,}", length >= wanted)
    await gaps.control()

    async def stream(costs: list[float]) -> None:
        before = cpu_seconds()
        session.send("Tell me everything.")
        await _until(lambda: not session.running)
        costs.append((cpu_seconds() - before) / tokens * 1e6)

    async def begin_anew() -> None:
        session.new_conversation()
        await asyncio.sleep(1)

    empty: list[float] = []
    await gaps.during("2,000 tokens/s into an empty conversation", stream(empty))
    for _ in range(_STREAMS - 1):
        await begin_anew()
        await stream(empty)
    await begin_anew()

    memory = psutil.Process().memory_info().rss
    await gaps.during("opening", _open(report, panel, keeper, talk))
    grown = (psutil.Process().memory_info().rss - memory) / 2**20
    report.add("  memory added by opening it", f"{grown:.0f} MB")
    await gaps.during("page by page to the start and back", _page(panel))
    await gaps.during("dragging the scroll bar there and back", _drag(panel))
    await gaps.during("copying all of it", _copy(panel))
    await gaps.during("finding a word that is everywhere", _find(panel))
    await gaps.during("resizing the window at the end", _resize(panel))
    grown = (psutil.Process().memory_info().rss - memory) / 2**20
    report.add("  memory added after all this", f"{grown:.0f} MB")

    full: list[float] = []
    await gaps.during("2,000 tokens/s at its end", stream(full))
    for _ in range(_STREAMS - 1):
        await stream(full)
    rate, least = tokens / provider.seconds, 0.98 * RATE
    report.add("  tokens per second reached", f"{rate:.0f}", f">= {least:.0f}", rate >= least, share=least / rate)
    report.ratio("  cost per token at its end / in an empty conversation", full, empty, "us", 1.2, than="empty")
    await gaps.during("leaving it for a new one", _leave(session))
    await session.close()
    await keeper.close()
    panel.close()
    for each in (panel, session):
        each.deleteLater()
    await store.close()
    await asyncio.sleep(0.2)  # they end here, and not with the garbage of some thread


async def _open(report: Report, panel: ChatPanel, keeper: ConversationKeeper, talk: str) -> None:
    arrival = Arrival(panel)
    shown = asyncio.Event()
    panel.feed.replayed.connect(shown.set)
    start = time.perf_counter()
    keeper.open(talk)
    await shown.wait()
    await _until(lambda: arrival.at and not panel.view.busy)
    done = time.perf_counter()
    value = f"{(arrival.at - start) * 1000:.0f} ms (all of it {(done - start) * 1000:.0f})"
    report.add("  opened: newest messages and cards on the screen", value)


async def _page(panel: ChatPanel) -> None:
    bar = panel.view.verticalScrollBar()
    for step in (-1, 1):
        while bar.value() > 0 if step < 0 else bar.value() < bar.maximum():
            bar.setValue(bar.value() + step * bar.pageStep())
            await asyncio.sleep(FRAME)


async def _drag(panel: ChatPanel) -> None:
    bar = panel.view.verticalScrollBar()
    bar.setSliderDown(True)
    for step in [*range(100, -1, -1), *range(101)]:
        bar.setSliderPosition(bar.maximum() * step // 100)
        await asyncio.sleep(FRAME)
    bar.setSliderDown(False)
    await asyncio.sleep(0.5)


async def _resize(panel: ChatPanel) -> None:
    narrow, wide = WIDTHS
    for step in [*range(41), *range(40, -1, -1)]:
        panel.resize(narrow + (wide - narrow) * step // 40, panel.height())
        await asyncio.sleep(FRAME)
    await asyncio.sleep(1)


async def _find(panel: ChatPanel) -> None:
    view = panel.view
    found = [0, 0]
    view.find_changed.connect(lambda _, total: found.append(total))
    view.find("the")
    while found[-1] != found[-2] or not found[-1]:  # until no more are found
        found.append(found[-1])
        await asyncio.sleep(0.5)
    for _ in range(20):
        view.find_next()
        await asyncio.sleep(FRAME)
    view.clear_find()


async def _copy(panel: ChatPanel) -> None:
    board = QGuiApplication.clipboard()
    board.clear()
    panel.view.copy_all()
    await _until(lambda: END in board.text())


async def _leave(session: ChatSession) -> None:
    session.new_conversation()
    await asyncio.sleep(1)


async def _until(condition: Callable[[], object]) -> None:
    while not condition():  # noqa: ASYNC110  # the view has no event for being ready
        await asyncio.sleep(0.005)
