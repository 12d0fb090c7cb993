"""Typing continues in the same widget after a click on a button of a bar that disappears."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.ui.editor.saving.notice_bar import NoticeBar
from axon_desktop.ui.file_actions.context import UndoButton
from axon_desktop.ui.status_bar.status_bar import StatusBar


class Window(QWidget):
    """A text, and the widgets around it."""

    def __init__(self) -> None:
        super().__init__()
        self.other = QPushButton("other")  # the first that Qt would find
        self.edit = QPlainTextEdit()
        self.bar = NoticeBar()
        self.status = StatusBar()
        self.undo = UndoButton(self.status)
        layout = QVBoxLayout(self)
        for widget in (self.other, self.edit, self.bar, self.status):
            layout.addWidget(widget)

    def has_keyboard(self, widget: QWidget) -> bool:
        return QApplication.focusWidget() is widget


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    made = Window()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    made.activateWindow()
    made.edit.setFocus()
    qtbot.waitUntil(made.edit.hasFocus)
    return made


@pytest.mark.parametrize("by_mouse", [True, False])
def test_a_bar_gives_the_keyboard_back(window: Window, *, by_mouse: bool) -> None:
    bar = window.bar
    bar.show_notice("draft", "Text was found.", [("Restore", bar.clear), ("Stay", lambda: None)])
    restore, stay = bar.buttons
    for button in (stay, restore):
        if by_mouse:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        else:
            button.setFocus()
            QTest.keyClick(button, Qt.Key.Key_Space)
        assert window.has_keyboard(window.edit)
    assert bar.isHidden()


def test_a_bar_that_goes_by_itself_gives_the_keyboard_back(window: Window) -> None:
    bar = window.bar
    for go in (bar.clear, partial(bar.show_notice, "merged", "Changes were taken in.")):
        bar.show_notice("conflict", "Choose.", [("Compare", lambda: None)])
        bar.buttons[0].setFocus()
        go()
        assert window.has_keyboard(window.edit)


def test_a_bar_leaves_the_keyboard_where_it_is_and_where_its_button_puts_it(window: Window) -> None:
    bar = window.bar
    bar.show_notice("draft", "Text was found.", [("Show", window.other.setFocus)])
    QTest.mouseClick(bar.buttons[0], Qt.MouseButton.LeftButton)
    assert window.has_keyboard(window.other)
    bar.clear()
    assert window.has_keyboard(window.other)


def test_a_text_that_is_gone_is_not_given_the_keyboard(window: Window, qtbot: QtBot) -> None:
    window.bar.show_notice("draft", "Text was found.", [("Restore", lambda: None)])
    window.bar.buttons[0].setFocus()
    window.edit.deleteLater()
    with qtbot.waitSignal(window.edit.destroyed):
        pass
    window.bar.clear()
    assert window.bar.isHidden()


def test_undo_in_the_status_bar_gives_the_keyboard_back(window: Window) -> None:
    async def undo() -> None:
        pass

    window.undo.offer("Moved.", undo)
    window.undo.setFocus()
    window.undo.forget()  # as after its timeout
    assert window.has_keyboard(window.edit)
    window.undo.offer("Moved.", undo)
    QTest.mousePress(window.undo, Qt.MouseButton.LeftButton)
    window.undo.forget()
    assert window.has_keyboard(window.edit)
