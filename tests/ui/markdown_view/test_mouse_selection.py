"""Selecting with the mouse: dragging, double and triple clicks, Shift."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from axon_desktop.ui.markdown_view import MarkdownView
from tests.ui.markdown_view.pointing import LEFT, drag, find_text, paragraphs, point_of

Settle = Callable[[MarkdownView], None]


def test_drag_selects_over_chunks_and_widgets(view: MarkdownView, settle: Settle) -> None:
    view.add_text("alpha beta", "user")
    view.add_widget(QLabel("card"))
    view.add_text("gamma delta", "assistant")
    view.add_text("omega end", "assistant")
    settle(view)
    first, _, last = view._content.chunks()
    drag(view, point_of(view, first, 6), point_of(view, last, 5))
    assert view.selected_text() == "beta\ngamma delta\nomega"
    view.copy()
    assert QGuiApplication.clipboard().text() == "beta\ngamma delta\nomega"


def test_drag_upwards_selects_the_same(view: MarkdownView, settle: Settle) -> None:
    view.add_text("alpha beta", "assistant")
    view.add_text("gamma delta", "assistant")
    settle(view)
    first, last = view._content.chunks()
    drag(view, point_of(view, last, 5), point_of(view, first, 6))
    assert view.selected_text() == "beta\ngamma"


def test_double_click_selects_a_word_and_triple_click_a_block(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Note", "alpha beta gamma\n\nother")
    settle(view)
    point = find_text(view, "beta")
    QTest.mouseClick(view.viewport(), LEFT, pos=point)
    QTest.mouseDClick(view.viewport(), LEFT, pos=point)
    assert view.selected_text() == "beta"
    QTest.mouseClick(view.viewport(), LEFT, pos=point)
    assert view.selected_text() == "alpha beta gamma"


def test_shift_click_extends_the_selection(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Note", "alpha beta gamma\n\nother words")
    settle(view)
    chunk = view.visible_chunks()[1]
    QTest.mouseClick(view.viewport(), LEFT, pos=point_of(view, chunk, 6))
    QTest.mouseClick(view.viewport(), LEFT, Qt.KeyboardModifier.ShiftModifier, point_of(view, chunk, 22))
    assert view.selected_text() == "beta gamma\nother"


def test_drag_beyond_the_edge_scrolls(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("Note", paragraphs(80))
    settle(view)
    QTest.mousePress(view.viewport(), LEFT, pos=QPoint(200, 300))
    QTest.mouseMove(view.viewport(), QPoint(200, view.viewport().height() + 80))
    view.cursor().setPos(view.viewport().mapToGlobal(QPoint(200, view.viewport().height() + 80)))
    qtbot.waitUntil(lambda: view.verticalScrollBar().value() > 300)
    QTest.mouseRelease(view.viewport(), LEFT, pos=QPoint(200, 500))
    assert view.selected_text().count("Paragraph") > 3


def test_drag_over_a_link_selects_and_does_not_open(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Note", "See [web](https://example.org) there.")
    settle(view)
    opened: list[str] = []
    view.link_activated.connect(opened.append)
    drag(view, find_text(view, "web"), find_text(view, "there"))
    assert not opened
    assert view.selected_text().endswith("t")
