"""Code can be copied by one button, exactly as in the source."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from axon_desktop.ui.buttons.text_button import TextButton
from axon_desktop.ui.markdown_view import MarkdownView

LONG = "".join(f"line {number}\n" for number in range(900))
NOTES = {
    "fence": ("```sh\nls -la\n```\n", "ls -la"),
    "tabs": ("```make\nall:\n\tcc a.c\n```\n", "all:\n\tcc a.c"),
    "blanks": ("```\n  a\n\n  b  c\n```\n", "  a\n\n  b  c"),
    "no language": ("~~~\n知识 = 1\n~~~\n", "知识 = 1"),
    "indented": ("Text\n\n    x = 1\n    \ty\n", "x = 1\n\ty"),
    "in a quote": ("> ```py\n> a = 1\n> ```\n", "a = 1"),
    "in a list": ("- one\n\n  ```py\n  a = 1\n  b = 2\n  ```\n", "a = 1\nb = 2"),
    "in a callout": ("> [!note] Look\n> ```py\n> a = 1\n> ```\n", "a = 1"),
    "long": (f"```\n{LONG}```\n", LONG.rstrip("\n")),
    "characters": ("```\na <b> &amp; -> c\n```\n", "a <b> &amp; -> c"),
}


def shown(qtbot: QtBot, source: str) -> MarkdownView:
    view = MarkdownView()
    qtbot.addWidget(view)
    view.resize(600, 400)
    view.show()
    view.setFocus()
    view.set_note("", source)
    qtbot.waitUntil(lambda: not view.at_work)
    return view


def move(view: MarkdownView, point: QPoint) -> None:
    place = QPointF(point)
    none = Qt.MouseButton.NoButton
    view.mouseMoveEvent(
        QMouseEvent(QEvent.Type.MouseMove, place, place, none, none, Qt.KeyboardModifier.NoModifier)
    )


@pytest.mark.parametrize("case", NOTES)
def test_button_copies_the_code_as_it_stands(qtbot: QtBot, case: str) -> None:
    source, code = NOTES[case]
    view = shown(qtbot, source)
    buttons = [button for button in view.code_copy.buttons if button.isVisible()]
    assert len(buttons) == 1
    assert buttons[0].accessibleName() == "Copy the code"
    QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == code


def test_no_button_stays_that_has_no_code(qtbot: QtBot) -> None:
    view = shown(qtbot, "```sh\nls\n```\n\nWords.\n\n```sh\npwd\n```\n")
    assert len(view.findChildren(TextButton)) == 2
    view.set_note("", "No code.\n")
    qtbot.waitUntil(lambda: not view.findChildren(TextButton))


def test_button_is_seen_under_the_mouse_and_with_the_focus(qtbot: QtBot) -> None:
    view = shown(qtbot, "Words.\n\n```sh\nls -la\n```\n\nMore.\n\n```sh\npwd\n```\n")
    first, second = view.code_copy.buttons
    assert (first.shown, second.shown) == ("nothing", "nothing")
    before = first.geometry()
    move(view, QPoint(first.geometry().left() - 40, first.geometry().center().y()))
    assert (first.shown, second.shown) == ("word", "nothing")
    assert first.geometry() == before, "nothing moves"
    move(view, QPoint(300, 2))
    assert first.shown == "nothing"
    view.activateWindow()
    second.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(second.hasFocus)
    assert second.shown == "word"
    QTest.keyClick(second, Qt.Key.Key_Space)
    assert QGuiApplication.clipboard().text() == "pwd"


def test_buttons_follow_the_text(qtbot: QtBot) -> None:
    words = "Some words of a note.\n\n" * 40
    view = shown(qtbot, f"{words}```sh\nls -la\n```\n\n{words}")
    assert not [button for button in view.code_copy.buttons if button.isVisible()]
    view.find("ls -la")
    qtbot.waitUntil(lambda: any(button.isVisible() for button in view.code_copy.buttons))
    (button,) = view.code_copy.buttons
    top = button.y()
    view.verticalScrollBar().setValue(view.verticalScrollBar().value() + 30)
    assert button.y() == top - 30
    view.verticalScrollBar().setValue(0)
    qtbot.waitUntil(lambda: not button.isVisible())
