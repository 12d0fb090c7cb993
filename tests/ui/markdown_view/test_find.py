"""Finding in a note or conversation."""

from __future__ import annotations

from collections.abc import Callable

from pytestqt.qtbot import QtBot

from axon_desktop.ui.markdown_view import MarkdownView
from tests.ui.markdown_view.pointing import paragraphs

Settle = Callable[[MarkdownView], None]


def test_find_counts_marks_and_walks_through_the_whole_note(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Note", paragraphs(90))
    settle(view)
    before = view.viewport().grab().toImage()
    assert view.find("PARAGRAPH") == 90
    assert view.viewport().grab().toImage() != before
    assert view.find("Paragraph 77 ") == 1
    settle(view)
    assert view.verticalScrollBar().value() > 1000
    numbers = []
    view.find_changed.connect(lambda current, total: numbers.append((current, total)))
    view.find("Paragraph 8")
    view.find_next()
    view.find_previous()
    view.find_previous()
    assert [total for _, total in numbers] == [11] * 4
    first, second = numbers[0][0], numbers[1][0]
    assert second == first % 11 + 1
    assert numbers[2][0] == first
    view.clear_find()
    assert numbers[-1] == (0, 0)


def test_find_in_a_long_note_goes_on_in_the_background(view: MarkdownView, qtbot: QtBot) -> None:
    view.set_note("Long", paragraphs(600))
    totals: list[int] = []
    view.find_changed.connect(lambda _current, total: totals.append(total))
    view.find("Paragraph")
    qtbot.waitUntil(lambda: bool(totals) and totals[-1] == 600)


def test_find_without_a_hit_returns_zero(view: MarkdownView) -> None:
    view.set_note("Note", "text")
    assert view.find("absent") == 0
    view.find_next()
