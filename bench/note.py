"""Opening a big note against a small one: from the call to the first paint that shows text of it."""

from __future__ import annotations

import time

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.view import MarkdownView
from axon_desktop.vault.markdown.colors import LIGHT
from bench.gaps import GapProbe
from bench.measure import Report, median, percentile
from bench.texts import markdown


class TimedView(MarkdownView):
    """Notes the moment at which text was painted."""

    painted = 0.0

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.painted and any(chunk.document is not None for chunk in self.visible_chunks()):
            self.painted = time.perf_counter()


def measure(report: Report) -> None:
    """Open notes of 10 KB and 1 MB in turn."""
    app = QApplication.instance() or QApplication([])
    small, big = markdown(10_000), markdown(1_000_000)
    probe = GapProbe()

    def open_once(text: str) -> tuple[float, list[float]]:
        view = TimedView(LIGHT)
        view.resize(900, 700)
        view.show()
        view.set_note("Warm", "A small note first, so that fonts and parser are warm.")
        end = time.perf_counter() + 0.3
        while time.perf_counter() < end:
            app.processEvents()
        view.painted = 0.0
        probe.start()
        start = time.perf_counter()
        view.set_note("Note", text)
        while not view.painted:
            app.processEvents()
        took = (view.painted - start) * 1000
        end = time.perf_counter() + 1.0
        while time.perf_counter() < end:
            app.processEvents()
        gaps = probe.stop()
        view.close()
        view.deleteLater()
        app.processEvents()
        return took, gaps

    open_once(small)
    times: dict[str, list[float]] = {"small": [], "big": []}
    gaps: list[float] = []
    for _ in range(5):
        times["small"].append(open_once(small)[0])
        took, seen = open_once(big)
        times["big"].append(took)
        gaps += seen
    ratio = median(times["big"]) / median(times["small"])
    value = f"{ratio:.2f} x ({median(times['big']):.0f} : {median(times['small']):.0f} ms)"
    report.add("open a 1 MB note to first paint / a 10 KB note", value, "<= 3 x", ratio <= 3)
    value = f"{percentile(gaps, 0.99):.0f} / {max(gaps):.0f} ms"
    report.add("  event-loop gaps while it opens, p99 / worst", value)
