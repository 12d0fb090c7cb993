"""Typing in the rendered note beside a bare QPlainTextEdit, keys in turns; opening a long note in it; its memory.

`python -m bench.live live 1000000` shows one note and goes through it, `reading` the same note rendered.
"""

from __future__ import annotations

import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTextEdit, QWidget

from axon_desktop.ui.editor.document import make_document
from axon_desktop.ui.editor.live.looks import Sources
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.markdown_view import MarkdownView
from bench.measure import Report, peak_memory, percentile, window_environment
from bench.texts import markdown

_SMALL, _BIG = 10_000, 1_000_000
_KEYS, _TURN, _ROUNDS = 400, 25, 5
_MOST_OVER = 12.0
"""Milliseconds by which a key may take longer than in the bare box."""
_MOST_MEMORY = 1.5
_STOPS = 12
"""Places of a note that are looked at while its memory is watched."""
_LETTERS = "abcdefg hijk 中文 lmnop "


def measure(report: Report) -> None:
    """Type in notes of both sizes, and open them."""
    app = QApplication.instance() or QApplication([])
    assert app is not None
    small, big = report.scale.of(_SMALL), report.scale.of(_BIG)
    for size in (small, big):
        _type(report, size)
    opened = {size: [_open(size) for _ in range(report.scale.of(_ROUNDS))] for size in (small, big)}
    report.ratio(f"opening {big // 1000} KB live, to the first paint", opened[big], opened[small], "ms", most=3.0)
    memory = {kind: [_memory(kind, big) for _ in range(report.scale.of(_ROUNDS))] for kind in ("live", "reading")}
    work = f"memory with {big // 1000} KB live, beside the same note rendered"
    report.ratio(work, memory["live"], memory["reading"], "MB", most=_MOST_MEMORY)


def _memory(kind: str, size: int) -> float:
    """Return the most memory of a process that shows a note and goes through it, in MB."""
    with tempfile.TemporaryDirectory() as home:
        return peak_memory((sys.executable, "-m", "bench.live", kind, str(size)), window_environment(Path(home)))


def _type(report: Report, size: int) -> None:
    text = markdown(size)
    plain, live = QPlainTextEdit(), NoteTextEdit()
    live.set_live(True)
    for box in (plain, live):
        box.resize(800, 700)
        box.show()
    plain.setPlainText(text)
    live.open_text(text)
    for box in (plain, live):
        cursor = QTextCursor(box.document().findBlockByNumber(box.document().blockCount() // 2))
        box.setTextCursor(cursor)
        box.setFocus()
        QApplication.processEvents()
    for name, key in (("a key", None), ("Down", Qt.Key.Key_Down), ("Enter", Qt.Key.Key_Return)):
        bare: list[float] = []
        ours: list[float] = []
        for turn in range(report.scale.of(_KEYS, _TURN) // _TURN):
            for box, found in ((plain, bare), (live, ours)):
                found += [_press(box, key, turn * _TURN + number) for number in range(_TURN)]
        over = percentile(ours, 0.99) - percentile(bare, 0.99)
        report.amount(f"{name} in {size // 1000} KB, bare", [percentile(bare, 0.99)], "ms")
        report.amount(f"{name} in {size // 1000} KB, live, beyond that (p99)", [over], "ms", most=_MOST_OVER)
    for box in (plain, live):
        box.deleteLater()


def _press(box: QWidget, key: Qt.Key | None, number: int) -> float:
    """Press a key and return the milliseconds until what it causes is painted."""
    assert isinstance(box, QPlainTextEdit | QTextEdit)
    letter = "" if key is not None else _LETTERS[number % len(_LETTERS)]
    begun = time.perf_counter()
    make = partial(QKeyEvent, QEvent.Type.KeyPress, key or Qt.Key.Key_unknown, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(box, make(letter))
    QApplication.processEvents()
    return (time.perf_counter() - begun) * 1000


def _open(size: int) -> float:
    """Return the milliseconds to show a document that is made, as a thread makes it."""
    live = NoteTextEdit()
    live.set_live(True)
    live.resize(800, 700)
    live.show()
    QApplication.processEvents()
    made = make_document(markdown(size), live.looks)
    begun = time.perf_counter()
    live.show_document(made)
    live.repaint()
    spent = (time.perf_counter() - begun) * 1000
    live.deleteLater()
    return spent


def _go_through(kind: str, size: int) -> None:
    """Show a note in one of the two ways, and look at some places of it."""
    app = QApplication([])
    text = markdown(size)
    shown: NoteTextEdit | MarkdownView
    if kind == "live":
        shown = NoteTextEdit()
        shown.set_live(True)
        shown.set_sources(Sources(lambda _path: None, lambda _key: None, lambda target: target))
        shown.resize(800, 700)
        shown.show()
        shown.open_text(text)
    else:
        shown = MarkdownView()
        shown.resize(800, 700)
        shown.show()
        shown.set_note("Note", text)
    bar = shown.verticalScrollBar()
    for stop in range(_STOPS):
        bar.setValue(round(bar.maximum() * stop / (_STOPS - 1)))
        until = time.perf_counter() + 0.2
        while time.perf_counter() < until:
            app.processEvents()
            time.sleep(0.01)


if __name__ == "__main__":
    _go_through(sys.argv[1], int(sys.argv[2]))
