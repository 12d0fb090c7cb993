"""Opening the source of big notes: how long the window stands still, and the way back to one that was left."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from PySide6.QtWidgets import QApplication

from axon_desktop.ui.aio import Loop, cancel_all
from axon_desktop.ui.note.pages import NotePages
from axon_desktop.vault import Vault
from bench.gaps import GapProbe
from bench.measure import Report
from bench.texts import markdown

_SIZE = 1_000_000
_LINES = 45_000
_ROUNDS = 3
_PAINTING = 0.05


def measure(report: Report) -> None:
    """Open three shapes of a megabyte in the editor, after a control without work."""
    app = QApplication.instance() or QApplication([])
    QApplication.setQuitOnLastWindowClosed(False)
    text = markdown(report.scale.of(_SIZE))
    lines = report.scale.of(_LINES)
    notes = {
        "Small": markdown(10_000),
        f"1 MB of {text.count(chr(10)):,} lines": text,
        f"1 MB of {lines:,} lines": "\n".join(f"- item number {number}" for number in range(lines)),
        "1 MB on one line": " ".join(text.split()),
    }
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "vault"
        root.mkdir()
        for name, body in notes.items():
            (root / f"{name}.md").write_text(body, encoding="utf-8")
        vault = Vault(root, data_dir=Path(folder) / "data")
        with asyncio.Runner(loop_factory=lambda: Loop(app)) as runner:
            runner.run(_open(report, vault, list(notes)))
        vault.close()


async def _open(report: Report, vault: Vault, names: list[str]) -> None:
    pages = NotePages()
    pages.set_vault(vault, None, lambda target: None)
    pages.resize(900, 700)
    pages.show()

    async def show(name: str) -> None:
        path = f"{name}.md"
        note = (await asyncio.to_thread(vault.read_exactly, [path]))[0]
        await pages.show_long_source(path, note)
        await asyncio.sleep(_PAINTING)

    await show(names[0])
    probe = GapProbe()
    probe.start()
    await asyncio.sleep(2)
    idle = probe.stop()
    for name in names[1:]:
        gaps: list[float] = []
        work: list[float] = []
        for _ in range(min(_ROUNDS, report.scale.rounds)):
            pages.set_vault(vault, None, lambda target: None)  # nothing is kept
            for wanted in (name, names[0], name, names[0]):  # the second time it is
                probe.start()
                await show(wanted)
                gaps += probe.stop()
                work += probe.work
        report.gaps(f"the source of {name} opens", gaps, idle, work)
    pages.close()
    pages.deleteLater()
    await cancel_all()
    await asyncio.sleep(0.2)  # they end here, and not with the garbage of some thread
