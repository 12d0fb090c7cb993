"""The keyboard goes from link to link, and the focused one is reported."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from axon_desktop.ui.markdown_view import MarkdownView
from tests.ui.markdown_view.pointing import paragraphs

Settle = Callable[[MarkdownView], None]


def test_tab_walks_the_links_and_enter_opens(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    source = "[one](https://example.org/1)\n\n" + paragraphs(60) + "\n\n[two](https://example.org/2)"
    view.set_note("Note", source)
    settle(view)
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    before = view.viewport().grab().toImage()
    QTest.keyClick(view, Qt.Key.Key_Tab)
    assert view.focused_link() == "https://example.org/1"
    assert view.viewport().grab().toImage() != before
    QTest.keyClick(view, Qt.Key.Key_Tab)
    assert view.focused_link() == "https://example.org/2"
    assert view.verticalScrollBar().value() > 0
    with qtbot.waitSignal(view.link_activated) as activated:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert activated.args == ["https://example.org/2"]
    QTest.keyClick(view, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert view.focused_link() == "https://example.org/1"
    QTest.keyClick(view, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert view.focused_link() == ""


def test_link_with_the_focus_is_told_until_it_loses_that(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("Note", "See [web](https://example.org) there.")
    settle(view)
    hovered: list[str] = []
    view.link_hovered.connect(hovered.append)
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    QTest.keyClick(view, Qt.Key.Key_Tab)
    assert hovered == ["https://example.org"]
    view.clearFocus()
    assert hovered[1:] == [""]
