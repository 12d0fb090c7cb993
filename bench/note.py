"""Opening a big note against a small one, and against QTextBrowser: from the call to the first paint with text."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from markdown_it import MarkdownIt
from PySide6.QtCore import qVersion
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QTextBrowser

from axon_desktop.ui.markdown_view import MarkdownView
from bench import source, tables
from bench.gaps import GapProbe
from bench.measure import Report
from bench.texts import markdown

_SMALL, _BIG = 10_000, 1_000_000
_ROUNDS = 5
_WARM, _AFTER = 0.3, 1.0
"""Seconds before and after."""


class TimedView(MarkdownView):
    """Notes the moment at which text was painted."""

    painted = 0.0

    def show_note(self, text: str) -> None:
        """Show a note."""
        self.set_note("Note", text)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.painted and any(chunk.document is not None for chunk in self.visible_chunks()):
            self.painted = time.perf_counter()


class TimedBrowser(QTextBrowser):
    """The same by Qt's own view, with the whole note in one document."""

    painted = 0.0

    def show_note(self, text: str) -> None:
        """Show a note that another library makes into HTML."""
        self.setHtml(MarkdownIt("gfm-like", {"linkify": False}).render(text))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.painted and not self.document().isEmpty():
            self.painted = time.perf_counter()


class PlainBrowser(TimedBrowser):
    """The same with Qt's own reader of Markdown."""

    def show_note(self, text: str) -> None:
        """Show a note."""
        self.setMarkdown(text)


class _Opened(NamedTuple):
    milliseconds: float
    gaps: list[float]
    own: list[float]


def measure(report: Report) -> None:
    """Open notes of 10 KB and 1 MB in turn, in each of the views; then their sources in the editor."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    small, big = markdown(_SMALL), markdown(report.scale.of(_BIG))
    idle = _wait(app)
    subjects: dict[str, tuple[Callable[[], TimedView | TimedBrowser], str]] = {
        "small": (TimedView, small),
        "big": (TimedView, big),
        "markdown-it-py": (TimedBrowser, big),
        "setMarkdown": (PlainBrowser, big),
    }
    _open(app, TimedView(), small)
    found: dict[str, list[_Opened]] = {name: [] for name in subjects}
    for _ in range(min(_ROUNDS, report.scale.rounds)):
        for name, (make, text) in subjects.items():
            found[name].append(_open(app, make(), text))
    times = {name: [each.milliseconds for each in opened] for name, opened in found.items()}
    report.ratio(
        "open a 1 MB note to first paint / a 10 KB note", times["big"], times["small"], "ms", 3, than="10 KB"
    )
    gaps, own = ([each for opened in found["big"] for each in getattr(opened, what)] for what in ("gaps", "own"))
    report.gaps("a 1 MB note opens", gaps, idle, own)
    browser = f"QTextBrowser of Qt {qVersion()}"
    report.ratio(
        f"open a 1 MB note / {browser} with all of it (markdown-it-py and setHtml)",
        times["big"],
        times["markdown-it-py"],
        "ms",
        than="QTextBrowser, setHtml",
    )
    report.ratio(
        f"open a 1 MB note / {browser} with all of it (setMarkdown)",
        times["big"],
        times["setMarkdown"],
        "ms",
        than="QTextBrowser, setMarkdown",
    )
    report.beside(1, [browser])
    source.measure(report)
    tables.measure(report)


def _wait(app: QApplication) -> list[float]:
    probe = GapProbe()
    probe.start()
    _spin(app, 3)
    return probe.stop()


def _open(app: QApplication, view: TimedView | TimedBrowser, text: str) -> _Opened:
    view.resize(900, 700)
    view.show()
    view.show_note("A small note first, so that fonts and parser are warm.")
    _spin(app, _WARM)
    view.painted = 0.0
    probe = GapProbe()
    probe.start()
    start = time.perf_counter()
    view.show_note(text)
    while not view.painted:
        app.processEvents()
    took = (view.painted - start) * 1000
    _spin(app, _AFTER)
    gaps = probe.stop()
    view.close()
    view.deleteLater()
    app.processEvents()
    return _Opened(took, gaps, probe.work)


def _spin(app: QApplication, seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        app.processEvents()
        time.sleep(0.0005)
