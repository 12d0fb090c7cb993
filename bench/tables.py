"""Wide tables: gaps of the GUI thread while one is scrolled down and sideways, and while one comes in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.markdown_view import MarkdownView
from bench.gaps import GapProbe
from bench.measure import Report

_COLUMNS, _ROWS = 30, 5_000
_FRAME = 1 / 60
_PIXELS = 60
"""By which the view is scrolled in each frame."""
_SECONDS = 4.0
_CHARACTERS = 130
"""Of a reply in each frame: about 2,000 tokens a second."""
_CELLS = (
    "system {0}",
    "",
    "中文的表格内容在这里换行",
    "`identifier_{0}`",
    "A sentence of prose that goes on for a while, as people write them.",
    "[[A note|with a link {0}]]",
    "**12.50**",
)


def measure(report: Report) -> None:
    """Scroll a table of 30 columns and thousands of rows, and let one of 14 columns come in."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    view = MarkdownView()
    view.resize(900, 700)
    view.show()
    view.set_note("Note", "A small note first, so that fonts and parser are warm.\n\n" + table(3, 3))
    _spin(app, 0.5)
    probe = GapProbe()
    probe.start()
    _spin(app, 3.0)
    idle = probe.stop()
    view.set_note("Note", table(_COLUMNS, report.scale.of(_ROWS, 100)))
    _spin(app, 2.0)
    works: dict[str, Callable[[], None]] = {
        "a table of 30 columns is scrolled down": lambda: _turn(view, QPoint(0, -_PIXELS)),
        "it is scrolled sideways": lambda: _turn(view, QPoint(-_PIXELS, 0)),
    }
    for name, step in works.items():
        probe.start()
        _frames(app, step)
        report.gaps(name, probe.stop(), idle, probe.work)
    view.clear()
    view.add_text("Make a table.", "user")
    view.begin_stream()
    deltas = _deltas()
    probe.start()
    _frames(app, lambda: view.append_stream(next(deltas)))
    report.gaps("a table of 14 columns comes in", probe.stop(), idle, probe.work)
    view.end_stream()
    _spin(app, 0.5)
    view.close()
    view.deleteLater()
    app.processEvents()


def table(columns: int, rows: int) -> str:
    """Return a table with words, Chinese, prose, links and empty columns."""
    lines = [[f"column {column}" for column in range(columns)], ["---"] * columns]
    lines += [
        [_CELLS[column % len(_CELLS)].format(row * column) for column in range(columns)] for row in range(rows)
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) + "\n"


def _deltas() -> Iterator[str]:
    text = table(14, 2_000)
    yield from (text[start : start + _CHARACTERS] for start in range(0, len(text), _CHARACTERS))


def _turn(view: MarkdownView, pixels: QPoint) -> None:
    place = QPointF(view.viewport().rect().center())
    event = QWheelEvent(
        place,
        QPointF(view.viewport().mapToGlobal(place.toPoint())),
        pixels,
        pixels * 2,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def _frames(app: QApplication, step: Callable[[], None]) -> None:
    end = time.perf_counter() + _SECONDS
    due = time.perf_counter()
    while due < end:
        step()
        due += _FRAME
        _spin(app, max(0.001, due - time.perf_counter()))


def _spin(app: QApplication, seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        app.processEvents()
        time.sleep(0.0005)
