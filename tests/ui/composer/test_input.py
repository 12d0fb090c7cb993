from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.ui.composer.input import ChatInput


class Box(ChatInput):
    """An input box that records what it sends."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[str] = []
        self.submitted.connect(self.sent.append)


@pytest.fixture
def box(qtbot: QtBot) -> Box:
    box = Box()
    qtbot.addWidget(box)
    box.resize(400, 66)
    box.show()
    box.setFocus()
    return box


def compose(box: Box, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(box, event)


def test_enter_sends_trimmed_text_and_empties_the_box(box: Box) -> None:
    QTest.keyClicks(box, "  read Home ")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.sent == ["read Home"]
    assert box.toPlainText() == ""


def test_enter_on_nothing_sends_nothing(box: Box) -> None:
    QTest.keyClicks(box, "  ")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.sent == []


def test_shift_enter_breaks_the_line(box: Box) -> None:
    QTest.keyClicks(box, "a")
    QTest.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(box, "b")
    assert box.toPlainText() == "a\nb"
    assert box.sent == []


def test_enter_and_escape_during_composition_do_nothing(box: Box) -> None:
    stops: list[bool] = []
    box.stop_requested.connect(lambda: stops.append(True))
    QTest.keyClicks(box, "hi ")
    compose(box, "zong jie")
    QTest.keyClick(box, Qt.Key.Key_Return)
    QTest.keyClick(box, Qt.Key.Key_Escape)
    box.submit()
    assert box.sent == []
    assert stops == []
    assert box.toPlainText() == "hi "
    compose(box, "", "总结")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.sent == ["hi 总结"]


def test_escape_outside_composition_asks_to_stop(box: Box) -> None:
    stops: list[bool] = []
    box.stop_requested.connect(lambda: stops.append(True))
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert stops == [True]


def test_up_and_down_walk_what_was_sent_only_while_nothing_else_is_written(box: Box) -> None:
    for text in ("one", "two"):
        QTest.keyClicks(box, text)
        QTest.keyClick(box, Qt.Key.Key_Return)
    shown = []
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Down):
        QTest.keyClick(box, key)
        shown.append(box.toPlainText())
    assert shown == ["two", "one", "one", "two", ""]
    QTest.keyClicks(box, "mine")
    QTest.keyClick(box, Qt.Key.Key_Up)
    assert box.toPlainText() == "mine"


def test_box_grows_with_its_text_up_to_a_limit(box: Box) -> None:
    assert box.height() == 66
    box.set_text("\n".join("line" for _ in range(6)))
    assert 66 < box.height() < 180
    box.set_text("\n".join("line" for _ in range(60)))
    assert box.height() == 180
    box.set_text("word " * 60)
    assert 66 < box.height() < 180
    box.clear()
    assert box.height() == 66


def test_paste_takes_plain_text_only(box: Box) -> None:
    data = QMimeData()
    data.setHtml("<b>bold</b> <img src='http://x/y.png'>")
    data.setText("bold")
    box.insertFromMimeData(data)
    assert box.document().toPlainText() == "bold"
    assert "font-weight:700" not in box.document().toHtml()
