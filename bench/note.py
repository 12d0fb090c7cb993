"""Opening a big note against a small one, and against QTextBrowser: from the call to the first paint with text."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from markdown_it import MarkdownIt
from PySide6.QtCore import qVersion
from PySide6.QtGui import QPaintEvent, QTextDocument
from PySide6.QtWidgets import QApplication, QTextBrowser

from axon_desktop.ui.markdown_view import MarkdownView
from bench import source, tables
from bench.gaps import GapProbe
from bench.measure import Report
from bench.texts import markdown

_SMALL, _BIG = 10_000, 1_000_000
_ROUNDS = 5
_WARM, _AFTER = 0.3, 1.0
"""Seconds before and after, in which nothing is measured."""


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


class ReadyBrowser(TimedBrowser):
    """The same with the document made first, while no view looks at it: Qt's fastest way."""

    def show_note(self, text: str) -> None:
        """Show a note."""
        document = QTextDocument(self)
        document.setMarkdown(text)
        self.setDocument(document)


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
        "setDocument": (ReadyBrowser, big),
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
    for way, words in (
        ("setDocument", "setMarkdown before the document is set"),
        ("setMarkdown", "setMarkdown in a view that is shown"),
        ("markdown-it-py", "markdown-it-py and setHtml"),
    ):
        name = f"open a 1 MB note / {browser} with all of it ({words})"
        report.ratio(name, times["big"], times[way], "ms", than=f"QTextBrowser, {way}")
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
    while not view.painted or (isinstance(view, MarkdownView) and view.busy):
        app.processEvents()
        time.sleep(0.0005)
    took = (view.painted - start) * 1000
    gaps = probe.stop()
    _spin(app, _AFTER)
    view.close()
    view.deleteLater()
    app.processEvents()
    return _Opened(took, gaps, probe.work)


def _spin(app: QApplication, seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        app.processEvents()
        time.sleep(0.0005)
