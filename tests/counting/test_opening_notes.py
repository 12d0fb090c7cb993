"""What it costs to show a note grows with what is seen of it, not with its length."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

import pytest
from PySide6.QtCore import QEvent, QObject
from pytestqt.qtbot import QtBot

from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.layout import chunk_builder as builder
from axon_desktop.ui.markdown_view.layout import content
from axon_desktop.ui.markdown_view.layout.chunk import Chunk
from axon_desktop.ui.markdown_view.layout.chunk_document import ChunkDocument
from axon_desktop.ui.markdown_view.viewport import TURN_SECONDS, Viewport
from bench.texts import markdown
from tests.counting.counters import Calls, counted_calls, counted_instructions, counted_memory
from tests.ui.markdown_view.conftest import settled

SMALL, LARGE = 10_000, 250_000
"""Characters; the small note is the beginning of the large one."""
RATIO = LARGE // SMALL
SOME = 3
"""Chunks that an estimate of heights may make a difference of."""


def html_length(given: Mapping[str, Any]) -> int:
    return len(given["html"])


WEIGH = {"ChunkDocument.show_html": html_length}


def make_view(qtbot: QtBot) -> MarkdownView:
    view = MarkdownView()
    qtbot.addWidget(view)
    view.resize(900, 700)
    with qtbot.waitExposed(view):
        view.show()
    view.set_note("Warm", "A small note, so that the parser is there.\n\n```python\npass\n```\n")
    qtbot.waitUntil(partial(settled, view))
    qtbot.waitUntil(lambda: view._builder.warm)
    return view


def show(qtbot: QtBot, view: MarkdownView, text: str) -> None:
    """Open a note, and wait until all is done that opening it brings."""
    view.set_note("Note", text)
    qtbot.waitUntil(lambda: settled(view) and not view.at_work)


class Opened(NamedTuple):
    """What it took to open a note."""

    calls: Calls
    laid_out: int
    """Chunks that have a document then."""
    chunks: int


_opened: dict[int, Opened] = {}


def opened(qtbot: QtBot, size: int) -> Opened:
    """Open a note of `size` characters, once for all tests."""
    if size not in _opened:
        view = make_view(qtbot)
        with counted_calls(WEIGH) as calls:
            show(qtbot, view, markdown(size))
        rows = view._column.rows
        laid_out = sum(isinstance(row, Chunk) and row.document is not None for row in rows)
        _opened[size] = Opened(calls, laid_out, len(rows))
    return _opened[size]


def test_opening_a_long_note_lays_out_what_is_near(qtbot: QtBot) -> None:
    """Red when `Viewport._next_row` takes all rows for near, or builds again what is built."""
    (short, short_laid_out, few), (long, laid_out, many) = opened(qtbot, SMALL), opened(qtbot, LARGE)
    assert 0 < short_laid_out < few, "the short note is seen as a whole"
    assert many > RATIO / 2 * few
    assert laid_out <= short_laid_out + SOME
    for work in ("ChunkBuilder._fill", "ChunkDocument.__init__"):
        assert long[work] <= short[work] + SOME, work
    assert long["ChunkBuilder._fill"] <= laid_out + SOME, "something was laid out twice"
    assert long.weight("ChunkDocument.show_html") <= 1.3 * short.weight("ChunkDocument.show_html")


def test_opening_a_long_note_renders_what_is_near(qtbot: QtBot) -> None:
    """Red when `ChunkBuilder.render_soon` is given every chunk, or when HTML is thrown away and made again."""
    short, long = opened(qtbot, SMALL), opened(qtbot, LARGE)
    assert long.calls["_render"] <= long.laid_out + 6, "more than what is near and six ahead"
    assert long.calls["_render"] <= short.calls["_render"] + SOME


def test_note_is_scanned_once(qtbot: QtBot) -> None:
    """Red when each slice of the scan, or each of its chunks, looks at all that was found before."""
    short, long = opened(qtbot, SMALL).calls, opened(qtbot, LARGE).calls
    assert long["scan_blocks"] <= 1.2 * RATIO * short["scan_blocks"]
    assert long.all <= RATIO * short.all, long.most()


def test_only_the_changed_paragraph_of_a_long_note_is_laid_out_again(qtbot: QtBot) -> None:
    """Red when `Content._replace` keeps no chunks, or `set_note` forgets `keep_position`."""
    counts = []
    for size in (SMALL, LARGE):
        text = markdown(size)
        view = make_view(qtbot)
        show(qtbot, view, text)
        first = text.index("\n\n", 1_000) + 2
        with counted_calls(WEIGH) as calls:
            view.set_note("Note", f"{text[:first]}A new paragraph.\n\n{text[first:]}", keep_position=True)
            qtbot.waitUntil(lambda view=view: settled(view) and not view.at_work)  # type: ignore[misc]
        counts.append((calls["ChunkBuilder._fill"], calls["_render"], calls["ChunkDocument.__init__"]))
    short, long = counts
    assert 0 < short[0] <= 3, counts
    assert all(more <= less + 1 for less, more in zip(short, long, strict=True)), counts


class Paints(QObject):
    """Notes at each paint of a view whether all text that is seen of its first chunk is laid out."""

    def __init__(self, view: MarkdownView) -> None:
        super().__init__(view)
        self.laid_out: list[bool] = []
        self._view = view
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            texts = [chunk for chunk in self._view.visible_chunks() if chunk.header is None]
            self.laid_out.append(bool(texts) and texts[0].document is not None)
        return False


def slow_down(monkeypatch: pytest.MonkeyPatch, steps: list[str]) -> None:
    """Let rendering and laying out take longer than a turn may, and note which of them each turn has done."""

    def slow(work: Callable[..., Any]) -> Callable[..., Any]:
        def wait(*given: Any) -> Any:
            if threading.current_thread() is threading.main_thread():
                steps.append(work.__name__)
                time.sleep(2 * TURN_SECONDS)
            return work(*given)

        return wait

    turn = Viewport._turn

    def begin(view: Viewport) -> None:
        steps.append("turn")
        turn(view)

    monkeypatch.setattr(Viewport, "_turn", begin)
    monkeypatch.setattr(builder, "_render", slow(builder._render))
    monkeypatch.setattr(ChunkDocument, "show_html", slow(ChunkDocument.show_html))


@pytest.mark.parametrize("keep", [False, True])
def test_note_is_first_painted_with_text(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, keep: bool) -> None:
    """Red when `set_note` shows the new rows before the first of them is laid out: the page would flicker."""
    view = make_view(qtbot)
    show(qtbot, view, markdown(SMALL))
    slow_down(monkeypatch, [])
    monkeypatch.setattr(content, "FIRST_SLICE", 1.0)  # on a busy machine the note may not be read in one slice
    paints = Paints(view)
    view.viewport().update()  # with what is still to be painted
    qtbot.waitUntil(lambda: bool(paints.laid_out))
    paints.laid_out.clear()
    view.set_note("Note", f"A new paragraph.\n\n{markdown(SMALL)}", keep_position=keep)
    qtbot.waitUntil(lambda: settled(view) and not view.at_work)
    assert paints.laid_out
    assert all(paints.laid_out)


def test_turn_of_the_event_loop_renders_or_lays_out(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red when a chunk whose rendering took all of a turn is laid out in the same one: the window would stop."""
    view = make_view(qtbot)
    steps: list[str] = []
    slow_down(monkeypatch, steps)
    show(qtbot, view, markdown(SMALL))
    turns = " ".join(steps).split("turn")
    assert sum("show_html" in turn for turn in turns) > 1
    assert max(len(turn.split()) for turn in turns) == 1, turns


def test_step_of_the_scroll_bar_costs_the_same_in_a_long_note(qtbot: QtBot) -> None:
    """Red when a row is looked for from the first one on (`Column.at`, `Column.index`)."""
    counts = []
    for size in (SMALL, LARGE):
        view = make_view(qtbot)
        show(qtbot, view, markdown(size))
        bar = view.verticalScrollBar()
        bar.setValue(bar.maximum() // 2)
        qtbot.waitUntil(partial(settled, view))
        with counted_instructions() as work:
            bar.setValue(bar.value() + 3)
        counts.append(work.count)
    assert counts[1] <= 2 * counts[0], counts


def test_other_width_lays_out_what_is_near(qtbot: QtBot) -> None:
    """Red when a resize builds every document that was ever made, or every chunk."""
    counts = []
    for size in (SMALL, LARGE):
        view = make_view(qtbot)
        show(qtbot, view, markdown(size))
        with counted_calls() as calls:
            view.resize(800, 700)
            qtbot.waitUntil(lambda view=view: settled(view) and not view.at_work)  # type: ignore[misc]
        counts.append(calls["ChunkBuilder.build"])
    assert counts[0] > 0
    assert counts[1] <= counts[0] + SOME, counts


@pytest.mark.parametrize("messages", [600])
def test_long_conversation_lays_out_what_is_near(qtbot: QtBot, messages: int) -> None:
    """Red when messages that come with `later` are read or laid out at once."""
    counts = []
    for number in (messages // 10, messages):
        view = MarkdownView()
        qtbot.addWidget(view)
        view.resize(440, 800)
        with qtbot.waitExposed(view):
            view.show()
        with counted_calls(WEIGH) as calls:
            for at in range(number):
                view.add_text(f"Message {at} " + "word " * 40, "user" if at % 2 else "assistant", later=True)
            qtbot.waitUntil(partial(settled, view))
        counts.append(calls["ChunkBuilder._fill"])
    assert counts[1] <= counts[0] + SOME, counts


def test_memory_for_a_long_note_is_a_few_times_its_text(qtbot: QtBot) -> None:
    """Red when the HTML or the documents of all chunks are kept."""
    text = markdown(LARGE)
    view = make_view(qtbot)
    with counted_memory() as memory:
        show(qtbot, view, text)
    assert memory.peak <= 8 * LARGE, f"{memory.peak / LARGE:.1f} bytes a character"
