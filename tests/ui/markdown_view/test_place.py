"""Returning to a position of a note: the same text at the upper edge, whatever is laid out in the meantime."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from axon_desktop.ui.markdown_view import MarkdownView, ViewPosition
from tests.waiting import PATIENCE

Settle = Callable[[MarkdownView], None]

TALL = "- a\n- b\n- c\n\n***\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
"""Much higher than its number of characters suggests."""
NOTE = "".join(f"Paragraph {number} has a note.[^{number}]\n\n{TALL}" for number in range(150)) + "".join(
    f"[^{number}]: Footnote {number}.\n\n" for number in range(150)
)


def text_at_top(view: MarkdownView) -> str:
    place = view.place_at(QPoint(200, 1))
    assert place is not None
    assert place.chunk.document is not None
    return place.chunk.document.findBlock(place.position).text()


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.71, 0.9, 1.0])
def test_note_shown_again_returns_to_the_pixel(view: MarkdownView, settle: Settle, share: float) -> None:
    view.set_note("Tall", NOTE)
    settle(view)
    bar = view.verticalScrollBar()
    bar.setValue(round(bar.maximum() * share))
    settle(view)
    place, picture = view.place(), view.viewport().grab().toImage()
    view.set_note("Other", "Some words.\n")
    settle(view)
    view.set_note("Tall", NOTE)
    view.go_to(place)
    assert view.place() == place
    settle(view)
    assert view.place().source == pytest.approx(place.source, abs=0.5)
    assert view.viewport().grab().toImage() == picture


def test_place_is_the_same_text_in_another_width(view: MarkdownView, settle: Settle) -> None:
    text = "".join(f"Paragraph {number}: " + "some words " * 60 + "\n\n" for number in range(200))
    view.set_note("Long", text)
    settle(view)
    view.verticalScrollBar().setValue(9000)
    settle(view)
    place, left = view.place(), text_at_top(view).split(":")[0]
    view.set_note("Other", "Some words.\n")
    view.resize(420, 600)
    view.set_note("Long", text)
    view.go_to(place)
    settle(view)
    assert text_at_top(view).split(":")[0] == left


def test_scrolling_gives_up_a_place_that_is_not_yet_read(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    text = "Some words of a paragraph.\n\n" * 12_000
    view.set_note("Tall", text)
    view.go_to(ViewPosition(False, float(len(text) // 2)))
    assert view.busy
    assert view.place().source > 1000
    bar = view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 100, timeout=int(PATIENCE * 1000))  # nothing scrolls before
    bar.setValue(40)
    settle(view)
    assert bar.value() < 100


def test_place_that_is_no_longer_in_the_note_is_its_end(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Short", "Some words.\n\n" * 60)
    view.go_to(ViewPosition(False, 1e6))
    settle(view)
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
