"""How the costs of a note grow with its length: its first paint, and a key in its source."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.aio import Loop, cancel_all
from axon_desktop.ui.note.pages import NotePages
from axon_desktop.vault import Vault
from bench.growth import FLAT
from bench.growth.costs import Cost, cost_of
from bench.measure import Report
from bench.note import TimedView
from bench.texts import markdown
from bench.usable import until

SIZES = (10_000, 100_000, 1_000_000)
_ROUNDS = 3
_OPENED = 3
_KEYS = 20
_CALM = 0.1
_FRAME = 0.03
"""Seconds between two keys, in which what they changed is painted."""


def measure(report: Report) -> None:
    """Show notes of three sizes and type in them."""
    app = QApplication.instance() or QApplication([])
    QApplication.setQuitOnLastWindowClosed(False)
    sizes = [report.scale.of(size, 100) for size in SIZES]
    rounds = min(_ROUNDS, report.scale.rounds)
    paints: list[list[tuple[float, float]]] = [[] for _ in sizes]
    keys: list[list[Cost]] = [[] for _ in sizes]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "vault"
        root.mkdir()
        for size in sizes:
            (root / f"{size}.md").write_text(markdown(size), "utf-8")
        vault = Vault(root, data_dir=Path(folder) / "data")
        with asyncio.Runner(loop_factory=lambda: Loop(app)) as runner:
            runner.run(_paint(sizes[0], 1))  # what is imported and made at the first paint
            for _ in range(rounds):
                for at, size in enumerate(sizes):
                    paints[at].append(runner.run(_paint(size, report.scale.of(_OPENED))))
                    keys[at].append(runner.run(_type(vault, f"{size}.md", report.scale.of(_KEYS, 2))))
        vault.close()
    report.curve(
        "first paint of a note, window's thread",
        "characters",
        "ms",
        sizes,
        [[own for own, _ in same] for same in paints],
        FLAT,
    )
    report.curve(
        "first paint of a note, documents laid out",
        "characters",
        "documents",
        sizes,
        [[laid_out for _, laid_out in same] for same in paints],
        FLAT,
    )
    report.curve(
        "one key in the editor, window's thread",
        "characters",
        "ms",
        sizes,
        [[cost["own"] for cost in same] for same in keys],
        FLAT,
    )
    report.curve(
        "one key in the editor, calls",
        "characters",
        "calls",
        sizes,
        [[cost["calls"] for cost in same] for same in keys],
        FLAT,
    )


async def _paint(size: int, times: int) -> tuple[float, float]:
    """Return the milliseconds of CPU until the first paint, and how many documents were laid out: the means."""
    text = markdown(size)
    found = [await _paint_once(text) for _ in range(times)]
    return sum(own for own, _ in found) * 1000 / times, sum(laid_out for _, laid_out in found) / times


async def _paint_once(text: str) -> tuple[float, int]:
    view = TimedView()
    view.resize(900, 700)
    view.show()
    await asyncio.sleep(_CALM)
    begun = time.thread_time()
    view.show_note(text)
    await until(lambda: view.painted, every=0.001)
    own = time.thread_time() - begun
    laid_out = sum(chunk.document is not None for chunk in view.visible_chunks())
    view.close()
    view.deleteLater()
    await asyncio.sleep(_CALM)
    return own, laid_out


async def _type(vault: Vault, path: str, keys: int) -> Cost:
    pages = NotePages()
    pages.set_vault(vault, None, lambda target: None)
    pages.resize(900, 700)
    pages.show()
    note = (await asyncio.to_thread(vault.read_exactly, [path]))[0]
    await pages.show_long_source(path, note)
    edit = pages.editor.edit
    edit.setFocus()
    await asyncio.sleep(0.5)

    async def press(number: int) -> None:
        QTest.keyClick(edit, Qt.Key.Key_A if number % 8 else Qt.Key.Key_Space)
        await asyncio.sleep(_FRAME)

    cost = await cost_of(press, keys)
    pages.set_vault(vault, None, lambda target: None)  # what was typed is left
    pages.close()
    pages.deleteLater()
    await cancel_all()
    await asyncio.sleep(_CALM)  # they end here, and not with the garbage of some thread
    return cost
